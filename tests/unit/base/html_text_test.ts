import assert from "node:assert/strict";
import { markedLines } from "../../../src/base/html_text.ts";

Deno.test("markedLines parts lines and leaves tags out", () => {
  assert.deepEqual(markedLines("<b>North</b><br>region<br />x"), ["North", "region", "x"]);
  assert.deepEqual(markedLines('<a href="http://h">A</a> &amp; <span style="color:red">B</span>'), ["A & B"]);
  assert.deepEqual(markedLines("<br>"), []);
});

Deno.test("markedLines writes raised and lowered digits as such, and marks what has no such letter", () => {
  assert.deepEqual(markedLines("H<sub>2</sub>O x<sup>-1</sup>"), ["H₂O x⁻¹"]);
  assert.deepEqual(markedLines("R<sup>adj</sup> v<sub>max</sub>"), ["R^adj v_max"]);
  assert.deepEqual(markedLines("Sales<br><sup>in thousands</sup>"), ["Sales", "in thousands"]);
});

Deno.test("markedLines keeps what is no tag", () => {
  assert.deepEqual(markedLines("p<0.05 and q>1"), ["p<0.05 and q>1"]);
  assert.deepEqual(markedLines("1 &lt; 2"), ["1 < 2"]);
});
