import assert from "node:assert/strict";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, markdown, putCells, sourcesOnDisk } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const header = "Index\tType\tCount\tFirst Line";

for (const kind of environmentKinds) {
  Deno.test(`Datalayer's cell tools on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connectDatalayer({ jupyter, env: { START_NEW_CODE_SANDBOX: "false" } });
    const call = textCaller(connection);
    const path = await putCells(jupyter, [
      markdown("md", "# Title\nmore"),
      code("one", "x = 1\nprint('hello')", {
        execution_count: 3,
        outputs: [{ output_type: "stream", name: "stdout", text: "hello\n" }],
      }),
    ]);
    await call("use_notebook", { notebook_name: "nb", notebook_path: path });

    await t.step("read_cell", async () => {
      const heading = "=====Cell 1 | type: code | execution count: 3=====";
      assert.equal(await call("read_cell", { cell_index: 1 }), `${heading}|x = 1\nprint('hello')|hello\n`);
      assert.equal(
        await call("read_cell", { cell_id: "one", cell_index: 0 }),
        `${heading}|x = 1\nprint('hello')|hello\n`,
      );
      assert.equal(
        await call("read_cell", { cell_index: 1, include_outputs: false }),
        `${heading}|x = 1\nprint('hello')`,
      );
      assert.equal(
        await call("read_cell", { cell_index: 9 }),
        "Cell index 9 is out of range. Notebook has 2 cells.",
      );
      assert.equal(
        await call("read_cell", { cell_id: "bad" }),
        "ERROR Error executing tool read_cell: No cell 'bad' in this notebook. It was deleted, or it belongs to " +
          "another notebook. Read the notebook again for current cell ids.",
      );
      assert.equal(
        await call("read_cell"),
        "ERROR Error executing tool read_cell: name the cell to act on, by cell_index or by cell_id",
      );
      assert.equal(
        await call("read_cell", { cell_index: -1 }),
        "ERROR Error executing tool read_cell: 1 validation error for read_cellArguments\ncell_index\n  Input should be " +
          "greater than or equal to 0 [type=greater_than_equal, input_value=-1, input_type=int]\n" +
          "    For further information visit https://errors.pydantic.dev/2.14/v/greater_than_equal",
      );
      assert.equal(
        await call("read_cell", { cell_index: 0, notebook_name: "nope" }),
        "ERROR Error executing tool read_cell: Notebook 'nope' is not connected.",
      );
    });

    await t.step("insert_cell", async () => {
      assert.equal(
        await call("insert_cell", { cell_index: -1, cell_type: "code", cell_source: "y = 2\ny" }),
        `Cell inserted successfully at index 2 (code)!\nNotebook now has 3 cells, showing surrounding cells:\n${header}\n` +
          "0\tmarkdown\tN/A\t# Title...(1 lines hidden)\n1\tcode\t3\tx = 1...(1 lines hidden)\n" +
          "2\tcode\tN/A\ty = 2...(1 lines hidden)",
      );
      assert.match(
        await call("insert_cell", { cell_index: 0, cell_type: "raw", cell_source: "r" }),
        /^Cell inserted successfully at index 0 \(raw\)!/,
      );
      assert.equal(
        await call("insert_cell", { cell_index: 99, cell_type: "code", cell_source: "z" }),
        "ERROR Error executing tool insert_cell: Index 99 is outside valid range [-1, 4]. Use -1 to append at end.",
      );
      assert.match(
        await call("insert_cell", { cell_index: 0, cell_type: "html", cell_source: "z" }),
        /cell_type\n {2}Input should be 'code', 'markdown' or 'raw' \[type=literal_error, input_value='html'/,
      );
    });

    await t.step("overwrite_cell_source", async () => {
      const overwrite = (cell_source: string) =>
        call("overwrite_cell_source", { cell_index: 1, cell_source });
      assert.equal(
        await overwrite("# New\nmore"),
        "Cell 1 overwritten successfully!\n\n```diff\n--- \n+++ \n@@ -1,2 +1,2 @@\n-# Title\n+# New\n more\n```",
      );
      assert.equal(await overwrite("# New\nmore"), "Cell 1 overwritten successfully - no changes detected");
      assert.equal(
        await call("overwrite_cell_source", { cell_index: 99, cell_source: "x" }),
        "ERROR Error executing tool overwrite_cell_source: Cell index 99 out of range",
      );
    });

    await t.step("edit_cell_source", async () => {
      const edit = (args: Record<string, unknown>) => call("edit_cell_source", { cell_id: "one", ...args });
      const failed = "ERROR Error executing tool edit_cell_source:";
      assert.equal(
        await edit({ old_string: "hello", new_string: "bye" }),
        "Cell 2 edited successfully!\n\n```diff\n--- \n+++ \n@@ -1,2 +1,2 @@\n x = 1\n-print('hello')\n+print('bye')\n```",
      );
      assert.equal(
        await edit({ old_string: "x", new_string: "x" }),
        "Cell 2 edited successfully - no changes detected",
      );
      assert.equal(
        await edit({ old_string: "zz", new_string: "" }),
        `${failed} old_string not found in cell source`,
      );
      assert.equal(await edit({ old_string: "", new_string: "" }), `${failed} old_string must not be empty`);
      assert.equal(
        await call("edit_cell_source", { cell_index: 99, old_string: "a", new_string: "b" }),
        `${failed} Cell index 99 out of range`,
      );
      assert.equal(
        await edit({ old_string: "'", new_string: '"' }),
        `${failed} old_string is not unique in cell source (multiple occurrences). Use replace_all=True to replace all ` +
          "occurrences.",
      );
      assert.match(await edit({ old_string: "'", new_string: '"', replace_all: "true" }), /\+print\("bye"\)/);
      assert.equal((await sourcesOnDisk(jupyter, path))[2], 'x = 1\nprint("bye")');
    });

    await t.step("move_cell", async () => {
      assert.equal(
        await call("move_cell", { source_index: 0, target_index: 2 }),
        `Cell moved successfully from index 0 to 2 (raw).\nNotebook has 4 cells, showing surrounding cells:\n${header}\n` +
          "0\tmarkdown\tN/A\t# New...(1 lines hidden)\n1\tcode\t3\tx = 1...(1 lines hidden)\n2\traw\tN/A\tr\n" +
          "3\tcode\tN/A\ty = 2...(1 lines hidden)",
      );
      assert.match(
        await call("move_cell", { source_cell_id: "one", target_index: 0 }),
        /^Cell moved successfully from index 1 to 0/,
      );
      assert.equal(
        await call("move_cell", { source_index: 99, target_index: 0 }),
        "ERROR Error executing tool move_cell: Source index 99 is out of range. Notebook has 4 cells (valid: 0-3).",
      );
    });

    await t.step("clear_cell_output", async () => {
      assert.equal(
        await call("clear_cell_output", { cell_index: 0 }),
        "Cell 0 output cleared successfully (1 output(s) removed).",
      );
      assert.equal(await call("clear_cell_output", { cell_index: 0 }), "Cell 0 had no output to clear.");
      assert.equal(
        await call("clear_cell_output", { cell_index: 1 }),
        "ERROR Error executing tool clear_cell_output: Cell 1 is not a code cell, cannot clear output.",
      );
    });

    await t.step("delete_cell refuses a cell that is named twice, and deletes nothing", async () => {
      const before = await sourcesOnDisk(jupyter, path);
      const twice = "ERROR Error executing tool delete_cell: cell_indices contains duplicate values: ";
      assert.equal(
        await call("delete_cell", { cell_ids_to_delete: ["md", "one", "md"] }),
        `${twice}[1, 0, 1]`,
      );
      assert.equal(await call("delete_cell", { cell_indices: [0, 0] }), `${twice}[0, 0]`);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), before);
    });

    await t.step("delete_cell", async () => {
      assert.equal(
        await call("delete_cell", { cell_indices: [0, 2] }),
        'Cell 0 (code) deleted successfully.\ndeleted cell source:\nx = 1\nprint("bye")\n\n---\n\n' +
          "Cell 2 (raw) deleted successfully.\ndeleted cell source:\nr\n\n---\n",
      );
      assert.equal(
        await call("delete_cell", { cell_ids_to_delete: ["md"], include_source: false }),
        "Cell 0 (markdown) deleted successfully.",
      );
      assert.equal(
        await call("delete_cell", { cell_indices: [7] }),
        "ERROR Error executing tool delete_cell: Cell index 7 is out of range. Notebook has 1 cells.",
      );
      assert.match(
        await call("delete_cell", { cell_indices: [] }),
        /List should have at least 1 item after validation, not 0/,
      );
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["y = 2\ny"]);
    });

    await t.step("unknown tools are errors as text", async () => {
      assert.equal(await call("no_such_tool"), "ERROR Unknown tool: no_such_tool");
    });
  });
}
