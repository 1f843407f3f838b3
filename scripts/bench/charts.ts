/** Charts: the first of a process, each of the nine when warm, many rows, and data near the limit. */

import { connect, type Connection } from "../../tests/harness/client.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { examples } from "../../tests/unit/charts/examples.ts";
import { atMost } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";
import { median } from "./statistics.ts";

const rounds = 5;
const options = { dpi: 96, width: 1200, height: 900 };

export async function measureCharts(jupyter: JupyterServer): Promise<Measurement[]> {
  await using ours = await connect({ program: "compiled", jupyter });
  await ours.client.listTools();
  const [example] = examples;
  const first = await timed(ours, { data: example?.data ?? "", query: example?.query ?? "" });
  const rows: Measurement[] = [atMost("first chart of a process", first, { limit: 700, unit: "ms" })];
  for (const { name, data, query } of examples) {
    if (!name.endsWith("_ja")) continue;
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await timed(ours, { data, query }));
    rows.push(atMost(`chart ${name.slice(0, 3)}, warm, median`, median(times), { limit: 60, unit: "ms" }));
  }
  const many = await timed(ours, { data: table(60_000), query: "trend of value by group" });
  rows.push(atMost("chart of 60,000 rows", many, { limit: 500, unit: "ms" }));
  // Lines of stdin are bounded: what does not fit is refused, and a file is the way.
  const large = await timed(ours, { data: table(1_000_000), query: "trend of value by group" });
  rows.push(atMost("chart of 1,000,000 rows (26 MB)", large, { limit: 2_000, unit: "ms" }));
  return rows;
}

async function timed(ours: Connection, args: { data: string; query: string }): Promise<number> {
  const started = performance.now();
  const { isError, text } = await ours.call("chartelier_visualize", { ...args, options });
  if (isError) throw new Error(`Cannot measure: ${text.slice(0, 300)}`);
  return performance.now() - started;
}

function table(rows: number): string {
  const day = (row: number) =>
    new Date(Date.UTC(2000, 0, 1) + (row % 9_000) * 86_400_000).toISOString().slice(0, 10);
  const lines = Array.from({ length: rows }, (_, row) => `${day(row)},g${row % 5},${(row * 7919) % 1000}`);
  return ["date,group,value", ...lines].join("\n");
}
