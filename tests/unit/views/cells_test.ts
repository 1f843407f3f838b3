import assert from "node:assert/strict";
import {
  aboutTable,
  barOf,
  cellText,
  fullText,
  shortType,
  unlistedColumns,
} from "../../../src/views/table/cells.ts";
import { aboutCopy, toCsv } from "../../../src/views/table/csv.ts";

Deno.test("cells are written as a person reads them", () => {
  const cases: readonly (readonly [value: unknown, text: string | undefined])[] = [
    [null, undefined],
    ["", ""],
    ["<b>", "<b>"],
    [3, "3"],
    [123456789, "123456789"],
    [1_234_567_890_123_456, "1234567890123456"],
    [0.1 + 0.2, "0.3"],
    [1 / 3, "0.333333"],
    [139.691711, "139.691711"],
    [-1234.56789, "-1234.56789"],
    [1_234_567_890.12345678, "1234567890.123457"],
    [0.000_012_345_678, "0.0000123457"],
    [-1.23456789e-12, "-1.23457e-12"],
    [5e-324, "5e-324"],
    [1e300, "1e+300"],
    ["inf", "inf"],
    [true, "true"],
    [[1, null, "a"], '[1,null,"a"]'],
    [{ k: 1 }, '{"k":1}'],
  ];
  for (const [value, text] of cases) assert.equal(cellText(value), text);
  assert.equal(cellText("2024-01-01T10:00:00", "time"), "2024-01-01 10:00:00");
  assert.equal(fullText(0.1 + 0.2), "0.30000000000000004");
});

Deno.test("bars begin at zero and stay within their column", () => {
  assert.deepEqual(barOf(5, { low: 0, high: 10 }), { left: 0, width: 50 });
  assert.deepEqual(barOf(5, { low: 4, high: 10 }), { left: 0, width: 50 });
  assert.deepEqual(barOf(-5, { low: -10, high: 10 }), { left: 25, width: 25 });
  assert.deepEqual(barOf(-5, { low: -10, high: -1 }), { left: 50, width: 50 });
  assert.deepEqual(barOf(50, { low: 0, high: 10 }), { left: 0, width: 100 });
  assert.equal(barOf(NaN, { low: 0, high: 10 }), undefined);
  assert.equal(barOf(0, { low: 0, high: 0 }), undefined);
  assert.equal(barOf(1, { low: NaN, high: NaN }), undefined);
});

Deno.test("CSV quotes what it must and leaves missing values empty", () => {
  const csv = toCsv([["a", "b,c"], [1, null], ['say "hi"', "x\ny"], [[1, 2], 0.1 + 0.2], ["", false]]);
  assert.equal(
    csv,
    'a,"b,c"\r\n1,\r\n"say ""hi""","x\ny"\r\n"[1,2]",0.30000000000000004\r\n"",false\r\n',
  );
});

Deno.test("what was copied is said, and what is missing from it", () => {
  const all = { matching: 3, isFiltered: false, columns: 2, width: 2, isShortened: false, isFirst: false };
  assert.equal(aboutCopy({ ...all, rows: 3 }), "Copied 3 rows");
  assert.equal(aboutCopy({ ...all, rows: 3, isFiltered: true }), "Copied 3 matching rows");
  assert.equal(aboutCopy({ ...all, rows: 3, width: 30 }), "Copied 3 rows, 2 of 30 columns");
  assert.equal(
    aboutCopy({ ...all, rows: 1_000, matching: 5_000_000, isShortened: true, isFirst: true }),
    "Copied the first 1,000 of 5,000,000 rows that were read, long values shortened",
  );
});

Deno.test("long types are shortened", () => {
  assert.equal(shortType("Datetime(time_unit='us', time_zone=None)"), "Datetime");
  assert.equal(shortType("timestamp[us]"), "timestamp");
  assert.equal(shortType("float64"), "float64");
});

Deno.test("the heading says how much of a table is shown", () => {
  const columns = Array.from({ length: 500 }, (_, place) => ({
    name: `c${place}`,
    dtype: "int64",
    kind: "number" as const,
  }));
  const table = { type: "DataFrame", rows: 3, width: 500, columns, is_first: false };
  assert.equal(aboutTable(table, { columnsShown: 20 }), "3 rows × 20 of 500 columns · DataFrame");
  assert.equal(aboutTable(table, { columnsShown: 500 }), "3 rows × 500 columns · DataFrame");
  assert.equal(
    aboutTable({ ...table, is_first: true }, { columnsShown: 500, rowsInFile: 90 }),
    "first 3 of about 90 rows × 500 columns · DataFrame",
  );
  assert.equal(
    aboutTable({ ...table, width: 3_000 }, { columnsShown: 20 }),
    "3 rows × 20 of 3,000 columns (the first 500 can be shown) · DataFrame",
  );
  assert.equal(unlistedColumns(table), "");
  assert.match(
    unlistedColumns({ columns, width: 3_000 }),
    /^Only the first 500 of 3,000 columns can be shown/,
  );
});
