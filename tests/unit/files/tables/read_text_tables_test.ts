import assert from "node:assert/strict";
import type { ByteSource } from "../../../../src/files/byte_source.ts";
import type { HeadOptions } from "../../../../src/files/table_head.ts";
import { readTable } from "../../../../src/files/tables/read_table.ts";

function sourceOf(path: string, content: string | Uint8Array): ByteSource {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    path,
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    async *stream() {
      yield await Promise.resolve(bytes);
    },
  };
}

const read = (path: string, content: string | Uint8Array, options: Partial<HeadOptions> = {}) =>
  readTable(sourceOf(path, content), { rows: 5, ...options });

Deno.test("readTable keeps whole numbers of JSON exact", async () => {
  for (
    const [path, text] of [["a.json", '[{"n": 9007199254740993}]'], ["a.jsonl", '{"n": 9007199254740993}\n']]
  ) {
    const { columns, head } = await read(path ?? "", text ?? "");
    assert.deepEqual(columns, [{ name: "n", dtype: "int64" }]);
    assert.deepEqual(head, [["9007199254740993"]]);
  }
  const { head } = await read("a.json", '[{"s": "12345678901234567890", "f": 0.12345678901234568, "i": 7}]');
  assert.deepEqual(head, [["12345678901234567890", 0.12345678901234568, 7]]);
});

Deno.test("readTable reads the numbers that Python writes and JSON does not have", async () => {
  const { head } = await read("a.json", '[{"a": NaN, "b": Infinity, "c": -Infinity, "d": "NaN \\" NaN"}]');
  assert.deepEqual(head, [[null, "inf", "-inf", 'NaN " NaN']]);
  const { head: texts, columns } = await read("a.csv", "a\n1.5\ninf\n-Infinity\nINF\n");
  assert.deepEqual([texts, columns[0]?.dtype], [[[1.5], ["inf"], ["-inf"], ["inf"]], "float64"]);
  await assert.rejects(read("a.json", '[{"a": NaNa}]'), /not valid JSON/);
  await assert.rejects(read("a.json", `[{"a": NaN, "b": "${"x".repeat(200)}`), /not valid JSON/);
});

Deno.test("readTable reads JSON Lines in a .json file, and says so", async () => {
  const { rows, notes, format } = await read("a.json", '{"a": 1}\n{"a": 2}\n');
  assert.deepEqual([rows, format], [2, "jsonl"]);
  assert.match(String(notes), /JSON Lines/);
  assert.equal((await read("a.json", '{\n"a": 1}\n')).format, "json");
});

Deno.test("readTable cuts long texts of a delimited file, and says so", async () => {
  const { head, notes } = await read("a.csv", `a,b\n1,${"x".repeat(400_000)}\n2,short\n`);
  assert.deepEqual(head, [[1, `${"x".repeat(200)}…`], [2, "short"]]);
  assert.match(String(notes), /cut after 200 characters/);
});

Deno.test("readTable says that bytes of a text were replaced", async () => {
  const text = new TextEncoder().encode("stadt,n\nKöln,1\nMünchen,2\n");
  const { facts, head, notes } = await read("a.csv", new Uint8Array([...text, 0xff, 0x2c, 0x33, 0x0a]));
  assert.deepEqual([facts?.["encoding"], head[1], head[2]], ["utf-8", ["München", 2], ["\ufffd", 3]]);
  assert.match(String(notes), /not valid/);
});

Deno.test("readTable says where a quotation mark is never closed", async () => {
  const { notes } = await read("a.csv", 'a,b\n1,"open\n2,3\n');
  assert.match(String(notes), /never closed/);
  assert.deepEqual((await read("a.csv", 'a,b\n1,"closed"')).notes, []);
});

Deno.test("readTable says that a row is too long to be shown", async () => {
  const { head, notes } = await read("a.csv", `a,b\n1,${"x".repeat(9_000_000)}`);
  assert.deepEqual(head, []);
  assert.match(String(notes), /No row is shown: the first is longer than/);
});

Deno.test("readTable takes the encoding that it is told", async () => {
  const bytes = Uint8Array.fromHex("612c620ae92c310a");
  assert.deepEqual((await read("a.csv", bytes, { encoding: "cp1251" })).head, [["й", 1]]);
  await assert.rejects(read("a.csv", bytes, { encoding: "klingon" }), /no such encoding/);
});

Deno.test("readTable names the bad line of JSON Lines as file_read counts it", async () => {
  await assert.rejects(read("a.jsonl", '{"a": 1}\n\n\n{"a": \n'), /line 4 of it is not valid JSON/);
});

Deno.test("readTable takes no notebook for a table, whatever its name is", async () => {
  const notebook = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}';
  for (const path of ["a.ipynb", "a.json"]) {
    await assert.rejects(read(path, notebook), { code: "not_a_table", message: /it is a notebook/ });
  }
});
