import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { putBytes } from "../../harness/files.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { makeTables } from "../../harness/tables.ts";

const textTypes = { id: "int64", price: "float64", name: "string", ok: "bool" };
const columnarTypes = {
  ...textTypes,
  when: "datetime64[us]",
  day: "date",
  amount: "decimal(5, 2)",
  list: "list<int64>",
  struct: "struct",
  bytes: "binary",
  small: "int8",
  big: "int64",
};

const texts: readonly (readonly [string, string, string])[] = [
  ["utf8.csv", "csv", "utf-8"],
  ["bom.csv", "csv", "utf-8-sig"],
  ["utf16.csv", "csv", "utf-16"],
  ["sjis.csv", "csv", "cp932"],
  ["tabs.tsv", "tsv", "utf-8"],
  ["semicolons.csv", "csv", "utf-8"],
  ["zipped.csv.gz", "csv", "utf-8"],
  ["records.json", "json", "utf-8"],
  ["columns.json", "json", "utf-8"],
  ["split.json", "json", "utf-8"],
  ["lines.jsonl", "jsonl", "utf-8"],
];
const columnar = [
  ...["snappy", "zstd", "gzip", "brotli", "lz4", "none"].map((codec) =>
    [`${codec}.parquet`, "parquet"] as const
  ),
  ...["lz4", "zstd", "uncompressed"].map((codec) => [`${codec}.feather`, "feather"] as const),
  ["stream.arrow", "arrow"] as const,
];

Deno.test("data_preview reads files here, without a kernel", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  const folder = await makeTables(jupyter);
  await using connection = await connect({ jupyter });
  const preview = (name: string, args: Record<string, unknown> = {}) =>
    connection.call("data_preview", { path: `${folder}/${name}`, ...args });

  for (const [name, format, encoding] of texts) {
    await t.step(`${name}: columns, types, rows, encoding`, async () => {
      const { json, at } = await preview(name);
      assert.partialDeepStrictEqual(json, {
        path: `${folder}/${name}`,
        format,
        encoding,
        columns: Object.keys(textTypes),
        dtypes: textTypes,
        rows: 1_000,
        rows_exact: true,
      });
      assert.deepEqual(at("head.0"), { id: 1, price: 0, name: "項目 0", ok: true });
      assert.deepEqual(at("head.1"), { id: 2, price: null, name: "項目 1", ok: false });
      assert.equal(at("head.2.name"), 'a "quoted", long\nname');
      assert.equal(at("head.5"), undefined);
    });
  }

  for (const [name, format] of columnar) {
    await t.step(`${name}: columns, types, rows of all batches`, async () => {
      const { json, at } = await preview(name, { rows: 2 });
      assert.partialDeepStrictEqual(json, { format, dtypes: columnarTypes, rows: 1_000, rows_exact: true });
      assert.deepEqual(at("head.1"), {
        id: 2,
        price: null,
        name: "項目 1",
        ok: false,
        when: "2024-01-01T01:00:00",
        day: "2024-02-29",
        amount: 1.5,
        list: [1, 2],
        struct: { a: 1, b: "x" },
        bytes: "<2 bytes>",
        small: 3,
        big: "4611686018427387904",
      });
      assert.equal(at("head.2"), undefined);
    });
  }

  await t.step("book.xlsx: sheets by name and number", async () => {
    const first = await preview("book.xlsx", { rows: 1 });
    assert.partialDeepStrictEqual(first.json, {
      format: "excel",
      dtypes: { ...textTypes, when: "datetime64[us]" },
      rows: 1_000,
      rows_exact: true,
      sheet: "売上",
      sheets: ["売上", "Second"],
    });
    assert.deepEqual(first.at("head.0"), {
      id: 1,
      price: 0,
      name: "項目 0",
      ok: true,
      when: "2024-02-29T12:30:00",
    });
    for (const sheet of ["Second", 1, "1"]) {
      assert.partialDeepStrictEqual((await preview("book.xlsx", { sheet })).json, {
        columns: ["id"],
        rows: 3,
      });
    }
    const wrong = await preview("book.xlsx", { sheet: "Third" });
    assert.equal(wrong.at("error"), "invalid_argument");
    assert.deepEqual(wrong.at("available"), ["売上", "Second"]);
  });

  await t.step("what is cut off, empty or something else is told so", async () => {
    for (const name of ["snappy.parquet", "lz4.feather", "book.xlsx", "zipped.csv.gz", "records.json"]) {
      const whole = await Deno.readFile(join(jupyter.root, folder, name));
      for (const length of [0, 5, 200, whole.length >> 1, whole.length - 1]) {
        const path = await putBytes(jupyter, `${folder}/cut/${length}-${name}`, whole.subarray(0, length));
        const { isError, at, text } = await connection.call("data_preview", { path });
        if (!isError) continue;
        assert.equal(at("error"), "not_a_table", `${path}: ${text}`);
        assert.match(String(at("message")), /^Cannot preview/);
      }
      const { at } = await connection.call("data_preview", { path: `${folder}/cut/0-${name}` });
      assert.match(String(at("message")), /empty/);
    }
    await putBytes(jupyter, `${folder}/noise.parquet`, new Uint8Array(5_000).map((_, n) => n * 7));
    assert.equal((await preview("noise.parquet")).at("error"), "not_a_table");
    await putBytes(jupyter, `${folder}/noise.csv`, new Uint8Array(5_000).map((_, n) => n * 7));
    const noise = await preview("noise.csv");
    assert.equal(noise.at("error"), "unsupported");
    assert.doesNotMatch(noise.string("hint"), /data_preview/);
    await putBytes(jupyter, `${folder}/old.xls`, Uint8Array.fromHex("d0cf11e0a1b11ae1000000000000000000"));
    assert.match((await preview("old.xls")).string("message"), /before 2007/);
    await putBytes(jupyter, `${folder}/some.ipynb`, "{}");
    assert.match((await preview("some.ipynb")).string("hint"), /notebook_get/);
    assert.equal((await preview("utf.csv")).at("available.0"), `${folder}/utf8.csv`);
    assert.equal(
      (await connection.call("data_preview", { path: "../x.csv" })).at("error"),
      "invalid_argument",
    );
  });

  await t.step("odd tables keep their names apart and say what is odd", async () => {
    await putBytes(jupyter, `${folder}/odd.csv`, "a,a,,b\n1,2,3,4\n5,6\n7,8,9,10,11\n");
    const { json, at } = await preview("odd.csv");
    assert.deepEqual(json["columns"], ["a", "a.1", "Unnamed: 2", "b", "Unnamed: 4"]);
    assert.match(String(at("notes.0")), /another number of fields/);
    await putBytes(jupyter, `${folder}/header.csv`, "a,b\n");
    const header = (await preview("header.csv")).json;
    assert.partialDeepStrictEqual(header, { columns: ["a", "b"], rows: 0 });
    assert.deepEqual(header["head"], []);
    await putBytes(jupyter, `${folder}/wide.csv`, `${Array.from({ length: 500 }, (_, n) => `c${n}`)}\n`);
    assert.equal((await preview("wide.csv")).at("columns.499"), "c499");
  });
});

Deno.test("data_preview through a kernel", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  const folder = await makeTables(jupyter);
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection, { notebook_path: `${folder}/deep.ipynb` });
  const preview = (name: string, args: Record<string, unknown> = {}) =>
    connection.call("data_preview", { path: `${folder}/${name}`, ...args });
  const through = (name: string, args: Record<string, unknown> = {}) =>
    preview(name, { session_id: session.id, ...args });

  await t.step("answers the same as without one, and says who read", async () => {
    const names = ["utf8.csv", "bom.csv", "utf16.csv", "sjis.csv", "tabs.tsv", "semicolons.csv", "book.xlsx"];
    for (const name of [...names, ...columnar.map(([name]) => name)]) {
      const { read_by: reader, ...kernel } = (await through(name, { rows: 3 })).json;
      const { read_by: other, ...here } = (await preview(name, { rows: 3 })).json;
      assert.equal(reader, "kernel", `${name}: ${JSON.stringify(kernel)}`);
      assert.equal(other, "jupyter-mcp");
      assert.deepEqual(kernel, here, name);
    }
  });

  await t.step("names types that pandas notes the same", async () => {
    const dtypes = { zone: "datetime64[us, Asia/Tokyo]", kind: "category" };
    const [here, kernel] = [await preview("zoned.parquet"), await through("zoned.parquet")];
    assert.deepEqual([here.at("dtypes"), kernel.at("dtypes")], [dtypes, dtypes]);
    assert.deepEqual([here.at("head.0.kind"), kernel.at("head.0.kind")], ["a", "a"]);
    assert.equal(Date.parse(here.string("head.0.zone")), Date.parse(kernel.string("head.0.zone")));
  });

  await t.step("takes sheets by name and number", async () => {
    assert.partialDeepStrictEqual((await through("book.xlsx", { sheet: "Second" })).json, { rows: 3 });
    assert.partialDeepStrictEqual((await through("book.xlsx", { sheet: 1 })).json, { sheet: "Second" });
    assert.deepEqual((await through("book.xlsx", { sheet: "no" })).at("available"), ["売上", "Second"]);
  });

  await t.step("shows every column if rows are longer than the header", async () => {
    await putBytes(jupyter, `${folder}/longer.csv`, "a,b\n1,2,3\n4,5,6\n");
    const { json, at } = await through("longer.csv");
    assert.deepEqual(json["head"], (await preview("longer.csv")).json["head"]);
    assert.partialDeepStrictEqual(at("head.0"), { a: 1, b: 2 });
    assert.match(String(at("notes")), /more fields than the header/);
  });

  await t.step(
    "shows missing values beside numbers over 64 bits, and replaced bytes with a note",
    async () => {
      await putBytes(jupyter, `${folder}/huge.csv`, "a,b\n12345678901234567890,1\n,2\n");
      assert.deepEqual((await through("huge.csv")).at("head.1"), { a: null, b: 2 });
      const bytes = [...new TextEncoder().encode("stadt,n\nKöln,1\nMünchen,2\n"), 0xff, 0x2c, 0x33, 0x0a];
      await putBytes(jupyter, `${folder}/broken.csv`, new Uint8Array(bytes));
      const { at, json } = await through("broken.csv");
      assert.deepEqual([json["read_by"], at("head.1.stadt"), at("head.2.stadt")], [
        ...["kernel", "München", "\ufffd"],
      ]);
      assert.match(String(json["notes"]), /not valid/);
    },
  );

  await t.step("does not advise what was done already", async () => {
    await putBytes(jupyter, `${folder}/base.sqlite`, "SQLite format 3\0 and more");
    const { at, string } = await through("base.sqlite");
    assert.equal(at("error"), "unsupported");
    assert.match(string("hint"), /execute_code/);
    assert.doesNotMatch(string("hint"), /session_id/);
  });

  await t.step("leaves no trace in the kernel", async () => {
    const names = "sorted(name for name in globals() if not name.startswith('_'))";
    const before = await session.run(`print(len(In), *${names})`, { record: false });
    await session.run("5", { record: false });
    await through("utf8.csv");
    const after = await session.run(`print(len(In) - 2, *${names}); assert _ == 5`, { record: false });
    assert.equal(after.at("success"), true);
    assert.equal(after.at("stdout"), before.at("stdout"));
  });

  await t.step("works while the kernel is busy", async () => {
    await session.handOver("import time\nprint('begun', flush=True)\ntime.sleep(60)", "begun\n");
    assert.equal((await through("snappy.parquet")).at("rows"), 1_000);
    await connection.call("kernel_interrupt", { session_id: session.id });
  });

  await t.step("reads here what the kernel cannot, and says so", async () => {
    await session.run("import sys; sys.modules['openpyxl'] = None");
    const { at, json } = await through("book.xlsx");
    assert.equal(at("rows"), 1_000, JSON.stringify(json));
    assert.equal(at("read_by"), "jupyter-mcp");
    assert.match(String(at("notes.0")), /openpyxl/);
    assert.equal((await through("lines.jsonl")).at("read_by"), "jupyter-mcp");
    const cut = (await Deno.readFile(join(jupyter.root, folder, "snappy.parquet"))).subarray(0, 500);
    await putBytes(jupyter, `${folder}/cut.parquet`, cut);
    assert.equal((await through("cut.parquet")).at("error"), "not_a_table");
    await putBytes(jupyter, `${folder}/empty.csv`, "");
    assert.equal((await through("empty.csv")).at("error"), "not_a_table");
    assert.equal((await preview("utf8.csv", { session_id: "no such" })).at("error"), "session_not_found");
  });
});
