import assert from "node:assert/strict";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { eventually } from "../../harness/eventually.ts";
import { code, onDisk, putCells } from "../../harness/notebook.ts";
import { listKernels } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("notebooks on one Jupyter are run by the kernels of another", async (t) => {
  const documents = sharedJupyter("collaboration");
  const sandboxes = sharedJupyter("plain");
  const path = await putCells(documents, [code("say", "print('hello')\n6 * 7")]);
  await using connection = await connectDatalayer({
    args: ["--document-url", documents.url, "--code-sandbox-url", sandboxes.url],
    env: { DOCUMENT_TOKEN: documents.token, CODE_SANDBOX_TOKEN: sandboxes.token },
  });
  const call = textCaller(connection);

  await t.step("use_notebook and list_files look at the first", async () => {
    const used = await call("use_notebook", { notebook_name: "nb", notebook_path: path });
    assert.match(used, /^\[INFO\] Connected to kernel '[0-9a-f-]{36}'\./);
    assert.match(used, /0\tcode\tN\/A\tprint\('hello'\)/);
    assert.match(await call("list_files", { pattern: path }), /^Showing 0-1 of 1 files/);
  });

  await t.step("code runs on the second, and its outputs are written on the first", async () => {
    assert.equal(await call("execute_cell", { cell_index: 0, stream: false }), "hello\n|42");
    const kernel = (await call("list_notebooks")).split("\n").at(-1)?.split("\t")[2];
    const has = async (jupyter: typeof documents) =>
      (await listKernels(jupyter)).some(({ id }) => id === kernel);
    assert.deepEqual([await has(sandboxes), await has(documents)], [true, false]);
    // A shared document is saved behind the answer.
    const outputs = await eventually(async () => {
      const found = (await onDisk(documents, path)).cells[0]?.outputs ?? [];
      return found.length > 0 && found;
    }, { what: "the outputs to be on disk" });
    assert.deepEqual(outputs.map(({ output_type }) => output_type), ["stream", "execute_result"]);
  });

  await t.step("and the kernel ends with the use of the notebook", async () => {
    const kernels = await call("list_notebooks");
    await call("unuse_notebook", { notebook_name: "nb" });
    assert.ok((await listKernels(sandboxes)).every(({ id }) => !kernels.includes(id)));
  });
});
