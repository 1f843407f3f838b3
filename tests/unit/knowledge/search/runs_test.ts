import assert from "node:assert/strict";
import { runsOf } from "../../../../src/knowledge/search/runs.ts";

Deno.test("runsOf parts words from scripts that write no spaces, and leaves out what is between", () => {
  const shown = (text: string) => runsOf(text).map(({ text, dense }) => `${text}${dense ? "*" : ""}`);
  const table: readonly (readonly [string, readonly string[]])[] = [
    ["", []],
    ["→ 💥 !!", []],
    ["Login error", ["login", "error"]],
    ["売上login分析、ＤＢ", ["売上*", "login", "分析*", "db"]],
    ["ﾃﾞｰﾀ々〇", ["データ々〇*"]],
    ["Cafe\u0301 naïve", ["café", "naïve"]],
    // A mark goes with what is before it, and stands for itself where nothing is.
    ["は\u20dda", ["は\u20dd*", "a"]],
    [" \u0301b", ["\u0301b"]],
    ["a\u20dd売\u20dd", ["a\u20dd", "売\u20dd*"]],
    // Characters outside the first plane.
    ["𠮷野家𝒳", ["𠮷野家*", "x"]],
    ["𐐀𐐁a", ["𐐨𐐩a"]],
    ["ภาษาไทย", ["ภาษาไทย*"]],
  ];
  for (const [text, expected] of table) assert.deepEqual(shown(text), expected, text);
});
