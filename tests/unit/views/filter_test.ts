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
  // Whole numbers that JSON would round, with all of their digits.
  ["price = 1234567890123456789", {
    ...range,
    place: 1,
    low: "1234567890123456789",
    high: "1234567890123456789",
  }],
  ["price >= +9,007,199,254,740,993", { ...range, place: 1, low: "9007199254740993" }],
  ["-1234567890123456789", { ...plain, text: "-1234567890123456789", number: "-1234567890123456789" }],
  ["9007199254740991", { ...plain, text: "9007199254740991", number: 9007199254740991 }],
  // Times.
  ["day >= 2024-05-05 11:00", { ...range, place: 2, low: "2024-05-05T11:00:00" }],
  ["day >= '2024-05-05T11:00:30'", { ...range, place: 2, low: "2024-05-05T11:00:30" }],
  ["day > 2024-12-31 23:59", { ...range, place: 2, low: "2025-01-01T00:00:00" }],
  ["day = 2024-05-05 11:00:30.25", {
    ...range,
    place: 2,
    low: "2024-05-05T11:00:30.250000",
    high: "2024-05-05T11:00:30.260000",
    high_open: true,
  }],
  ["day < 2024-05-05 11:00Z", { ...range, place: 2, high: "2024-05-05T11:00:00", high_open: true }],
  ["2024-05-05 10:00:00", {
    ...plain,
    text: "2024-05-05 10:00:00",
    low: "2024-05-05T10:00:00",
    high: "2024-05-05T10:00:01",
  }],
  ["2024-05-05 25:00", { ...plain, text: "2024-05-05 25:00" }],
  // No such column, no such order, no value: looked for as a text.
  ["weight > 3", { ...plain, text: "weight > 3" }],
  ["city > Rome", { ...plain, text: "city > Rome" }],
  ["price > cheap", { ...plain, text: "price > cheap" }],
  ["price >", { ...plain, text: "price >" }],
];

for (const [typed, condition] of cases) {
  Deno.test(`the filter box reads "${typed}"`, () => {
    assert.deepEqual(readFilter(typed, columns).condition, condition);
  });
}

const notes: readonly (readonly [typed: string, note: string | undefined])[] = [
  ["Rome", undefined],
  ["price > 100", undefined],
  ["price >", undefined],
  ["<img src=x>", undefined],
  ["weight > 3", 'No column "weight": "weight > 3" is searched as text'],
  ["'weight' = 3", 'No column "weight": "\'weight\' = 3" is searched as text'],
  ["price > cheap", '"cheap" is not a number: "price > cheap" is searched as text'],
  ["day > soon", '"soon" is not a date or time: "day > soon" is searched as text'],
  ["city > Rome", '"city" is compared only with = and !=: "city > Rome" is searched as text'],
  [
    "price >= 1 and city = x",
    '"1 and city = x" is not a number: "price >= 1 and city = x" is searched as text',
  ],
  ["city = x and price > 1", 'Only one comparison is read: "x and price > 1" is taken as one value'],
  [
    "day > 2024-05-05 11:00+02:00",
    "Times are those of the column, in its own zone: the zone in the filter is not used",
  ],
];

for (const [typed, note] of notes) {
  Deno.test(`of "${typed}" the filter box says ${note ?? "nothing"}`, () => {
    assert.equal(readFilter(typed, columns).note, note);
  });
}

Deno.test("a column that is not listed is not said to be missing", () => {
  assert.match(readFilter("last > 3", columns, 3_000).note ?? "", /^No column "last" among the first 4:/);
});
