/** connect_to_jupyter, for a client that cannot use the Jupyter it was started with. */

import assert from "node:assert/strict";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { freePort } from "../../harness/jupyter.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const jupyter = () => sharedJupyter("plain");
const connected = (url = jupyter().url) =>
  `Successfully connected to Jupyter server: ${url}\nDocumentProvider: jupyter\nAuthentication: Token-based`;
const right = () => ({ jupyter_url: jupyter().url, jupyter_token: jupyter().token });

Deno.test("code runs on the Jupyter that was connected to after another could not be used", async (t) => {
  const cases = {
    "which is down": { url: `http://127.0.0.1:${freePort()}/`, token: "t" },
    "which refused the token": { url: jupyter().url, token: "wrong" },
  };
  for (const [name, start] of Object.entries(cases)) {
    await t.step(name, async () => {
      await using connection = await connectDatalayer({ jupyter: start });
      const call = textCaller(connection);
      assert.match(await call("execute_code", { code: "6 * 7" }), /^ERROR Error executing tool execute_code/);
      assert.equal(await call("connect_to_jupyter", right()), connected());
      assert.equal(await call("execute_code", { code: "6 * 7" }), "42");
      await call("unuse_notebook", { notebook_name: "default" });
    });
  }
});

Deno.test("a notebook in use stays so when its Jupyter is connected to with another token", async () => {
  const path = await putCells(jupyter(), [code("a", "6 * 7")]);
  await using connection = await connectDatalayer({
    jupyter: { url: jupyter().url, token: "outdated" },
    args: ["--document-id", path],
  });
  const call = textCaller(connection);
  assert.match(await call("execute_cell", { cell_index: 0 }), /the token was refused$/);
  await call("connect_to_jupyter", right());
  assert.equal(await call("execute_cell", { cell_index: 0, stream: false }), "42");
  await call("unuse_notebook", { notebook_name: "default" });
});

Deno.test("a Jupyter is connected to where none was found", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using connection = await connectDatalayer({
      env: { HOME: folder, JUPYTER_RUNTIME_DIR: folder, XDG_DATA_HOME: folder, PATH: folder },
    });
    const call = textCaller(connection);
    assert.match(await call("list_files"), /^ERROR .*none is running and none is installed/);
    assert.equal(await call("connect_to_jupyter", right()), connected());
    assert.match(await call("list_kernels"), /^(ID\t|No kernels found)/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a token in the address that is connected to is used and not shown", async () => {
  const { url, token } = jupyter();
  await using connection = await connectDatalayer({ jupyter: { url, token: "wrong" } });
  const call = textCaller(connection);
  const pasted = `${url}lab?token=${token}`;
  assert.equal(await call("connect_to_jupyter", { jupyter_url: pasted }), connected(`${url}lab?token=…`));
  assert.match(await call("list_files"), /^(Showing|No files)/);
});

Deno.test("a notebook in use stays where it is when another Jupyter is connected to", async () => {
  const first = sharedJupyter("collaboration");
  const path = await putCells(first, [code("a", "6 * 7")]);
  await using connection = await connectDatalayer({ jupyter: first });
  const call = textCaller(connection);
  await call("use_notebook", { notebook_name: "nb", notebook_path: path });
  await call("connect_to_jupyter", right());
  assert.match(await call("list_notebooks"), /^nb\t.*\talive\t✓$/m);
  assert.equal(await call("execute_cell", { cell_index: 0, stream: false }), "42");
  await call("unuse_notebook", { notebook_name: "nb" });
});

Deno.test("connect_to_jupyter says with which status a token was refused", async () => {
  await using connection = await connectDatalayer({ jupyter: jupyter() });
  const call = textCaller(connection);
  const { url } = jupyter();
  for (const token of [{ jupyter_token: "wrong" }, {}]) {
    assert.equal(
      await call("connect_to_jupyter", { jupyter_url: url, ...token }),
      `ERROR Error executing tool connect_to_jupyter: Failed to connect to Jupyter server ${url}: the server ` +
        "rejected the token (GET /api/status returned 403). The previous connection is unchanged.",
    );
  }
});
