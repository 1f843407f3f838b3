/** Kernels that die or are restarted: what a run gave is kept, the session goes on, and the loss is said. */

import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { Gate } from "../harness/gate.ts";
import { jupyterJson } from "../harness/rest.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";
import type { TestSession } from "../harness/session.ts";
import type { ToolResult } from "../harness/tool_result.ts";

const jupyter = sharedJupyter("collaboration");

function endedByDeath(result: ToolResult, stdout: string): void {
  assert.equal(result.isError, false, result.text);
  assert.equal(result.at("status"), "kernel_died", result.text);
  assert.equal(result.at("success"), false);
  assert.equal(result.at("stdout"), stdout);
  assert.match(JSON.stringify(result.at("notes")), /died/);
}

/** The process of a session's kernel. Checked with care: a signal to process 0 would end the tests themselves. */
async function pidOf(session: TestSession): Promise<number> {
  const answer = await session.run("import os; os.getpid()");
  const pid = Number(answer.at("result"));
  assert.ok(Number.isInteger(pid) && pid > 1, answer.text);
  return pid;
}

async function saysWhatWasLost(session: TestSession, pattern: RegExp): Promise<void> {
  const result = await session.run("'kept' in globals()", { timeout: 60 });
  assert.equal(result.at("result"), "False", result.text);
  assert.match(JSON.stringify(result.at("notes")), pattern);
  const next = await session.run("kept = 1");
  assert.equal(next.at("success"), true, next.text);
  assert.equal(next.at("notes"), undefined, "it is said once");
}

Deno.test("a kernel that ends while it runs our code", async (t) => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await session.run("kept = 1");

  await t.step("by itself: the output so far comes, and the next answer says what was lost", async () => {
    await using gate = new Gate(jupyter);
    const said = Promise.withResolvers<void>();
    const code = `import os\nprint('last words', flush=True)\n${gate.wait}\nos._exit(1)`;
    const running = session.run(code, { timeout: 60 }, {
      onProgress: ({ message = "" }) => message.includes("last words") && said.resolve(),
    });
    await said.promise;
    await gate.open();
    endedByDeath(await running, "last words\n");
    await saysWhatWasLost(session, /died.*variables.* gone/);
  });

  await t.step("by kill -9, with several calls in progress: all of them are told", async () => {
    const pid = await pidOf(session);
    const begun = Promise.withResolvers<void>();
    const running = session.run("import time\nprint('begun', flush=True)\ntime.sleep(60)", { timeout: 90 }, {
      onProgress: ({ message = "" }) => message.includes("begun") && begun.resolve(),
    });
    await begun.promise;
    const waiting = session.run("print('never')", { timeout: 90 });
    Deno.kill(pid, "SIGKILL");
    endedByDeath(await running, "begun\n");
    endedByDeath(await waiting, "");
    await saysWhatWasLost(session, /died.*variables.* gone/);
  });

  await t.step("while idle: the next answer says what was lost", async () => {
    const deaths = () => connection.stderr().split("kernel died").length;
    const before = deaths();
    const pid = await pidOf(session);
    Deno.kill(pid, "SIGKILL");
    await eventually(() => deaths() > before, { what: "the death is noticed" });
    await saysWhatWasLost(session, /died.*variables.* gone/);
  });
});

Deno.test("a session whose kernel dies again and again continues under its id", async () => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const kernels = new Set<string>();
  for (let death = 1; death <= 6; death++) {
    const died = await session.run(`import os\nprint('death', ${death}, flush=True)\nos._exit(1)`, {
      timeout: 60,
    });
    assert.equal(died.at("status"), "kernel_died", died.text);
    const alive = await session.run(`${death} * 2`, { timeout: 60 });
    assert.equal(alive.at("result"), String(death * 2), alive.text);
    assert.match(JSON.stringify(alive.at("notes")), /variables.* gone/);
    const joined = await connection.call("session_connect", { session_id: session.id });
    kernels.add(joined.string("kernel_id"));
  }
  assert.equal(
    kernels.size,
    2,
    "Jupyter gives a kernel up after its fifth death, and a new one took its place",
  );
});

Deno.test("a session whose kernel Jupyter has given up continues under every reference to it", async () => {
  await using connection = await connect({ jupyter });
  const notebook_path = `given-up-${crypto.randomUUID()}.ipynb`;
  const created = await connection.call("session_create", { notebook_path });
  const oldId = created.string("session_id");
  const run = (session_id: string, code: string) =>
    connection.call("execute_code", { session_id, code, record: false, timeout: 60 });
  const giveUp = async () => {
    // Five are started anew, the sixth is not.
    for (let death = 1; death <= 6; death++) {
      const died = await run(notebook_path, "import os; os._exit(1)");
      assert.equal(died.at("status"), "kernel_died", died.text);
    }
  };
  for (const reference of [notebook_path, oldId.slice(0, 8)]) {
    await giveUp();
    const alive = await run(reference, "6 * 7");
    assert.equal(alive.at("result"), "42", alive.text);
    assert.match(JSON.stringify(alive.at("notes")), /variables.* gone/);
  }
  const sessions = await jupyterJson(jupyter, "api/sessions");
  const paths = z.array(z.object({ path: z.string() })).parse(sessions).map(({ path }) => path);
  assert.deepEqual(paths.filter((path) => path === notebook_path), [notebook_path], "one for the notebook");
  await connection.call("session_delete", { session_id: notebook_path });
});

Deno.test("restarted ten times, with a run right after each: no output is lost", async () => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  for (let round = 0; round < 10; round++) {
    const restarted = await connection.call("kernel_restart", { session_id: session.id });
    assert.equal(restarted.at("restarted"), true, restarted.text);
    const result = await session.run(
      `import sys\nprint('out', ${round})\nprint('err', file=sys.stderr)\n${round}`,
    );
    assert.partialDeepStrictEqual(result.json, {
      success: true,
      stdout: `out ${round}\n`,
      stderr: "err\n",
      result: String(round),
    }, result.text);
  }
});
