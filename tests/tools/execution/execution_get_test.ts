import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { untilPrinted } from "../../harness/hand_over_cells.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("collaboration");

Deno.test("execution_get", async (t) => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const get = (execution_id: string, args: Record<string, unknown> = {}) =>
    connection.call("execution_get", { execution_id, ...args });

  await t.step("follows a run that went on, and a cursor gives only what is new", async () => {
    await using first = new Gate(jupyter);
    await using second = new Gate(jupyter);
    await using third = new Gate(jupyter);
    const waits = [first, second, third].map(({ wait }, step) =>
      `${wait}\nprint('step', ${step}, flush=True)`
    );
    const begun = await session.run(`${waits.join("\n")}\nprint('step 3')\n'done'`, {
      timeout: 0.3,
      on_timeout: "continue",
    });
    assert.equal(begun.at("status"), "running");
    assert.equal(begun.at("success"), undefined);
    assert.equal(begun.at("stdout"), "");
    const id = begun.string("execution_id");

    await first.open();
    const begin = await untilPrinted(connection, id, "step 0\n");
    assert.equal(begin.at("stdout"), "step 0\n");

    await second.open();
    await untilPrinted(connection, id, "step 1\n");
    const middle = await get(id, { wait: 0.1, cursor: begin.string("cursor") });
    assert.equal(middle.at("status"), "running");
    assert.equal(middle.at("stdout"), "step 1\n");

    await third.open();
    const end = await get(id, { wait: 30, cursor: middle.string("cursor") });
    assert.equal(end.at("success"), true);
    assert.equal(end.at("stdout"), "step 2\nstep 3\n");
    assert.equal(end.at("result"), "'done'");

    assert.equal(end.at("cursor"), undefined, "nothing comes after it");

    const whole = await get(id);
    assert.equal(whole.at("stdout"), "step 0\nstep 1\nstep 2\nstep 3\n");
    assert.equal(whole.at("result"), "'done'");

    const last = await get(id, { tail: 2 });
    assert.equal(last.at("stdout"), "step 2\nstep 3\n");
    assert.partialDeepStrictEqual(last.json, { truncated: true, execution_id: id });
  });

  await t.step("shows an earlier run in the form of execute_code, with the same images", async () => {
    const first = await session.run("print('kept')\nfrom PIL import Image\nImage.new('RGB', (9, 9), 'red')");
    const again = await get(await session.lastRun());
    assert.deepEqual(again.json, first.json);
    assert.deepEqual(again.images, first.images);
  });

  await t.step("the end of a background run is mentioned once, in the reply of the next call", async () => {
    await using other = await openSession(connection);
    await using gate = new Gate(jupyter);
    const begun = await session.run(`${gate.wait}\n'over'`, { timeout: 0.1, on_timeout: "continue" });
    const id = begun.string("execution_id");
    assert.equal((await other.run("1")).at("notes"), undefined);
    await gate.open();
    const listed = () => connection.call("execution_list", { session_id: session.id, limit: 1 });
    const told = await eventually(async () => {
      const { json } = await listed();
      return json["notes"];
    }, { what: "the end is noticed" });
    assert.deepEqual(told, [`Background run ${id} has ended (ok): see execution_get`]);
    assert.equal((await other.run("2")).at("notes"), undefined);
    const again = await session.run("'quick'", { timeout: 0.001, on_timeout: "continue" });
    if (again.at("status") === "running") await get(again.string("execution_id"), { wait: 10 });
    assert.equal((await other.run("3")).at("notes"), undefined, "who has seen the end is not told of it");
  });

  await t.step("without wait answers at once and stops nothing", async () => {
    await using gate = new Gate(jupyter);
    const begun = await session.run(`${gate.wait}\n'whole'`, { timeout: 0.1, on_timeout: "continue" });
    const id = begun.string("execution_id");
    assert.equal((await get(id)).at("status"), "running");
    const aborter = new AbortController();
    const waiting = connection.call("execution_get", { execution_id: id, wait: 60 }, {
      signal: aborter.signal,
    });
    aborter.abort("no longer interested");
    await assert.rejects(waiting);
    await gate.open();
    const end = await get(id, { wait: 30 });
    assert.equal(end.at("result"), "'whole'", "a cancel of the look is no cancel of the run");
  });

  await t.step("answers execution_not_found with the runs there are", async () => {
    const { isError, json } = await get("0123456789ab");
    assert.equal(isError, true);
    assert.equal(json["error"], "execution_not_found");
    assert.ok(Array.isArray(json["available"]) && json["available"].length > 0);
    assert.match(String(json["hint"]), /execution_list/);
  });

  await t.step("refuses a cursor that is none", async () => {
    const { json } = await get("x", { cursor: "soon" });
    assert.equal(json["error"], "invalid_argument");
    assert.match(String(json["message"]), /"cursor" is "soon"/);
  });
});

Deno.test("execution_get tells of the cells that follow a background run", async (t) => {
  await using connection = await connect({ jupyter });
  const begin = async (gate: Gate, cells: readonly (readonly [id: string, source: string])[]) => {
    const path = await putCells(jupyter, [
      code("first", gate.wait),
      ...cells.map(([id, source]) => code(id, source)),
    ]);
    const session = await openSession(connection, { notebook_path: path });
    const begun = await connection.call("notebook_execute_cell", {
      ...{ notebook_path: path, cell: "all", timeout: 0.5, on_timeout: "continue" },
    });
    return { session, id: begun.string("execution_id") };
  };

  await t.step("while they run and at their end, for which it waits", async () => {
    await using gate = new Gate(jupyter);
    const { session, id } = await begin(gate, [["good", "1"], ["bad", "1 / 0"], ["never", "2"]]);
    await using _ = session;
    const early = await connection.call("execution_get", { execution_id: id });
    assert.deepEqual(early.at("still_to_run"), ["good", "bad", "never"]);
    const awaited = connection.call("execution_get", { execution_id: id, wait: 60 });
    await gate.open();
    const { json } = await awaited;
    assert.partialDeepStrictEqual(json, {
      success: true,
      then: [{ cell_id: "good" }, { cell_id: "bad", status: "error" }],
      not_run: ["never"],
    });
    assert.equal((await connection.call("session_list", {})).at("notes"), undefined, "its end is known");
  });

  await t.step("and the next reply speaks of all of them, once they have ended", async () => {
    await using gate = new Gate(jupyter);
    await using last = new Gate(jupyter);
    const { session, id } = await begin(gate, [["good", "1"], ["last", last.wait]]);
    await using _ = session;
    await gate.open();
    const running = () => connection.call("execution_get", { execution_id: id });
    await eventually(async () => (await running()).at("then.1"), { what: "the last cell begins" });
    assert.equal((await connection.call("session_list", {})).at("notes"), undefined);
    await last.open();
    const told = await eventually(
      async () => (await connection.call("session_list", {})).at("notes"),
      { what: "the end is noticed" },
    );
    assert.deepEqual(told, [
      `Background run ${id} and the 2 cells after it have ended (ok): see execution_get`,
    ]);
  });
});
