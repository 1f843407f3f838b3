import assert from "node:assert/strict";
import { bytesSource } from "../../../../src/files/byte_source.ts";
import { readTable } from "../../../../src/files/tables/read_table.ts";

/** A ZIP archive whose files are stored as they are. */
function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [path, text].map((one) => new TextEncoder().encode(one));
    assert.ok(name !== undefined && content !== undefined);
    const local = new DataView(new ArrayBuffer(30));
    local.setUint32(0, 0x04034b50, true);
    local.setUint16(26, name.length, true);
    const entry = new DataView(new ArrayBuffer(46));
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint32(20, content.length, true);
    entry.setUint32(24, content.length, true);
    entry.setUint16(28, name.length, true);
    entry.setUint32(42, offset, true);
    parts.push(new Uint8Array(local.buffer), name, content);
    directory.push(new Uint8Array(entry.buffer), name);
    offset += 30 + name.length + content.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint32(12, directory.reduce((sum, { length }) => sum + length, 0), true);
  end.setUint32(16, offset, true);
  const all = [...parts, ...directory, new Uint8Array(end.buffer)];
  return Uint8Array.from(all.flatMap((part) => [...part]));
}

/** A workbook of one sheet with a column of numbers. */
function workbookOf(count: number): Uint8Array {
  const rows = Array.from({ length: count }, (_, row) => `<row><c><v>${row}</v></c></row>`);
  return zipOf({
    "xl/workbook.xml": '<workbook><sheets><sheet name="one" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row><c t="inlineStr"><is><t>n</t></is></c></row>${
      rows.join("")
    }</sheetData></worksheet>`,
  });
}

Deno.test("readTable gives as many rows of a workbook as are asked for", async () => {
  const source = bytesSource("a.xlsx", workbookOf(2172));
  const all = await readTable(source, { rows: 50_000 });
  assert.deepEqual([all.head.length, all.rows, all.head.at(-1)], [2172, 2172, [2171]]);
  const some = await readTable(source, { rows: 700 });
  assert.deepEqual([some.head.length, some.rows], [700, 2172]);
  const few = await readTable(source, { rows: 3 });
  assert.deepEqual([few.head, few.rows], [[[0], [1], [2]], 2172]);
});
