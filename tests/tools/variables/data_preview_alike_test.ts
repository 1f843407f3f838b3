import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const write = (folder: string) => `
import os, datetime as dt, openpyxl
os.makedirs(${JSON.stringify(folder)}, exist_ok=True)
os.chdir(${JSON.stringify(folder)})
book = openpyxl.Workbook()
sheet = book.active
sheet.append(["opens", "worked", "built_in", "day", "moment", "share"])
for row in range(2):
    sheet.append([0.34375, 1.08888888888889, 2.5, dt.date(2024, 5, 6), dt.datetime(2024, 5, 6, 7, 8), "#N/A" if row else 0.5])
for row in (2, 3):
    for column, code in ((1, "h:mm"), (2, "[h]:mm"), (3, "[h]:mm:ss")):
        sheet.cell(row, column).number_format = code
book.save("times.xlsx")
book = openpyxl.Workbook()
book.active.append(["at", "clock"])
book.active.append([dt.datetime(2024, 1, 1, 8, 15, 0, 250000), dt.time(8, 15, 0, 250000)])
book.save("parts.xlsx")
import pyarrow as pa, pyarrow.parquet, pyarrow.feather
moments = [dt.datetime(2024, 1, 1, 15, tzinfo=dt.timezone.utc)]
zoned = pa.table({
    "wait": pa.array([dt.timedelta(hours=1)], pa.duration("us")),
    "tokyo": pa.array(moments, pa.timestamp("us", "Asia/Tokyo")), "utc": pa.array(moments, pa.timestamp("ms", "UTC")),
})
pa.parquet.write_table(zoned, "zoned.parquet")
pa.parquet.write_table(pa.Table.from_pandas(zoned.to_pandas()), "pandas.parquet")
pa.feather.write_feather(zoned, "zoned.feather")
pa.parquet.write_table(pa.table({"at": pa.array([dt.datetime(2024, 1, 1, 8, 15, 0, 250000)], pa.timestamp("ms")), "f": [float("-inf")]}), "parts.parquet")
wait, tokyo, hour = pa.duration("us"), pa.timestamp("us", "Asia/Tokyo"), dt.timedelta(hours=1)
pa.parquet.write_table(pa.table({
    "waits": pa.array([[hour, None]], pa.list_(wait)), "times": pa.array([moments], pa.list_(tokyo)),
    "stay": pa.array([{"at": moments[0], "n": 1}], pa.struct([("at", tokyo), ("n", pa.int64())])),
    "stays": pa.array([[{"at": None, "waits": [hour]}]], pa.list_(pa.struct([("at", tokyo), ("waits", pa.list_(wait))]))),
}), "nested.parquet")
pa.parquet.write_table(pa.table({"by": pa.array([[("k", hour)]], pa.map_(pa.string(), wait))}), "map.parquet")
open("ends.csv", "w").write("f\\n1.5\\ninf\\n-Infinity\\n")
open("said.csv", "w").write("sep=;\\na;b\\n1,5;2\\n")
open("commas.csv", "w").write("place;amount;share;on\\nN;10,5;0,25;01.02.2024\\nS;-20;;02.02.2024\\nE;1234,56;1,0;03.02.2024\\n")
open("grouped.csv", "w").write("place;amount;point\\nN;1.234,5;0.25\\nS;-20;1.5\\n")
`;

Deno.test("data_preview is the same with a kernel and without", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const folder = `times-${crypto.randomUUID().slice(0, 8)}`;
  const made = await session.run(write(`${jupyter.root}/${folder}`), { timeout: 200 });
  assert.equal(made.at("success"), true, made.text);
  const kernels = [{}, { session_id: session.id }];
  const preview = (name: string, args: Record<string, unknown>) =>
    connection.call("data_preview", { path: `${folder}/${name}`, ...args });

  await t.step(
    "CSV: a first line that names the delimiter is no header, and a sheet is refused",
    async () => {
      for (const kernel of kernels) {
        const said = await preview("said.csv", kernel);
        assert.deepEqual([said.at("columns"), said.at("head"), said.at("rows"), said.at("delimiter")], [
          ["a", "b"],
          [{ a: 1.5, b: 2 }],
          1,
          ";",
        ], said.text);
        const sheet = await preview("said.csv", { ...kernel, sheet: "Data" });
        assert.equal(sheet.at("error"), "invalid_argument", sheet.text);
        assert.match(sheet.string("message"), /sheet "Data".*not an Excel workbook/);
      }
    },
  );

  await t.step("CSV: decimal commas, as charts read them", async () => {
    for (const kernel of kernels) {
      const { at, text } = await preview("commas.csv", kernel);
      assert.deepEqual(at("head"), [
        { place: "N", amount: 10.5, share: 0.25, on: "01.02.2024" },
        { place: "S", amount: -20, share: null, on: "02.02.2024" },
        { place: "E", amount: 1234.56, share: 1, on: "03.02.2024" },
      ], text);
      assert.deepEqual([at("dtypes.amount"), at("dtypes.share"), at("decimal")], ["float64", "float64", ","]);
      assert.equal(at("read_by"), "session_id" in kernel ? "kernel" : "jupyter-mcp", text);
      const grouped = await preview("grouped.csv", kernel);
      assert.deepEqual(grouped.at("head"), [
        { place: "N", amount: 1234.5, point: 0.25 },
        { place: "S", amount: -20, point: 1.5 },
      ], grouped.text);
    }
  });

  for (const name of ["zoned.parquet", "pandas.parquet", "zoned.feather"]) {
    await t.step(`${name}: zones and lengths of time`, async () => {
      for (const kernel of kernels) {
        const { at, text } = await preview(name, kernel);
        assert.deepEqual(at("head"), [
          { wait: "P0DT1H0M0S", tokyo: "2024-01-02T00:00:00+09:00", utc: "2024-01-01T15:00:00+00:00" },
        ], text);
        assert.partialDeepStrictEqual(
          at("dtypes"),
          { wait: "duration", tokyo: "datetime64[us, Asia/Tokyo]" },
          text,
        );
      }
    });
  }

  await t.step("zones and lengths of time within lists, structs and maps", async () => {
    for (const kernel of kernels) {
      const { at, text } = await preview("nested.parquet", kernel);
      assert.deepEqual(at("head"), [{
        waits: ["P0DT1H0M0S", null],
        times: ["2024-01-02T00:00:00+09:00"],
        stay: { at: "2024-01-02T00:00:00+09:00", n: 1 },
        stays: [{ at: null, waits: ["P0DT1H0M0S"] }],
      }], text);
      assert.partialDeepStrictEqual(at("dtypes"), {
        ...{ waits: "list<duration>", times: "list<datetime64[us, Asia/Tokyo]>", stay: "struct" },
      }, text);
    }
    assert.deepEqual((await preview("map.parquet", {})).at("head"), [{ by: { k: "P0DT1H0M0S" } }]);
  });

  await t.step("parts of seconds, and numbers without end", async () => {
    for (const kernel of kernels) {
      const at = "2024-01-01T08:15:00.250000";
      const book = await preview("parts.xlsx", kernel);
      assert.deepEqual(book.at("head"), [{ at, clock: "08:15:00.250000" }], book.text);
      const columns = await preview("parts.parquet", kernel);
      assert.deepEqual(columns.at("head"), [{ at, f: "-inf" }], columns.text);
      const ends = await preview("ends.csv", kernel);
      assert.deepEqual(ends.at("head"), [{ f: 1.5 }, { f: "inf" }, { f: "-inf" }], ends.text);
    }
  });

  await t.step("an encoding is refused if the file is not text", async () => {
    for (const kernel of kernels) {
      for (const name of ["times.xlsx", "zoned.parquet", "zoned.feather"]) {
        const { at, text } = await preview(name, { ...kernel, encoding: "cp932" });
        assert.equal(at("error"), "invalid_argument", text);
      }
    }
  });

  await t.step("Excel: times of day, hours beyond a day, days, and errors as nothing", async () => {
    for (const kernel of kernels) {
      const { at, text } = await preview("times.xlsx", kernel);
      const day = "2024-05-06T00:00:00";
      const row = {
        opens: "08:15:00",
        worked: "P1DT2H8M0S",
        built_in: "P2DT12H0M0S",
        day,
        moment: "2024-05-06T07:08:00",
      };
      assert.deepEqual(at("head"), [{ ...row, share: 0.5 }, { ...row, share: null }], text);
      assert.partialDeepStrictEqual(at("dtypes"), {
        ...{
          opens: "time",
          worked: "duration",
          built_in: "duration",
          moment: "datetime64[us]",
          share: "float64",
        },
      });
    }
  });
});
