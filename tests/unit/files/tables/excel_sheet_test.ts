import assert from "node:assert/strict";
import { readSheetRows } from "../../../../src/files/tables/excel_sheet.ts";

async function* sheet(rows: number): AsyncGenerator<string> {
  yield `<worksheet><dimension ref="A1:A${rows}"/><sheetData>`;
  for (let row = 1; row <= rows; row++) yield `<row r="${row}"><c r="A${row}"><v>${row}</v></c></row>`;
  yield "</sheetData></worksheet>";
  await Promise.resolve();
}

Deno.test("readSheetRows counts all rows while there is time", async () => {
  const { rows, total, declaredRows } = await readSheetRows(sheet(50), {
    limit: 3,
    countTime: 500,
    now: () => 0,
  });
  assert.deepEqual([rows.length, total, declaredRows], [3, 50, 50]);
});

Deno.test("readSheetRows stops counting when its time is over, and says what the sheet says", async () => {
  let time = 0;
  const { rows, total, declaredRows, counted } = await readSheetRows(sheet(50), {
    limit: 3,
    countTime: 500,
    now: () => time += 100,
  });
  assert.deepEqual([rows.length, total, declaredRows], [3, null, 50]);
  assert.ok(counted.rows >= 3 && counted.rows < 50, `${counted.rows} rows`);
  assert.ok(Math.abs(counted.characters - 47 - counted.rows * 42) < 80, `${counted.characters} characters`);
});

Deno.test("readSheetRows leaves the phonetic reading out of a text in its cell", async () => {
  async function* text() {
    yield '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>東京</t>';
    yield '<rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c></row></sheetData></worksheet>';
    await Promise.resolve();
  }
  const { rows } = await readSheetRows(text(), { limit: 3, countTime: 500 });
  assert.deepEqual(rows[0]?.map((cell) => cell.text), ["東京"]);
});
