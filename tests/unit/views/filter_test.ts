import assert from "node:assert/strict";
import type { ViewColumn } from "../../../src/base/view_messages.ts";
import { readFilter } from "../../../src/views/table/filter.ts";

const columns: readonly ViewColumn[] = [
  { name: "city", dtype: "str", kind: "text" },
  { name: "price", dtype: "float64", kind: "number" },
  { name: "day", dtype: "datetime64[us]", kind: "time" },
  { name: "a > b", dtype: "int64", kind: "number" },
];

const plain = { kind: "text", number: null, low: null, high: null };
const range = { kind: "range", low: null, high: null, low_open: false, high_open: false, negate: false };

const cases: readonly (readonly [typed: string, condition: unknown])[] = [
  ["", null],
  ["   ", null],
  [" Rome ", { ...plain, text: "Rome" }],
  ["1,200.5", { ...plain, text: "1,200.5", number: 1200.5 }],
  ["2024", { ...plain, text: "2024", number: 2024, low: "2024-01-01", high: "2025-01-01" }],
  ["2024-12", { ...plain, text: "2024-12", low: "2024-12-01", high: "2025-01-01" }],
  ["2024-02-29", { ...plain, text: "2024-02-29", low: "2024-02-29", high: "2024-03-01" }],
  ["price > 100", { ...range, place: 1, low: 100, low_open: true }],
  ["PRICE>=1e3", { ...range, place: 1, low: 1000 }],
  ["price < -2", { ...range, place: 1, high: -2, high_open: true }],
  ["price = 5", { ...range, place: 1, low: 5, high: 5 }],
  ["price != 5", { ...range, place: 1, low: 5, high: 5, negate: true }],
  ["day > 2024-03", { ...range, place: 2, low: "2024-04-01" }],
  ["day <= 2024-03", { ...range, place: 2, high: "2024-04-01", high_open: true }],
  ["day = 2024-03-05", { ...range, place: 2, low: "2024-03-05", high: "2024-03-06", high_open: true }],
  ["city = New York", { kind: "equal", place: 0, text: "New York", negate: false }],
  ["city != Rome", { kind: "equal", place: 0, text: "Rome", negate: true }],
  ["city == 'New York'", { kind: "equal", place: 0, text: "New York", negate: false }],
  ["a > b > 3", { ...range, place: 3, low: 3, low_open: true }],
  ["Price = 5", { ...range, place: 1, low: 5, high: 5 }],
  // No such column, no such order, no value: looked for as a text.
  ["weight > 3", { ...plain, text: "weight > 3" }],
  ["city > Rome", { ...plain, text: "city > Rome" }],
  ["price > cheap", { ...plain, text: "price > cheap" }],
  ["price >", { ...plain, text: "price >" }],
];

for (const [typed, condition] of cases) {
  Deno.test(`the filter box reads "${typed}"`, () => {
    assert.deepEqual(readFilter(typed, columns), condition);
  });
}
