import assert from "node:assert/strict";
import { findDelimiter, parseCsv } from "../../../../src/files/tables/csv.ts";

function records(text: string, delimiter = ",", isWhole = true) {
  return parseCsv(text, { delimiter, isWhole }).records;
}

Deno.test("parseCsv reads quoted fields, line ends within them, and doubled marks", () => {
  assert.deepEqual(records('a,b\r\n"1,5","x\ny"\n"say ""hi""",\n'), [
    ["a", "b"],
    ["1,5", "x\ny"],
    ['say "hi"', ""],
  ]);
  assert.deepEqual(records("a\rb\rc"), [["a"], ["b"], ["c"]]);
  assert.deepEqual(records("\n\na\n\n"), [["a"]]);
  assert.deepEqual(records('a"b,c\n'), [['a"b', "c"]]);
  assert.deepEqual(records(""), []);
});

Deno.test("parseCsv leaves a record that the text cuts off", () => {
  const cut = parseCsv('a,b\n1,2\n3,"open\nand', { delimiter: ",", isWhole: false });
  assert.deepEqual(cut.records, [["a", "b"], ["1", "2"]]);
  assert.equal(cut.length, 8);
});

Deno.test("parseCsv gives back what was written, whatever the fields hold", () => {
  const pieces = ["", "a", ",", '"', '""', "\n", "\r\n", ";", "売", " ", "\t"];
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 2_000; round++) {
    const rows = Array.from(
      { length: 1 + next(4) },
      () =>
        Array.from(
          { length: 2 + next(3) },
          () => Array.from({ length: next(5) }, () => pieces[next(pieces.length)] ?? "").join(""),
        ),
    );
    const text = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")).join(
      "\n",
    );
    assert.deepEqual(records(text), rows, JSON.stringify(text));
  }
});

Deno.test("findDelimiter finds what separates, also where texts hold commas", () => {
  assert.equal(findDelimiter("a,b\n1,2\n", true), ",");
  assert.equal(findDelimiter("a;b\n1,5;2,5\n", true), ";");
  assert.equal(findDelimiter("a\tb\nx, y\tz\n", true), "\t");
  assert.equal(findDelimiter("a|b|c\n1|2|3\n", true), "|");
  assert.equal(findDelimiter("one column\nof text\n", true), ",");
});
