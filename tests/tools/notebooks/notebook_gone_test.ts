/** What a run answers when its notebook, or its cell, is gone before it ends; and a notebook whose kernel is not there. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { code, freshPath, notebookOf, printedOnDisk, putCells, putFile } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_execute_cell on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });

    await t.step("keeps the results of a run that removed its own notebook", async () => {
      const path = freshPath();
      const remove = `import os\nos.remove("${path}")\nprint("done")`;
      await putFile(jupyter, notebookOf([code("a", remove), code("b", "print(2)")]), path);
      const result = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
      assert.equal(result.isError, false, result.text);
      assert.match(result.text, /done/);
      assert.equal(result.at("saved"), false, result.text);
      assert.match(result.text, /could not be written|were not run/);
      // A file is looked at once a second: until then, cells run as they were.
      if (kind === "collaboration") assert.deepEqual(result.at("not_run"), ["b"], result.text);
      await assert.rejects(Deno.stat(join(jupyter.root, path)), Deno.errors.NotFound);
      await connection.call("session_delete", { session_id: path });
    });

    await t.step("says that a cell was deleted while it ran, and saves what the others wrote", async () => {
      await using gate = new Gate(jupyter);
      await using begun = new Gate(jupyter);
      const path = await putCells(jupyter, [
        code("a", `${begun.opening}\n${gate.wait}\nprint("seen")`),
        code("b", `print("other")`),
      ]);
      const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: ["b", "a"] });
      await begun.opened();
      await connection.call("notebook_delete_cell", { notebook_path: path, cell: "a" });
      await gate.open();
      const result = await running;
      assert.equal(await printedOnDisk(jupyter, path, "b"), "other\n");
      assert.match(result.text, /seen/);
      assert.equal(result.at("saved"), false, result.text);
      assert.match(result.string("notes.0"), /cell "a" was deleted or is no longer a code cell/);
      await connection.call("session_delete", { session_id: path });
    });

    await t.step("says that a cell was deleted before its turn", async () => {
      await using gate = new Gate(jupyter);
      await using begun = new Gate(jupyter);
      const path = await putCells(jupyter, [code("a", `${begun.opening}\n${gate.wait}`), code("b", "1")]);
      const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
      await begun.opened();
      await connection.call("notebook_delete_cell", { notebook_path: path, cell: "b" });
      await gate.open();
      const result = await running;
      const told = { success: false, status: "error", not_run: ["b"], saved: true };
      assert.partialDeepStrictEqual(result.json, told, result.text);
      assert.match(result.string("notes.0"), /deleted before they could run: b/);
      await connection.call("session_delete", { session_id: path });
    });

    await t.step("says that cells were deleted before their turn, at a hand-over and after it", async () => {
      await using first = new Gate(jupyter);
      await using last = new Gate(jupyter);
      await using begun = new Gate(jupyter);
      const path = await putCells(jupyter, [
        code("a", `${begun.opening}\n${first.wait}`),
        code("b", "1"),
        code("c", last.wait),
        code("d", "1"),
      ]);
      const running = connection.call("notebook_execute_cell", {
        notebook_path: path,
        cell: "all",
        timeout: 8,
        on_timeout: "continue",
      });
      await begun.opened();
      await connection.call("notebook_delete_cell", { notebook_path: path, cell: "b" });
      await first.open();
      const result = await running;
      assert.partialDeepStrictEqual(result.json, { status: "running", still_to_run: ["d"] }, result.text);
      assert.match(result.string("notes.0"), /deleted before they could run: b$/);
      await connection.call("notebook_delete_cell", { notebook_path: path, cell: "d" });
      await last.open();
      const execution_id = result.string("execution_id");
      await eventually(async () => {
        const run = await connection.call("execution_get", { execution_id, wait: 20 });
        return /deleted before they could run: d"/.test(run.text);
      }, { what: "the last run tells of the cell that was not there" });
      await connection.call("session_delete", { session_id: path });
    });

    await t.step("does not run a notebook in another kernel than it names", async () => {
      const metadata = { kernelspec: { name: "absent", display_name: "Absent", language: "absent" } };
      const path = await putFile(jupyter, notebookOf([code("a", "1")], { metadata }));
      const result = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
      assert.equal(result.at("error"), "kernelspec_not_found", result.text);
      assert.match(result.text, /python3/);
      await connection.call("session_create", { notebook_path: path, kernel_name: "python3" });
      const again = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
      assert.equal(again.at("success"), true, again.text);
      await connection.call("session_delete", { session_id: path });
    });
  });
}
