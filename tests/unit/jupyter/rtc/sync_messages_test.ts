import assert from "node:assert/strict";
import {
  decodeMessage,
  encodeAwareness,
  encodeSave,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
} from "../../../../src/jupyter/rtc/sync_messages.ts";

const bytes = new Uint8Array([1, 2, 3]);

Deno.test("messages of a room have the bytes that Jupyter expects", () => {
  assert.deepEqual([...encodeStep1(bytes)], [0, 0, 3, 1, 2, 3]);
  assert.deepEqual([...encodeStep2(bytes)], [0, 1, 3, 1, 2, 3]);
  assert.deepEqual([...encodeUpdate(bytes)], [0, 2, 3, 1, 2, 3]);
  assert.deepEqual([...encodeAwareness(bytes)], [1, 3, 1, 2, 3]);
  assert.deepEqual([...encodeSave(7)], [2, 4, ...new TextEncoder().encode("save"), 7]);
});

Deno.test("decodeMessage reads what was written", () => {
  assert.deepEqual(decodeMessage(encodeStep1(bytes)), { kind: "step1", stateVector: bytes });
  assert.deepEqual(decodeMessage(encodeStep2(bytes)), { kind: "step2", update: bytes });
  assert.deepEqual(decodeMessage(encodeUpdate(bytes)), { kind: "update", update: bytes });
  assert.deepEqual(decodeMessage(encodeAwareness(bytes)), { kind: "awareness", update: bytes });
  assert.deepEqual(decodeMessage(encodeSave(7)), { kind: "raw", text: "save" });
});

Deno.test("decodeMessage passes over types that it does not know", () => {
  assert.deepEqual(decodeMessage(new Uint8Array([9, 1])), { kind: "unknown" });
  assert.deepEqual(decodeMessage(new Uint8Array([0, 9, 0])), { kind: "unknown" });
});

Deno.test("decodeMessage throws on a frame that ends too early", () => {
  assert.throws(() => decodeMessage(new Uint8Array([0, 2, 200])));
});
