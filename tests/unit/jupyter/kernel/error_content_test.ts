import assert from "node:assert/strict";
import {
  errorContent,
  truncatedContent,
  truncationMarker,
} from "../../../../src/jupyter/kernel/large_content.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";

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

Deno.test("cutContent has the fields of a message before and behind what is missing", () => {
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
