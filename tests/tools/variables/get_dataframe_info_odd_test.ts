import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { byColumn } from "../../harness/table_result.ts";

Deno.test("get_dataframe_info of odd columns", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  const get = async (variable_name: string, args: Record<string, unknown> = {}) => {
    const result = await connection.call("get_dataframe_info", {
      ...{ session_id: session.id, variable_name, ...args },
    });
    assert.ok(!result.isError, result.text);
    return byColumn(result);
  };
  const setUp = async (code: string) =>
    assert.equal((await session.run(code, { timeout: 120 })).at("success"), true, code);

  await t.step("a column that takes too long costs the others nothing", async () => {
    await setUp(`
import pandas as pd, time
class Slow:
    def __str__(self): time.sleep(60)
    def __hash__(self): time.sleep(60)
slow = pd.DataFrame({"slow": [Slow(), Slow()], "n": [1, 2]})`);
    const { json, at } = await get("slow");
    assert.deepEqual(json["head"], [{ n: 1, slow: null }, { n: 2, slow: null }]);
    assert.deepEqual(json["head_left_out"], { slow: "took over 1 s" });
    assert.equal(at("describe.n.mean"), 1.5);
    assert.match(String(at("left_out.slow")), /^took over/);
  });

  await t.step("counts lists and structs of pyarrow in pandas", async () => {
    await setUp(`
import pyarrow as pa
lists = pd.DataFrame({"l": pd.Series([[1, 2], None], dtype=pd.ArrowDtype(pa.list_(pa.int64())))})`);
    const { json } = await get("lists");
    assert.deepEqual([json["nulls"], json["describe"]], [{ l: 1 }, { l: { count: 1 } }]);
  });

  await t.step("shows halves of pairs in names of columns as escapes, and takes those", async () => {
    await setUp("halves = pd.DataFrame([[1]], columns=pd.Index(['c\\udce9'], dtype=object))");
    const { json } = await get("halves", { columns: ["c\\udce9"] });
    assert.deepEqual([json["columns"], json["head"]], [["c\\udce9"], [{ "c\\udce9": 1 }]]);
  });

  await t.step("a column may be called __proto__", async () => {
    await setUp('proto = pd.DataFrame({"__proto__": [1], "b": [2]})');
    const { json, text } = await get("proto");
    assert.deepEqual(Object.entries(Object(json["dtypes"])), [["__proto__", "int64"], ["b", "int64"]], text);
  });

  await t.step("counts all rows of a sampled table", async () => {
    await setUp('long = pd.DataFrame({"s": ["a", "b", None, "b"] * 500_000, "n": range(2_000_000)})');
    await setUp('long["s"] = long["s"].astype("category")');
    const { at, string, text } = await get("long");
    assert.partialDeepStrictEqual(at("describe.s"), { count: 1_500_000, unique: 2, top: "b" }, text);
    assert.equal(at("describe.n.count"), 2_000_000);
    assert.match(
      string("sampled.note"),
      /count and nulls are of all rows.*unique, top and freq are of the rows looked at/,
    );
    await setUp("del long");
  });

  await t.step("lengths of time are written alike, whatever library they are of", async () => {
    await setUp(`
import datetime, numpy as np, polars as pl
spans = [datetime.timedelta(hours=25), datetime.timedelta(milliseconds=-1500)]
span_tables = [pd.DataFrame({"d": spans}), pl.DataFrame({"d": spans}), pa.table({"d": spans}),
    *(np.array([(one,) for one in spans], dtype=[("d", f"m8[{unit}]")]) for unit in ("ms", "ns"))]`);
    for (const place of [0, 1, 2, 3, 4]) {
      const { at, text } = await get(`span_tables[${place}]`);
      assert.deepEqual(at("head"), [{ d: "P1DT1H0M0S" }, { d: "-P0DT0H0M1.5S" }], text);
    }
  });

  await t.step("half-precision numbers have no more digits than they mean", async () => {
    await setUp(`
import numpy as np
halves = pd.DataFrame({"h": np.array([0.1, 0.2, 60000, np.nan, np.inf], "float16")})
class Mine(np.ndarray): pass
mine = np.array([(1, 0.1)], dtype=[("a", "i4"), ("h", "f2")]).view(Mine)`);
    const { json, at } = await get("halves");
    assert.deepEqual(json["head"], [{ h: 0.1 }, { h: 0.2 }, { h: 60000 }, { h: null }, { h: "inf" }]);
    assert.equal(at("describe.h.min"), 0.1);
    assert.deepEqual((await get("mine")).at("head"), [{ a: 1, h: 0.1 }]);
  });
});
