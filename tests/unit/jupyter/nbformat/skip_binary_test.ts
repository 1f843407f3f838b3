import assert from "node:assert/strict";
import { withoutBinary } from "../../../../src/jupyter/nbformat/skip_binary.ts";

/** A file that comes in pieces of so many bytes. */
async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.slice(at, at + size));
}

const picture = "iVBORw0KGgo" + "A".repeat(500);

async function joined(parts: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(parts)).join("");
}

/** A value as it is left; the same in whatever pieces the file comes. */
async function left(value: unknown, indent?: number): Promise<unknown> {
  const text = JSON.stringify(value, undefined, indent);
  const whole = await joined(withoutBinary(pieces(text, text.length * 4)));
  for (const size of [1, 2, 3, 7, 64, 300]) {
    assert.equal(await joined(withoutBinary(pieces(text, size))), whole);
  }
  return JSON.parse(whole);
}

Deno.test("withoutBinary leaves out pictures and keeps what is beside them", async () => {
  const data = { "image/png": picture, "text/plain": ["<Figure>\n", "日本 🚀"], "image/svg+xml": "<svg/>" };
  for (const indent of [undefined, 1]) {
    assert.deepEqual(await left({ cells: [{ outputs: [{ data }] }] }, indent), {
      cells: [{ outputs: [{ data: { ...data, "image/png": "" } }] }],
    });
  }
});

Deno.test("withoutBinary leaves out lists of lines, and nothing behind them", async () => {
  const value = { "image/jpeg": [picture, picture], next: ["a", "b"], "audio/wav": picture, last: "z" };
  assert.deepEqual(await left(value), {
    "image/jpeg": ["", ""],
    next: ["a", "b"],
    "audio/wav": "",
    last: "z",
  });
});

Deno.test("withoutBinary keeps texts that only look like names, quotes and backslashes", async () => {
  const value = {
    source: 'x = {"image/png": "kept"}\\',
    list: ["image/png", '"', "\\", '\\"', ":", "image/png"],
    "image/png": { width: 5, "title": "kept" },
    after: "kept",
    empty: "",
  };
  assert.deepEqual(await left(value), value);
});

Deno.test("withoutBinary passes over escaped quotes of what it leaves out", async () => {
  assert.deepEqual(await left({ "image/png": '\\"a\\\\"', b: "kept" }), { "image/png": "", b: "kept" });
});

Deno.test("withoutBinary leaves what is no JSON none", async () => {
  for (const text of ["", "{", '{"image/png": "', "hello", '{"a": "b']) {
    assert.throws(() => JSON.parse(text));
    const kept = await joined(withoutBinary(pieces(text, 3)));
    assert.throws(() => JSON.parse(kept));
  }
});

Deno.test("withoutBinary refuses bytes that are not UTF-8", async () => {
  const bytes = [new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])];
  await assert.rejects(joined(withoutBinary(ReadableStream.from(bytes))), TypeError);
});
