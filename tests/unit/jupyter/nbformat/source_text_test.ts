import assert from "node:assert/strict";
import { withLineEndsOf } from "../../../../src/jupyter/nbformat/source_text.ts";

const cases: readonly (readonly [name: string, old: string, text: string, expected: string])[] = [
  ["Unix lines", "a\nb", "a\nc\n", "a\nc\n"],
  ["Windows lines", "a\r\nb\r\n", "a\nc\nb\n", "a\r\nc\r\nb\r\n"],
  ["old Macintosh lines", "a\rb\rc", "a\nx\nc", "a\rx\rc"],
  ["mixed lines that stay", "a\r\nb\nc\r\nd\r\n", "a\nb\nc\nd\n", "a\r\nb\nc\r\nd\r\n"],
  ["mixed lines with a new one", "a\r\nb\nc\r\nd", "a\nnew\nb\nc\nd", "a\r\nnew\r\nb\nc\r\nd"],
  ["mixed lines with one less", "a\r\nb\nc\r\nd\n", "a\nc\nd\n", "a\r\nc\r\nd\n"],
  ["ends that the caller wrote", "a\nb\r\nc\r\n", "a\r\nb\r\nc\r\n", "a\nb\r\nc\r\n"],
  ["mixed lines with a changed one", "a\r\nb\nc", "a\nb2\nc", "a\r\nb2\nc"],
  ["mixed lines with two changed ones", "a\nb\nd\r\ne\nf", "a\nb\nD\nE\nf", "a\nb\nD\r\nE\nf"],
  ["mixed lines that are all changed", "a\r\nb\nc\nd", "A\nB\nC\nD\nE", "A\r\nB\nC\nD\nE"],
  ["a last line that is no longer the last", "a\r\nb\nc", "a\nb\nc\nd", "a\r\nb\nc\r\nd"],
];

for (const [name, old, text, expected] of cases) {
  Deno.test(`withLineEndsOf keeps the ends of ${name}`, () =>
    assert.equal(withLineEndsOf(text, old), expected));
}
