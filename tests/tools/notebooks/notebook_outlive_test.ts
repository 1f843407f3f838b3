/** Runs that were handed over and whose program has ended with its client: another process goes on with them. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { handOverCells } from "../../harness/hand_over_cells.ts";
import {
  code,
  notebookOf,
  onDisk,
  printed,
  printedOnDisk,
  putCells,
  putFile,
} from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

/** Prints all the time, and does not end before the gate is open. */
const slow = (n: number, gate: Gate) =>
  `import time\nfor i in range(${n}):\n  print('s', i, flush=True)\n  time.sleep(0.25)\n` +
  `  if i == ${n - 4}: ${gate.wait}`;

for (const kind of environmentKinds) {
  Deno.test(`runs handed over over stdio outlive the program, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using ofCells = new Gate(jupyter);
    await using ofCode = new Gate(jupyter);
    const path = await putCells(jupyter, [
      code("a", slow(40, ofCells)),
      code("b", "print('b')"),
      code("c", "1/0"),
    ]);
    const all = Array.from({ length: 40 }, (_, place) => `s ${place}\n`).join("");
    {
      await using connection = await connect({ jupyter });
      const args = { notebook_path: path, cell: "all", timeout: 1, on_timeout: "continue" };
      const begun = await connection.call("notebook_execute_cell", args);
      assert.equal(begun.at("status"), "running", begun.text);
    }
    assert.notEqual(await printedOnDisk(jupyter, path, "a"), all, "the program ends before its run");
    await ofCells.open();
    const failed = async () => (await onDisk(jupyter, path)).cells[2]?.outputs?.length === 1;
    await eventually(failed, { what: "the last cell's output is in the file" });
    assert.equal(await printedOnDisk(jupyter, path, "a"), all);
    assert.equal(await printedOnDisk(jupyter, path, "b"), "b\n");

    await using connection = await connect({ jupyter });
    const recorded = await connection.call("execute_code", {
      session_id: path,
      code: slow(24, ofCode),
      timeout: 1,
      on_timeout: "continue",
      record: true,
    });
    assert.equal(recorded.at("recorded"), true, recorded.text);
    await connection.client.close();
    await ofCode.open();
    const cell = String(recorded.at("cell_id"));
    await eventually(async () => (await onDisk(jupyter, path)).cells[3]?.execution_count === 4, {
      what: "the recorded run is in the file to its end",
    });
    assert.match(await printedOnDisk(jupyter, path, cell), /s 23\n$/);
    await using again = await connect({ jupyter });
    assert.match((await again.call("notebook_get", { notebook_path: path })).text, /\[4\] \| import time/);
    await again.call("session_delete", { session_id: path });
  });
}

Deno.test("cells that a reply has called not run are not run by the successor either", async () => {
  const jupyter = sharedJupyter("plain");
  await using gate = new Gate(jupyter);
  const source = `print('begun', flush=True)\nwhile True:\n  try:\n    ${gate.wait}\n    break\n` +
    "  except KeyboardInterrupt: pass\nprint('ended')";
  const path = await putCells(jupyter, [code("a", source), code("b", "ran = True")]);
  {
    await using connection = await connect({ jupyter });
    const args = { notebook_path: path, cell: "all", timeout: 2 };
    const begun = await connection.call("notebook_execute_cell", args);
    assert.deepEqual([begun.at("status"), begun.at("not_run")], ["timeout", ["b"]], begun.text);
  }
  await gate.open();
  await eventually(async () => await printedOnDisk(jupyter, path, "a") === "begun\nended\n", {
    what: "the successor has written the cell that withstood its interrupt",
  });
  await using connection = await connect({ jupyter });
  const found = await connection.call("execute_code", { session_id: path, code: "'ran' in globals()" });
  assert.equal(found.at("result"), "False", found.text);
  await connection.call("session_delete", { session_id: path });
});

for (const kind of environmentKinds) {
  Deno.test(`what runs write that outlive the program is undone with their call, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using gate = new Gate(jupyter);
    const old = { output_type: "stream", name: "stdout", text: ["old\n"] };
    const path = await putCells(jupyter, [
      code("a", `print('new', flush=True)\n${gate.wait}`, { outputs: [old], execution_count: 7 }),
      code("b", "print('b')", { outputs: [old] }),
    ]);
    {
      await using connection = await connect({ jupyter });
      await handOverCells(connection, path, { text: "new\n" });
      await eventually(async () => await printedOnDisk(jupyter, path, "a") === "new\n", {
        what: "the program has written into the first cell",
      });
    }
    await gate.open();
    await using connection = await connect({ jupyter });
    const changes = async () =>
      (await connection.call("notebook_changes", { notebook_path: path })).list("changes");
    await eventually(async () => (await changes())[0]?.["running"] === undefined, {
      what: "the successor has recorded the last cell",
    });
    assert.deepEqual((await changes()).map(({ tool }) => tool), ["notebook_execute_cell"]);
    assert.equal(await printedOnDisk(jupyter, path, "b"), "b\n");
    const undone = await connection.call("notebook_undo", { notebook_path: path });
    assert.ok(!undone.isError, undone.text);
    const [first, second] = (await onDisk(jupyter, path)).cells;
    assert.deepEqual([first?.outputs, first?.execution_count, second?.outputs], [[old], 7, [old]]);
    await connection.call("session_delete", { session_id: path });
  });

  Deno.test(`runs outlive the program in a notebook whose file stores no ids, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using gate = new Gate(jupyter);
    const sources = ["", `print('a')\n${gate.wait}\nprint('b')`, "print('c')", ""];
    const cells = sources.map((source) => ({ ...code("", source), id: undefined }));
    const path = await putFile(jupyter, notebookOf(cells, { nbformat_minor: 4 }));
    {
      await using connection = await connect({ jupyter });
      // The cells are not any more what their ids were made of.
      for (const cell of [1, 2]) {
        const edit = {
          notebook_path: path,
          cell,
          find: "print('",
          replace: "print(" + "'' + '",
          replace_all: true,
        };
        const edited = await connection.call("notebook_edit_cell", edit);
        assert.equal(edited.at("saved"), true, edited.text);
      }
      const args = { notebook_path: path, cell: "all", timeout: 0.5, on_timeout: "continue" };
      const begun = await connection.call("notebook_execute_cell", args);
      assert.equal(begun.at("status"), "running", begun.text);
    }
    await gate.open();
    const outputs = async () => (await onDisk(jupyter, path)).cells.map(printed);
    await eventually(async () => (await outputs())[2] === "c\n", {
      what: "the last cell's output is in the file",
    });
    assert.deepEqual(await outputs(), ["", "a\nb\n", "c\n", ""]);
    await using connection = await connect({ jupyter });
    await connection.call("session_delete", { session_id: path });
  });
}
