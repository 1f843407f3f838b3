import assert from "node:assert/strict";
import { collapseRepeats, plainText } from "../../../src/output/plain_text.ts";

Deno.test("plainText removes colours, cursor movements and hyperlinks", () => {
  assert.equal(
    plainText("\x1b[0;31mZeroDivisionError\x1b[0m: \x1b[1mdivision\x1b[22m"),
    "ZeroDivisionError: division",
  );
  assert.equal(plainText("a\x1b[2K\x1b[1Ab\x1b[?25lc"), "abc");
  assert.equal(plainText("\x1b]8;;https://x.org\x1b\\link\x1b]8;;\x1b\\ \x1b]0;title\x07end"), "link end");
  assert.equal(plainText("\x1b(B\x1b=x\x9b31my"), "xy");
});

Deno.test("plainText keeps line breaks and tabs, drops other controls and the BOM", () => {
  assert.equal(plainText("\ufeffa\tb\nc\x00\x07\x7f\x85d"), "a\tb\ncd");
  assert.equal(plainText("売上 é 😀"), "売上 é 😀");
});

Deno.test("plainText survives escapes that are never closed", () => {
  assert.equal(plainText("\x1b]8;;never\nnext"), "\nnext");
  assert.equal(plainText("end\x1b["), "end");
  assert.equal(plainText("end\x1b"), "end");
});

Deno.test("plainText mends half a surrogate pair", () => {
  assert.equal(plainText("a\ud83d"), "a\ufffd");
});

Deno.test("plainText returns ten megabytes without escapes as they are", () => {
  const text = "a line of plain output\n".repeat(450_000);
  assert.equal(plainText(text), text);
  assert.equal(plainText("\x1b[31mred\x1b[0m\n".repeat(10_000)), "red\n".repeat(10_000));
});

Deno.test("collapseRepeats says a repeated line once and how often", () => {
  const text = `start\n${"same line\n".repeat(1000)}end`;
  assert.deepEqual(collapseRepeats(text), {
    text: "start\nsame line\n[the line above repeats 999 more times]\nend",
    collapsed: true,
  });
});

Deno.test("collapseRepeats leaves short texts, short runs and different lines alone", () => {
  const short = "x\n".repeat(100);
  assert.deepEqual(collapseRepeats(short), { text: short, collapsed: false });
  const runs = "a\na\na\nb\n".repeat(3000);
  assert.deepEqual(collapseRepeats(runs), { text: runs, collapsed: false });
});
