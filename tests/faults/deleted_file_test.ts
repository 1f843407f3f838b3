/** A notebook that is deleted while it is written. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../harness/client.ts";
import { code, putCells } from "../harness/notebook.ts";
import { startProxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";

const jupyter = sharedJupyter("plain");

Deno.test("a notebook that is deleted right before it is written does not come back", async () => {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  const path = await putCells(jupyter, [code("a", "1")]);
  const file = join(jupyter.root, path);
  proxy.before(/PUT \/api\/contents\//, 1, () => Deno.remove(file));
  const added = await connection.call("notebook_add_cell", {
    notebook_path: path,
    cell_type: "code",
    source: "2",
  });
  assert.equal(added.at("error"), "notebook_not_found", added.text);
  await assert.rejects(Deno.stat(file), Deno.errors.NotFound);
});

Deno.test("a notebook that is deleted while Jupyter looks at it is not called read-only", async () => {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  const path = await putCells(jupyter, [code("a", "1")]);
  const file = join(jupyter.root, path);
  const { headers, model } = await stat(path);
  const looks = /GET \/api\/contents\/.*content=0.*hash=1/;
  // What Jupyter says if the file goes between its two looks.
  proxy.answer({
    status: 200,
    headers,
    to: looks,
    body: JSON.stringify({ ...model, writable: false }),
  });
  proxy.before(looks, 1, () => Deno.remove(file));
  const added = await connection.call("notebook_add_cell", {
    notebook_path: path,
    cell_type: "code",
    source: "2",
  });
  assert.equal(added.at("error"), "notebook_not_found", added.text);
});

async function stat(path: string) {
  const response = await fetch(`${jupyter.url}api/contents/${path}?content=0&hash=1`, {
    headers: { Authorization: `token ${jupyter.token}` },
  });
  return { headers: { "Content-Type": "application/json" }, model: await response.json() };
}
