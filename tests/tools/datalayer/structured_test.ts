import assert from "node:assert/strict";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("Datalayer's answers carry structured content as its version 2 has it", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connectDatalayer({ jupyter });
  const path = await putCells(jupyter, [
    code("one", "print('hello')", {
      execution_count: 1,
      outputs: [{ output_type: "stream", name: "stdout", text: "hello\n" }],
    }),
  ]);
  const structured = async (name: string, args: Record<string, unknown> = {}) => {
    const { raw } = await connection.call(name, args);
    return { content: raw.structuredContent, meta: raw._meta };
  };
  await connection.call("use_notebook", { notebook_name: "nb", notebook_path: path });

  await t.step("tables as rows", async () => {
    const { content, meta } = await structured("list_notebooks");
    assert.partialDeepStrictEqual(content, {
      kind: "notebooks.list",
      columns: ["Name", "Path", "Kernel_ID", "Kernel_Status", "Activate"],
      items: [{ Name: "default" }, { Name: "nb", Path: path, Kernel_Status: "alive", Activate: "✓" }],
      count: 2,
    });
    assert.deepEqual(meta, { "io.modelcontextprotocol/cache": { ttlMs: 30_000, cacheScope: "private" } });
  });

  await t.step("outputs in order, with the cell's id and a version", async () => {
    const heading = "=====Cell 0 | type: code | execution count: 1=====";
    const { content, meta } = await structured("read_cell", { cell_index: 0 });
    const outputs = [heading, "print('hello')", "hello\n"];
    assert.deepEqual(content, { kind: "cell.read", result: outputs, outputs, count: 3, images: 0 });
    assert.equal(meta?.["io.jupyter-mcp/cell_id"], "one");
    assert.match(JSON.stringify(meta), /"etag":"W\/\\"[0-9a-f]{32}\\""/);
    assert.deepEqual(
      (await structured("read_cell", { cell_index: 0 })).meta,
      meta,
      "the same content, the same version",
    );
  });

  await t.step("the kinds of all the others", async () => {
    const calls: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ["list_files", {}, "files.list"],
      ["list_kernels", {}, "kernels.list"],
      ["use_notebook", { notebook_name: "nb", notebook_path: path }, "notebook.use"],
      ["read_notebook", { notebook_name: "nb" }, "notebook.read"],
      ["insert_cell", { cell_index: 0, cell_type: "code", cell_source: "1" }, "cell.insert"],
      ["overwrite_cell_source", { cell_index: 0, cell_source: "2" }, "cell.overwrite"],
      ["edit_cell_source", { cell_index: 0, old_string: "2", new_string: "3" }, "cell.edit"],
      ["execute_cell", { cell_index: 0 }, "cell.execute"],
      ["insert_execute_code_cell", { cell_index: 0, cell_source: "4" }, "cell.insert_execute"],
      ["move_cell", { source_index: 0, target_index: 1 }, "cell.move"],
      ["clear_cell_output", { cell_index: 0 }, "cell.clear_output"],
      ["delete_cell", { cell_indices: [0] }, "cell.delete"],
      ["execute_code", { code: "5" }, "code.execute"],
      ["connect_to_jupyter", { jupyter_url: jupyter.url, jupyter_token: jupyter.token }, "jupyter.connect"],
      ["restart_notebook", { notebook_name: "nb" }, "notebook.restart"],
      ["unuse_notebook", { notebook_name: "nb" }, "notebook.unuse"],
    ];
    for (const [name, args, kind] of calls) {
      const { content } = await structured(name, args);
      assert.partialDeepStrictEqual(content, { kind }, name);
      assert.ok(content !== undefined && Object.hasOwn(Object(content), "result"), name);
    }
  });
});

Deno.test("Datalayer's prompt and resources", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connectDatalayer({ jupyter, env: { START_NEW_CODE_SANDBOX: "no" } });
  const { client } = connection;
  const path = await putCells(jupyter, [
    code("a", "first"),
    code("b", "second\nline", {
      execution_count: 2,
      outputs: [{
        output_type: "display_data",
        data: { "text/plain": "p", "image/png": "aGk=" },
        metadata: {},
      }],
    }),
    code("c", "third", {
      outputs: [{ output_type: "error", ename: "Bad", evalue: "thing", traceback: [] }],
    }),
  ]);
  await textCaller(connection)("use_notebook", { notebook_name: "nb", notebook_path: path });

  await t.step("jupyter_cite puts cells into the prompt", async () => {
    const cite = (args: Record<string, string>) =>
      client.getPrompt({ name: "jupyter_cite", arguments: args });
    const { messages } = await cite({ prompt: "explain", cell_indices: "0,2-" });
    assert.deepEqual(messages, [{
      role: "user",
      content: {
        type: "text",
        text: "USER Cite cells [0, 2] from notebook nb, here are the cells:\n" +
          "=====Cell 0 | type: code | execution count: N/A=====\nfirst\n" +
          "=====Cell 2 | type: code | execution count: N/A=====\nthird\n=====End of Cited Cells=====\n" +
          "USER's Instruction are follow: explain",
      },
    }]);
    await assert.rejects(
      cite({ prompt: "x", cell_indices: "7" }),
      /Cell index 7 is out of range. Notebook has 3 cells/,
    );
    await assert.rejects(cite({ prompt: "x" }), /Missing required arguments: \{'cell_indices'\}$/);
    await assert.rejects(
      cite({ prompt: "x", cell_indices: "0", notebook_name: "zz" }),
      /'zz' is not connected/,
    );
  });

  await t.step("notebook:// reads notebooks, cells and outputs", async () => {
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
    const whole = await read("notebook://nb");
    assert.equal(whole?.mimeType, "application/x-ipynb+json");
    assert.match(JSON.stringify(whole), /second\\\\nline/);
    const cell = await read("notebook://nb/cells/b");
    assert.match(JSON.stringify(cell), /notebook:\/\/nb\/cells\/b\/outputs\/0/);
    assert.partialDeepStrictEqual(await read("notebook://nb/cells/b/outputs/0"), {
      mimeType: "image/png",
      blob: "aGk=",
    });
    assert.partialDeepStrictEqual(await read("notebook://nb/cells/c/outputs/0"), {
      mimeType: "text/plain",
      text: "Bad: thing",
    });
    await assert.rejects(read("notebook://zz"), /No notebook named 'zz' is in use/);
    await assert.rejects(read("notebook://nb/cells/zz"), /No cell with id 'zz'/);
    await assert.rejects(read("notebook://nb/cells/b/outputs/5"), /there is no 5/);
    assert.match(JSON.stringify(await read("capabilities://")), /kernel.auto-restart/);
  });
});
