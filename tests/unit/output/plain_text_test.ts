import assert from "node:assert/strict";
import { plainText } from "../../../src/output/plain_text.ts";

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
