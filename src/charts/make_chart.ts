/** The whole way from a table and a sentence to a specification, a summary and the record of how it came about. */

import { AppError } from "../errors.ts";
import type { ChartRequest } from "../rooms.ts";
import { type AuxiliaryKind, auxiliaryKinds, levelKinds } from "./auxiliary_kinds.ts";
import type { AuxiliaryWish } from "./auxiliary_rules.ts";
import {
  doubtWarning,
  fallbackSentence,
  filterWarning,
  oddityWarning,
  sampledWarning,
  unmetWarning,
} from "./chart_warnings.ts";
import type { Column } from "./column.ts";
import type { Chart, Context } from "./context.ts";
import { drawPattern } from "./draw_pattern.ts";
import { findIntent, type Intent } from "./find_intent.ts";
import { withHeaderTimes } from "./header_times.ts";
import { joinTimeColumns } from "./joined_time.ts";
import { type Language, languageOf } from "./language.ts";
import { onlyGroups } from "./mentioned_values.ts";
import { makePage } from "./page.ts";
import { parseData } from "./parse_data.ts";
import { type PatternId, patternIds } from "./pattern.ts";
import { type Plan, planChart } from "./plan_chart.ts";
import { mappingOf } from "./roles.ts";
import { type Spec, toVegaLite } from "./sheet.ts";
import { understandTable } from "./understand_table.ts";
import { unmetWords } from "./unmet_words.ts";
import { withWeekdays } from "./weekday_column.ts";

export interface MadeChart extends Spec {
  readonly summary: string;
  readonly metadata: Metadata;
}

export interface Metadata extends Record<string, unknown> {
  readonly pattern_id: PatternId;
  readonly warnings: readonly string[];
}

export interface Tools {
  /** Width of a text at a size, in pixels. */
  readonly measure: (text: string, size: number) => number;
  readonly now?: () => number;
}

const versions = { api: "0.2.0", templates: "2026.11", patterns: "v1" };

export function makeChart(
  request: ChartRequest,
  { measure, now = () => performance.now() }: Tools,
): MadeChart {
  const clock = stopwatch(now);
  const language = request.locale ?? languageOf(request.query);
  const raw = parseData(request.data);
  const table = understandTable(raw);
  const names = language === "ja" ? { value: "値", series: "系列" } : { value: "value", series: "series" };
  const given = { ...table, columns: withWeekdays(joinTimeColumns(table.columns), request.query) };
  const long = wantsTime(request, given.columns)
    ? withHeaderTimes(given, { value: names.value, time: language === "ja" ? "時期" : "time" })
    : null;
  const whole = long ?? given;
  clock.lap("parse");
  const spoken = findIntent(request.query, whole.columns);
  const filter = spoken.values.find(({ only }) => only);
  const shown = filter === undefined ? whole : onlyGroups(whole, filter);
  const intent = filter === undefined ? spoken : findIntent(request.query, shown.columns);
  const { pattern: wished, x, y, color, facet } = request;
  const pattern = checkedPattern(wished);
  const plan = planChart(shown, intent, { pattern, x, y, color, facet, names });
  clock.lap("pattern");
  const record = new Journal(plan.melted || long !== null ? ["melt"] : []);
  if (filter !== undefined) {
    record.did("filter");
    record.warn(filterWarning(filter.column.name, filter.labels, language));
  }
  for (const remark of request.remarks ?? []) record.warn(remark);
  for (const wish of unmetWords(request.query, whole.columns, language)) record.warn(wish);
  for (const oddity of raw.oddities) record.warn(oddityWarning(oddity, language));
  // Where only a part came here, what was said of it holds for all that follows.
  if (table.sampledRows !== null && request.totalRows === undefined) {
    record.warn(sampledWarning(table.rows, table.sampledRows, language));
  }
  if (plan.fallback) {
    for (const unmet of plan.unmet) record.warn(unmetWarning(unmet, plan.pattern, language));
  }
  const used = new Set(Object.values(mappingOf(plan.pattern, plan.roles)));
  for (const doubt of table.doubts) if (used.has(doubt.column)) record.warn(doubtWarning(doubt, language));
  const context: Context = {
    page: makePage({ width: request.width, height: request.height, language, measure }),
    roles: plan.roles,
    intent,
    period: intent.period,
    auxiliary: auxiliaryFor(plan.pattern, { request, intent, language, warn: record.warn }),
    title: request.title,
    did: record.did,
    warn: record.warn,
  };
  const chart = drawPattern(plan.pattern, context);
  const spec = toVegaLite(chart.sheet);
  clock.lap("chart");
  return {
    ...spec,
    summary: summaryOf(chart, plan, language),
    metadata: metadataOf({
      plan,
      chart,
      record,
      laps: clock.laps,
      stats: statsOf({
        rows: table.rows,
        cols: raw.names.length,
        sampledRows: table.sampledRows,
        totalRows: request.totalRows,
      }),
    }),
  };
}

/** Whether the sentence or the caller asks for change over time. */
function wantsTime({ query, pattern }: ChartRequest, columns: readonly Column[]): boolean {
  if (pattern !== undefined) return ["P01", "P12", "P13", "P21", "P31"].includes(pattern);
  const { senses } = findIntent(query, columns);
  return (["trend", "period", "line_chart", "cumulative"] as const).some((sense) => senses.has(sense));
}

class Journal {
  readonly operations: string[];
  readonly warnings: string[] = [];

  constructor(operations: readonly string[]) {
    this.operations = [...operations];
  }

  readonly did = (operation: string): void => {
    if (!this.operations.includes(operation)) this.operations.push(operation);
  };

  readonly warn = (warning: string): void => {
    if (!this.warnings.includes(warning)) this.warnings.push(warning);
  };
}

function stopwatch(now: () => number) {
  const laps: Record<string, number> = {};
  let last = now();
  return {
    laps,
    lap: (name: string) => {
      const time = now();
      laps[name] = Math.round((time - last) * 10) / 10;
      last = time;
    },
  };
}

function checkedPattern(wished: string | undefined): PatternId | undefined {
  if (wished === undefined) return undefined;
  const pattern = patternIds.find((id) => id === wished.toUpperCase());
  if (pattern !== undefined) return pattern;
  throw new AppError(
    "invalid_argument",
    `Cannot use "options.pattern" ${JSON.stringify(wished)}: there is no such pattern`,
    {
      hint: `Choose one of ${patternIds.join(", ")}`,
    },
  );
}

function supportedBy(pattern: PatternId): readonly AuxiliaryKind[] {
  return pattern === "P01" || pattern === "P12" || pattern === "P31" ? auxiliaryKinds : levelKinds;
}

interface AuxiliaryInput {
  readonly request: ChartRequest;
  readonly intent: Intent;
  readonly language: Language;
  readonly warn: (warning: string) => void;
}

/** The lines to draw: those that the caller lists, each of which works or fails; else those of the sentence. */
function auxiliaryFor(
  pattern: PatternId,
  { request, intent, language, warn }: AuxiliaryInput,
): AuxiliaryWish[] {
  const said = intent.auxiliary;
  if (request.auxiliary !== undefined) {
    return request.auxiliary.map((name) => explicitAuxiliary(name, { pattern, said }));
  }
  return said.filter(({ kind, value }) => {
    if (!supportedBy(pattern).includes(kind)) {
      warn(
        language === "ja"
          ? `${pattern}には${kind}を重ねられません`
          : `${kind} cannot be laid over ${pattern} and is left out`,
      );
      return false;
    }
    if (needsValue(kind) && value === undefined) {
      warn(
        language === "ja"
          ? `${kind}の値が文にないため描きませんでした`
          : `${kind} is left out: the query gives no number for it`,
      );
      return false;
    }
    return true;
  });
}

function needsValue(kind: AuxiliaryKind): boolean {
  return kind === "target_line" || kind === "threshold";
}

function explicitAuxiliary(
  name: string,
  { pattern, said }: { pattern: PatternId; said: readonly AuxiliaryWish[] },
): AuxiliaryWish {
  const kind = auxiliaryKinds.find((one) => one === name);
  const refuse = (state: string, hint: string) =>
    new AppError("invalid_argument", `Cannot use "options.auxiliary" ${JSON.stringify(name)}: ${state}`, {
      hint,
    });
  if (kind === undefined) throw refuse("there is no such line", `Choose among ${auxiliaryKinds.join(", ")}`);
  if (!supportedBy(pattern).includes(kind)) {
    throw refuse(`${pattern} cannot carry it`, `${pattern} takes ${supportedBy(pattern).join(", ")}`);
  }
  const given = said.find((wish) => wish.kind === kind) ??
    (needsValue(kind) ? said.find(({ value }) => value !== undefined) : undefined);
  if (needsValue(kind) && given?.value === undefined) {
    throw refuse("the query gives no number for it", 'Say the number in the query, such as "target 500"');
  }
  return given === undefined ? { kind } : { ...given, kind };
}

function summaryOf(chart: Chart, plan: Plan, language: Language): string {
  const first = plan.fallback ? [fallbackSentence(plan.unmet, plan.pattern, language)] : [];
  return [...first, ...chart.sentences].join(language === "ja" ? "" : " ");
}

interface Counts {
  readonly rows: number;
  readonly cols: number;
  readonly sampledRows: number | null;
  /** Rows of the table that was only sent in part. */
  readonly totalRows: number | undefined;
}

function statsOf({ rows, cols, sampledRows, totalRows }: Counts) {
  const whole = totalRows ?? rows;
  const sampled = sampledRows ?? (whole > rows ? rows : null);
  return {
    rows: whole,
    cols,
    sampled: sampled !== null,
    ...(sampled === null ? {} : { sampled_rows: sampled }),
  };
}

interface MetadataInput {
  readonly plan: Plan;
  readonly chart: Chart;
  readonly record: Journal;
  readonly laps: Readonly<Record<string, number>>;
  readonly stats: Readonly<Record<string, unknown>>;
}

function metadataOf({ plan, chart, record, laps, stats }: MetadataInput): Metadata {
  return {
    pattern_id: plan.pattern,
    template_id: chart.template,
    mapping: mappingOf(plan.pattern, plan.roles),
    auxiliary: chart.auxiliary,
    operations_applied: record.operations,
    decisions: {
      pattern: { elapsed_ms: laps["pattern"], reasoning: plan.reason },
      chart: { elapsed_ms: laps["chart"], reasoning: `${plan.pattern} -> ${chart.template}` },
    },
    warnings: record.warnings,
    stats: { ...stats, duration_ms: { ...laps } },
    versions,
    fallback_applied: plan.fallback,
  };
}
