/** `get_dataframe_info` of tables of 10 million rows, beside a bare round trip: numbers and texts, of pandas and polars. */

import { connect } from "../../tests/harness/client.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { KernelClient } from "../../tests/harness/kernel_client.ts";
import { atMost } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";
import { median } from "./statistics.ts";

const rounds = 7;

const tables = `
import importlib.util, numpy as np, pandas as pd
rows = 10_000_000
numbers = np.random.default_rng(0).random(rows)
texts = np.array(["alpha", "beta", "gamma"])[np.arange(rows) % 3]
big_pandas = pd.DataFrame({"id": np.arange(rows), "number": numbers, "text": texts})
if importlib.util.find_spec("polars"):
    import polars as pl
    big_polars = pl.DataFrame({"id": np.arange(rows), "number": numbers, "text": texts})
del numbers, texts`;
import { timed } from "./timed.ts";

export async function measureBigTable(jupyter: JupyterServer): Promise<Measurement[]> {
  await using ours = await connect({ program: "compiled", jupyter });
  const created = await ours.call("session_create", {});
  const session_id = created.string("session_id");
  await using bare = await KernelClient.open(jupyter, created.string("kernel_id"));
  await bare.execute(tables);
  const measured: Measurement[] = [];
  for (const library of ["pandas", "polars"]) {
    const args = { session_id, variable_name: `big_${library}` };
    const bareTimes: number[] = [];
    const ourTimes: number[] = [];
    for (let round = 0; round < rounds; round++) {
      bareTimes.push(await timed(() => bare.execute("None")));
      let shape: unknown;
      ourTimes.push(
        await timed(async () => shape = (await ours.call("get_dataframe_info", args)).at("shape")),
      );
      if (shape === undefined) break;
    }
    if (ourTimes.length < rounds) continue;
    const what = `10 million rows of ${library}, \`get_dataframe_info\` above bare, median`;
    measured.push(atMost(what, median(ourTimes) - median(bareTimes), { limit: 1_500, unit: "ms" }));
  }
  await ours.call("session_delete", { session_id });
  return measured;
}
