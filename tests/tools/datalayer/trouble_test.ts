import assert from "node:assert/strict";
import { z } from "zod";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { freePort } from "../../harness/jupyter.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { Proxy } from "../../harness/proxy.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("the Datalayer API greets at once while Jupyter is down", async () => {
  const url = `http://127.0.0.1:${freePort()}/`;
  await using connection = await connectDatalayer({ jupyter: { url, token: "t" } });
  const call = textCaller(connection);
  assert.match(
    await call("use_notebook", { notebook_name: "nb", notebook_path: "a.ipynb" }),
    /^Failed to connect the Jupyter server: .*connection refused/,
  );
  assert.match(await call("list_kernels"), /^ERROR Error executing tool list_kernels: Cannot reach Jupyter/);
});

Deno.test("the Datalayer API takes null for the arguments of a call", async () => {
  await using connection = await connectDatalayer({ jupyter: sharedJupyter("plain") });
  const callNull = (name: string) =>
    connection.client.request(
      { method: "tools/call", params: { name, arguments: null } },
      z.looseObject({ content: z.array(z.looseObject({ text: z.string() })), isError: z.boolean() }),
    );
  const listed = await callNull("list_notebooks");
  assert.equal(listed.isError, false);
  assert.match(listed.content[0]?.text ?? "", /\ndefault\tNone\t-\tnot_initialized\t✓$/);
  const refused = await callNull("execute_code");
  assert.equal(refused.isError, true);
  assert.match(refused.content[0]?.text ?? "", /Field required \[type=missing, input_value=\{\}/);
});

Deno.test("restart_notebook says why it failed, and list_notebooks what it knows, while Jupyter is down", async () => {
  const jupyter = sharedJupyter("plain");
  await using proxy = new Proxy(jupyter);
  await using connection = await connectDatalayer({ jupyter: proxy.server });
  const call = textCaller(connection);
  const path = await putCells(jupyter, [code("a", "1")]);
  await call("use_notebook", { notebook_name: "nb", notebook_path: path });
  await call("execute_cell", { cell_index: 0 });
  proxy.refuse(true);
  proxy.cut();
  assert.match(await call("list_notebooks"), new RegExp(`\nnb\t${path}\t[0-9a-f-]{36}\terror\t✓$`));
  assert.match(
    await call("restart_notebook", { notebook_name: "nb" }),
    /^Failed to restart notebook 'nb'\. Cannot reach Jupyter/,
  );
});

Deno.test("the Datalayer API refuses what it does not serve in one line", async (t) => {
  for (
    const [args, said] of [
      [["--document-provider", "datalayer"], /only notebooks of a Jupyter server are served here/],
      [["--sandbox-variant", "modal"], /Cannot use --sandbox-variant "modal"/],
      [["--sandbox-gpu", "T4"], /Cannot use --sandbox-gpu: it is for remote sandboxes/],
      [["--transport", "streamable-http"], /set --mcp-token or MCP_TOKEN/],
      [["--start-new-code-sandbox", "perhaps"], /expected true or false/],
    ] as const
  ) {
    await t.step(args.join(" "), async () => {
      await assert.rejects(connectDatalayer({ jupyter: sharedJupyter("plain"), args }), (error: Error) => {
        const lines = error.message.split("\n").filter((line) => line.startsWith("jupyter-mcp: "));
        assert.equal(lines.length, 1, error.message);
        assert.match(lines[0] ?? "", said);
        return true;
      });
    });
  }
});
