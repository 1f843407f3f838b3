/** What the AI ran is trusted as what a person ran is: the notebook keeps its signature, and gains none. */

import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import type { JupyterServer } from "../../harness/jupyter.ts";
import { code, freshPath, notebookOf, onDisk, putFile } from "../../harness/notebook.ts";
import { jupyterJson } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const html = [{ output_type: "display_data", data: { "text/html": "<script></script>" }, metadata: {} }];
const more = {
  cell_type: "code",
  source: "from IPython.display import HTML\nHTML('<b>ours</b>')",
  execute: true,
};

/** Has the server write a notebook all of whose cells it may trust, as a page would, so that it signs it. */
async function putSigned(server: JupyterServer): Promise<string> {
  const path = freshPath();
  const content = notebookOf([code("mine", "1", { outputs: html, metadata: { trusted: true } })]);
  const body = JSON.stringify({ type: "notebook", content });
  await jupyterJson(server, `api/contents/${path}`, { method: "PUT", body });
  return path;
}

/** The marks of trust that a page gets which opens the notebook. */
async function marks(server: JupyterServer, path: string): Promise<(boolean | undefined)[]> {
  const cell = z.object({ metadata: z.object({ trusted: z.boolean().optional() }) });
  const model = z.object({ content: z.object({ cells: z.array(cell) }) });
  const { content } = model.parse(await jupyterJson(server, `api/contents/${path}?type=notebook`));
  return content.cells.map(({ metadata }) => metadata.trusted);
}

for (const kind of environmentKinds) {
  Deno.test(`the trust of notebooks that the AI runs (${kind})`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });

    await t.step("a signed one stays signed, and no mark is in its file", async () => {
      const notebook_path = await putSigned(jupyter);
      assert.deepEqual(await marks(jupyter, notebook_path), [true]);
      const added = await connection.call("notebook_add_cell", { notebook_path, ...more });
      assert.equal(added.at("saved"), true, added.text);
      assert.deepEqual(await marks(jupyter, notebook_path), [true, true]);
      const { cells } = await onDisk(jupyter, notebook_path);
      assert.deepEqual(cells.map(({ metadata }) => metadata), [{}, {}]);
      const uri = `jupyter://notebooks/${notebook_path}`;
      const { contents: [content] } = await connection.client.readResource({ uri });
      assert.doesNotMatch(JSON.stringify(content), /trusted/);
    });

    await t.step("scripts that somebody else put into one are not trusted by it", async () => {
      const theirs = code("theirs", "1", { outputs: html });
      const notebook_path = await putFile(jupyter, notebookOf([theirs]));
      const added = await connection.call("notebook_add_cell", { notebook_path, ...more });
      assert.equal(added.at("saved"), true, added.text);
      assert.deepEqual(await marks(jupyter, notebook_path), [false, false]);
    });

    await t.step("one whose every script it has made anew is", async () => {
      const theirs = code("theirs", more.source, { outputs: html });
      const notebook_path = await putFile(jupyter, notebookOf([theirs]));
      assert.deepEqual(await marks(jupyter, notebook_path), [false]);
      const ran = await connection.call("notebook_execute_cell", { notebook_path, cell: 0 });
      assert.equal(ran.at("saved"), true, ran.text);
      assert.deepEqual(await marks(jupyter, notebook_path), [true]);
    });
  });
}
