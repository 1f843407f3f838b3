/**
 * `execute_code("1+1")` over stdio beside a bare kernel client, each on a kernel of its own. The two take
 * turns, so that whatever else the machine does falls on both alike.
 */

import { connect } from "../../tests/harness/client.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { KernelClient } from "../../tests/harness/kernel_client.ts";
import { deleteKernel, startKernel } from "../../tests/harness/rest.ts";
import { atMost } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";
import { median, quantile } from "./statistics.ts";
import { timed } from "./timed.ts";

const warmUps = 20;
const rounds = 200;

export async function measureRoundTrip(jupyter: JupyterServer): Promise<Measurement[]> {
  const kernel = await startKernel(jupyter);
  await using bare = await KernelClient.open(jupyter, kernel.id);
  await using ours = await connect({ program: "compiled", jupyter });
  const sessionId = (await ours.call("session_create", {})).string("session_id");

  const bareTimes: number[] = [];
  const ourTimes: number[] = [];
  for (let round = 0; round < warmUps + rounds; round++) {
    const bareTime = await timed(() => bare.execute("1+1"));
    const ourTime = await timed(() => runOurs(ours, sessionId));
    if (round < warmUps) continue;
    bareTimes.push(bareTime);
    ourTimes.push(ourTime);
  }
  await ours.call("session_delete", { session_id: sessionId });
  await deleteKernel(jupyter, kernel.id);
  return rows(bareTimes, ourTimes);
}

async function runOurs(ours: Awaited<ReturnType<typeof connect>>, sessionId: string): Promise<void> {
  const result = await ours.call("execute_code", { session_id: sessionId, code: "1+1" });
  if (result.json["result"] !== "2") throw new Error(`Cannot measure: execute_code answered ${result.text}`);
}

function rows(bare: readonly number[], ours: readonly number[]): Measurement[] {
  const pair = (share: number) =>
    `${quantile(bare, share).toFixed(1)} / ${quantile(ours, share).toFixed(1)} ms`;
  return [
    { what: "`1+1`, bare client / `execute_code`, median", value: pair(0.5) },
    { what: "`1+1`, bare client / `execute_code`, p99", value: pair(0.99) },
    atMost("`execute_code` above bare, median", median(ours) - median(bare), { limit: 5, unit: "ms" }),
    atMost("`execute_code` above bare, p99", quantile(ours, 0.99) - quantile(bare, 0.99), {
      limit: 25,
      unit: "ms",
    }),
  ];
}
