/** Rows of tables for programs, such as charts: on a real kernel, since no tool shows them as they are. */

import assert from "node:assert/strict";
import { tableRows } from "../../src/jupyter/introspect/table_rows.ts";
import { parsePath } from "../../src/jupyter/introspect/variable_path.ts";
import { Kernel } from "../../src/jupyter/kernel/kernel.ts";
import { JupyterHttp } from "../../src/jupyter/rest/http.ts";
import { createLogger } from "../../src/log.ts";
import { KernelClient } from "../harness/kernel_client.ts";
import { deleteKernel, startKernel } from "../harness/rest.ts";
import { sharedJupyter } from "../harness/servers.ts";

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
lazy = long.lazy()`);
  const rows = (name: string, limits = {}) =>
    tableRows(kernel, parsePath(name), { maxRows: 1_000, maxBytes: 100_000, ...limits });

  await t.step("gives a small table whole", async () => {
    const { columns, ...rest } = await rows("small");
    assert.deepEqual(columns.map(({ name }) => name), ["n", "d", "v"]);
    assert.deepEqual(rest, {
      rows: [[1, "2024-01-01", 0.3], [2, null, null]],
      rows_total: 2,
      sampled: false,
    });
  });

  await t.step("samples a long one evenly, within rows and bytes, and says so", async () => {
    const some = await rows("long", { maxRows: 10 });
    assert.deepEqual([some.rows.length, some.rows_total, some.sampled], [10, 10_000, true]);
    assert.deepEqual(some.rows.slice(0, 3), [[0], [1_000], [2_000]]);
    const few = await rows("long", { maxBytes: 200 });
    assert.ok(JSON.stringify(few.rows).length <= 220 && few.sampled, JSON.stringify(few));
  });

  await t.step("takes no more of a lazy one than it shows", async () => {
    const lazy = await rows("lazy", { maxRows: 5 });
    assert.deepEqual([lazy.rows, lazy.rows_total, lazy.sampled], [[[0], [1], [2], [3], [4]], null, true]);
  });

  await t.step("refuses what is not a table", async () => {
    await assert.rejects(rows("pd"), { code: "not_a_table" });
  });

  kernel.close();
  await deleteKernel(jupyter, id);
});
