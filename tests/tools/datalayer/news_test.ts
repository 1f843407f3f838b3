import assert from "node:assert/strict";
import type { Connection, Era } from "../../harness/client.ts";
import { connectDatalayer } from "../../harness/datalayer.ts";
import { eventually } from "../../harness/eventually.ts";
import { startHttpProgram } from "../../harness/http_program.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { PageRoom } from "../../harness/page_room.ts";
import { Proxy } from "../../harness/proxy.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const jupyter = sharedJupyter("collaboration");
const cells = [code("a", "1"), code("b", "2")];

/** The news of these resources, as they come; ends with the test. */
async function subscribe({ client }: Connection, uris: string[], era: Era = "legacy") {
  const news: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params: { uri } }) => {
    news.push(uri);
  });
  const listening = era === "modern" ? await client.listen({ resourceSubscriptions: uris }) : undefined;
  if (era === "legacy") { for (const uri of uris) await client.subscribeResource({ uri }); }
  return {
    news,
    /** Resolves when this has been told of. */
    heard: async (uri: string) => void await eventually(() => news.includes(uri), { what: `news of ${uri}` }),
    [Symbol.asyncDispose]: async () => await listening?.close(),
  };
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`subscribers hear what a person changes in a page, ${era}`, async () => {
    const path = await putCells(jupyter, cells);
    await using connection = await connectDatalayer({ jupyter, era });
    await connection.call("use_notebook", { notebook_name: "nb", notebook_path: path });
    const uris = ["notebook://nb", "notebook://nb/cells/a", "notebook://nb/cells/b"];
    await using subscriber = await subscribe(connection, uris, era);
    await using page = await PageRoom.open(jupyter, path);
    page.source("b").insert(0, "typed by a person ");
    await subscriber.heard("notebook://nb/cells/b");
    assert.deepEqual(subscriber.news, ["notebook://nb", "notebook://nb/cells/b"]);
    const read = await connection.client.readResource({ uri: "notebook://nb/cells/b" });
    assert.match(JSON.stringify(read), /typed by a person 2/);
  });
}

Deno.test("subscribers hear what was changed while the connection was cut, and what comes after", async () => {
  const path = await putCells(jupyter, cells);
  await using proxy = new Proxy(jupyter);
  await using connection = await connectDatalayer({ jupyter: proxy.server });
  await connection.call("use_notebook", { notebook_name: "nb", notebook_path: path });
  await using subscriber = await subscribe(connection, ["notebook://nb/cells/a", "notebook://nb/cells/b"]);
  await using page = await PageRoom.open(jupyter, path);
  proxy.cut();
  page.source("a").insert(0, "meanwhile ");
  await subscriber.heard("notebook://nb/cells/a");
  page.source("b").insert(0, "after ");
  await subscriber.heard("notebook://nb/cells/b");
});

Deno.test("subscribers hear what a tool changes, once", async () => {
  const [path, other] = [await putCells(jupyter, cells), await putCells(jupyter, cells)];
  await using connection = await connectDatalayer({ jupyter });
  for (const [name, at] of [["nb", path], ["other", other]]) {
    await connection.call("use_notebook", { notebook_name: name, notebook_path: at });
  }
  await using subscriber = await subscribe(connection, [
    "notebook://nb",
    "notebook://nb/cells/a",
    "notebook://other",
  ]);
  const overwrite = (name: string) =>
    connection.call("overwrite_cell_source", { cell_index: 0, cell_source: "3", notebook_name: name });
  await overwrite("nb");
  await subscriber.heard("notebook://nb/cells/a");
  await overwrite("other");
  await subscriber.heard("notebook://other");
  assert.deepEqual(subscriber.news, ["notebook://nb", "notebook://nb/cells/a", "notebook://other"]);
});

Deno.test("a notebook that is no longer in use is no longer listened to", async () => {
  const [path, other] = [await putCells(jupyter, cells), await putCells(jupyter, cells)];
  await using connection = await connectDatalayer({ jupyter });
  for (const [name, at] of [["nb", path], ["other", other]]) {
    await connection.call("use_notebook", { notebook_name: name, notebook_path: at });
  }
  await using subscriber = await subscribe(connection, ["notebook://nb", "notebook://other"]);
  await connection.call("unuse_notebook", { notebook_name: "nb" });
  await using gone = await PageRoom.open(jupyter, path);
  await using there = await PageRoom.open(jupyter, other);
  gone.source("a").insert(0, "x");
  there.source("a").insert(0, "x");
  await subscriber.heard("notebook://other");
  assert.deepEqual(subscriber.news, ["notebook://other"]);
});

Deno.test("JUPYTER_MCP_WATCH_NOTEBOOKS=false tells of what tools change alone", async () => {
  const path = await putCells(jupyter, cells);
  await using connection = await connectDatalayer({ jupyter, env: { JUPYTER_MCP_WATCH_NOTEBOOKS: "false" } });
  await connection.call("use_notebook", { notebook_name: "nb", notebook_path: path });
  await using subscriber = await subscribe(connection, ["notebook://nb", "notebook://nb/cells/a"]);
  await using page = await PageRoom.open(jupyter, path);
  page.source("b").insert(0, "x");
  const result = await connection.call("edit_cell_source", {
    cell_id: "a",
    old_string: "1",
    new_string: "4",
  });
  assert.equal(result.isError, false);
  await subscriber.heard("notebook://nb/cells/a");
  assert.deepEqual(subscriber.news, ["notebook://nb", "notebook://nb/cells/a"]);
});

Deno.test("without shared documents a client hears what others change through this program, under its own name", async () => {
  const plain = sharedJupyter("plain");
  const path = await putCells(plain, cells);
  await using program = await startHttpProgram({ jupyter: plain, args: ["start", "--compat", "datalayer"] });
  await using one = await program.connect();
  await using two = await program.connect();
  await one.call("use_notebook", { notebook_name: "mine", notebook_path: path });
  await two.call("use_notebook", { notebook_name: "my notes", notebook_path: path });
  await using subscriber = await subscribe(two, ["notebook://my%20notes", "notebook://my%20notes/cells/b"]);
  await one.call("overwrite_cell_source", { cell_id: "b", cell_source: "5" });
  await subscriber.heard("notebook://my%20notes/cells/b");
  assert.deepEqual(subscriber.news, ["notebook://my%20notes", "notebook://my%20notes/cells/b"]);
});
