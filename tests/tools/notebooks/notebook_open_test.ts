import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { Proxy } from "../../harness/proxy.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("the file of a shared notebook is read once to open it", async () => {
  const jupyter = sharedJupyter("collaboration");
  const path = await putCells(jupyter, [code("a", "1")]);
  await using proxy = new Proxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  const { text } = await connection.call("notebook_get", { notebook_path: path });
  assert.match(text, /0 a code never run/);
  const reads = proxy.requests.filter((line) => line.includes(path) && line.includes("content=1"));
  assert.equal(reads.length, 1, proxy.requests.join("\n"));
});
