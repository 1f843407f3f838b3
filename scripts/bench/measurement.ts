/** What a measurement gets and gives. */

import type { JupyterServer } from "../../tests/harness/jupyter.ts";

export interface Measurement {
  readonly what: string;
  /** Ready to be read, with its unit. */
  readonly value: string;
  readonly bound?: string;
  /** Whether the bound is kept; absent for a number that is only there to compare with. */
  readonly kept?: boolean;
}

export type Measure = (jupyter: JupyterServer) => Promise<readonly Measurement[]>;

/** A row whose value must be at most the bound. */
export function atMost(what: string, value: number, bound: { limit: number; unit: string }): Measurement {
  const shown = (number: number) =>
    `${number.toLocaleString("en", { maximumFractionDigits: 1 })} ${bound.unit}`;
  return { what, value: shown(value), bound: `≤ ${shown(bound.limit)}`, kept: value <= bound.limit };
}

/** The rows as a Markdown table. */
export function table(rows: readonly Measurement[]): string {
  const lines = rows.map(({ what, value, bound, kept }) =>
    `| ${what} | ${value} | ${bound ?? ""} | ${kept === undefined ? "" : kept ? "✔" : "✘"} |`
  );
  return ["| what | measured | bound | |", "|---|---|---|---|", ...lines].join("\n");
}
