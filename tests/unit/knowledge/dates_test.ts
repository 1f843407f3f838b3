import assert from "node:assert/strict";
import { parseMoment, parseSpan } from "../../../src/knowledge/dates.ts";

const iso = (text: string) => {
  const span = parseSpan(text);
  return span === undefined
    ? undefined
    : [new Date(span.from).toISOString(), new Date(span.until).toISOString()];
};

Deno.test("parseSpan reads years, months, days and moments, without a zone as UTC", () => {
  assert.deepEqual(iso("2026"), ["2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]);
  assert.deepEqual(iso("2026-12"), ["2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]);
  assert.deepEqual(iso("2024-02-29"), ["2024-02-29T00:00:00.000Z", "2024-03-01T00:00:00.000Z"]);
  assert.deepEqual(iso("2026-01-01T10:30"), ["2026-01-01T10:30:00.000Z", "2026-01-01T10:31:00.000Z"]);
  assert.deepEqual(iso("2026-01-01 10:30:05"), ["2026-01-01T10:30:05.000Z", "2026-01-01T10:30:06.000Z"]);
  assert.deepEqual(iso("2026-01-01T10:30:05.123456Z"), [
    "2026-01-01T10:30:05.123Z",
    "2026-01-01T10:30:05.124Z",
  ]);
  assert.deepEqual(iso("2026-01-01T00:30:00-02:30"), [
    "2026-01-01T03:00:00.000Z",
    "2026-01-01T03:00:01.000Z",
  ]);
});

Deno.test("parseSpan refuses what is not a date", () => {
  for (
    const text of ["", "x", "26-01-01", "2026-1-1", "2026-00-01", "2026-13-01", "2026-02-30", "2025-02-29"]
  ) {
    assert.equal(parseSpan(text), undefined, text);
  }
  for (
    const text of [
      "2026-01-01T24:00:00",
      "2026-01-01T10:60",
      "0050-01-01",
      "2026-01-01T",
      "2026/01/01",
      "2026-01-01T10:00+25:00",
      "2026-01-01T10:00+01:60",
    ]
  ) {
    assert.equal(parseSpan(text), undefined, text);
  }
});

Deno.test("parseMoment wants at least a day", () => {
  assert.equal(parseMoment("2026"), undefined);
  assert.equal(parseMoment("2026-01"), undefined);
  assert.equal(parseMoment("2026-01-02"), Date.UTC(2026, 0, 2));
});
