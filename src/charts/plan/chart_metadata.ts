/** The record of how a chart came about, in the words of the answer. */

import type { PatternId } from "../../base/chart_terms.ts";
import type { TablePart } from "../../base/protocol.ts";
import type { Chart } from "../context.ts";
import type { Journal } from "./journal.ts";
import type { Plan } from "./plan_chart.ts";
import { mappingOf } from "./roles.ts";

export interface Metadata extends Record<string, unknown> {
  readonly pattern_id: PatternId;
  readonly warnings: readonly string[];
}

interface Made {
  readonly plan: Plan;
  readonly chart: Chart;
  readonly journal: Journal;
  readonly laps: Readonly<Record<string, number>>;
  readonly counts: Counts;
}

export interface Counts {
  readonly rows: number;
  readonly cols: number;
  readonly sampledRows: number | null;
  /** The table that only a part of was sent, if so. */
  readonly part: TablePart | undefined;
}

const versions = { api: "0.2.0", templates: "2026.11", patterns: "v1" };

export function metadataOf({ plan, chart, journal, laps, counts }: Made): Metadata {
  return {
    pattern_id: plan.pattern,
    template_id: chart.template,
    mapping: mappingOf(plan.pattern, plan.roles),
    auxiliary: chart.auxiliary,
    operations_applied: journal.operations,
    decisions: {
      pattern: { elapsed_ms: laps["pattern"], reasoning: plan.reason },
      chart: { elapsed_ms: laps["chart"], reasoning: `${plan.pattern} -> ${chart.template}` },
    },
    warnings: journal.warnings,
    stats: { ...statsOf(counts), duration_ms: { ...laps } },
    versions,
    fallback_applied: plan.fallback,
  };
}

function statsOf({ rows, cols, sampledRows, part }: Counts) {
  const used = part === undefined ? sampledRows : rows;
  return {
    rows: part?.total ?? rows,
    cols,
    sampled: used !== null,
    ...(used === null ? {} : { sampled_rows: used }),
  };
}
