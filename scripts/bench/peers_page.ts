/** `docs/benchmarks.md`: the comparison with its circumstances. Pure; the circumstances are an argument. */

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

export function peersPage({ rows, bare }: PeerNumbers, circumstances: Circumstances): string {
  const lines = rows.map(({ what, theirs, ours, unit }) =>
    `| ${what} | ${shown(theirs, unit)} | ${shown(ours, unit)} | ${ratio(theirs, ours)} |`
  );
  return `# Benchmarks

Written by \`deno task bench --peers\`, which measures
[Datalayer's server](https://github.com/datalayer/jupyter-mcp-server) from PyPI and this program in its place
(\`--compat datalayer\`) in one run on one Jupyter, taking turns with the same calls. Medians of ${circumstances.rounds} rounds,
with ${circumstances.repeats} calls of a tool in a row.

| what | Datalayer's | ours | theirs / ours |
| --- | --- | --- | --- |
${lines.join("\n")}

A bare kernel client takes ${
    shown(bare, "ms")
  } for \`1 + 1\` on the same Jupyter: what is under that nobody can
save.

"Failed" means that the call gave an error or did not end within three minutes.

- ${circumstances.date}
- ${circumstances.machine}
- Load of the machine when it began (1, 5, 15 minutes): ${circumstances.load}. Above the number of cores, other work made
  everything slower, for both
${circumstances.versions.map((version) => `- ${version}`).join("\n")}

The numbers that this program promises are measured by \`deno task bench\`, for the program alone beside a bare kernel
client, and are in the [README](../README.md#numbers).
`;
}

function shown(value: number | undefined, unit: string): string {
  if (value === undefined) return "failed";
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

function ratio(theirs: number | undefined, ours: number | undefined): string {
  return theirs === undefined || ours === undefined ? "" : `${(theirs / ours).toFixed(1)}`;
}
