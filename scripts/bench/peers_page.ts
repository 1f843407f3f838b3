/** The parts of `docs/benchmarks.md` that compare servers. Pure; the circumstances are an argument. */

import type { ServerNumbers } from "./compare_servers.ts";
import type { PeerNumbers } from "./peers.ts";

export interface Circumstances {
  readonly date: string;
  /** Processor, cores, memory, system. */
  readonly machine: string;
  /** Load of the machine before the run, other than ours. */
  readonly load: string;
  readonly versions: readonly string[];
  readonly rounds: number;
  /** Calls of a tool in a row. */
  readonly repeats: number;
}

/** Every server from PyPI that starts, and ours with its own tools. */
export function serversTable(servers: readonly ServerNumbers[]): string {
  const rows = servers.map(({ name, version, run, add, saved, start, memory, tools, list }) => {
    const cells = [
      shown(run, "ms"),
      shown(add, "ms"),
      saved ? "yes" : "no",
      shown(start, "ms"),
      shown(memory, "MB"),
    ];
    return `| ${name} (${version}) | ${cells.join(" | ")} | ${tools ?? "–"}, ${shown(list, "kB")} |`;
  });
  const notes = servers.flatMap(({ name, note }) => note === undefined ? [] : [`- ${name}: ${note}.`]);
  return `| server | \`1 + 1\` | a new cell with \`1 + 1\` | its output is on disk | start → \`initialize\` | memory after the start | \`tools/list\` |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

${notes.join("\n")}`;
}

/** Datalayer's server and ours in its place, call by call. */
export function datalayerTable({ rows, bare }: PeerNumbers): string {
  const lines = rows.map(({ what, theirs, ours, unit }) =>
    `| ${what} | ${shown(theirs, unit)} | ${shown(ours, unit)} | ${ratio(theirs, ours)} |`
  );
  return `| what | Datalayer's | ours | theirs / ours |
| --- | --- | --- | --- |
${lines.join("\n")}

A bare kernel client takes ${
    shown(bare, "ms")
  } for \`1 + 1\` on the same Jupyter: no server that goes through Jupyter can be faster.`;
}

export function circumstancesList(
  { date, machine, load, versions, rounds, repeats }: Circumstances,
): string {
  return [
    `${date}, ${machine}`,
    `Load of the machine when it began (1, 5, 15 minutes): ${load}. Above the number of cores, other work made ` +
    "everything slower, for all servers",
    `Medians of ${rounds} rounds, with ${repeats} calls of a tool in a row`,
    ...versions,
  ].map((line) => `- ${line}`).join("\n");
}

function shown(value: number | undefined, unit: string): string {
  if (value === undefined) return "–";
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

function ratio(theirs: number | undefined, ours: number | undefined): string {
  return theirs === undefined || ours === undefined ? "" : `${(theirs / ours).toFixed(1)}`;
}
