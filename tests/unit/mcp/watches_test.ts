import assert from "node:assert/strict";
import { Listens } from "../../../src/mcp/listens.ts";
import { Watches } from "../../../src/mcp/watches.ts";
import type { Watcher } from "../../../src/resource.ts";

/** Watches over one kind of resource; `watching` are the URIs that are watched at this moment. */
function watchesOf(told: string[] = []) {
  const watching = new Map<string, Watcher>();
  const started: string[] = [];
  const begin = (uri: string, watcher: Watcher) => {
    started.push(uri);
    watching.set(uri, watcher);
    const { promise, resolve } = Promise.withResolvers<void>();
    watcher.signal.addEventListener("abort", () => {
      watching.delete(uri);
      resolve();
    });
    return promise;
  };
  return { watches: new Watches({ begin, tell: (uri) => void told.push(uri) }), watching, started };
}

Deno.test("a resource is watched once, until the last who wants to hear of it has ended that", async () => {
  const told: string[] = [];
  const { watches, watching, started } = watchesOf(told);
  const ends = [watches.watch(["a", "b", "a"]), watches.watch(["a"])];
  assert.deepEqual(started, ["a", "b"]);
  watching.get("a")?.tell();
  assert.deepEqual(told, ["a"]);
  ends[0]?.end();
  ends[0]?.end();
  assert.deepEqual([...watching.keys()], ["a"]);
  ends[1]?.end();
  await ends[1]?.begun;
  assert.deepEqual([...watching.keys()], []);
  const last = watches.watch(["a"]);
  assert.deepEqual(started, ["a", "b", "a"]);
  watching.get("a")?.begun();
  await last.begun;
  watches.close();
  assert.deepEqual([...watching.keys()], []);
});

Deno.test("listening over a connection lasts from its request until the client cancels that", async () => {
  const { watches, watching } = watchesOf();
  const listens = new Listens(watches.watch);
  const listen = (id: number, ...resourceSubscriptions: string[]) => ({
    jsonrpc: "2.0",
    id,
    method: "subscriptions/listen",
    params: { notifications: { resourceSubscriptions } },
  });
  const asked = [listens.heed(listen(1, "a")), listens.heed(listen(2, "b"))];
  assert.equal(listens.heed({ jsonrpc: "2.0", id: 3, method: "tools/list" }), undefined);
  assert.deepEqual([...watching.keys()], ["a", "b"]);
  listens.heed({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  listens.heed({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
  assert.deepEqual([...watching.keys()], ["b"]);
  watches.close();
  await Promise.all(asked);
});
