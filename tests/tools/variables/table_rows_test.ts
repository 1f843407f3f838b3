/** Rows of tables for programs, such as charts: on a real kernel, since no tool shows them as they are. */

import assert from "node:assert/strict";
import { tableRows } from "../../../src/jupyter/inspect/variables.ts";
import { parsePath } from "../../../src/jupyter/inspect/variable_path.ts";
import { Kernel } from "../../../src/jupyter/kernel/kernel.ts";
import { JupyterHttp } from "../../../src/jupyter/rest/http.ts";
import { createLogger } from "../../../src/base/log.ts";
import { KernelClient } from "../../harness/kernel_client.ts";
import { deleteKernel, startKernel } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("tableRows", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  const { id } = await startKernel(jupyter);
  const http = new JupyterHttp({ target: { url: jupyter.url, token: jupyter.token, origin: "given" } });
  const kernel = new Kernel({ http, id, log: createLogger({ level: "error" }) });
  await kernel.connect();
  await using person = await KernelClient.open(jupyter, id);
  await person.execute(`
import pandas as pd, polars as pl
small = pd.DataFrame({"n": [1, 2], "d": pd.to_datetime(["2024-01-01", None]), "v": [0.1 + 0.2, float("nan")]})
long = pl.DataFrame({"n": range(10_000)})
lazy = long.lazy()
lazy_small = pl.LazyFrame({"n": [1, 2, 3]})
import collections, datetime, numpy as np
by_name = {"day": [datetime.date(2024, 1, 1), datetime.date(2024, 1, 2)], "n": np.array([1.5, 2.5])}
records = [{"k": "a", "n": 1}, {"k": "b", "n": None, "more": 2}]
counted = collections.Counter(["x", "y", "x"])
grid = np.arange(6).reshape(3, 2)
listed = [["k", "n"], ["a", 1], ["b", 2]]
singles = (3, 1, 2)
nested = {"a": {"x": 1, "y": 2}, "b": {"x": 3, "y": 4}}
long_records = [{"n": n} for n in range(10_000)]
uneven, empty, mixed, deep = {"a": [1], "b": [1, 2]}, {}, [1, {"a": 1}], np.zeros((2, 2, 2))
import pyarrow as pa
turns = pd.DataFrame({"group": [f"g{n % 4}" for n in range(10_000)], "n": range(10_000)})
turns_polars = pl.from_pandas(turns)
turns_arrow = pa.Table.from_pandas(turns)
turns_array = turns.to_records(index=False)
turns_indexed = turns.set_index("group")`);
  const rows = (name: string, limits = {}) =>
    tableRows(kernel, parsePath(name), { maxRows: 1_000, maxBytes: 100_000, ...limits });

  await t.step("gives a small table whole", async () => {
    const { columns, ...rest } = await rows("small");
    assert.deepEqual(columns.map(({ name }) => name), ["n", "d", "v"]);
    assert.deepEqual(rest, {
      rows: [[1, "2024-01-01", 0.3], [2, null, null]],
      rows_total: 2,
      taken: "all",
    });
  });

  await t.step("samples a long one from everywhere, within rows and bytes, and says so", async () => {
    const some = await rows("long", { maxRows: 10 });
    assert.deepEqual([some.rows.length, some.rows_total, some.taken], [10, 10_000, "sample"]);
    assert.deepEqual(some.rows.map(([n]) => Math.floor(Number(n) / 1_000)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.deepEqual([some.rows[0], some.rows.at(-1)], [[0], [9_999]], "both ends");
    assert.deepEqual(await rows("long", { maxRows: 10 }), some, "the same again");
    const few = await rows("long", { maxBytes: 200 });
    assert.ok(JSON.stringify(few.rows).length <= 220 && few.taken === "sample", JSON.stringify(few));
  });

  await t.step("reads plain containers that hold a table", async () => {
    const cases = [
      ["by_name", ["day", "n"], [["2024-01-01", 1.5], ["2024-01-02", 2.5]]],
      ["records", ["k", "n", "more"], [["a", 1, null], ["b", null, 2]]],
      ["counted", ["key", "value"], [["x", 2], ["y", 1]]],
      ["grid", ["column_1", "column_2"], [[0, 1], [2, 3], [4, 5]]],
      ["listed", ["k", "n"], [["a", 1], ["b", 2]]],
      ["singles", ["value"], [[3], [1], [2]]],
      ["nested", ["a", "b"], [[1, 3], [2, 4]]],
    ] as const;
    for (const [name, columns, expected] of cases) {
      const { columns: found, rows: all, taken } = await rows(name);
      assert.deepEqual([found.map((column) => column.name), all, taken], [columns, expected, "all"], name);
    }
    const some = await rows("long_records", { maxRows: 100 });
    assert.deepEqual([some.rows.length, some.rows_total, some.taken], [100, 10_000, "sample"]);
    for (const name of ["uneven", "empty", "mixed", "deep"]) {
      await assert.rejects(rows(name), { code: "not_a_table", hint: /pd\.DataFrame\(/ }, name);
    }
  });

  await t.step("loses no group of rows that take turns, whatever the library", async () => {
    for (const name of ["turns", "turns_polars", "turns_arrow", "turns_array", "turns_indexed"]) {
      const { rows: taken } = await rows(name, { maxRows: 2_500 });
      const counts = Map.groupBy(taken, ([group]) => group);
      assert.equal(counts.size, 4, name);
      for (const [group, part] of counts) {
        const share = part.length / taken.length;
        assert.ok(share > 0.2 && share < 0.3, `${name}: ${share} of ${group}`);
      }
      const numbers = taken.map((row) => Number(row[1]));
      assert.equal(new Set(numbers).size, numbers.length, `${name}: a row came twice`);
      assert.ok(taken.every(([group, number]) => group === `g${Number(number) % 4}`), "cells of one row");
    }
  });

  await t.step("takes no more of a lazy one than it shows, and says when that is all", async () => {
    const lazy = await rows("lazy", { maxRows: 5 });
    assert.deepEqual([lazy.rows, lazy.rows_total, lazy.taken], [[[0], [1], [2], [3], [4]], null, "first"]);
    const all = await rows("lazy_small");
    assert.deepEqual([all.rows, all.rows_total, all.taken], [[[1], [2], [3]], 3, "all"]);
  });

  await t.step("refuses what is not a table", async () => {
    await assert.rejects(rows("pd"), { code: "not_a_table" });
  });

  kernel.disconnect();
  await deleteKernel(jupyter, id);
});
