import assert from "node:assert/strict";
import { exactNumber } from "../../../../src/charts/text/format_number.ts";

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
