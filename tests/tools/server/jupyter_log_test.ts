/** The log of a person's Jupyter: what we do there leaves no warnings. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { ensureEnvironment, environmentKinds, environmentOf } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { startJupyter } from "../../harness/jupyter.ts";
import { code, putCells } from "../../harness/notebook.ts";

/** A day's work, in order; each call succeeds. */
const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["session_list", {}],
  ["kernel_list", {}],
  ["notebook_list", {}],
  ["notebook_create", { name: "made", cells: [{ cell_type: "code", source: "1" }] }],
  ["session_create", { notebook_path: "made.ipynb" }],
  ["session_create", { notebook_path: "new.ipynb" }],
  ["execute_code", { session_id: "new.ipynb", code: "print(1)" }],
  ["notebook_add_cell", { notebook_path: "made.ipynb", cell_type: "code", source: "2", execute: true }],
  ["notebook_edit_cell", { notebook_path: "made.ipynb", cell: 0, source: "3" }],
  ["notebook_execute_cell", { notebook_path: "made.ipynb", cell: "all" }],
  ["notebook_get", { notebook_path: "made.ipynb", detail: "full" }],
  ["notebook_search", { query: "3" }],
  ["get_variables", { session_id: "made.ipynb" }],
  ["file_write", { path: "folder/data.csv", content: "a,b\n1,2\n", create_folders: true }],
  ["file_write", { path: "folder/data.csv", content: "a,b\n3,4\n", overwrite: true }],
  ["file_read", { path: "folder/data.csv" }],
  ["data_preview", { path: "folder/data.csv" }],
  ["file_list", {}],
  ["kernel_interrupt", { session_id: "made.ipynb" }],
  ["kernel_restart", { session_id: "made.ipynb" }],
  ["session_delete", { session_id: "made.ipynb" }],
  ["session_delete", { session_id: "new.ipynb" }],
];

/** What Jupyter says of its own default settings when a WebSocket is opened, whoever opens it. */
const ofJupyter = /websocket_ping_timeout/;

for (const environment of environmentKinds) {
  Deno.test(`a ${environment} Jupyter logs no warnings about us`, async () => {
    await using jupyter = await startJupyter({ environment });
    const before = jupyter.log().length;
    const warnings = () =>
      jupyter.log().slice(before).split("\n").filter((line) =>
        /^\[[WEC] /.test(line) && !ofJupyter.test(line)
      );
    {
      await using connection = await connect({ jupyter });
      for (const [tool, args] of calls) {
        const { isError, text } = await connection.call(tool, args);
        assert.equal(isError, false, `${tool}: ${text}`);
        assert.deepEqual(warnings(), [], tool);
      }
    }
    assert.deepEqual(warnings(), [], "the end of the program");
  });
}

/** What a program does last; each of these calls needs an answer to jupyter-server-documents when it leaves. */
const lastCalls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["notebook_get", {}],
  ["notebook_add_cell", { cell_type: "raw", source: "x" }],
  ["notebook_execute_cell", { cell: 0 }],
  ["notebook_list", {}],
];

Deno.test("jupyter-server-documents completes the handshakes of programs that end", async () => {
  await ensureEnvironment("documents");
  await using jupyter = await startJupyter({ environment: "plain", venv: environmentOf("documents") });
  const path = await putCells(jupyter, [code("a", "1")]);
  for (const [tool, args] of lastCalls) {
    const count = (line: RegExp) => jupyter.log().split(line).length - 1;
    const before = count(/Initiating handshake/);
    {
      await using connection = await connect({ jupyter });
      const where = tool === "notebook_list" ? {} : { notebook_path: path };
      const { isError, text } = await connection.call(tool, { ...where, ...args });
      assert.equal(isError, false, `${tool}: ${text}`);
    }
    await eventually(() => count(/Initiating handshake/) === count(/Completed handshake|Timed out waiting/), {
      what: `all handshakes have ended after ${tool}`,
    });
    assert.ok(count(/Initiating handshake/) > before, tool);
    assert.deepEqual([count(/Timed out waiting/), count(/failed sync handshake/)], [0, 0], tool);
  }
});
