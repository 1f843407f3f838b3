/**
 * Measures the compiled program on a Jupyter of its own and prints the numbers beside their bounds.
 *
 *     deno task bench            ours
 *     deno task bench --peers    ours in the place of Datalayer's server, and that server, side by side
 */

import { ensureEnvironment } from "../../tests/harness/environment.ts";
import { startJupyter } from "../../tests/harness/jupyter.ts";
import { compile } from "../compile.ts";
import { say } from "../terminal.ts";
import { measureBigTable } from "./big_table.ts";
import { measureCharts } from "./charts.ts";
import { measureListSize } from "./list_size.ts";
import { measureLook } from "./look.ts";
import { table } from "./measurement.ts";
import type { Measure, Measurement } from "./measurement.ts";
import { measureMemory } from "./memory.ts";
import { measurePeers } from "./peers.ts";
import { measureRoundTrip } from "./round_trip.ts";
import { measureStartUp } from "./start_up.ts";

const own: readonly (readonly [string, Measure])[] = [
  ["round trips", measureRoundTrip],
  ["looks", measureLook],
  ["big tables", measureBigTable],
  ["starts", measureStartUp],
  ["memory", measureMemory],
  ["list of tools", measureListSize],
  ["charts", measureCharts],
];

/** On a Jupyter with shared documents, without which the peer can do little. */
const peers: readonly (readonly [string, Measure])[] = [["Datalayer's server and ours", measurePeers]];

if (import.meta.main) {
  say("compiling");
  await compile();
  const [measures, environment] = Deno.args.includes("--peers")
    ? [peers, "collaboration"] as const
    : [own, "plain"] as const;
  await ensureEnvironment(environment, say);
  await using jupyter = await startJupyter({ environment });
  const rows: Measurement[] = [];
  for (const [name, measure] of measures) {
    say(`measuring ${name}`);
    rows.push(...await measure(jupyter));
  }
  say(`\n${table(rows)}`);
}
