/**
 * Measures the compiled program on a Jupyter of its own and prints the numbers beside their bounds.
 *
 *     deno task bench
 */

import { ensureEnvironment } from "../../tests/harness/environment.ts";
import { startJupyter } from "../../tests/harness/jupyter.ts";
import { compile } from "../compile.ts";
import { say } from "../terminal.ts";
import { measureCharts } from "./charts.ts";
import { measureListSize } from "./list_size.ts";
import { measureLook } from "./look.ts";
import { table } from "./measurement.ts";
import type { Measure, Measurement } from "./measurement.ts";
import { measureMemory } from "./memory.ts";
import { measureRoundTrip } from "./round_trip.ts";
import { measureStartUp } from "./start_up.ts";

const measures: readonly (readonly [string, Measure])[] = [
  ["round trips", measureRoundTrip],
  ["looks", measureLook],
  ["starts", measureStartUp],
  ["memory", measureMemory],
  ["list of tools", measureListSize],
  ["charts", measureCharts],
];

if (import.meta.main) {
  say("compiling");
  await compile();
  await ensureEnvironment("plain", say);
  await using jupyter = await startJupyter({ environment: "plain" });
  const rows: Measurement[] = [];
  for (const [name, measure] of measures) {
    say(`measuring ${name}`);
    rows.push(...await measure(jupyter));
  }
  say(`\n${table(rows)}`);
}
