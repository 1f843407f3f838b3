/** Subscribers of a notebook's resource hear of its changes, whoever makes them. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import type { Connection, Era } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { startHttpProgram } from "../../harness/http_program.ts";
import { code, freshPath, notebookOf, putCells, putFile } from "../../harness/notebook.ts";
import { PageRoom } from "../../harness/page_room.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const uriOf = (path: string) => `jupyter://notebooks/${path}`;

/** The news of notebooks, as they come. */
async function subscribe({ client }: Connection, paths: readonly string[], era: Era = "legacy") {
  const news: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params: { uri } }) => {
    news.push(uri);
  });
  const uris = paths.map(uriOf);
  const listening = era === "modern" ? await client.listen({ resourceSubscriptions: uris }) : undefined;
  if (era === "legacy") { for (const uri of uris) await client.subscribeResource({ uri }); }
  const end = async () => {
    if (era === "legacy") { for (const uri of uris) await client.unsubscribeResource({ uri }); }
    await listening?.close();
  };
  return {
    news,
    heard: async (count: number) =>
      void await eventually(() => news.length >= count, { what: `${count} pieces of news` }),
    end,
    [Symbol.asyncDispose]: end,
  };
}

async function tellsOfEdits(connection: Connection, path: string, era: Era): Promise<void> {
  await using subscriber = await subscribe(connection, [path], era);
  const edits = ["b", "c", "d"].map((source) =>
    connection.call("notebook_add_cell", { notebook_path: path, cell_type: "raw", source })
  );
  for (const edit of edits) assert.equal((await edit).at("saved"), true);
  await subscriber.heard(1);
  assert.ok(subscriber.news.every((uri) => uri === uriOf(path)), subscriber.news.join());
}

for (const kind of environmentKinds) {
  const jupyter = sharedJupyter(kind);
  for (const era of ["legacy", "modern"] as const) {
    Deno.test(`subscribers of a notebook hear our edits over stdio, ${era}, on a ${kind} Jupyter`, async () => {
      await using connection = await connect({ jupyter, era });
      await tellsOfEdits(connection, await putCells(jupyter, [code("a", "a")]), era);
    });

    Deno.test(`subscribers of a notebook hear our edits over HTTP, ${era}, on a ${kind} Jupyter`, async () => {
      await using program = await startHttpProgram({ jupyter });
      await using connection = await program.connect({ era });
      await using editor = await program.connect();
      const path = await putCells(jupyter, [code("a", "a")]);
      await tellsOfEdits(connection, path, era);
      await using subscriber = await subscribe(connection, [path], era);
      await editor.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
      await subscriber.heard(1);
      await editor.call("session_delete", { session_id: path });
    });
  }

  Deno.test(`subscribers of a notebook hear of its file, also before there is one, on a ${kind} Jupyter`, async () => {
    await using connection = await connect({ jupyter });
    const path = freshPath();
    await using subscriber = await subscribe(connection, [path]);
    await putFile(jupyter, notebookOf([code("a", "made")]), path);
    await subscriber.heard(1);
    await putFile(jupyter, notebookOf([code("a", "changed by others")]), path);
    await subscriber.heard(2);
  });
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`subscribers of a notebook hear what a person types, until they end it, ${era}`, async () => {
    const jupyter = sharedJupyter("collaboration");
    await using connection = await connect({ jupyter, era });
    const [one, other] = [
      await putCells(jupyter, [code("a", "a")]),
      await putCells(jupyter, [code("a", "a")]),
    ];
    await using page = await PageRoom.open(jupyter, one);
    await using otherPage = await PageRoom.open(jupyter, other);
    await using first = await subscribe(connection, [one], era);
    const typing = eventually(() => {
      page.source("a").insert(0, "typed ");
      return first.news.length > 0;
    }, { what: "news of what was typed" });
    await typing;
    await first.end();
    await using second = await subscribe(connection, [other], era);
    const hears = () =>
      eventually(() => {
        otherPage.source("a").insert(0, "typed ");
        return second.news.includes(uriOf(other));
      }, { what: "news of the other notebook" });
    await hears();
    // News that were on their way at the end of the first subscription have come by now.
    second.news.length = 0;
    page.source("a").insert(0, "unheard ");
    await hears();
    assert.deepEqual([...new Set(second.news)], [uriOf(other)]);
  });
}
