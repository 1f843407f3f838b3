import assert from "node:assert/strict";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { freePort } from "../../harness/jupyter.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("the Datalayer face greets at once while Jupyter is down", async () => {
  const url = `http://127.0.0.1:${freePort()}/`;
  await using connection = await connectDatalayer({ jupyter: { url, token: "t" } });
  const call = textCaller(connection);
  assert.match(
    await call("use_notebook", { notebook_name: "nb", notebook_path: "a.ipynb" }),
    /^Failed to connect the Jupyter server: .*connection refused/,
  );
  assert.match(await call("list_kernels"), /^ERROR Error executing tool list_kernels: Cannot reach Jupyter/);
});

Deno.test("the Datalayer face refuses what it does not serve in one line", async (t) => {
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
