import assert from "node:assert/strict";
import { parseData } from "../../../../src/charts/table/parse_data.ts";
import { spreadRows } from "../../../../src/charts/table/raw_table.ts";
import { understandTable } from "../../../../src/charts/table/understand_table.ts";
import { AppError } from "../../../../src/base/errors.ts";
import { bytesSource } from "../../../../src/files/byte_source.ts";
import { readTable } from "../../../../src/files/tables/read_table.ts";

function cells(data: string): unknown[][] {
  const table = parseData(data);
  return [
    [...table.names],
    ...Array.from(
      { length: table.rows },
      (_, row) => table.names.map((_, column) => table.read(column, [row])[0]),
    ),
  ];
}

function kinds(data: string): Record<string, string> {
  const { columns } = understandTable(parseData(data));
  return Object.fromEntries(columns.map((column) => [
    column.name,
    column.kind === "time"
      ? `time ${column.grain}`
      : column.kind === "number"
      ? `number${column.unit}`
      : "category",
  ]));
}

Deno.test("CSV may be delimited by comma, tab, semicolon or pipe", () => {
  for (const delimiter of [",", "\t", ";", "|"]) {
    assert.deepEqual(cells(`a${delimiter}b\n1${delimiter}2\n`), [["a", "b"], ["1", "2"]], delimiter);
  }
});

Deno.test("CSV keeps quoted delimiters, line ends and quotes, and passes over blank lines and a byte order mark", () => {
  assert.deepEqual(cells('\ufeffa,b\r\n"x, y","1\n2"\r\n\r\n"say ""hi""",z\r\n'), [
    ["a", "b"],
    ["x, y", "1\n2"],
    ['say "hi"', "z"],
  ]);
  assert.deepEqual(cells('a,b\n5" pipe,2'), [["a", "b"], ['5" pipe', "2"]]);
});

Deno.test("JSON that ends within a text is refused at once, however long the text is", () => {
  for (const end of ["x".repeat(200), `${"\\\\n".repeat(200)}`, `${"x".repeat(200)}\\`]) {
    assert.throws(() => parseData(`[{"a": NaN, "b": "${end}`), /cannot be parsed/);
  }
  assert.deepEqual(cells('[{"a": NaN, "b": "NaN \\" NaN"}]'), [["a", "b"], [null, 'NaN " NaN']]);
});

Deno.test("JSON may be rows, columns, or either within an object", () => {
  const wanted = [["a", "b"], [1, "x"], [2, "y"]];
  for (
    const data of [
      '[{"a":1,"b":"x"},{"a":2,"b":"y"}]',
      '{"a":[1,2],"b":["x","y"]}',
      '{"columns":["a","b"],"data":[[1,"x"],[2,"y"]]}',
      '{"data":[{"a":1,"b":"x"},{"a":2,"b":"y"}]}',
      '{"records":[{"a":1,"b":"x"},{"a":2,"b":"y"}]}',
      '{"rows":[{"a":1,"b":"x"},{"a":2,"b":"y"}]}',
      '[["a","b"],[1,"x"],[2,"y"]]',
      '{"a":1,"b":"x"}\n{"a":2,"b":"y"}',
    ]
  ) assert.deepEqual(cells(data), wanted, data);
});

Deno.test("what is no table is refused with what to send instead", () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['{"region":{"north":{"sales":[1,2]}}}', "not_a_table"],
    ["[]", "not_a_table"],
    ['[1,"a"]', "not_a_table"],
    ["{", "invalid_argument"],
    ["   ", "invalid_argument"],
    ["a,b\n", "invalid_argument"],
    ["1,2\n3,4", "invalid_argument"],
    ["a\u0000b,c\n1,2", "invalid_argument"],
    [
      `${Array.from({ length: 101 }, (_, index) => `c${index}`).join(",")}\n${"1,".repeat(100)}1`,
      "too_large",
    ],
  ];
  for (const [data, code] of wrong) {
    assert.throws(
      () => understandTable(parseData(data)),
      (error: unknown) => error instanceof AppError && error.code === code,
      data.slice(0, 40),
    );
  }
});

Deno.test("the limit of fifty megabytes is a clear refusal", () => {
  assert.throws(() => parseData(`a\n${"1\n".repeat(27_000_000)}`), /over 50 MB/);
});

Deno.test("times are found in all the ways they are written", () => {
  const forms: readonly (readonly [string, string, string])[] = [
    ["d", "2024-01-05", "day"],
    ["d", "2024/1/5", "day"],
    ["d", "2024-01", "month"],
    ["d", "2024/1", "month"],
    ["d", "2024年1月", "month"],
    ["d", "2024年1月5日", "day"],
    ["d", "1月", "month_of_year"],
    ["d", "Q3", "quarter_of_year"],
    ["d", "2024Q3", "quarter"],
    ["d", "Q3 2024", "quarter"],
    ["d", "Jan 2024", "month"],
    ["d", "January", "month_of_year"],
    ["d", "5 Jan 2024", "day"],
    ["d", "2024-W05", "week"],
    ["d", "令和6年", "year"],
    ["d", "2024年度", "fiscal_year"],
    ["d", "2024-01-05T09:30:00Z", "time"],
    ["d", "31/01/2025", "day"],
    ["year", "2024", "year"],
    ["年", "2024", "year"],
    ["month", "7", "month_of_year"],
    ["年月", "202407", "month"],
    ["date", "20240705", "day"],
  ];
  for (const [name, text, grain] of forms) {
    assert.equal(kinds(`${name},v\n${text},1`)[name], `time ${grain}`, text);
  }
  assert.equal(kinds("n,v\n2024,1")["n"], "number");
});

Deno.test("numbers are found with separators, units, signs and in full width", () => {
  for (
    const text of ["1,234", "¥1,200", "12%", "３．５", "1.2k", "3万", "(300)", "△12", "-4 kg", "1e5", ".5"]
  ) {
    assert.match(kinds(`n\n"${text}"`)["n"] ?? "", /^number/, text);
  }
  assert.equal(kinds("n\n12%\n5%")["n"], "number%");
  assert.equal(kinds("n;m\n1,5;2\n2,25;3")["n"], "number");
  assert.equal(kinds("zip\n0123\n0456")["zip"], "category");
});

Deno.test("ten thousand rows are all looked at, of more only some from everywhere", () => {
  const rows = (count: number) =>
    understandTable(parseData(`a\n${Array.from({ length: count }, (_, row) => row).join("\n")}`));
  assert.equal(rows(10_000).sampledRows, null);
  assert.equal(rows(10_001).sampledRows, 10_000);
  const turns = Array.from({ length: 19_999 }, (_, row) => "ABCD"[row % 4]);
  assert.equal(understandTable(parseData(`a\n${turns.join("\n")}`)).columns[0]?.distinct, 4);
});

Deno.test("rows that are looked at differ, with the first and the last among them", () => {
  for (const [rows, most] of [[19_999, 10_000], [10_001, 10_000], [7, 3], [100_000, 1_000]] as const) {
    const taken = spreadRows(rows, most);
    assert.deepEqual([taken.length, taken[0], taken.at(-1)], [most, 0, rows - 1]);
    assert.ok(taken.every((row, index) => index === 0 || row > (taken[index - 1] ?? 0)));
  }
});

Deno.test("numbers that name a class, a room or a floor are groups, those that measure are numbers", () => {
  assert.deepEqual(
    kinds("クラス,部屋,階,重さ\n1組,101号室,1階,3kg\n2組,102号室,2階,4kg\n3組,103号室,1階,5kg\n"),
    { クラス: "category", 部屋: "category", 階: "category", 重さ: "numberkg" },
  );
});

Deno.test("charts and previews find the same columns in a text", async () => {
  const texts: Readonly<Record<string, readonly string[]>> = {
    "sep=;\na;b\n1,5;2\n": ["a", "b"],
    "sep=;\r\nmonth;sales\r\n2024-01;1\r\n": ["month", "sales"],
    "SEP=|\na,x|b\n1|2\n": ["a,x", "b"],
    "\ufeffsep=\t\na\tb\n1\t2\n": ["a", "b"],
    "sep=x\naxb\n1x2\n": ["a", "b"],
    "a;b\n1,5;2,5\n": ["a", "b"],
    "a\tb\nx, y\tz\n": ["a", "b"],
    '"a;b","c"\n1,2\n': ["a;b", "c"],
    "one column\nof text\n": ["one column"],
  };
  for (const [text, names] of Object.entries(texts)) {
    assert.deepEqual(parseData(text).names, names, text);
    const source = bytesSource("t.csv", new TextEncoder().encode(text));
    const { columns } = await readTable(source, { rows: 1 });
    assert.deepEqual(columns.map(({ name }) => name), names, text);
  }
});
