/** Runs that say too much, take too long, are cancelled, or kill their kernel. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import type { Connection } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = () => sharedJupyter("collaboration");

async function readText(connection: Connection, uri: string): Promise<string> {
  const { contents: [content] } = await connection.client.readResource({ uri });
  assert.ok(content !== undefined && "text" in content);
  return content.text;
}

Deno.test("execute_code bounds its answer", async (t) => {
  await using connection = await connect({ jupyter: jupyter() });
  await using session = await openSession(connection);

  await t.step("2 MB of stdout are cut in the answer and whole at outputs_uri", async () => {
    const result = await session.run("for i in range(200_000): print(f'{i:09d}')");
    assert.ok(result.text.length < 30_000);
    assert.equal(result.at("success"), true);
    assert.equal(result.at("truncated"), true);
    const stdout = result.string("stdout");
    assert.ok(stdout.startsWith("000000000\n000000001\n"));
    assert.ok(stdout.endsWith("000199999\n"));
    assert.match(
      stdout,
      /\[… [\d,]+ bytes left out; the whole output is at jupyter:\/\/executions\/\w+\/output …\]/,
    );
    assert.match(JSON.stringify(result.at("notes")), /stdout: [\d,]+ bytes left out/);
    const whole = await readText(connection, result.string("outputs_uri"));
    assert.equal(whole.length, 2_000_000);
    assert.ok(whole.includes("\n000100000\n"));
  });

  await t.step("a value and lines of any length come back within 30 kB, with head and tail", async () => {
    const value = await session.run("'z' * 900_000");
    assert.ok(value.text.length < 30_000);
    assert.match(value.string("result"), /^'z+\n\[… [\d,]+ bytes left out; [^\]]+\]\nz+'$/);
    const little = await session.run("'z' * 900_000", { max_chars: 1_000 });
    assert.ok(little.text.length < 1_100, `${little.text.length} characters`);
    const more = await session.run("'z' * 900_000", { max_chars: 200_000 });
    assert.ok(more.text.length > 190_000 && more.text.length < 200_000, String(more.text.length));
    const odd = await session.run(`print('日本語' * 50_000)\nprint('"' * 40_000)`);
    assert.ok(new TextEncoder().encode(odd.text).length < 30_000);
  });

  await t.step("a run without output costs 110 bytes at most", async () => {
    const { text } = await session.run("x = 1");
    assert.ok(text.length <= 110, text);
  });

  await t.step("what was lost on the way or is not kept is reported", async () => {
    const result = await session.run("for i in range(500_000): print(f'{i:09d}')");
    assert.ok(JSON.stringify(result.raw).length < 1_000_000);
    assert.equal(result.at("truncated"), true);
    assert.match(
      JSON.stringify(result.at("notes")),
      /bytes of text .*exceeded the retention limit|rate limiter dropped/,
    );
    assert.ok(result.string("stdout").startsWith("000000000\n"), "the beginning is kept");
  });

  await t.step("a line repeated without end is reported once", async () => {
    const result = await session.run("for i in range(5_000): print('the same line')");
    assert.match(result.string("stdout"), /^the same line\n\[the line above repeats 4999 more times\]/);
    assert.equal(result.at("truncated"), true);
  });

  await t.step("a result of 3 MB and a long traceback are cut as well", async () => {
    const result = await session.run("'x' * 3_000_000");
    assert.ok(JSON.stringify(result.raw).length < 1_000_000);
    assert.equal(result.at("truncated"), true);
    const failed = await session.run("raise ValueError('y' * 3_000_000)");
    assert.ok(JSON.stringify(failed.raw).length < 1_000_000);
    assert.equal(failed.at("error_type"), "ValueError");
  });

  await t.step("12 MB of code are refused and the connection lives on", async () => {
    const { isError, json } = await session.run(`x = '${"z".repeat(12_000_000)}'`);
    assert.equal(isError, true);
    assert.equal(json["error"], "too_large");
    assert.equal((await session.run("1 + 1")).at("result"), "2");
  });

  await t.step("3 MB of code run", async () => {
    const result = await session.run(`x = '${"z".repeat(3_000_000)}'\nlen(x)`);
    assert.equal(result.at("result"), "3000000");
  });
});

Deno.test("execute_code keeps to --max-result-bytes", async () => {
  await using connection = await connect({ jupyter: jupyter(), args: ["--max-result-bytes", "20000"] });
  await using session = await openSession(connection);
  const result = await session.run("for i in range(20_000): print(f'{i:09d}')");
  assert.ok(JSON.stringify(result.raw).length < 20_000);
  assert.equal(result.at("truncated"), true);
  const drawn = await session.run(
    "import numpy as np\nfrom PIL import Image as P\n" +
      "P.fromarray(np.random.randint(0, 255, (900, 900, 3), dtype='uint8'))",
  );
  assert.equal(drawn.isError, false);
  assert.ok(JSON.stringify(drawn.raw).length < 20_000);
});

Deno.test("execute_code and time", async (t) => {
  await using connection = await connect({ jupyter: jupyter() });
  await using session = await openSession(connection);

  await t.step("a timeout keeps the partial output, and the next call runs at once", async () => {
    await session.run("'the kernel is up'");
    const code = "import time\nprint('begun', flush=True)\ntime.sleep(60)\nprint('never')";
    const result = await session.run(code, { timeout: 3 });
    assert.equal(result.isError, false);
    assert.equal(result.at("success"), false);
    assert.equal(result.at("status"), "timeout");
    assert.equal(result.at("stdout"), "begun\n");
    assert.match(JSON.stringify(result.at("notes")), /timeout of 3 s/);
    assert.equal((await session.run("'free'")).at("result"), "'free'");
  });

  await t.step("a timeout of a fraction of a second is one", async () => {
    const result = await session.run("import time; time.sleep(60)", { timeout: 0.2 });
    assert.equal(result.at("status"), "timeout");
  });

  await t.step("a long run tells how far it is", async () => {
    const told: string[] = [];
    await using gate = new Gate(jupyter());
    const code =
      `import time\nfor i in range(600):\n  print('step', i, flush=True)\n  time.sleep(0.1)\n  if ${gate.isOpen}: break`;
    const running = session.run(code, {}, { onProgress: ({ message }) => told.push(message ?? "") });
    await eventually(() => told.length >= 2, { what: "it is told of twice" });
    await gate.open();
    await running;
    assert.match(told.at(-1) ?? "", /^\d+ s, 1 output: step \d+$/);
  });

  await t.step("a cancel frees the kernel", async () => {
    const aborter = new AbortController();
    const code = "import time\nprint('begun', flush=True)\ntime.sleep(60)";
    const running = session.run(code, { timeout: 100 }, {
      signal: aborter.signal,
      onProgress: ({ message = "" }) => message.includes("begun") && aborter.abort("enough"),
    });
    await assert.rejects(running, /enough/);
    assert.equal((await session.run("'free'")).at("result"), "'free'");
    const { at, string } = await connection.call("execution_list", { limit: 2 });
    assert.equal(at("executions.1.status"), "interrupted");
    const cancelled = await connection.call("execution_get", {
      execution_id: string("executions.1.execution_id"),
    });
    assert.equal(cancelled.at("stdout"), "begun\n", "what it said is kept");
  });
});

Deno.test("execute_code survives the death of its kernel", async (t) => {
  await using connection = await connect({ jupyter: jupyter() });
  await using session = await openSession(connection);
  await session.run("kept = 1");

  await t.step("the run ends as kernel_died with its partial output", async () => {
    await using gate = new Gate(jupyter());
    const code = `import os\nprint('last words', flush=True)\n${gate.wait}\nos._exit(1)`;
    const result = await session.run(code, { timeout: 60 }, {
      onProgress: ({ message = "" }) => message.includes("last words") && void gate.open(),
    });
    assert.equal(result.isError, false);
    assert.equal(result.at("success"), false);
    assert.equal(result.at("status"), "kernel_died");
    assert.equal(result.at("stdout"), "last words\n");
  });

  await t.step("the next call works on the same session and says that the variables are gone", async () => {
    const result = await session.run("'kept' in globals()");
    assert.equal(result.at("success"), true, result.text);
    assert.equal(result.at("result"), "False");
    assert.match(JSON.stringify(result.at("notes")), /variables.*gone/);
    const after = await session.run("1");
    assert.equal(after.at("notes"), undefined, "it is said once");
  });
});
