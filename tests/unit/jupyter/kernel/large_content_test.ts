import assert from "node:assert/strict";
import type { ContentBytes, Received } from "../../../../src/jupyter/kernel/messages.ts";
import {
  errorContent,
  parseJsonPrefix,
  streamPieces,
  truncatedContent,
  truncationMarker,
} from "../../../../src/jupyter/kernel/large_content.ts";

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

const huge = 'x "quoted" \\ ename: '.repeat(100);
const kept = 300;

/** A message that has lost all but its ends. */
function cut(content: unknown): Received {
  const whole = new TextEncoder().encode(JSON.stringify(content));
  const bytes = new Uint8Array([...whole.subarray(0, kept), ...whole.subarray(-kept)]);
  const contentBytes = { bytes, gap: { at: kept, length: whole.length - 2 * kept } };
  return {
    channel: "iopub",
    header: { msg_id: "1", msg_type: "error" },
    parent: {},
    content: () => truncatedContent(contentBytes),
    contentBytes,
  };
}

Deno.test("errorContent reads name and text of a huge exception from its traceback, as Python sends it", () => {
  const traceback = ["----", "\x1b[31mValueError\x1b[39m: " + huge];
  const error = errorContent(cut({ traceback, ename: "ValueError", evalue: huge }));
  assert.equal(error.ename, "ValueError");
  const text = error.evalue.slice(0, -truncationMarker.length);
  assert.ok(text.length > 100 && huge.startsWith(text), error.evalue);
  assert.equal(error.traceback.length, 2);
  assert.ok(error.traceback[1]?.endsWith(truncationMarker));
  assert.ok(error.missing > huge.length && error.missing < 2.5 * huge.length, String(error.missing));
});

Deno.test("errorContent takes the name and the text from behind a huge traceback", () => {
  const error = errorContent(
    cut({
      status: "error",
      traceback: ["KeyError: " + huge, "ValueError: no"],
      ename: "ValueError",
      evalue: "no",
    }),
  );
  assert.equal(error.ename, "ValueError");
  assert.equal(error.evalue, "no");
});

Deno.test("errorContent takes a huge exception whose text comes before its traceback", () => {
  const error = errorContent(cut({ ename: "simpleError", evalue: huge, traceback: ["1: f()"] }));
  assert.equal(error.ename, "simpleError");
  assert.ok(huge.startsWith(error.evalue) && error.evalue !== "");
  assert.deepEqual(error.traceback, ["1: f()" + truncationMarker]);
});

Deno.test("truncatedContent has the fields of a message before and behind what is missing", () => {
  const data = { "text/plain": huge, "application/json": { metadata: { a: [1] } } };
  const content = truncatedContent(
    cut({ data, metadata: { flag: true }, execution_count: 3 }).contentBytes ?? fail(),
  );
  assert.deepEqual(Object.keys(Object(content)), ["data", "metadata", "execution_count"]);
  assert.deepEqual(Object(content).metadata, { flag: true });
});

function fail(): never {
  assert.fail("it came as bytes");
}

Deno.test("parseJsonPrefix reads every beginning of a message, and no more than it says", () => {
  const content = {
    execution_count: 12,
    data: {
      "text/plain": 'a "quoted" \\ back\u0001 é 日本 😀 end',
      "application/json": [1, [2, { a: null }], "x"],
    },
    metadata: { flag: true },
  };
  const text = JSON.stringify(content).replace("日", "\\u65e5");
  const bytes = encoder.encode(text);
  for (let length = 1; length < bytes.length; length++) {
    const read = JSON.stringify(parseJsonPrefix(bytes, length));
    // Without what was closed, it is how the whole begins.
    assert.ok(JSON.stringify(content).startsWith(read.replace(/["\]}]+$/, "")), `${length}: ${read}`);
  }
  assert.deepEqual(parseJsonPrefix(bytes, bytes.length), content);
});

Deno.test("parseJsonPrefix keeps the head of a text that is cut", () => {
  const bytes = encoder.encode(
    JSON.stringify({ status: "error", evalue: "x".repeat(3_000_000), ename: "E" }),
  );
  const read = parseJsonPrefix(bytes, 2_000_000);
  assert.deepEqual(Object.keys(Object(read)), ["status", "evalue"]);
  assert.match(Object(read).evalue, /^x{900000,}$/);
});
