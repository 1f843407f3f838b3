import assert from "node:assert/strict";
import { answerListening, SharedWatches, StdioListeners } from "../../../src/mcp/subscriptions.ts";
import type { Watcher } from "../../../src/resource.ts";

/** Watches over one kind of resource; `watching` are the URIs that are watched at this moment. */
function watchesOf(told: string[] = []) {
  const watching = new Map<string, Watcher>();
  const started: string[] = [];
  const start = (uri: string, watcher: Watcher) => {
    started.push(uri);
    watching.set(uri, watcher);
    const { promise, resolve } = Promise.withResolvers<void>();
    watcher.signal.addEventListener("abort", () => {
      watching.delete(uri);
      resolve();
    });
    return promise;
  };
  const fail = (uri: string) => assert.fail(uri);
  return {
    watches: new SharedWatches({ start, notify: (uri) => void told.push(uri), onError: fail }),
    watching,
    started,
  };
}

Deno.test("a resource is watched once, until the last who wants to hear of it has ended that", async () => {
  const told: string[] = [];
  const { watches, watching, started } = watchesOf(told);
  const ends = [watches.watch(["a", "b", "a"]), watches.watch(["a"])];
  assert.deepEqual(started, ["a", "b"]);
  watching.get("a")?.onChange();
  assert.deepEqual(told, ["a"]);
  ends[0]?.end();
  ends[0]?.end();
  assert.deepEqual([...watching.keys()], ["a"]);
  ends[1]?.end();
  await ends[1]?.ready;
  assert.deepEqual([...watching.keys()], []);
  const last = watches.watch(["a"]);
  assert.deepEqual(started, ["a", "b", "a"]);
  watching.get("a")?.onReady();
  await last.ready;
  watches.close();
  assert.deepEqual([...watching.keys()], []);
});

Deno.test("a resource that could not be watched is reported, and watched for anyone who asks next", async () => {
  const failed: string[] = [];
  let attempts = 0;
  const start = async (_: string, { onReady, signal }: Watcher) => {
    if (++attempts === 1) throw new Error("not now");
    onReady();
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  };
  const fail = (uri: string, error: unknown) => void failed.push(`${uri}: ${error}`);
  const watches = new SharedWatches({ start, notify: () => undefined, onError: fail });
  const first = watches.watch(["a"]);
  await first.ready;
  assert.deepEqual(failed, ["a: Error: not now"]);
  const second = watches.watch(["a"]);
  await second.ready;
  // Whoever has no part in the second watch must not end it.
  first.end();
  const third = watches.watch(["a"]);
  await third.ready;
  assert.equal(attempts, 2);
  watches.close();
});

Deno.test("listening over a connection lasts from its request until the client cancels that", async () => {
  const { watches, watching } = watchesOf();
  const listens = new StdioListeners(watches.watch);
  const listen = (id: number, ...resourceSubscriptions: string[]) => ({
    jsonrpc: "2.0",
    id,
    method: "subscriptions/listen",
    params: { notifications: { resourceSubscriptions } },
  });
  const asked = [listens.observe(listen(1, "a")), listens.observe(listen(2, "b"))];
  assert.equal(listens.observe({ jsonrpc: "2.0", id: 3, method: "tools/list" }), undefined);
  assert.deepEqual([...watching.keys()], ["a", "b"]);
  listens.observe({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  listens.observe({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
  assert.deepEqual([...watching.keys()], ["b"]);
  watches.close();
  assert.deepEqual(await Promise.all(asked), [false, true], "what was cancelled meanwhile is not answered");
});

Deno.test("listening over a connection begins anew with a request of the same id", async () => {
  const { watches, watching } = watchesOf();
  const listens = new StdioListeners(watches.watch);
  const listen = (uri: string) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: { notifications: { resourceSubscriptions: [uri] } },
  });
  const asked = [listens.observe(listen("a"))];
  watching.get("a")?.onReady();
  assert.deepEqual(await Promise.all(asked), [true]);
  const again = listens.observe(listen("b"));
  watching.get("b")?.onReady();
  assert.equal(await again, true);
  listens.observe({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  assert.deepEqual([...watching.keys()], []);
});

Deno.test("listening over HTTP ends with the response, however that ends", async () => {
  const { watches, watching } = watchesOf();
  const watch = (uris: readonly string[]) => {
    const entered = watches.watch(uris);
    for (const watcher of watching.values()) watcher.onReady();
    return entered;
  };
  const ask = (answer: () => Promise<Response>) => {
    const params = { notifications: { resourceSubscriptions: ["a"] } };
    const request = new Request("http://127.0.0.1/mcp", {
      method: "POST",
      headers: { "mcp-method": "subscriptions/listen" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }),
    });
    return answerListening(request, answer, watch);
  };
  const streaming = () => Promise.resolve(new Response(new ReadableStream()));
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) });
  const whole = await ask(() => Promise.resolve(new Response("told")));
  assert.equal(await whole.text(), "told");
  assert.equal(watching.size, 0, "at its end");
  const closed = await ask(streaming);
  assert.equal(watching.size, 1, "while it lasts");
  await closed.body?.cancel();
  assert.equal(watching.size, 0, "when the client closes it");
  await assert.rejects((await ask(() => Promise.resolve(new Response(broken)))).text(), /cut/);
  assert.equal(watching.size, 0, "when it breaks");
  await assert.rejects(ask(() => Promise.reject(new Error("none"))), /none/);
  assert.equal(watching.size, 0, "where there is none");
});
