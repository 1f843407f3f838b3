import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, freshPath, markdown, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_export saves next to the notebook on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [code("a", "answer = 41")], freshPath("folder/nb"));
    const call = (tool: string, args: Record<string, unknown>) =>
      connection.call(tool, { notebook_path: path, ...args });
    // What is in the shared document counts, not what was in the file before.
    await call("notebook_edit_cell", { cell: "a", source: "answer = 42" });
    const script = await call("notebook_export", { format: "script" });
    assert.equal(script.string("path").replace(/\.(py|txt)$/, ""), path.replace(/\.ipynb$/, ""));
    assert.match(await Deno.readTextFile(`${jupyter.root}/${script.string("path")}`), /answer = 42/);
    assert.equal(script.at("mime_type"), "text/plain");
    assert.equal((await call("notebook_export", { format: "script" })).isError, true);
    const itself = await call("notebook_export", { format: "notebook", overwrite: true });
    assert.equal(itself.at("error"), "invalid_argument");
    assert.equal((await call("notebook_export", { format: "script", overwrite: true })).at("saved"), true);
  });
}

Deno.test("notebook_export returns the file, and names the formats that exist", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [markdown("a", "# Title"), code("b", "1")]);
  const call = (args: Record<string, unknown>) =>
    connection.call("notebook_export", { notebook_path: path, ...args });
  const markdownFile = await call({ format: "markdown", save: false });
  const [resource] = markdownFile.content.flatMap((block) =>
    block.type === "resource" ? [block.resource] : []
  );
  assert.match(resource !== undefined && "text" in resource ? resource.text : "", /^# Title/);
  const unknown = await call({ format: "word" });
  assert.equal(unknown.at("error"), "invalid_argument");
  assert.ok(unknown.text.includes('"slides"'));
  const gone = await connection.call("notebook_export", { notebook_path: "gone.ipynb" });
  assert.equal(gone.at("error"), "notebook_not_found");
});

Deno.test("notebook_export says which program is missing", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [markdown("a", "# Title")]);
  const pdf = await connection.call("notebook_export", { notebook_path: path, format: "pdf" });
  assert.equal(pdf.at("error"), "unsupported");
  assert.match(pdf.string("message"), /(pandoc|xelatex)[^&]*$/i);
});
