/**
 * `get_variables` of a kernel with 1,000 variables beside a bare round trip, and while a cell keeps the kernel busy:
 * one that sleeps, and one that computes without a pause.
 */

import { connect } from "../../tests/harness/client.ts";
import type { Connection } from "../../tests/harness/client.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { KernelClient } from "../../tests/harness/kernel_client.ts";
import { atMost } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";
import { median, quantile } from "./statistics.ts";

const warmUps = 5;
const rounds = 60;
const busyRounds = 30;
const limit = { limit: 250, unit: "ms" };

const thousand = `
import numpy as np, pandas as pd
for n in range(1000):
    globals()[f"v{n:04}"] = [n, n / 7, f"text {n}", list(range(n)), {"n": n}, np.zeros(n), pd.DataFrame({"a": [n]})][n % 7]
del n`;
import { timed } from "./timed.ts";

export async function measureInspection(jupyter: JupyterServer): Promise<Measurement[]> {
  await using ours = await connect({ program: "compiled", jupyter });
  const created = await ours.call("session_create", {});
  const session_id = created.string("session_id");
  await using bare = await KernelClient.open(jupyter, created.string("kernel_id"));
  await bare.execute(thousand);
  const bareTimes: number[] = [];
  const ourTimes: number[] = [];
  for (let round = 0; round < warmUps + rounds; round++) {
    const bareTime = await timed(() => bare.execute("None"));
    const ourTime = await timed(() => inspect(ours, session_id));
    if (round < warmUps) continue;
    bareTimes.push(bareTime);
    ourTimes.push(ourTime);
  }
  const sleeping = await whileBusy("time.sleep(0.05)", { ours, bare, session_id });
  const computing = await whileBusy("sum(range(1000))", { ours, bare, session_id });
  await ours.call("session_delete", { session_id });
  return [
    {
      what: "1,000 variables, bare round trip / `get_variables`, median",
      value: `${median(bareTimes).toFixed(1)} / ${median(ourTimes).toFixed(1)} ms`,
    },
    atMost("`get_variables` of 1,000 above bare, median", median(ourTimes) - median(bareTimes), {
      limit: 60,
      unit: "ms",
    }),
    atMost("`get_variables` while a cell sleeps, p99", quantile(sleeping, 0.99), limit),
    atMost("`get_variables` while a cell computes, median", median(computing), limit),
  ];
}

interface Busy {
  readonly ours: Connection;
  readonly bare: KernelClient;
  readonly session_id: string;
}

async function whileBusy(work: string, { ours, bare, session_id }: Busy): Promise<number[]> {
  await bare.execute("import time");
  const running = bare.execute(`end = time.time() + 60\nwhile time.time() < end: ${work}`);
  const times: number[] = [];
  for (let round = 0; round < busyRounds; round++) times.push(await timed(() => inspect(ours, session_id)));
  await ours.call("kernel_interrupt", { session_id });
  await running;
  return times;
}

async function inspect(ours: Connection, session_id: string): Promise<void> {
  const { json, text } = await ours.call("get_variables", { session_id });
  if (Number(json["total"] ?? 0) < 1_000) {
    throw new Error(`Cannot measure: get_variables answered ${text.slice(0, 200)}`);
  }
}
