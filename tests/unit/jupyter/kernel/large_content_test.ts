import assert from "node:assert/strict";
import type { ContentBytes } from "../../../../src/jupyter/kernel/messages.ts";
import { streamPieces } from "../../../../src/jupyter/kernel/large_content.ts";

const encoder = new TextEncoder();

function whole(content: unknown): string {
  const read = streamPieces({ bytes: encoder.encode(JSON.stringify(content)) });
  assert.ok(read !== undefined);
  return [...read.pieces].join("");
}

/** How much room a text takes in JSON. */
function bytesOf(unit: string): number {
  return encoder.encode(JSON.stringify(unit)).length - '""'.length;
}

Deno.test("streamPieces gives back every kind of text whole", () => {
  const texts = ["x", "\n", "\\", '"', "\u0001", "é", "日本", "😀", "0", "u", "\\u00e9", "ab\t\\n"];
  for (const unit of texts) {
    const text = unit.repeat(Math.ceil(3_500_000 / bytesOf(unit)));
    assert.ok(whole({ name: "stdout", text }) === text, JSON.stringify(unit));
  }
});

const units = ["x", "0", "é", "日本", "😀", "line\n", "tab\tand more text", "\u0001", "\u0001\n", '"'];

Deno.test("streamPieces gives all of a text that has come whole, however long", () => {
  const text = "line of 日本\n".repeat(1_000_000);
  assert.ok(whole({ name: "stdout", text }) === text);
});

Deno.test("streamPieces reads a message whose middle is missing, and counts it", () => {
  for (const unit of units) {
    const text = unit.repeat(Math.ceil(20_000_000 / bytesOf(unit)));
    const all = encoder.encode(JSON.stringify({ name: "stdout", text }));
    const bytes = new Uint8Array(5_000_000);
    bytes.set(all.subarray(0, 2_500_000));
    bytes.set(all.subarray(-2_500_000), 2_500_000);
    const skipped = keepsEnds(text, { bytes, gap: { at: 2_500_000, length: all.length - bytes.length } });
    assert.ok(skipped > all.length - bytes.length);
  }
});

function keepsEnds(text: string, content: ContentBytes): number {
  const pieces = [...streamPieces(content)?.pieces ?? []];
  const gap = pieces.findIndex((piece) => typeof piece === "number");
  const what = JSON.stringify(text.slice(0, 20));
  assert.ok(gap > 0, what);
  assert.ok(text.startsWith(pieces.slice(0, gap).join("")), what);
  assert.ok(text.endsWith(pieces.slice(gap + 1).join("")), what);
  return Number(pieces[gap]);
}

Deno.test("streamPieces finds the name before or behind the text", () => {
  assert.equal(streamPieces({ bytes: encoder.encode('{"name": "stderr", "text": "a"}') })?.name, "stderr");
  assert.equal(streamPieces({ bytes: encoder.encode('{"text": "a", "name": "stdout"}') })?.name, "stdout");
});

Deno.test("streamPieces leaves what it does not know to the JSON parser", () => {
  assert.equal(
    streamPieces({ bytes: encoder.encode('{"name": "stdout", "other": 1, "text": "a"}') }),
    undefined,
  );
  assert.equal(streamPieces({ bytes: encoder.encode("[]") }), undefined);
});
