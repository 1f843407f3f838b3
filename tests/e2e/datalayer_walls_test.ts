/** The walls of the sandbox around the Datalayer API: whatever a model gives as a path, an id or an address. */

import assert from "node:assert/strict";
import { connectDatalayer } from "../harness/datalayer.ts";
import { FakeServer } from "../harness/fake_server.ts";
import { lures } from "../harness/lures.ts";

const token = "a-token-that-nobody-may-see";

/** A tool, one of its arguments, and what else it must be given. */
type Door = readonly [string, string, Record<string, unknown>];

const notebook = { notebook_name: "nb", notebook_path: "a.ipynb" };

/** Every argument that takes a path, a name or an id. */
const doors: readonly Door[] = [
  ["list_files", "path", {}],
  ["list_files", "pattern", {}],
  ["use_notebook", "notebook_name", notebook],
  ["use_notebook", "notebook_path", notebook],
  ["use_notebook", "notebook_path", { ...notebook, mode: "create" }],
  ["use_notebook", "kernel_id", notebook],
  ["read_notebook", "notebook_name", {}],
  ["restart_notebook", "notebook_name", {}],
  ["unuse_notebook", "notebook_name", {}],
  ["read_cell", "notebook_name", { cell_index: 0 }],
  ["read_cell", "cell_id", {}],
  ["insert_cell", "notebook_name", { cell_index: 0, cell_type: "code", cell_source: "1" }],
  ["overwrite_cell_source", "notebook_name", { cell_index: 0, cell_source: "1" }],
  ["overwrite_cell_source", "cell_id", { cell_source: "1" }],
  ["edit_cell_source", "notebook_name", { cell_index: 0, old_string: "a", new_string: "b" }],
  ["edit_cell_source", "cell_id", { old_string: "a", new_string: "b" }],
  ["delete_cell", "notebook_name", { cell_indices: [0] }],
  ["move_cell", "notebook_name", { source_index: 0, target_index: 1 }],
  ["move_cell", "source_cell_id", { target_index: 1 }],
  ["move_cell", "target_cell_id", { source_index: 1 }],
  ["clear_cell_output", "notebook_name", { cell_index: 0 }],
  ["clear_cell_output", "cell_id", {}],
  ["execute_cell", "notebook_name", { cell_index: 0 }],
  ["execute_cell", "cell_id", {}],
  ["insert_execute_code_cell", "notebook_name", { cell_index: -1, cell_source: "1" }],
  ["execute_code", "kernel_id", { code: "1" }],
  ["launch_sandbox", "kernel_id", { sandbox_name: "s" }],
  ["launch_sandbox", "sandbox_name", { kernel_id: "k" }],
  ["launch_sandbox", "channels_url", { sandbox_name: "s", kernel_id: "k" }],
  ["launch_sandbox", "run_url", { sandbox_name: "s", kernel_id: "k" }],
  ["use_sandbox", "sandbox_name", {}],
  ["terminate_sandbox", "sandbox_name", {}],
];

/** Arguments that name a server; one on this machine may be reached by them. */
const addresses: readonly Door[] = [
  ["connect_to_jupyter", "jupyter_url", { jupyter_token: "other" }],
  ["launch_sandbox", "server_url", { sandbox_name: "s", token: "other" }],
];

const args = ["--sandbox-variant", "eval"];

Deno.test("every argument of the Datalayer API that names something is tried", async () => {
  await using connection = await connectDatalayer({
    program: "compiled",
    args,
    jupyter: { url: "http://127.0.0.1:9/", token },
  });
  const { tools } = await connection.client.listTools();
  const open = tools.flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties ?? {})
      .filter((field) => /path|url|pattern|_id$|^(notebook|sandbox)_name$/.test(field))
      .map((field) => `${name} ${field}`)
  );
  const tried = new Set([...doors, ...addresses].map(([tool, field]) => `${tool} ${field}`));
  assert.deepEqual(open.filter((door) => !tried.has(door)), []);
});

Deno.test("a Jupyter that redirects leads the Datalayer API nowhere", async () => {
  await using elsewhere = new FakeServer(() => Response.json([]));
  const to = (request: Request) => elsewhere.url.replace(/\/$/, new URL(request.url).pathname);
  await using jupyter = new FakeServer((request) =>
    new Response(null, { status: 302, headers: { Location: to(request) } })
  );
  const url = `${jupyter.url}base/`;
  await using connection = await connectDatalayer({ program: "compiled", args, jupyter: { url, token } });
  for (const [tool, field, others] of doors) {
    for (const lure of lures(elsewhere.port)) {
      const { text } = await connection.call(tool, { ...others, [field]: lure });
      assert.ok(!text.includes(token), `${tool} ${field} ${lure}`);
    }
  }
  for (const uri of lures(elsewhere.port)) {
    await assert.rejects(connection.client.readResource({ uri }), Error, uri);
  }
  const strays = jupyter.requests.filter(({ path }) => !path.startsWith("/base/api/"));
  assert.deepEqual(strays, [], "no request leaves the base path");
  assert.deepEqual(elsewhere.requests, []);
});

Deno.test("the Datalayer API reaches no server that is not on this machine", async () => {
  await using jupyter = new FakeServer(() => Response.json([]));
  await using connection = await connectDatalayer({
    program: "compiled",
    args,
    jupyter: { url: jupyter.url, token },
  });
  for (const [tool, field, others] of addresses) {
    for (
      const address of ["http://192.0.2.7/", "https://example.com/", "ftp://127.0.0.1/", "file:///etc/passwd"]
    ) {
      const { isError, text } = await connection.call(tool, { ...others, [field]: address });
      assert.equal(isError, true, `${tool} ${address}: ${text}`);
      assert.match(text, /Failed to connect to Jupyter server .*(not on this machine|not an http address)/);
    }
  }
  assert.deepEqual(jupyter.requests, []);
});
