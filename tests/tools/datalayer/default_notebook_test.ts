/** The entry `default`, which stands for code without a notebook from the start. */

import assert from "node:assert/strict";
import type { Connection } from "../../harness/client.ts";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { connectPeer } from "../../harness/datalayer_peer.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("default is in use from the start, as with Datalayer's own server", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using theirs = await connectPeer(jupyter, {});
  await using ours = await connectDatalayer({ jupyter, env: { START_NEW_CODE_SANDBOX: "true" } });
  const there = await answersOf(theirs);
  const here = await answersOf(ours);
  assert.deepEqual(here, there);

  async function answersOf(connection: Connection): Promise<string[]> {
    const call = textCaller(connection);
    const path = await putCells(jupyter, [code("one", "1")]);
    const steps = [
      ["list_notebooks", {}],
      ["use_notebook", { notebook_name: "default", notebook_path: path }],
      ["use_notebook", { notebook_name: "nb", notebook_path: path }],
      ["list_notebooks", {}],
      ["use_notebook", { notebook_name: "second", notebook_path: path }],
      ["unuse_notebook", { notebook_name: "second" }],
      ["unuse_notebook", { notebook_name: "nb" }],
      ["execute_code", { code: "6 * 7" }],
      ["list_notebooks", {}],
      ["unuse_notebook", { notebook_name: "default" }],
      ["list_notebooks", {}],
    ] as const;
    const answers: string[] = [];
    for (const [tool, args] of steps) {
      const text = await call(tool, args);
      answers.push(text.replaceAll(path, "PATH").replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID"));
    }
    return answers;
  }
});

Deno.test("jupyter_cite says of default that it has no cells, not that it is not in use", async () => {
  await using connection = await connectDatalayer({ jupyter: sharedJupyter("plain") });
  const cite = (notebook_name: string) =>
    connection.client.getPrompt({
      name: "jupyter_cite",
      arguments: { prompt: "explain", cell_indices: "0", notebook_name },
    });
  for (const name of ["", "default"]) {
    await assert.rejects(cite(name), /'default' .*has no cells.*use_notebook/);
  }
  await assert.rejects(cite("other"), /'other' is not connected. All currently .*: \['default'\]/);
});
