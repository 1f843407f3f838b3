import assert from "node:assert/strict";
import { AppError } from "../../../src/base/errors.ts";
import { ImageStore, type NewImage } from "../../../src/base/image_store.ts";

function image(bytes = 10, mimeType = "image/png"): NewImage {
  return {
    bytes: new Uint8Array(bytes),
    mimeType,
    width: 4,
    height: 3,
    description: "matplotlib output [1]",
  };
}

function thrown(action: () => unknown): AppError {
  try {
    action();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

Deno.test("ImageStore numbers images by session and gives each a URI", () => {
  const store = new ImageStore();
  assert.equal(store.add("abc123", image()).uri, "jupyter://sessions/abc123/images/output-001.png");
  assert.equal(
    store.add("abc123", image(1, "image/jpeg")).uri,
    "jupyter://sessions/abc123/images/output-002.jpg",
  );
  assert.equal(
    store.add("other", image(1, "image/svg+xml")).uri,
    "jupyter://sessions/other/images/output-001.svg",
  );
  assert.equal(
    store.add("a b/c", image(1, "image/webp")).uri,
    "jupyter://sessions/a%20b%2Fc/images/output-001.webp",
  );
});

Deno.test("ImageStore finds an image whatever the case of the scheme", () => {
  const store = new ImageStore();
  const stored = store.add("abc", image());
  assert.equal(store.get("JUPYTER://sessions/abc/images/output-001.png"), stored);
  assert.equal(
    thrown(() => store.get("jupyter://sessions/abc/images/output-001.jpg")).code,
    "image_not_found",
  );
});

Deno.test("ImageStore drops the oldest image when there are too many and never gives an id twice", () => {
  const store = new ImageStore({ maxImages: 2 });
  for (let i = 0; i < 3; i++) store.add("s", image());
  assert.deepEqual(store.list().map((kept) => kept.imageId), ["output-002", "output-003"]);
  store.deleteSession("s");
  assert.equal(store.add("s", image()).imageId, "output-004");
});

Deno.test("ImageStore drops the oldest images when there are too many bytes", () => {
  const store = new ImageStore({ maxBytes: 100 });
  store.add("s", image(60));
  store.add("s", image(30));
  store.add("s", image(40));
  assert.deepEqual(store.list().map((kept) => kept.imageId), ["output-002", "output-003"]);
});

Deno.test("ImageStore tells a dropped image from one that never was and names near misses", () => {
  const store = new ImageStore({ maxImages: 1 });
  store.add("s", image());
  const kept = store.add("s", image());
  const dropped = thrown(() => store.get("jupyter://sessions/s/images/output-001.png"));
  assert.equal(dropped.code, "image_not_found");
  assert.match(dropped.message, /dropped to free space \(the store keeps 1 image \/ 64 MB\)/);
  assert.deepEqual(dropped.details["available"], [kept.uri]);
  const never = thrown(() => store.get("jupyter://sessions/s/images/output-009.png"));
  assert.match(never.message, /no such image was ever made/);
  assert.match(thrown(() => store.get("nonsense %")).message, /ever made/);
});

Deno.test("ImageStore names at most ten near misses", () => {
  const store = new ImageStore();
  for (let i = 0; i < 15; i++) store.add("s", image());
  const { details } = thrown(() => store.get("jupyter://sessions/s/images/output-099.png"));
  assert.ok(Array.isArray(details["available"]) && details["available"].length === 10);
});

Deno.test("ImageStore refuses an image over its whole size", () => {
  const store = new ImageStore({ maxBytes: 100 });
  store.add("s", image(50));
  assert.equal(thrown(() => store.add("s", image(101))).code, "too_large");
  assert.equal(store.list().length, 1);
});

Deno.test("ImageStore refuses what is not a picture format", () => {
  assert.equal(thrown(() => new ImageStore().add("s", image(1, "text/plain"))).code, "unsupported");
});

Deno.test("ImageStore tells listeners of every change until they leave", () => {
  const store = new ImageStore();
  let changes = 0;
  const leave = store.onChange(() => changes++);
  store.add("s", image());
  assert.equal(store.deleteSession("s"), 1);
  assert.equal(store.deleteSession("s"), 0);
  assert.equal(changes, 2);
  leave();
  store.add("s", image());
  assert.equal(changes, 2);
});
