/** Connections to Jupyter that are cut, in the middle of a run or between runs. */

import assert from "node:assert/strict";
import { z } from "zod";
import { connect, type Connection } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { Gate } from "../harness/gate.ts";
import { KernelClient } from "../harness/kernel_client.ts";
import { startProxy } from "../harness/proxy.ts";
import { jupyterJson } from "../harness/rest.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";
import type { ToolResult } from "../harness/tool_result.ts";

const jupyter = sharedJupyter("collaboration");
const countSchema = z.object({ connections: z.number() });
const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join("");
const counting = (count: number) =>
  `import time\nfor i in range(${count}):\n  print('line', i, flush=True)\n  time.sleep(0.02)\n'done'`;

/** Every line is later than the one before: nothing came twice. What is lost may begin and end within a line. */
function isInOrder(stdout: string): void {
  const numbers = [...stdout.matchAll(/line (\d+)\n/g)].map(([, number]) => Number(number));
  assert.ok(numbers.length > 0, stdout);
  for (const [index, number] of numbers.entries()) assert.ok(number > (numbers[index - 1] ?? -1), stdout);
}

/**
 * What Jupyter writes into a connection before it notices that it is cut is lost to everybody: then, and only then, the
 * answer must say so.
 */
function isWholeOrSaid(result: ToolResult, count: number): void {
  assert.equal(result.at("success"), true, result.text);
  const stdout = result.string("stdout");
  isInOrder(stdout);
  if (stdout !== lines(count)) {
    assert.match(JSON.stringify(result.at("notes") ?? null), /cut.*may be missing/);
  }
}

/** Code that prints so many lines, waits for one gate, prints as many again, and opens the other. */
const inHalves = (count: number, { begin, ended }: { readonly begin: Gate; readonly ended: Gate }) =>
  `for i in range(${count}): print('line', i, flush=True)\n${begin.wait}\n` +
  `for i in range(${count}, ${2 * count}): print('line', i, flush=True)\n${ended.opening}\n'done'`;

/** A caller is told after some seconds that Jupyter is out of reach, and finds the run again by its id. */
async function followed(connection: Connection, answer: ToolResult): Promise<ToolResult> {
  if (answer.at("error") !== "jupyter_unreachable") return answer;
  const execution_id = answer.string("execution_id");
  return await eventually(async () => {
    const now = await connection.call("execution_get", { execution_id, wait: 5 });
    return now.at("status") === "running" ? undefined : now;
  }, { what: "the run is found again" });
}

/** Follows a run by its progress: how far it has got, and the way to wait for it. */
function watch() {
  let seen = -1;
  const onProgress = ({ message = "" }: { message?: string | undefined }) => {
    seen = Number(/line (\d+)$/.exec(message)?.[1] ?? seen);
  };
  const reached = (line: number) => eventually(() => seen >= line, { what: `the run prints line ${line}` });
  return { reached, onProgress };
}

Deno.test("a socket that is cut", async (t) => {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  await using session = await openSession(connection);

  await t.step(
    "in the middle of a run: all that comes meanwhile is replayed, nothing lost, nothing doubled",
    async () => {
      await using begin = new Gate(jupyter);
      await using ended = new Gate(jupyter);
      const { reached, onProgress } = watch();
      const running = session.run(inHalves(50, { begin, ended }), { timeout: 60 }, { onProgress });
      await reached(49);
      proxy.refuse(true);
      proxy.cut();
      const channels = () => jupyterJson(jupyter, `api/kernels/${session.kernelId}`);
      await eventually(async () => countSchema.parse(await channels()).connections === 0, {
        what: "Jupyter notices that nobody is connected",
      });
      await begin.open();
      await ended.opened();
      const before = proxy.channelRequests;
      proxy.refuse(false);
      const result = await followed(connection, await running);
      assert.equal(result.at("success"), true, result.text);
      assert.equal(result.at("stdout"), lines(100));
      assert.equal(result.at("result"), "'done'");
      assert.equal(result.at("notes"), undefined, "all was replayed, so there is nothing to say");
      assert.equal(proxy.channelRequests, before + 1, "it came back once");
    },
  );

  await t.step("several times in one run", async () => {
    const { reached, onProgress } = watch();
    const running = session.run(counting(250), { timeout: 60 }, { onProgress });
    for (const line of [5, 60, 120]) {
      await reached(line);
      proxy.hangUp();
    }
    isWholeOrSaid(await running, 250);
  });

  await t.step("with output on its way: nothing is doubled, and what is lost is reported", async () => {
    const { reached, onProgress } = watch();
    const code = "import time\nfor i in range(2_000):\n  print('line', i, flush=True)\n  time.sleep(0.0005)";
    const running = session.run(code, { timeout: 120 }, { onProgress });
    await reached(10);
    proxy.cut();
    isWholeOrSaid(await running, 2_000);
  });

  await t.step("while Jupyter cannot be reached for a while: the run survives that as well", async () => {
    const { reached, onProgress } = watch();
    const running = session.run(counting(100), { timeout: 60 }, { onProgress });
    await reached(5);
    proxy.refuse(true);
    proxy.hangUp();
    const state = async () => (await connection.call("session_list")).at("error");
    assert.equal(await state(), "jupyter_unreachable");
    proxy.refuse(false);
    const result = await followed(connection, await running);
    isWholeOrSaid(result, 100);
    assert.equal(result.at("result"), "'done'");
  });

  await t.step("while a handed-over run continues", async () => {
    const begun = await session.handOver(counting(150), "line 0\n");
    const execution_id = begun.string("execution_id");
    proxy.hangUp();
    const ended = await connection.call("execution_get", { execution_id, wait: 30 });
    isWholeOrSaid(ended, 150);
  });

  await t.step("while idle: the next call just works, with its variables", async () => {
    await session.run("count = 0");
    for (let round = 1; round <= 12; round++) {
      proxy.cut();
      const result = await session.run("count += 1; count");
      assert.equal(result.at("result"), String(round), result.text);
      assert.equal(result.at("notes"), undefined);
      proxy.cut();
      const variables = await connection.call("get_variables", { session_id: session.id });
      assert.match(variables.text, /"count"/);
    }
  });

  await t.step("while idle, and again while it comes back: the call continues, and runs once", async () => {
    await session.run("count = 0");
    let ran = 0;
    for (let round = 1; round <= 8; round++) {
      const before = proxy.channelRequests;
      proxy.cut();
      const running = session.run("count += 1; count", { timeout: 20 });
      await eventually(() => proxy.channelRequests > before, { what: "it comes back" });
      proxy.cut();
      const result = await running;
      const count = Number((await session.run("count")).at("result"));
      // The second cut may come when the run has been sent: then the answer says what may be missing, or that it all may.
      const isCutInRun = /may be missing|ConnectionLost/.test(result.text);
      if (!isCutInRun) assert.equal(result.at("result"), String(ran + 1), result.text);
      assert.ok(count === ran + 1 || (isCutInRun && count === ran), `${count} after ${ran}: ${result.text}`);
      ran = count;
    }
  });
});

// A kernel of their own: Jupyter counts one client too few for each that was cut in the middle of its handshake, and
// would replay all the same.
Deno.test("a socket that is cut with another client connected", async (t) => {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  await using session = await openSession(connection);

  await t.step(
    "in the middle of a run: what may be missing is reported",
    async () => {
      await using person = await KernelClient.open(jupyter, session.kernelId);
      await using gate = new Gate(jupyter);
      const { reached, onProgress } = watch();
      const code = "import time\nfor i in range(200):\n  print('line', i, flush=True)\n" +
        `  if i == 9: ${gate.wait}\n  time.sleep(0.02)`;
      const running = session.run(code, { timeout: 60 }, { onProgress });
      await reached(9);
      const before = proxy.channelRequests;
      proxy.cut();
      await eventually(() => proxy.channelRequests > before, { what: "it comes back" });
      await gate.open();
      const result = await running;
      assert.equal(result.at("success"), true, result.text);
      assert.match(JSON.stringify(result.at("notes")), /cut.*may be missing/);
      const printed = result.string("stdout").split("\n").filter((line) => line !== "");
      assert.ok(printed.length >= 20 && new Set(printed).size === printed.length, "nothing is doubled");
      assert.ok(lines(200).startsWith(printed.slice(0, 6).join("\n")), "the part before the cut is there");
      assert.equal(printed.at(-1), "line 199", "the part after it as well");
      assert.ok(person.messages.length > 0);
    },
  );

  await t.step("and the run ends meanwhile: that is reported too", async () => {
    await using begin = new Gate(jupyter);
    await using ended = new Gate(jupyter);
    await using person = await KernelClient.open(jupyter, session.kernelId);
    const { reached, onProgress } = watch();
    const running = session.run(inHalves(10, { begin, ended }), { timeout: 60 }, { onProgress });
    await reached(9);
    proxy.refuse(true);
    proxy.cut();
    await begin.open();
    // It waits its turn behind the run.
    await person.execute("0");
    proxy.refuse(false);
    const result = await followed(connection, await running);
    assert.partialDeepStrictEqual(result.json, {
      success: false,
      status: "error",
      error_type: "ConnectionLost",
      traceback: "",
    }, result.text);
    assert.match(result.string("error_message"), /the run ended/);
    assert.equal(result.string("stdout"), lines(10));
    assert.match(JSON.stringify(result.at("notes")), /connection was cut.*not known/);
  });
});

Deno.test("a slow line changes nothing but the time", async (t) => {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  await using session = await openSession(connection);

  await t.step("every piece late", async () => {
    proxy.delay(50);
    const result = await session.run(counting(20));
    proxy.delay(0);
    assert.equal(result.at("stdout"), lines(20), result.text);
  });

  await t.step("twenty thousand bytes a second", async () => {
    proxy.trickle(20_000);
    const result = await session.run("print('x' * 30_000)", { timeout: 60, max_chars: 100_000 });
    proxy.trickle(undefined);
    assert.equal(result.string("stdout").length, 30_001, result.text);
  });
});
