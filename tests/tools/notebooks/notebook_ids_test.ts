/** Cells of notebooks whose format stores no ids: the ids that are shown hold while others change the notebook. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { deleteCells, editCell, insertCell } from "../../../src/jupyter/nbformat/edit_cells.ts";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import {
  code,
  type NewCell,
  notebookOf,
  onDisk,
  openRoom,
  putFile,
  sourcesOnDisk,
} from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const bare = (source: string): NewCell => {
  const { id: _, ...cell } = code("", source);
  return cell;
};

for (const kind of environmentKinds) {
  Deno.test(`ids of cells in format 4.4 (${kind})`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const call = async (name: string, path: string, args: Record<string, unknown>) => {
      const result = await connection.call(name, { notebook_path: path, ...args });
      assert.equal(result.isError, false, result.text);
      return result;
    };
    const start = async (sources: readonly string[]) => {
      const path = await putFile(jupyter, notebookOf(sources.map(bare), { nbformat_minor: 4 }));
      const { at } = await call("notebook_get", path, { detail: "source" });
      return { path, ids: sources.map((_, index) => String(at(`cells.${index}.id`))) };
    };

    await t.step("hold while we insert, delete, move, edit and run cells", async () => {
      const { path, ids } = await start(["a = 1", "", "b = 2", "", "print(a)"]);
      const added = await call("notebook_add_cell", path, { cell_type: "code", source: "new", position: 0 });
      await call("notebook_edit_cell", path, { cell: ids[2], source: "changed altogether" });
      await call("notebook_delete_cell", path, { cell: ids[1] });
      await call("notebook_move_cell", path, { cell: ids[4], position: 0 });
      await call("notebook_edit_cell", path, { cell: added.at("cell_id"), source: "a = 2" });
      const run = await call("notebook_execute_cell", path, { cell: [added.at("cell_id"), ids[4]] });
      assert.equal(run.at("cells.1.stdout"), "2\n");
      await call("notebook_edit_cell", path, { cell: ids[2], find: "altogether", replace: "again" });
      await connection.call("session_delete", { session_id: path });
      assert.deepEqual(await sourcesOnDisk(jupyter, path), [
        "print(a)",
        "a = 2",
        "a = 1",
        "changed again",
        "",
      ]);
      const { nbformat_minor, cells } = await onDisk(jupyter, path);
      assert.deepEqual([nbformat_minor, cells.filter((cell) => "id" in cell)], [4, []]);
    });

    await t.step("hold while another program changes the file", async () => {
      const { path, ids } = await start(["one = 1", "two = 2", "three = 3"]);
      const theirs = ["zero = 0", "one = 1", "two = 22", "three = 3"];
      await Deno.writeTextFile(
        join(jupyter.root, path),
        JSON.stringify(notebookOf(theirs.map(bare), { nbformat_minor: 4 })),
      );
      await call("notebook_edit_cell", path, { cell: ids[1], find: "22", replace: "222" });
      await call("notebook_delete_cell", path, { cell: ids[0] });
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["zero = 0", "two = 222", "three = 3"]);
    });

    if (kind === "collaboration") {
      await t.step("hold while a person changes the shared document", async () => {
        const { path, ids } = await start(["one = 1", "two = 2", "three = 3"]);
        {
          await using room = await openRoom(jupyter, path);
          room.update(insertCell({ id: "theirs", type: "code", source: "zero = 0" }, 0));
          room.update(editCell(2, { source: "something else" }));
          room.update(deleteCells([1]));
          await room.flush();
        }
        await call("notebook_edit_cell", path, { cell: ids[1], find: "else", replace: "more" });
        await call("notebook_edit_cell", path, { cell: ids[2], find: "3", replace: "33" });
        assert.deepEqual(await sourcesOnDisk(jupyter, path), ["zero = 0", "something more", "three = 33"]);
      });
    }

    await t.step("are said not to hold if one of two equal cells is gone", async () => {
      const { path, ids } = await start(["a = 1", "same", "same", "c = 3"]);
      const theirs = ["a = 1", "same", "c = 3"];
      await Deno.writeTextFile(
        join(jupyter.root, path),
        JSON.stringify(notebookOf(theirs.map(bare), { nbformat_minor: 4 })),
      );
      for (const cell of [ids[1], ids[2]]) {
        const { at, text } = await connection.call("notebook_delete_cell", { notebook_path: path, cell });
        assert.equal(at("error"), "cell_not_found", text);
        const near = theirs.map((_, index) => at(`available.${index}.first_line`));
        assert.ok(near.includes("same"), text);
      }
      const byIndex = await connection.call("notebook_delete_cell", { notebook_path: path, cell: 1 });
      assert.equal(byIndex.at("error"), "conflict", byIndex.text);
      await call("notebook_edit_cell", path, { cell: ids[3], find: "3", replace: "33" });
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a = 1", "same", "c = 33"]);
    });

    await t.step("are said not to hold for a cell that cannot be recognised", async () => {
      const { path, ids } = await start(["first", "second", "third"]);
      await Deno.writeTextFile(
        join(jupyter.root, path),
        JSON.stringify(notebookOf(["first", "third"].map(bare), { nbformat_minor: 4 })),
      );
      const { at, string } = await connection.call("notebook_edit_cell", {
        notebook_path: path,
        cell: ids[1],
        source: "x",
      });
      assert.equal(at("error"), "cell_not_found");
      assert.match(string("hint"), /format 4\.4 store no cell ids/);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["first", "third"]);
    });
  });
}
