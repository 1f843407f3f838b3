/**
 * Measures the compiled program on a Jupyter of its own and prints the numbers beside their bounds. Each way fills in
 * its part of `docs/benchmarks.md`.
 *
 *     deno task bench            ours alone
 *     deno task bench <words>    those of its parts whose names hold one of the words; only printed
 *     deno task bench --peers    servers from PyPI and ours, taking turns; also draws docs/images/benchmark.png
 *     deno task bench --agent    what six tasks cost a model, with Datalayer's server and with ours
 */

import { fileURLToPath } from "node:url";
import { ensureEnvironment } from "../../tests/harness/environment.ts";
import { startJupyter } from "../../tests/harness/jupyter.ts";
import { compile } from "../compile.ts";
import { say } from "../terminal.ts";
import { replaceMarked } from "../docs/markers.ts";
import { agentSection } from "./agent/agent_page.ts";
import { compareAgents } from "./agent/compare.ts";
import { measureBigTable } from "./big_table.ts";
import { measureCharts } from "./charts.ts";
import { measureCommands } from "./commands.ts";
import { readCircumstances } from "./circumstances.ts";
import { compareServers } from "./compare_servers.ts";
import { drawComparison } from "./draw_comparison.ts";
import { measureFloods } from "./floods.ts";
import { measureListSize } from "./list_size.ts";
import { measureInspection } from "./inspection.ts";
import { measureManySessions } from "./many_sessions.ts";
import { table } from "./measurement.ts";
import type { Measure, Measurement } from "./measurement.ts";
import { measureMemory } from "./memory.ts";
import { comparePeers } from "./peers.ts";
import { circumstancesList, datalayerTable, serversTable } from "./peers_page.ts";
import { measureRoundTrip } from "./round_trip.ts";
import { installServers } from "./servers.ts";
import { measureStartUp } from "./start_up.ts";
import { measureVerification } from "./verify.ts";

const own: readonly (readonly [string, Measure])[] = [
  ["round trips", measureRoundTrip],
  ["inspections", measureInspection],
  ["big tables", measureBigTable],
  ["starts", measureStartUp],
  ["commands", measureCommands],
  ["memory", measureMemory],
  ["list of tools", measureListSize],
  ["charts", measureCharts],
  ["floods", measureFloods],
  ["a hundred sessions", measureManySessions],
  ["verify", measureVerification],
];

const page = new URL("../../docs/benchmarks.md", import.meta.url);

/** The peers can do little without shared documents. */
async function comparison(): Promise<void> {
  await ensureEnvironment("collaboration", say);
  await ensureEnvironment("datalayer", say);
  const servers = await installServers(say);
  const circumstances = await readCircumstances();
  await using jupyter = await startJupyter({ environment: "collaboration" });
  const compared = await compareServers(jupyter, { servers, report: say });
  await drawComparison(compared);
  say("Datalayer's server and ours in its place");
  await fillIn({
    servers: serversTable(compared),
    datalayer: datalayerTable(await comparePeers(jupyter)),
    circumstances: circumstancesList(circumstances),
  });
}

async function agents(): Promise<void> {
  await ensureEnvironment("collaboration", say);
  await ensureEnvironment("datalayer", say);
  await fillIn({ agent: agentSection(await compareAgents(say)) });
}

/** Puts texts between the markers of their names. */
async function fillIn(parts: Readonly<Record<string, string>>): Promise<void> {
  let text = await Deno.readTextFile(page);
  for (const [name, part] of Object.entries(parts)) text = replaceMarked(text, name, part);
  await Deno.writeTextFile(page, text);
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", fileURLToPath(page)] }).output();
  say(await Deno.readTextFile(page));
}

async function ownNumbers(): Promise<void> {
  await ensureEnvironment("plain", say);
  await using jupyter = await startJupyter({ environment: "plain" });
  const rows: Measurement[] = [];
  const isWanted = (name: string) => Deno.args.length === 0 || Deno.args.some((word) => name.includes(word));
  for (const [name, measure] of own.filter(([name]) => isWanted(name))) {
    say(`measuring ${name}`);
    rows.push(...await measure(jupyter));
  }
  say(`\n${table(rows)}`);
  if (Deno.args.length === 0) await fillIn({ own: table(rows) });
}

if (import.meta.main) {
  say("compiling");
  await compile();
  const isAgents = Deno.args.includes("--agent");
  await (isAgents ? agents() : Deno.args.includes("--peers") ? comparison() : ownNumbers());
}
