import assert from "node:assert/strict";
import { z } from "zod";
import { boundData } from "../../../src/output/bounded_data.ts";

const names = (count: number) => Array.from({ length: count }, (_, at) => `column number ${at}`);
const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const cases: readonly (readonly [what: string, data: Record<string, unknown>, cut: RegExp])[] = [
  ["a text", { text: `first\n${'é"\n'.repeat(100_000)}last` }, /text: [\d,]+ bytes left out/],
  ["a list", { names: names(50_000) }, /names: [\d,]+ of 50,000 items left out/],
  [
    "a table by name",
    { dtypes: Object.fromEntries(names(9_000).map((name) => [name, "int64"])) },
    /dtypes: [\d,]+ of 9,000 items left out/,
  ],
  [
    "many small records",
    { edits: names(900).map((diff) => ({ diff, index: 1 })) },
    /edits: \d+ of 900 items/,
  ],
  [
    "a few large records",
    { edits: [1, 2, 3].map((index) => ({ index, diff: "+".repeat(50_000) })) },
    /edits\[\]\.diff: [\d,]+ bytes/,
  ],
  ["long rows", { head: [names(5_000), names(5_000)] }, /head\[\]: [\d,]+ of 10,000 items/],
  [
    "many fields of all kinds",
    Object.fromEntries(names(30).map((name) => [name, names(500)])),
    /and 22 more fields/,
  ],
  ["notes", { notes: names(9_000) }, /notes: [\d,]+ of 9,000 items/],
];

for (const [what, data, cut] of cases) {
  Deno.test(`boundData cuts ${what} and says so`, () => {
    for (const limit of [2_000, 30_000]) {
      const reply = boundData(data, limit);
      const size = sizeOf(reply);
      assert.ok(size <= limit && size > limit * 0.6, `${size} of ${limit} bytes`);
      const notes = z.array(z.string()).parse(reply["notes"]);
      assert.match(notes.at(-1) ?? "", cut);
      assert.match(notes.at(-1) ?? "", /max_chars/);
      assert.deepEqual(Object.keys(data).filter((key) => !(key in reply)), []);
    }
  });
}

Deno.test("boundData leaves alone what fits, and what is small beside what does not", () => {
  const small = { path: "a.csv", rows: 3, hint: null };
  assert.equal(boundData(small, 1_000), small);
  const { path, rows, hint } = boundData({ ...small, columns: names(1_000) }, 5_000);
  assert.deepEqual({ path, rows, hint }, small);
});

Deno.test("boundData keeps both ends of a list, and only the beginning of a row", () => {
  const { list, rows } = z.looseObject({ list: z.array(z.string()), rows: z.array(z.array(z.string())) })
    .parse(
      boundData({ list: names(1_000), rows: [names(1_000)] }, 4_000),
    );
  assert.deepEqual([list[0], list.at(-1)], ["column number 0", "column number 999"]);
  assert.deepEqual(rows[0], names(1_000).slice(0, rows[0]?.length));
});
