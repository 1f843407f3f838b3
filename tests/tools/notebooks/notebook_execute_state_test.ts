/** What a notebook shows of cells that wait for their turn, and of one that ends its kernel. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { handOverCells } from "../../harness/hand_over_cells.ts";
import { KernelClient } from "../../harness/kernel_client.ts";
import { code, onDisk, openRoom, printed, printedOnDisk, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

Deno.test("cells whose turn is to come are marked in a shared document, and no longer when it does not", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const outputs = [{ output_type: "stream", name: "stdout", text: "of the last run\n" }];
  await using gate = new Gate(jupyter);
  const path = await putCells(jupyter, [
    code("a", `print('begun', flush=True)\n${gate.wait}\nraise ValueError`),
    code("b", "b = 1", { execution_count: 7, outputs }),
    code("empty", " "),
  ]);
  await using _session = await openSession(connection, { notebook_path: path });
  await using room = await openRoom(jupyter, path);
  const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
  await eventually(() => printed(room.read().cells[0]).includes("begun"), { what: "the first cell runs" });
  const [, waiting, empty] = room.read().cells;
  assert.deepEqual([waiting?.execution_state, waiting?.execution_count], ["running", null]);
  assert.equal(printed(waiting), "of the last run\n");
  assert.notEqual(empty?.execution_state, "running");
  const { text } = await connection.call("notebook_get", { notebook_path: path });
  assert.match(text, /1 b code waiting to run/);
  await gate.open();
  assert.deepEqual((await running).at("not_run"), ["b", "empty"]);
  await room.flush();
  const [, left] = room.read().cells;
  assert.deepEqual([left?.execution_state, left?.execution_count], ["idle", 7]);
  assert.equal(printed(left), "of the last run\n");
});

Deno.test("the file of a shared document holds what a run has printed so far, also where it never pauses", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using gate = new Gate(jupyter);
  const chatty =
    `import time\nfor i in range(10_000):\n  if ${gate.isOpen}: break\n  print('line', i, flush=True)\n  time.sleep(0.01)`;
  const path = await putCells(jupyter, [code("a", chatty)]);
  await using _session = await openSession(connection, { notebook_path: path });
  const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "a", timeout: 120 });
  const saved = new Set<string>();
  await eventually(async () => {
    const text = await printedOnDisk(jupyter, path, "a");
    if (text.includes("line")) saved.add(text);
    return saved.size >= 2;
  }, { what: "two saves while the run goes on" });
  await gate.open();
  assert.equal((await running).at("saved"), true);
});

for (const kind of environmentKinds) {
  Deno.test(`a cell that waits behind a person's waits, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    await using begun = new Gate(jupyter);
    await using theirGate = new Gate(jupyter);
    await using ourGate = new Gate(jupyter);
    const path = await putCells(jupyter, [code("a", ourGate.wait)]);
    await using session = await openSession(connection, { notebook_path: path });
    await using person = await KernelClient.open(jupyter, session.kernelId);
    const theirs = person.execute(`${begun.opening}\n${theirGate.wait}`);
    await begun.opened();
    const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
    const line = async () =>
      String((await connection.call("notebook_get", { notebook_path: path })).at("outline.0"));
    await eventually(async () => /^0 a code waiting to run/.test(await line()), { what: "ours waits" });
    await theirGate.open();
    await theirs;
    await eventually(async () => /^0 a code running/.test(await line()), { what: "ours runs" });
    await ourGate.open();
    assert.equal((await running).at("success"), true);
  });

  Deno.test(`a cell that is meant to fail does not stop the others, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [
      code("tagged", "1 / 0", { metadata: { tags: ["raises-exception"] } }),
      code("next", "print('went on')"),
      code("failing", "2 / 0"),
      code("last", "3"),
    ]);
    await using _session = await openSession(connection, { notebook_path: path });
    const ran = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
    assert.equal(ran.at("cells.0.status"), "error", ran.text);
    assert.equal(ran.at("cells.1.stdout"), "went on\n");
    assert.deepEqual([ran.at("cells.length"), ran.at("not_run")], [3, ["last"]]);
  });
}

for (const kind of environmentKinds) {
  Deno.test(`a cell that ends its kernel has failed, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    await using gate = new Gate(jupyter);
    const path = await putCells(jupyter, [
      code("deadly", `import os\nprint('last words', flush=True)\n${gate.wait}\nos._exit(1)`),
      code("after", "1"),
    ]);
    await using _session = await openSession(connection, { notebook_path: path });
    const args = { notebook_path: path, cell: "all" };
    const ran = await connection.call("notebook_execute_cell", args, {
      onProgress: ({ message = "" }) => message.includes("last words") && void gate.open(),
    });
    assert.deepEqual([ran.at("status"), ran.at("not_run")], ["kernel_died", ["after"]], ran.text);
    assert.equal(ran.at("visible"), "no_browser", "the connection that we have lost is no browser's");
    const { text } = await connection.call("notebook_get", { notebook_path: path });
    assert.match(text, /0 deadly code \[1\] failed/);
    assert.match(text, /1 after code never run/);
    const [cell] = (await onDisk(jupyter, path)).cells;
    assert.equal(printed(cell), "last words\n");
    assert.partialDeepStrictEqual(cell?.outputs?.[1], { output_type: "error", ename: "KernelDied" });
  });
}

for (const kind of environmentKinds) {
  Deno.test(`the cells of a program that is told to end are recorded by its successor, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using cleaner = await connect({ jupyter });
    const path = await putCells(jupyter, [
      code("long", "import time\nprint('begun', flush=True)\nfor _ in range(600): time.sleep(0.1)"),
      code("after", "1", { execution_count: 5 }),
    ]);
    await using session = await openSession(cleaner, { notebook_path: path });
    await using connection = await connect({ jupyter });
    await handOverCells(connection, path, { text: "begun\n" });
    // As clients do that leave: the end of its stdin, then a signal.
    void connection.client.close();
    connection.kill("SIGTERM");
    await connection.status;
    await cleaner.call("kernel_interrupt", { session_id: session.id });
    const [cell] = await eventually(async () => {
      const { cells } = await onDisk(jupyter, path);
      return cells[0]?.outputs?.[1] === undefined ? undefined : cells;
    }, { what: "the end of the run is in the file" });
    assert.equal(printed(cell), "begun\n");
    assert.partialDeepStrictEqual(cell?.outputs?.[1], { output_type: "error", ename: "KeyboardInterrupt" });
    const { text } = await cleaner.call("notebook_get", { notebook_path: path });
    assert.match(text, /0 long code \[1\] failed/);
    assert.match(
      text,
      /1 after code \[5\]/,
      "its count is back, which a shared document lost when it was queued",
    );
  });
}
