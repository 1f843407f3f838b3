import assert from "node:assert/strict";
import { comparedNumbers, exactNumber } from "../../../../../src/charts/summary/text/format_number.ts";

Deno.test("sentences write numbers out as long as they are exact, and those that are no longer by their powers", () => {
  const style = { language: "en", unit: "", ratio: false } as const;
  const cases = [
    [1.5e15, "1,500,000,000,000,000"],
    [220_000_000_000_000, "220,000,000,000,000"],
    [1.5e18, "1.50e+18"],
    [0.0000018, "1.80e-6"],
    [-1e-7, "−1.00e-7"],
    [0.00123456, "0.001235"],
    [0, "0"],
  ] as const;
  for (const [value, text] of cases) assert.equal(exactNumber(style, value), text);
  assert.equal(exactNumber({ ...style, unit: "kg" }, 2.2e-9), "2.20e-9 kg");
});

const plain = { language: "en", unit: "", ratio: false } as const;

Deno.test("sentences keep decimals as long as they are few", () => {
  const cases = [
    [1999.99, "1,999.99"],
    [1234.5, "1,234.5"],
    [0.1 + 0.2 + 1000, "1,000.3"],
    [12.000000000001, "12"],
    [1234567.89, "1,234,567.89"],
    [12345678.9, "12,345,679"],
    [1234.5678, "1,235"],
    [49.4567, "49.46"],
  ] as const;
  for (const [value, text] of cases) assert.equal(exactNumber(plain, value), text);
  assert.equal(exactNumber({ ...plain, unit: "$" }, 1999.99), "$1,999.99");
  assert.equal(exactNumber({ ...plain, ratio: true }, 0.12345), "12.35%");
});

Deno.test("numbers that are compared have the digits that tell them apart, and no more", () => {
  const written = (values: readonly number[]) => values.map(comparedNumbers(plain, values));
  assert.deepEqual(written([12345.678, 12345.612]), ["12,345.7", "12,345.6"]);
  assert.deepEqual(written([49.4521, 49.4519, 30]), ["49.4521", "49.4519", "30"]);
  assert.deepEqual(written([1234.5678, 2345.6789]), ["1,235", "2,346"]);
  assert.deepEqual(written([1000.0004, 1000.0004 + 1e-12]), ["1,000", "1,000"]);
  assert.deepEqual(written([]), []);
});
