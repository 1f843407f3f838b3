import assert from "node:assert/strict";
import { type CsvOptions, findDelimiter, parseCsv } from "../../../../src/files/tables/csv.ts";

function records(text: string, options: Partial<CsvOptions> = {}) {
  const { count, fields } = parseCsv(text, { delimiter: ",", isWhole: true, ...options });
  return Array.from({ length: count }, (_, record) => fields(record));
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
  const text = 'a,b\n1,2\n3,"open\nand';
  assert.deepEqual(records(text, { isWhole: false }), [["a", "b"], ["1", "2"]]);
  assert.equal(parseCsv(text, { delimiter: ",", isWhole: false }).length, 8);
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

Deno.test("parseCsv is lenient with what people type if it is told to be", () => {
  const text = 'a , "b" x\n  \n 1," 2\r\n"y,3\n\rz';
  assert.deepEqual(records(text, { isLenient: true }), [["a", "b"], ["1", "2", "3"], ["z"]]);
  assert.deepEqual(records(text), [["a ", ' "b" x'], ["  "], [" 1", " 2\r\ny", "3"], ["z"]]);
  assert.deepEqual(records('"a"\rb', { isLenient: true }), [["a"], ["b"]]);
});

Deno.test("parseCsv cuts one field out of a record", () => {
  const { field } = parseCsv('a,"x,y",c\n1\n', { delimiter: ",", isWhole: true });
  assert.deepEqual([field(0, 1), field(0, 2), field(0, 3), field(1, 0), field(1, 1)], [
    "x,y",
    "c",
    null,
    "1",
    null,
  ]);
});

Deno.test("parseCsv takes linear time for a single column without a delimiter", () => {
  const rows = 200_000;
  const { count, field } = parseCsv("12345\n".repeat(rows), {
    delimiter: ",",
    isWhole: true,
    isLenient: true,
  });
  const sum = Array.from({ length: count }, (_, row) => Number(field(row, 0))).reduce((a, b) => a + b, 0);
  assert.equal(sum, 12_345 * rows);
});

Deno.test("findDelimiter finds what separates, also if texts hold commas", () => {
  assert.equal(findDelimiter("a,b\n1,2\n", true), ",");
  assert.equal(findDelimiter("a;b\n1,5;2,5\n", true), ";");
  assert.equal(findDelimiter("a\tb\nx, y\tz\n", true), "\t");
  assert.equal(findDelimiter("a|b|c\n1|2|3\n", true), "|");
  assert.equal(findDelimiter("one column\nof text\n", true), ",");
});
