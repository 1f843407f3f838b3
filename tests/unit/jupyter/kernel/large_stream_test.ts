import assert from "node:assert/strict";
import { streamPieces } from "../../../../src/jupyter/kernel/large_stream.ts";

const encoder = new TextEncoder();

function whole(content: unknown): string {
  const read = streamPieces(encoder.encode(JSON.stringify(content)));
  assert.ok(read !== undefined);
  return [...read.pieces].join("");
}

Deno.test("streamPieces gives back every kind of text whole", () => {
  const texts = ["x", "\n", "\\", '"', "\u0001", "é", "日本", "😀", "0", "u", "\\u00e9", "ab\t\\n"];
  for (const unit of texts) {
    const text = unit.repeat(Math.ceil(2_500_000 / unit.length));
    assert.equal(whole({ name: "stdout", text }), text, JSON.stringify(unit));
  }
});

Deno.test("streamPieces passes over the middle of a text that is too long to keep", () => {
  for (const unit of ["x", "0", "é", "日本", "😀", "line\n", "tab\tand more text"]) {
    const unitBytes = encoder.encode(JSON.stringify(unit)).length - '""'.length;
    const text = unit.repeat(Math.ceil(12_000_000 / unitBytes));
    const read = streamPieces(encoder.encode(JSON.stringify({ name: "stdout", text })));
    const pieces = [...read?.pieces ?? []];
    const gap = pieces.findIndex((piece) => typeof piece === "number");
    assert.ok(gap > 0, JSON.stringify(unit));
    assert.ok(text.startsWith(pieces.slice(0, gap).join("")), JSON.stringify(unit));
    assert.ok(text.endsWith(pieces.slice(gap + 1).join("")), JSON.stringify(unit));
  }
});

Deno.test("streamPieces finds the name before or behind the text", () => {
  assert.equal(streamPieces(encoder.encode('{"name": "stderr", "text": "a"}'))?.name, "stderr");
  assert.equal(streamPieces(encoder.encode('{"text": "a", "name": "stdout"}'))?.name, "stdout");
});

Deno.test("streamPieces leaves what it does not know to the JSON parser", () => {
  assert.equal(streamPieces(encoder.encode('{"name": "stdout", "other": 1, "text": "a"}')), undefined);
  assert.equal(streamPieces(encoder.encode("[]")), undefined);
});
