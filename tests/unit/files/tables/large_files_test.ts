import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import type { ByteSource } from "../../../../src/files/byte_source.ts";
import { firstElements } from "../../../../src/files/tables/read_json.ts";
import { readTable } from "../../../../src/files/tables/read_table.ts";

/** A file that goes on and on, and counts the bytes that are read of it. */
function endless(path: string, opening: string, line: string) {
  const [head, body] = [opening, line].map((text) => new TextEncoder().encode(text));
  assert.ok(head !== undefined && body !== undefined);
  const counted = { bytes: 0 };
  const source: ByteSource = {
    path,
    size: 5_000_000_000,
    read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (let at = 0; at < bytes.length; at++) {
        const place = start + at;
        bytes[at] = (place < head.length ? head[place] : body[(place - head.length) % body.length]) ?? 0;
      }
      counted.bytes += bytes.length;
      return Promise.resolve(bytes);
    },
    async *stream() {
      yield await Promise.reject(new Error("a large file is not read whole"));
    },
  };
  return { source, counted };
}

Deno.test("readTable reads a small part of a CSV of 5 GB, and guesses its rows", async () => {
  const { source, counted } = endless("a.csv", "id,name\n", '12345,"a, b"\n');
  const table = await readTable(source, { rows: 3 });
  assert.deepEqual(table.columns, [{ name: "id", dtype: "int64" }, { name: "name", dtype: "string" }]);
  assert.equal(table.isRowsExact, false);
  const rows = Math.round(5_000_000_000 / 13);
  assert.ok(Math.abs((table.rows ?? 0) - rows) < rows / 100, `${table.rows}`);
  assert.ok(counted.bytes < 2_000_000, `${counted.bytes} bytes`);
});

Deno.test("readTable tells the rows by the beginning if a server gives nothing else", async () => {
  const { source } = endless("a.csv", "id,name\n", "12345,abcdef\n");
  const fromStart: ByteSource = {
    ...source,
    read: (start, end) =>
      start === 0
        ? source.read(start, end)
        : Promise.reject(new AppError("too_large", "Cannot read: no ranges")),
  };
  const table = await readTable(fromStart, { rows: 1 });
  assert.deepEqual(table.head, [[12345, "abcdef"]]);
  const rows = 5_000_000_000 / 13;
  assert.ok(Math.abs((table.rows ?? 0) - rows) < rows / 100, `${table.rows}`);
});

Deno.test("readTable takes a very long row for one row, not for many", async () => {
  const short = "1,2\n".repeat(100);
  const { source } = endless("a.csv", `a,b\n${short}`, "x");
  const table = await readTable(source, { rows: 1 });
  assert.equal(table.isRowsExact, false);
  // The short rows of the beginning are seen in one of the places that are looked at.
  assert.ok((table.rows ?? 0) < 5_000_000_000 / 5_000, `${table.rows}`);
  const { source: sparse } = endless("a.csv", `a,b\n${"1,2\n".repeat(20_000)}`, "\0");
  const rows = (await readTable(sparse, { rows: 1 })).rows ?? 0;
  assert.ok(Math.abs(rows - 5_000_000_000 / 4) < 5_000_000_000 / 40, `${rows}`);
});

Deno.test("readTable reads a small part of JSON of 5 GB, as lines or as an array", async () => {
  for (
    const [path, opening, line] of [["a.jsonl", "", '{"id": 1}\n'], ["a.json", "[", '{"id": 1},\n']] as const
  ) {
    const { source, counted } = endless(path, opening, line);
    const table = await readTable(source, { rows: 3 });
    assert.deepEqual(table.columns, [{ name: "id", dtype: "int64" }]);
    assert.equal(table.isRowsExact, false);
    const rows = 5_000_000_000 / line.length;
    assert.ok(Math.abs((table.rows ?? 0) - rows) < rows / 50, `${table.rows}`);
    assert.ok(counted.bytes < 2_000_000, `${counted.bytes} bytes`);
  }
});

Deno.test("firstElements takes whole elements only, whatever their strings hold", () => {
  const text = '[{"a": "]},["}, [1, [2]], "x\\"]", 5, {"open": [';
  assert.deepEqual(firstElements(text, 10).elements, ['{"a": "]},["}', "[1, [2]]", '"x\\"]"', "5"]);
  assert.deepEqual(firstElements(text, 2).elements.length, 2);
  assert.deepEqual(firstElements("[]", 10).elements, []);
  assert.deepEqual(firstElements('{"a": 1}', 10).elements, []);
});

Deno.test("readTable reads on until the rows asked for are there, however long they are", async () => {
  const field = "x".repeat(50_000);
  for (
    const [path, opening, line] of [
      ["a.csv", "a,b\n", `${field},${field}\n`],
      ["a.jsonl", "", `{"a": "${field}", "b": "${field}"}\n`],
      ["a.json", "[", `{"a": "${field}", "b": "${field}"},\n`],
    ] as const
  ) {
    const { source } = endless(path, opening, line);
    const table = await readTable({ ...source, size: 50_000_000 }, { rows: 20 });
    assert.equal(table.head.length, 20);
    const rows = 50_000_000 / line.length;
    assert.ok(Math.abs((table.rows ?? 0) - rows) < rows / 20, `${path} ${table.rows}`);
    assert.doesNotMatch(String(table.notes), /rows of/);
  }
});

Deno.test("readTable says that the head is short, and never counts fewer rows than it shows", async () => {
  const field = "x".repeat(3_000_000);
  for (
    const [path, opening, line] of [
      ["a.csv", "a,b\n", `1,${field}\n`],
      ["a.jsonl", "", `{"a": "${field}"}\n`],
      ["a.json", "[", `{"a": "${field}"},\n`],
    ] as const
  ) {
    const { source, counted } = endless(path, opening, line);
    const table = await readTable({ ...source, size: 50_000_000 }, { rows: 20 });
    assert.ok(table.head.length > 0 && table.head.length < 20);
    assert.ok((table.rows ?? 0) >= table.head.length && (table.rows ?? 0) <= 50_000_000 / 3_000_000 + 1);
    assert.match(String(table.notes), /rows of 20: more are not in the first/);
    assert.ok(counted.bytes < 40_000_000, `${counted.bytes} bytes`);
  }
});
