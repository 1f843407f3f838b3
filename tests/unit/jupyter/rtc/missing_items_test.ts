import assert from "node:assert/strict";
import { hasPending, restoreMissingItems } from "../../../../src/jupyter/rtc/missing_items.ts";
import { Y } from "../../../../src/jupyter/rtc/yjs.ts";

/** A document whose store lacks some updates, the first of the server unless said otherwise. */
function damaged(author: (server: Y.Doc, page: Y.Doc) => void, lost: readonly number[] = [0]) {
  const [server, page] = [new Y.Doc(), new Y.Doc()];
  const updates: Uint8Array[] = [];
  for (const [one, other] of [[server, page], [page, server]] as const) {
    one.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin === "remote") return;
      updates.push(update);
      Y.applyUpdate(other, update, "remote");
    });
  }
  server.getMap("state").set("path", "a.ipynb");
  author(server, page);
  const loaded = new Y.Doc();
  for (const [index, update] of updates.entries()) if (!lost.includes(index)) Y.applyUpdate(loaded, update);
  return { loaded, server };
}

const add = (doc: Y.Doc, cell: string) => doc.getArray("cells").push([cell]);
const cellsOf = (doc: Y.Doc) => doc.getArray("cells").toArray();

Deno.test("restoreMissingItems shows what was written on top of the server's lost first item", () => {
  const { loaded, server } = damaged((server, page) => {
    add(page, "seen");
    server.getMap("state").set("dirty", false);
    page.getMap("state").set("dirty", true);
    add(page, "out of sight");
  });
  assert.deepEqual(cellsOf(loaded), ["seen"]);
  assert.ok(hasPending(loaded));
  const { updates, hasContent } = restoreMissingItems(loaded, "put back");
  assert.deepEqual(cellsOf(loaded), cellsOf(server));
  assert.ok(hasContent && !hasPending(loaded));
  assert.equal(loaded.getMap("state").get("dirty"), true);

  const other = new Y.Doc();
  Y.applyUpdate(other, Y.mergeUpdates([...updates, Y.encodeStateAsUpdate(loaded)]));
  assert.deepEqual([cellsOf(other), hasPending(other)], [cellsOf(server), false], "for others as well");
});

Deno.test("restoreMissingItems tells the server's marks from content", () => {
  const { loaded } = damaged((server, page) => {
    add(page, "seen");
    server.getMap("state").set("hash", "h");
  });
  assert.ok(hasPending(loaded));
  assert.equal(restoreMissingItems(loaded, "put back").hasContent, false);
  assert.equal(loaded.getMap("state").get("hash"), "h");
  assert.deepEqual([...loaded.getMap("state").keys()], ["hash"], "what was put back holds nothing");
});

Deno.test("restoreMissingItems leaves pending what lacks anything else", () => {
  const { loaded } = damaged((_, page) => {
    add(page, "seen");
    add(page, "lost");
    add(page, "on top of it");
  }, [2]);
  assert.deepEqual(restoreMissingItems(loaded, "put back"), { updates: [], hasContent: false });
  assert.ok(hasPending(loaded));
});

Deno.test("restoreMissingItems changes nothing if nothing is missing", () => {
  const { loaded, server } = damaged((_, page) => add(page, "seen"), []);
  assert.deepEqual(restoreMissingItems(loaded, "put back"), { updates: [], hasContent: false });
  assert.deepEqual(Y.encodeStateVector(loaded), Y.encodeStateVector(server));
});
