import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { KernelClient, printed } from "../../harness/kernel_client.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const endless = "import time\nprint('begun', flush=True)\nwhile True: time.sleep(0.05)";

Deno.test("kernel_interrupt", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await session.run("kept = 'still here'");

  await t.step("stops a run by its execution_id and keeps variables and output", async () => {
    const running = await session.handOver(endless, "begun\n");
    const execution_id = running.string("execution_id");
    const { json } = await connection.call("kernel_interrupt", { execution_id });
    assert.deepEqual(json, { execution_id, session_id: session.id, interrupted: true, was: "running" });
    // It has ended when the answer comes: nobody has to wait for that.
    const after = await connection.call("execution_get", { execution_id });
    assert.equal(after.at("status"), "interrupted");
    assert.equal(after.at("success"), false);
    assert.equal(after.at("stdout"), "begun\n");
    assert.equal((await session.run("kept")).at("result"), "'still here'");
  });

  await t.step("stops the cells that follow a run in the background, by the id of the run", async () => {
    await using gate = new Gate(jupyter);
    const path = await putCells(jupyter, [code("a", gate.wait), code("b", endless), code("c", "1")]);
    const args = { notebook_path: path, cell: "all", timeout: 1, on_timeout: "continue" };
    const begun = await connection.call("notebook_execute_cell", args);
    const execution_id = begun.string("execution_id");
    await gate.open();
    const state = () => connection.call("execution_get", { execution_id });
    await eventually(async () => (await state()).at("then.0.status") === "running", { what: "b runs" });
    const stopped = await connection.call("kernel_interrupt", { execution_id });
    assert.equal(stopped.at("interrupted"), true, stopped.text);
    const after = await connection.call("execution_get", { execution_id, wait: 30 });
    assert.deepEqual(after.at("not_run"), ["c"], after.text);
    await connection.call("session_delete", { session_id: path });
  });

  await t.step("takes the run's session beside it, however that is named, and refuses another", async () => {
    await using other = await openSession(connection);
    const running = await session.handOver(endless, "begun\n");
    const execution_id = running.string("execution_id");
    const refused = await connection.call("kernel_interrupt", { execution_id, session_id: other.id });
    assert.equal(refused.at("error"), "invalid_argument");
    assert.match(refused.string("message"), new RegExp(`belongs to session "${session.id}"`));
    const unknown = await connection.call("kernel_interrupt", { execution_id, session_id: "nothing" });
    assert.equal(unknown.at("error"), "session_not_found");
    assert.equal((await connection.call("execution_get", { execution_id })).at("status"), "running");
    const session_id = session.id.slice(0, 12);
    const { json } = await connection.call("kernel_interrupt", { execution_id, session_id });
    assert.deepEqual(json, { execution_id, session_id: session.id, interrupted: true, was: "running" });
    const again = await connection.call("kernel_interrupt", { execution_id, session_id: session.id });
    assert.equal(again.at("execution_id"), execution_id, again.text);
  });

  await t.step("says that an ended run was not interrupted", async () => {
    await session.run("1");
    const execution_id = await session.lastRun();
    const { json } = await connection.call("kernel_interrupt", { execution_id });
    assert.partialDeepStrictEqual(json, { interrupted: false, status: "ok" });
  });

  await t.step("drops a run that waits, and lets the one before it continue", async () => {
    await using gate = new Gate(jupyter);
    const first = await session.handOver(`print('begun', flush=True)\n${gate.wait}\n'whole'`, "begun\n");
    const second = await session.run("touched = True", { timeout: 0.1, on_timeout: "continue" });
    const { json } = await connection.call("kernel_interrupt", {
      execution_id: second.string("execution_id"),
    });
    assert.partialDeepStrictEqual(json, { interrupted: true, was: "waiting" });
    await gate.open();
    const whole = await connection.call("execution_get", {
      execution_id: first.string("execution_id"),
      wait: 10,
    });
    assert.equal(whole.at("success"), true);
    assert.equal(whole.at("result"), "'whole'");
    assert.equal((await session.run("'touched' in globals()")).at("result"), "False");
  });

  await t.step("with a session_id stops whatever runs, also someone else's cell", async () => {
    await using other = await KernelClient.open(jupyter, session.kernelId);
    const theirs = other.execute(endless);
    const begun = () => printed(other.messages).includes("begun\n");
    await eventually(begun, { what: "their cell runs" });
    const { json } = await connection.call("kernel_interrupt", { session_id: session.id });
    assert.deepEqual(json, { session_id: session.id, kernel_id: session.kernelId, interrupted: true });
    assert.equal((await theirs).reply["ename"], "KeyboardInterrupt");
  });

  await t.step("with a session_id has ended our run when it answers", async () => {
    const running = await session.handOver(endless, "begun\n");
    const { json } = await connection.call("kernel_interrupt", { session_id: session.id });
    assert.equal(json["interrupted"], true);
    const execution_id = running.string("execution_id");
    const after = await connection.call("execution_get", { execution_id });
    assert.equal(after.at("status"), "interrupted");
  });

  await t.step("with a session_id says that our run was interrupted, and which one runs next", async () => {
    const running = await session.handOver(endless, "begun\n");
    const args = { session_id: session.id, timeout: 0.01, on_timeout: "continue" };
    const queued = await connection.call("execute_code", { ...args, code: endless });
    const { json, at, text } = await connection.call("kernel_interrupt", { session_id: session.id });
    assert.equal(json["interrupted"], true, text);
    assert.equal(at("status"), undefined);
    const next = queued.string("execution_id");
    assert.match(JSON.stringify(at("notes")), new RegExp(`next run in the queue starts now: ${next}`));
    const execution_id = running.string("execution_id");
    assert.equal((await connection.call("execution_get", { execution_id })).at("status"), "interrupted");
    const stopped = await connection.call("kernel_interrupt", { execution_id: next });
    assert.equal(stopped.at("interrupted"), true, stopped.text);
  });

  await t.step(
    "with a session_id says that another client's cell was interrupted before our run",
    async () => {
      await using other = await KernelClient.open(jupyter, session.kernelId);
      const theirs = other.execute(endless);
      await eventually(() => printed(other.messages).includes("begun\n"), { what: "their cell runs" });
      const args = { session_id: session.id, timeout: 0.01, on_timeout: "continue" };
      const queued = await connection.call("execute_code", { ...args, code: endless });
      const { json, at, text } = await connection.call("kernel_interrupt", { session_id: session.id });
      assert.equal(json["interrupted"], true, text);
      assert.equal((await theirs).reply["ename"], "KeyboardInterrupt");
      const execution_id = queued.string("execution_id");
      assert.match(JSON.stringify(at("notes")), new RegExp(`starts now: ${execution_id}`));
      await connection.call("kernel_interrupt", { execution_id });
    },
  );

  await t.step("says that the signal was sent if the code continues", async () => {
    await using gate = new Gate(jupyter);
    const withstanding = "print('begun', flush=True)\nwhile True:\n  try:\n" +
      `    ${gate.wait}\n    break\n  except KeyboardInterrupt: pass`;
    const running = await session.handOver(withstanding, "begun\n");
    const execution_id = running.string("execution_id");
    for (const which of [{ execution_id }, { session_id: session.id }]) {
      const { json, at, text } = await connection.call("kernel_interrupt", which);
      const told = { interrupted: false, signal_sent: true, status: "running" };
      assert.partialDeepStrictEqual(json, told, text);
      assert.match(String(at("hint")), /kernel_restart/);
    }
    const still = await connection.call("execution_get", { execution_id });
    assert.equal(still.at("status"), "running");
    assert.equal(still.at("success"), undefined);
    await gate.open();
    const ended = await connection.call("execution_get", { execution_id, wait: 30 });
    assert.notEqual(ended.at("status"), "running");
  });

  for (const by of ["execution_id", "session_id"]) {
    await t.step(
      `says by ${by} that the signal was sent, and how code that catches it has ended`,
      async () => {
        const catching = "import time\ntry:\n  print('begun', flush=True)\n  time.sleep(60)\n" +
          "except KeyboardInterrupt: pass";
        const running = await session.handOver(catching, "begun\n");
        const which = by === "session_id" ? session.id : running.string("execution_id");
        const { json, text } = await connection.call("kernel_interrupt", { [by]: which });
        assert.partialDeepStrictEqual(json, { interrupted: false, signal_sent: true, status: "ok" }, text);
      },
    );
  }

  await t.step("does no harm to an idle kernel, and says that nothing ran", async () => {
    const { json } = await connection.call("kernel_interrupt", { session_id: session.id });
    assert.partialDeepStrictEqual(json, { interrupted: false, status: "idle" });
    assert.equal((await session.run("kept")).at("result"), "'still here'");
  });

  await t.step("wants a session or a run, and one that exists", async () => {
    assert.equal((await connection.call("kernel_interrupt")).at("error"), "invalid_argument");
    const unknown = await connection.call("kernel_interrupt", { execution_id: "nothing" });
    assert.equal(unknown.at("error"), "execution_not_found");
    assert.match(unknown.string("hint"), /execution_list/);
  });
});
