import assert from "node:assert/strict";
import type { Condition, TableQuery } from "../../../src/base/view_messages.ts";
import { KeptFileTables, rowsToRead } from "../../../src/output/views/file_tables.ts";

const head = {
  format: "csv",
  columns: [
    { name: "city", dtype: "string" },
    { name: "price", dtype: "float64" },
    { name: "day", dtype: "datetime64[us]" },
    { name: "open", dtype: "bool" },
  ],
  head: [
    ["Rome", 3.5, "2024-01-05", true],
    ["Oslo", null, "2024-02-01", false],
    ["Kyoto", 10, null, true],
    [null, -2, "2024-01-31T10:00:00", null],
  ],
  rows: 100,
  isRowsExact: true,
};

const all: TableQuery = {
  offset: 0,
  limit: 10,
  places: [0],
  sort: null,
  condition: null,
  outline: false,
  exact: false,
};
const text = { kind: "text", number: null, low: null, high: null } as const;
const range = {
  kind: "range",
  low: null,
  high: null,
  low_open: false,
  high_open: false,
  negate: false,
} as const;

function opened() {
  const tables = new KeptFileTables();
  const { handle, outline } = tables.add(head);
  const cities = (change: Partial<TableQuery>) =>
    tables.page(handle, { ...all, ...change }).rows.map(([city]) => city);
  return { tables, handle, outline, cities };
}

Deno.test("the first rows of a file are described and paged through", () => {
  const { outline, tables, handle, cities } = opened();
  assert.deepEqual(outline.columns.map(({ kind }) => kind), ["text", "number", "time", "bool"]);
  assert.equal(outline.is_first, true);
  assert.deepEqual(cities({ offset: 1, limit: 2 }), ["Oslo", "Kyoto"]);
  assert.deepEqual(tables.page(handle, { ...all, offset: 9 }), { matching: 4, offset: 3, rows: [[null]] });
  assert.deepEqual(tables.page(handle, { ...all, outline: true }).outline, outline);
});

Deno.test("rows of a file are sorted with missing values last", () => {
  const { cities } = opened();
  assert.deepEqual(cities({ sort: { place: 1, descending: false } }), [null, "Rome", "Kyoto", "Oslo"]);
  assert.deepEqual(cities({ sort: { place: 1, descending: true } }), ["Kyoto", "Rome", null, "Oslo"]);
  assert.deepEqual(cities({ sort: { place: 2, descending: false } }), ["Rome", null, "Oslo", "Kyoto"]);
});

Deno.test("rows of a file are filtered", () => {
  const { cities } = opened();
  const cases: readonly (readonly [Condition, unknown[]])[] = [
    [{ ...text, text: "RO" }, ["Rome"]],
    [{ ...text, text: "10", number: 10 }, ["Kyoto"]],
    [{ ...text, text: "2024-01", low: "2024-01-01", high: "2024-02-01" }, ["Rome", null]],
    [{ ...text, text: "true" }, ["Rome", "Kyoto"]],
    [{ ...range, place: 1, low: 3.5 }, ["Rome", "Kyoto"]],
    [{ ...range, place: 1, low: 3.5, low_open: true }, ["Kyoto"]],
    [{ ...range, place: 2, high: "2024-02-01", high_open: true }, ["Rome", null]],
    [{ kind: "equal", place: 0, text: "oslo", negate: false }, ["Oslo"]],
    [{ kind: "equal", place: 0, text: "oslo", negate: true }, ["Rome", "Kyoto"]],
  ];
  for (const [condition, found] of cases) assert.deepEqual(cities({ condition }), found);
});

Deno.test("columns of a file are profiled", () => {
  const { tables, handle } = opened();
  const { profiles: [city, price] } = tables.profiles(handle, [0, 1, 99]);
  const about = { nulls: 1, nulls_exact: true, sampled: false };
  assert.deepEqual(city, {
    ...about,
    place: 0,
    distinct: 3,
    top: [["Rome", 1], ["Oslo", 1], ["Kyoto", 1]],
    histogram: [1, 1, 1],
  });
  assert.deepEqual([price?.low, price?.high, price?.histogram?.at(-1)], [-2, 10, 1]);
});

Deno.test("a table that is no longer kept is an error that says so", () => {
  const { tables } = opened();
  assert.throws(() => tables.page("file:x", all), { code: "variable_not_found" });
});

Deno.test("fewer rows are read of a wide file", () => {
  assert.deepEqual([3, 500, 100_000].map(rowsToRead), [10_000, 1_000, 100]);
});

Deno.test("a copy of a file's rows says if their texts were shortened", () => {
  const tables = new KeptFileTables();
  const { handle } = tables.add({ ...head, head: [["x".repeat(200)], [`${"x".repeat(200)}…`]] });
  const copy = (offset: number) => tables.page(handle, { ...all, offset, limit: 1, exact: true });
  assert.deepEqual([copy(0).is_shortened, copy(1).is_shortened], [undefined, true]);
});

Deno.test("numbers with more digits than JSON keeps, and times with a zone, are compared exactly", () => {
  const tables = new KeptFileTables();
  const { handle } = tables.add({
    format: "csv",
    columns: [{ name: "id", dtype: "int64" }, { name: "at", dtype: "timestamp[us, UTC]" }],
    head: [
      ["1234567890123456790", "2024-05-05 10:00:00.5Z"],
      ["1234567890123456789", "2024-05-05T11:00:00+00:00"],
      [5, "2024-05-05T10:00:00"],
      ["-1234567890123456789", null],
    ],
    rows: 4,
    isRowsExact: true,
  });
  const found = (change: Partial<TableQuery>) =>
    tables.page(handle, { ...all, places: [0], ...change }).rows.map(([id]) => String(id).slice(-4));
  const exact = "1234567890123456789";
  assert.deepEqual(found({ condition: { ...range, place: 0, low: exact, high: exact } }), ["6789"]);
  assert.deepEqual(found({ condition: { ...range, place: 0, low: "1234567890123456790" } }), ["6790"]);
  assert.deepEqual(found({ condition: { ...range, place: 0, high: 6 } }), ["5", "6789"]);
  assert.deepEqual(found({ condition: { ...text, text: exact, number: exact } }), ["6789"]);
  assert.deepEqual(found({ sort: { place: 0, descending: false } }), ["6789", "5", "6789", "6790"]);
  const low = "2024-05-05T10:00:00";
  const second = { ...range, place: 1, low, high: "2024-05-05T10:00:01", high_open: true };
  assert.deepEqual(found({ condition: second }), ["6790", "5"]);
});

Deno.test("a text is searched in columns beyond those that are listed", () => {
  const tables = new KeptFileTables();
  const columns = Array.from({ length: 1_200 }, (_, place) => ({ name: `c${place}`, dtype: "string" }));
  const rows = [columns.map(() => "x"), columns.map((_, place) => place === 1_199 ? "found" : "y")];
  const { handle, outline } = tables.add({ format: "csv", columns, head: rows, rows: 2, isRowsExact: true });
  assert.deepEqual([outline.columns.length, outline.width], [1_000, 1_200]);
  const page = tables.page(handle, { ...all, condition: { ...text, text: "found" } });
  assert.deepEqual(page.rows, [["y"]]);
});
