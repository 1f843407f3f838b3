/**
 * Fuzzes the compiled program with malformed messages and arguments, and with hostile pictures, figures and tables, a
 * real Jupyter behind it.
 *
 *     deno task fuzz [--messages 10000] [--seed 1] [--transport stdio|http|drawings|tables] [--minutes 10] [--chaos 60]
 *
 * Without a transport all are tried, one after the other, each with a Jupyter of its own; then the program is put
 * before a server that lies on the wire, and through `--chaos` seconds of random calls, cancels and faults.
 */

import { parseArgs } from "node:util";
import { ensureEnvironment } from "../../tests/harness/environment.ts";
import { startJupyter } from "../../tests/harness/jupyter.ts";
import { complain, duration, say } from "../terminal.ts";
import { attackWire } from "./attack_wire.ts";
import { chaos } from "./chaos.ts";
import type { FuzzReport } from "./fuzz.ts";
import { fuzzDrawings } from "./fuzz_drawings.ts";
import { fuzzHttp } from "./fuzz_http.ts";
import { fuzzStdio } from "./fuzz_stdio.ts";
import { fuzzTables } from "./fuzz_tables.ts";

const transports = { stdio: fuzzStdio, http: fuzzHttp, drawings: fuzzDrawings, tables: fuzzTables };

interface Extent {
  readonly seed: number;
  readonly messages: number;
  readonly minutes: number;
}

async function run(
  transport: keyof typeof transports,
  { seed, messages, minutes }: Extent,
): Promise<boolean> {
  await using jupyter = await startJupyter({ environment: "collaboration" });
  const started = performance.now();
  const took = () => duration(performance.now() - started);
  const report = await transports[transport]({
    program: "compiled",
    jupyter,
    seed,
    messages,
    limit: minutes * 60_000,
    onProgress: (sent) => say(`${transport}: ${sent} messages, ${took()}`),
  });
  tell(report);
  const { sent, answered, failures } = report;
  say(
    `${transport}: ${sent} messages with seed ${seed}, ${answered} answers, ${failures.length} failures, ${took()}`,
  );
  return failures.length === 0;
}

async function lie(): Promise<boolean> {
  const { attacks, peak, failures } = await attackWire("compiled");
  tell({ outcomes: new Map(), failures });
  say(`wire: ${attacks} attacks, ${failures.length} failures, memory up to ${Math.round(peak / 1e6)} MB`);
  return failures.length === 0;
}

async function harm(environment: "plain" | "collaboration", extent: Chaos): Promise<boolean> {
  await using jupyter = await startJupyter({ environment });
  const report = await chaos({ program: "compiled", jupyter, ...extent });
  tell(report);
  const { calls, faults, failures } = report;
  say(
    `chaos (${environment}): ${calls} calls, ${faults} faults with seed ${extent.seed}, ${failures.length} failures`,
  );
  return failures.length === 0;
}

interface Chaos {
  readonly seed: number;
  readonly seconds: number;
}

function tell({ outcomes, failures }: Pick<FuzzReport, "outcomes" | "failures">): void {
  for (const [outcome, count] of [...outcomes].toSorted((a, b) => b[1] - a[1])) say(`  ${count} ${outcome}`);
  for (const failure of failures) complain(`✘ ${failure}`);
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      messages: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
      minutes: { type: "string", default: "10" },
      chaos: { type: "string", default: "60" },
      transport: { type: "string" },
    },
  });
  await ensureEnvironment("collaboration", say);
  const extent = {
    seed: Number(values.seed),
    messages: Number(values.messages),
    minutes: Number(values.minutes),
  };
  for (const transport of ["stdio", "http", "drawings", "tables"] as const) {
    if (values.transport !== undefined && values.transport !== transport) continue;
    if (!await run(transport, extent)) Deno.exitCode = 1;
  }
  if (!await lie()) Deno.exitCode = 1;
  const { seed } = extent;
  await ensureEnvironment("plain", say);
  for (const environment of ["plain", "collaboration"] as const) {
    if (!await harm(environment, { seed, seconds: Number(values.chaos) })) Deno.exitCode = 1;
  }
}
