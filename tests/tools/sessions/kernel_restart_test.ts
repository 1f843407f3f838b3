import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

Deno.test("kernel_restart", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);

  await t.step(
    "keeps session and kernel id, loses the variables, and the next call works at once",
    async () => {
      await session.run("x = 1");
      const { json } = await connection.call("kernel_restart", { session_id: session.id });
      assert.deepEqual(json, {
        session_id: session.id,
        kernel_id: session.kernelId,
        status: "idle",
        restarted: true,
        lost: { variables: "all variables, imports and definitions", executions: [] },
      });
      const result = await session.run("'x' in globals()");
      assert.equal(result.at("result"), "False");
    },
  );

  await t.step("asked for several times at once, is done for all of them", async () => {
    await session.run("x = 1");
    const restart = () => connection.call("kernel_restart", { session_id: session.id });
    const all = await Promise.all([restart(), restart(), restart(), restart()]);
    for (const { at, text } of all) assert.equal(at("restarted"), true, text);
    const result = await session.run("'x' in globals()");
    assert.equal(result.at("result"), "False", result.text);
  });

  await t.step(
    "comes first if it was asked for first: what is sent right behind it waits for it",
    async () => {
      for (const reference of [session.id, session.id.slice(0, 8)]) {
        await session.run("x = 1");
        const restarting = connection.call("kernel_restart", { session_id: session.id });
        const code = "'x' in globals()";
        const result = await connection.call("execute_code", { session_id: reference, code });
        assert.equal(result.at("result"), "False", result.text);
        assert.deepEqual((await restarting).at("lost.executions"), []);
      }
    },
  );

  await t.step("frees a kernel that ignores interrupts, and names the runs that were lost", async () => {
    const stubborn = "import time\nprint('begun', flush=True)\nwhile True:\n" +
      "  try: time.sleep(0.05)\n  except KeyboardInterrupt: pass";
    const running = await session.run(stubborn, { timeout: 3 });
    assert.equal(running.at("status"), "timeout");
    assert.equal(running.at("stdout"), "begun\n");
    assert.match(JSON.stringify(running.at("notes")), /kernel_restart/);
    const execution_id = running.string("execution_id");
    const { at } = await connection.call("kernel_restart", { session_id: session.id });
    assert.deepEqual(at("lost.executions"), [execution_id]);
    const lost = await connection.call("execution_get", { execution_id });
    assert.equal(lost.at("status"), "kernel_died");
    assert.equal(lost.at("stdout"), "begun\n");
    assert.equal((await session.run("'free'")).at("result"), "'free'");
  });
});

Deno.test("kernel_restart by someone else is told with the next answer", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using other = await connect({ jupyter });
  await using session = await openSession(connection);
  await session.run("x = 1");
  await other.call("kernel_restart", { session_id: session.id });
  const result = await session.run("'x' in globals()");
  assert.equal(result.at("result"), "False", result.text);
  assert.match(JSON.stringify(result.at("notes")), /restarted by somebody else: .*gone/);
});
