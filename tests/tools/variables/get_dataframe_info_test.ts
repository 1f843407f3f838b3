import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { byColumn } from "../../harness/table_result.ts";

Deno.test("get_dataframe_info", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  const ask = (variable_name: string, args: Record<string, unknown> = {}) =>
    connection.call("get_dataframe_info", { session_id: session.id, variable_name, ...args });
  const get = async (variable_name: string, args: Record<string, unknown> = {}) => {
    const result = await ask(variable_name, args);
    assert.ok(!result.isError, result.text);
    return byColumn(result);
  };
  const setUp = async (code: string) =>
    assert.equal((await session.run(code, { timeout: 120 })).at("success"), true, code);

  await t.step("describes a pandas table in the form of the specification", async () => {
    await setUp(`
import numpy as np, pandas as pd
df = pd.DataFrame({
    "id": range(1, 5), "name": ["A", "B", "A", None], "value": [0.1 + 0.2, float("nan"), 2.5, 300],
    "date": pd.date_range("2024-01-01", periods=4), "category": pd.Categorical(["X", "Y", "X", "X"]),
    "ok": [True, False, True, True],
})`);
    const { json, at } = await get("df", { head_rows: 2 });
    assert.deepEqual(json["shape"], [4, 6]);
    assert.deepEqual(json["columns"], ["id", "name", "value", "date", "category", "ok"]);
    assert.equal(at("dtypes.id"), "int64");
    assert.equal(at("dtypes.category"), "category");
    assert.match(String(at("dtypes.date")), /^datetime64/);
    assert.deepEqual(json["head"], [
      { id: 1, name: "A", value: 0.3, date: "2024-01-01", category: "X", ok: true },
      { id: 2, name: "B", value: null, date: "2024-01-02", category: "Y", ok: false },
    ]);
    assert.deepEqual(json["nulls"], { id: 0, name: 1, value: 1, date: 0, category: 0, ok: 0 });
    assert.deepEqual(at("describe.value"), {
      ...{ count: 3, mean: 100.933, std: 172.4, min: 0.3 },
      ...{ "25%": 1.4, "50%": 2.5, "75%": 151.25, max: 300 },
    });
    assert.deepEqual(at("describe.name"), { count: 3, unique: 2, top: "A", freq: 2 });
    assert.deepEqual(at("describe.date"), { count: 4, min: "2024-01-01", max: "2024-01-04" });
    assert.deepEqual(at("describe.category"), { count: 4, unique: 2, top: "X", freq: 3 });
    assert.match(String(at("memory")), /^\d+(\.\d)? k?B$/);
  });

  await t.step("is not fooled by regular data: numbers are gone through, samples are at random", async () => {
    await setUp(`
import random, polars as pl, pyarrow as pa
regular = np.arange(2_000_000) % 100
state = random.getstate(), np.random.get_state()[1].tolist()
reg_pandas = pd.DataFrame({"a": regular, "t": np.array(["even", "odd"])[regular % 2]})
reg_polars, reg_arrow = pl.DataFrame({"a": regular}), pa.table({"a": regular})
reg_array = np.zeros(len(regular), dtype=[("a", "i8"), ("when", "M8[s]"), ("code", "S3"), ("pair", "f4", (2,))])
reg_array["a"], reg_array["when"] = regular, np.arange(len(regular))`);
    for (const name of ["reg_pandas", "reg_polars", "reg_arrow", "reg_array"]) {
      const { at, json } = await get(name);
      assert.equal(json["left_out"], undefined, name);
      const mean = Number(at("describe.a.mean"));
      assert.ok(Math.abs(mean - 49.5) < 1, `${name}: ${mean}`);
      assert.ok(Math.abs(Number(at("describe.a.50%")) - 49.5) < 3, name);
      assert.match(String(at("sampled.note")), /rows, chosen at random/);
    }
    assert.equal((await get("reg_pandas")).at("describe.t.unique"), 2);
    assert.match(String((await get("reg_array")).at("describe.when.min")), /^1970-01-01/);
    await setUp("assert state == (random.getstate(), np.random.get_state()[1].tolist())");
  });

  await t.step("loses only the cell or label that cannot be read", async () => {
    await setUp(`
class Unreadable:
    def __str__(self): raise RuntimeError
    __repr__ = __str__
odd = pd.DataFrame({"x": [1, Unreadable(), 10**5000], Unreadable(): [1, 2, 3]}, index=[1, Unreadable(), 2])`);
    const { json, at } = await get("odd");
    const mark = "<Unreadable: str() raised RuntimeError>";
    assert.deepEqual(json["columns"], ["x", mark]);
    assert.deepEqual(at("index.head"), [1, mark, 2]);
    assert.deepEqual(json["head"], [{ x: 1, [mark]: 1 }, { x: mark, [mark]: 2 }, {
      x: "int of 16610 bits",
      [mark]: 3,
    }]);
    assert.equal(at("describe.x.count"), 3);
  });

  await t.step("names only the columns that it looks into of a very wide table", async () => {
    await setUp(
      "widest = pd.DataFrame(np.zeros((2, 60_000)), columns=[f'column{n}' for n in range(60_000)])",
    );
    const one = await get("widest", { columns: ["column59999"] });
    assert.deepEqual(one.json["columns"], ["column59999"]);
    assert.deepEqual(one.json["shape"], [2, 60_000]);
    assert.equal(one.at("describe.column59999.count"), 2);
    const first = await get("widest");
    assert.equal(Array.from(Object(first.at("columns"))).length, 100);
    assert.match(first.string("columns_left_out"), /^59900 of 60000/);
  });

  await t.step("tells the bounds of dates in columns of plain objects", async () => {
    await setUp(`
import datetime
plain_dates = pd.DataFrame({"d": [datetime.date(2024, 1, 2), None, datetime.date(2023, 5, 1)]})`);
    assert.deepEqual((await get("plain_dates")).at("describe.d"), {
      count: 2,
      min: "2023-05-01",
      max: "2024-01-02",
    });
  });

  await t.step("gives as many first rows as asked for, five by default, or none", async () => {
    await setUp("many = pd.DataFrame({'a': range(50)})");
    const rows = async (args: Record<string, unknown>) => (await get("many", args)).at("head");
    assert.equal(Array.from(Object(await rows({}))).length, 5);
    assert.equal(Array.from(Object(await rows({ head_rows: 20 }))).length, 20);
    assert.equal(await rows({ include_head: false }), undefined);
    assert.equal(await rows({ head_rows: 0 }), undefined);
  });

  await t.step("takes labels of every kind: pairs, doubles, numbers", async () => {
    await setUp(`
pairs = pd.DataFrame(np.arange(6).reshape(3, 2), columns=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)]),
    index=pd.MultiIndex.from_product([["u"], [1, 2, 3]], names=["k", "n"]))
doubles = pd.DataFrame([[1, 2, 3]], columns=["x", "x", 7])`);
    const pairs = await get("pairs");
    assert.deepEqual(pairs.at("columns"), ["('a', 1)", "('b', 2)"]);
    assert.deepEqual(pairs.at("labels"), { "('a', 1)": ["a", 1], "('b', 2)": ["b", 2] });
    assert.deepEqual(pairs.at("index.names"), ["k", "n"]);
    assert.deepEqual(pairs.at("index.head.1"), ["u", 2]);
    const doubles = await get("doubles");
    assert.deepEqual(doubles.at("columns"), ["x", "x.1", "7"]);
    assert.deepEqual(doubles.at("head"), [{ x: 1, "x.1": 2, "7": 3 }]);
  });

  await t.step(
    "makes JSON of every value: time zones, big numbers, bytes, decimals, nested ones",
    async () => {
      await setUp(`
import decimal, uuid
odd = pd.DataFrame({
    "zone": pd.date_range("2024-01-01", periods=2, tz="Asia/Tokyo"), "nested": [{"a": [1, 2]}, [None, 0.1 + 0.2]],
    "big": [2**60, 1], "bytes": [b"\\x00\\xff", b""], "price": [decimal.Decimal("1.10"), None],
    "inf": [float("inf"), float("-inf")], "nat": [pd.NaT, pd.Timestamp("2024-05-06 07:08:09")],
    "span": [pd.Timedelta("1 days"), pd.NaT], "nullable": pd.array([1, None], dtype="Int64"),
    "f32": np.array([0.1, 0.2], dtype="float32"), "text": ["short", "x" * 10_000], "period": pd.period_range("2024-01", periods=2, freq="M"),
})`);
      const { at } = await get("odd");
      const row: Readonly<Record<string, unknown>> = Object(at("head.0"));
      assert.equal(row["zone"], "2024-01-01T00:00:00+09:00");
      assert.deepEqual(row["nested"], { a: [1, 2] });
      assert.deepEqual(at("head.1.nested"), [null, 0.3]);
      assert.deepEqual([row["big"], row["bytes"], row["price"]], [
        "1152921504606846976",
        "b'\\x00\\xff'",
        "1.10",
      ]);
      assert.deepEqual([row["inf"], at("head.1.inf"), row["nat"]], ["inf", "-inf", null]);
      assert.equal(at("head.1.nat"), "2024-05-06T07:08:09");
      assert.deepEqual([row["nullable"], at("head.1.nullable"), row["f32"]], [1, null, 0.1]);
      assert.equal(row["period"], "2024-01");
      assert.match(String(at("head.1.text")), /^x{500}… \(10000 characters\)$/);
      assert.equal(at("nulls.nullable"), 1);
    },
  );

  await t.step("describes a Series, and a part of something by path", async () => {
    await setUp("box = {'tables': [df]}");
    const series = await get("df['value']");
    assert.deepEqual(series.at("shape"), [4]);
    assert.deepEqual(series.at("columns"), ["value"]);
    assert.equal(series.at("describe.value.max"), 300);
    assert.deepEqual((await get('box["tables"][-1]')).at("shape"), [4, 6]);
  });

  await t.step("describes polars tables, and lazy ones without collecting them", async () => {
    await setUp(`
import polars as pl, datetime
frame = pl.DataFrame({"a": [1, 2, None], "t": ["x", "y", "y"], "d": [datetime.date(2024, 1, 1)] * 3})
collected = []
lazy = frame.lazy().map_batches(lambda part: (collected.append(1), part)[1])`);
    const eager = await get("frame");
    assert.deepEqual(eager.at("shape"), [3, 3]);
    assert.deepEqual(eager.at("dtypes"), { a: "Int64", t: "String", d: "Date" });
    assert.deepEqual(eager.at("nulls"), { a: 1, t: 0, d: 0 });
    assert.deepEqual(eager.at("head.2"), { a: null, t: "y", d: "2024-01-01" });
    assert.partialDeepStrictEqual(eager.at("describe"), {
      a: { count: 2, mean: 1.5, min: 1, max: 2 },
      t: { count: 3, unique: 2, top: "y", freq: 2 },
      d: { count: 3, min: "2024-01-01", max: "2024-01-01" },
    });
    const lazy = await get("lazy");
    assert.equal(lazy.at("lazy"), true);
    assert.deepEqual(lazy.at("shape"), [null, 3]);
    assert.deepEqual(lazy.at("columns"), ["a", "t", "d"]);
    assert.equal(lazy.at("head"), undefined);
    assert.equal((await session.run("len(collected)")).at("result"), "0");
    const head = await get("lazy", { include_head: true, head_rows: 1 });
    assert.deepEqual(head.at("head"), [{ a: 1, t: "x", d: "2024-01-01" }]);
  });

  await t.step("describes pyarrow tables and datasets, and numpy's structured arrays", async () => {
    await setUp(`
import pyarrow as pa, pyarrow.dataset, pyarrow.parquet, tempfile
table = pa.table({"a": [1, 2, 3], "b": ["x", None, "z"]})
folder = tempfile.mkdtemp()
for part in range(2): pa.parquet.write_table(table, f"{folder}/{part}.parquet")
dataset = pa.dataset.dataset(folder)
records = np.array([(1, 0.1, "a"), (2, np.nan, "b")], dtype=[("i", "i4"), ("f", "f4"), ("s", "U3")])`);
    const table = await get("table");
    assert.deepEqual(table.at("shape"), [3, 2]);
    assert.deepEqual(table.at("nulls"), { a: 0, b: 1 });
    assert.deepEqual(table.at("describe.b"), { count: 2, unique: 2, top: "x", freq: 1 });
    const dataset = await get("dataset");
    assert.deepEqual([dataset.at("lazy"), dataset.at("partitions"), dataset.at("head")], [
      true,
      2,
      undefined,
    ]);
    assert.deepEqual((await get("dataset", { include_head: true, head_rows: 1 })).at("head"), [{
      a: 1,
      b: "x",
    }]);
    const records = await get("records");
    assert.deepEqual(records.at("head"), [{ i: 1, f: 0.1, s: "a" }, { i: 2, f: null, s: "b" }]);
    assert.deepEqual(records.at("nulls"), { i: 0, f: 1, s: 0 });
  });

  await t.step("looks into the first hundred of 500 columns, or those that are named", async () => {
    await setUp("wide = pd.DataFrame(np.ones((10, 500)), columns=[f'c{n}' for n in range(500)])");
    const wide = await get("wide");
    assert.deepEqual(wide.at("shape"), [10, 500]);
    assert.equal(Object.keys(Object(wide.at("dtypes"))).length, 500);
    assert.equal(Object.keys(Object(wide.at("describe"))).length, 100);
    assert.match(wide.string("columns_shown"), /100 of 500 columns/);
    const named = await get("wide", { columns: ["c499", "c7"] });
    assert.deepEqual(Object.keys(Object(named.at("describe"))), ["c499", "c7"]);
    const wrong = await ask("wide", { columns: ["c5000"] });
    assert.equal(wrong.at("error"), "invalid_argument");
    assert.ok(Array.from(Object(wrong.at("available"))).includes("c500") === false);
  });

  await t.step("samples a table of 10 million rows and says so, without a copy of it", async () => {
    await setUp(`
import resource
huge = pd.DataFrame({"a": np.arange(10_000_000), "b": np.arange(10_000_000) / 10, "c": np.zeros(10_000_000, dtype="int8")})
huge.loc[7, "b"] = np.nan
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()`);
    const huge = await get("huge");
    assert.deepEqual(huge.at("shape"), [10_000_000, 3]);
    assert.partialDeepStrictEqual(huge.at("sampled"), { of: 10_000_000 });
    assert.match(huge.string("sampled.note"), /describe looks at \d+ of 10000000 rows/);
    assert.deepEqual(huge.at("nulls"), { a: 0, b: 1, c: 0 });
    assert.equal(huge.at("memory"), "170 MB");
    // One more table would be 170 MB; a mask of one column is 10.
    const grown = Number((await session.run("peak() - before")).at("result"));
    assert.ok(grown < 60_000, `${grown} kB`);
    await setUp("del huge");
  });

  await t.step("says not_a_table, and what to use instead", async () => {
    await setUp("numbers, matrix = [1, 2], np.zeros((2, 2))");
    for (const [name, type] of [["numbers", "list"], ["matrix", "ndarray"], ["np", "module"]]) {
      const { json } = await ask(String(name));
      assert.equal(json["error"], "not_a_table");
      assert.match(String(json["message"]), new RegExp(`it is of type ${type}, not a table$`));
      assert.match(String(json["hint"]), /get_variable/);
    }
  });

  await t.step("lists near misses of a name that is not there, and takes no code for a name", async () => {
    const missing = await ask("df_");
    assert.equal(missing.at("error"), "variable_not_found");
    assert.equal(missing.at("available.0"), "df");
    const code = await ask("df.head()");
    assert.equal(code.at("error"), "invalid_argument");
    assert.match(code.string("hint"), /execute_code/);
  });
});
