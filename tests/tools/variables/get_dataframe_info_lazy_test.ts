/** Tables that are computed when somebody asks: get_dataframe_info tells their schema and partitions. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { byColumn } from "../../harness/table_result.ts";

Deno.test("get_dataframe_info of tables in partitions", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  const get = async (variable_name: string, args: Record<string, unknown> = {}) =>
    byColumn(await connection.call("get_dataframe_info", { session_id: session.id, variable_name, ...args }));
  const setUp = async (code: string) => {
    const done = await session.run(code, { timeout: 120 });
    assert.equal(done.at("success"), true, done.text);
  };

  await t.step("describes Dask by schema and partitions, and computes nothing unasked", async () => {
    await setUp(`
import dask.dataframe as dd, pandas as pd
computed = []
parts = dd.from_pandas(pd.DataFrame({"id": [1, 2, 3], "value": [0.5, 1.5, 2.5]}), npartitions=2)
parts = parts.map_partitions(lambda part: (computed.append(1), part)[1], meta=parts._meta)
computed.clear()`);
    const parts = await get("parts");
    assert.partialDeepStrictEqual(parts.json, { lazy: true, partitions: 2, columns: ["id", "value"] });
    assert.deepEqual(parts.at("shape"), [null, 2]);
    assert.equal((await session.run("len(computed)")).at("result"), "0");
    assert.equal((await get("parts", { include_head: true, head_rows: 1 })).at("head.0.id"), 1);
  });

  await t.step("describes what has the face of a Spark table by its plan", async () => {
    // Spark itself needs Java: this stands in its place, and counts what would start a job.
    await setUp(`
from types import SimpleNamespace as Some
jobs = []
class DataFrame:
    def __init__(self, adaptive): self.adaptive = adaptive
    columns = ["id", "name"]
    schema = Some(fields=[
        Some(name=name, dataType=Some(simpleString=lambda kind=kind: kind))
        for name, kind in [("id", "bigint"), ("name", "string")]])
    rdd = property(lambda self: jobs.append("rdd"))
    count = lambda self: jobs.append("count")
    limit = lambda self, count: Some(collect=lambda: [(1, "x")][:count])
    @property
    def _jdf(self):
        plan = lambda name, count: Some(nodeName=lambda: name, toString=lambda: name,
            outputPartitioning=lambda: Some(numPartitions=lambda: count))
        top = plan("AdaptiveSparkPlan" if self.adaptive else "FileScan", 0)
        top.initialPlan = lambda: plan("Exchange", 7)
        return Some(queryExecution=lambda: Some(
            executedPlan=lambda: top, toRdd=lambda: Some(getNumPartitions=lambda: 3)))
DataFrame.__module__ = "pyspark.sql.classic.dataframe"
shuffled, scanned = DataFrame(True), DataFrame(False)
del DataFrame`);
    const schema = { lazy: true, shape: [null, 2], dtypes: { id: "bigint", name: "string" } };
    assert.partialDeepStrictEqual((await get("shuffled")).json, { ...schema, partitions: 7 });
    const scanned = await get("scanned", { include_head: true });
    assert.partialDeepStrictEqual(scanned.json, { ...schema, partitions: 3, head: [{ id: 1, name: "x" }] });
    assert.equal((await session.run("jobs")).at("result"), "[]");
  });

  await t.step("says of xarray that it is lazy only if it is not in memory", async () => {
    await setUp(`
import numpy as np, xarray as xr
cube = xr.Dataset({"t": (("x", "y"), np.zeros((4, 3)))}, coords={"x": range(4)})
chunked = cube.chunk({"x": 2})
layer = cube["t"]`);
    const schema = { shape: [4, 3], columns: ["t"], dimensions: { x: 4, y: 3 } };
    assert.partialDeepStrictEqual((await get("chunked")).json, {
      ...schema,
      lazy: true,
      partitions: 2,
      dtypes: { t: "float64 (x, y)" },
    });
    for (const name of ["cube", "layer"]) {
      const here = await get(name);
      assert.partialDeepStrictEqual(here.json, schema);
      assert.equal(here.at("lazy"), undefined, here.text);
      assert.equal(here.at("memory"), name === "cube" ? "128 B" : "96 B");
    }
  });

  await t.step("shows the first points of xarray, of one that is not in memory only when asked", async () => {
    await setUp(`
grid = xr.Dataset(
    {"t": (("x", "y"), np.arange(6).reshape(2, 3)), "when": ("x", np.array(["2024-01-01", "2024-02-01"], "M8[ns]"))},
    coords={"x": [10, 20], "note": "a coordinate without a dimension"})
pieces = grid.chunk({"x": 1})
named, single = grid["t"].rename("x_t"), xr.Dataset({"s": 1.5})`);
    assert.equal((await get("pieces")).at("head"), undefined);
    for (const name of ["grid", "pieces"]) {
      const { at, text } = await get(name, { include_head: true, head_rows: 4 });
      assert.deepEqual(at("head"), [
        { t: 0, when: "2024-01-01" },
        { t: 1, when: "2024-01-01" },
        { t: 2, when: "2024-01-01" },
        { t: 3, when: "2024-02-01" },
      ], text);
      assert.partialDeepStrictEqual(at("index"), {
        names: ["x", "y"],
        head: [[10, 0], [10, 1], [10, 2], [20, 0]],
      });
    }
    assert.deepEqual((await get("named", { head_rows: 2 })).at("head"), [{ x_t: 0 }, { x_t: 1 }]);
    assert.deepEqual((await get("single")).at("head"), [{ s: 1.5 }]);
    await setUp('twice = xr.DataArray(np.eye(2), dims=("x", "x"))');
    assert.match((await get("twice")).string("head_left_out"), /^raised/);
    assert.equal(
      (await connection.call("get_dataframe_info", {
        ...{ session_id: session.id, variable_name: "twice", include_head: true },
      })).isError,
      true,
    );
  });
});
