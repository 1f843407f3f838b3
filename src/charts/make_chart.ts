/**
 * A request as a chart: reads the table and the sentence, has the specification drawn (`draw_spec.ts`), and adds the
 * summary and the metadata. Pure: no fonts, no encoding, so that tests see the SVG.
 */

import { chartelierPatterns, type ChartLine, type ResolvedSpec } from "../base/chart_spec.ts";
import { type Language, languageOf } from "../base/language.ts";
import { AppError } from "../base/errors.ts";
import type { ChartRequest } from "../base/protocol.ts";
import { type ChartNumbers, type DrawnSpec, drawSpec } from "./draw_spec.ts";
import { type ReadChart, readChart } from "./read/read_chart.ts";
import { cleanText, shortName } from "./table/clean_text.ts";
import { type ReadTable, readTable } from "./table/read_table.ts";
import {
  assumptionSentence,
  fallbackWarning,
  partNote,
  partWarning,
  tableWarnings,
  unreadText,
} from "./summary/caveats.ts";

export interface Metadata extends Record<string, unknown> {
  readonly pattern_id: string;
  readonly warnings: readonly string[];
}

export interface MadeChart {
  readonly svg: string;
  readonly summary: string;
  readonly metadata: Metadata;
  readonly numbers: ChartNumbers;
  readonly language: Language;
}

interface MakeOptions {
  /** Width of a text at a size, in pixels. */
  readonly measure: (text: string, size: number) => number;
  readonly now?: () => number;
}

/** Everything that led to a chart. */
interface Made {
  readonly request: ChartRequest;
  readonly source: ReadTable;
  readonly read: ReadChart;
  readonly drawn: DrawnSpec;
  /** The pattern that was wanted and could not be drawn. */
  readonly instead?: string;
}

export function makeChart(
  request: ChartRequest,
  { measure, now = () => performance.now() }: MakeOptions,
): MadeChart {
  const started = now();
  const query = cleanText(request.query);
  const spec = cleanNames(request.spec);
  const source = readTable({
    data: request.data,
    source: request.source,
    language: request.locale ?? languageOf(query),
    named: [spec.x, spec.color, spec.facet, ...[spec.y ?? []].flat()].filter((name) => name !== undefined),
  });
  const parsed = now();
  const locale = request.locale === undefined ? {} : { locale: request.locale };
  const read = readChart({ query, options: spec, ...locale }, source.table);
  const chosen = now();
  const draw = (read: ReadChart) =>
    drawSpec(source.table, read.spec, pageOf(request, { source, read, measure }));
  const made: Made = request.chartelierOnly === true && !isChartelierPattern(read.spec)
    ? { request, source, ...fallback(read, source, draw) }
    : { request, source, read, drawn: draw(read) };
  const laps = { parse: lap(started, parsed), pattern: lap(parsed, chosen), chart: lap(chosen, now()) };
  return {
    svg: made.drawn.svg,
    summary: summaryOf(made),
    metadata: metadataOf(made, laps),
    numbers: made.drawn.numbers,
    language: made.read.language,
  };
}

/** Cleans the names and titles of a specification like those of the data, so that they match. */
function cleanNames(spec: ChartRequest["spec"]): ChartRequest["spec"] {
  const cleaned = { ...spec };
  const name = (text: string) => shortName(cleanText(text));
  for (const role of ["x", "color", "size", "facet"] as const) {
    const given = spec[role];
    if (given !== undefined) cleaned[role] = name(given);
  }
  if (spec.y !== undefined) cleaned.y = typeof spec.y === "string" ? name(spec.y) : spec.y.map(name);
  if (spec.title !== undefined) cleaned.title = cleanText(spec.title);
  if (spec.filter !== undefined) {
    cleaned.filter = spec.filter.map((one) => ({ ...one, column: name(one.column) }));
  }
  return cleaned;
}

function pageOf(
  { width, height, part }: ChartRequest,
  { source, read, measure }: Pick<Made, "source" | "read"> & Pick<MakeOptions, "measure">,
) {
  const { rows } = source.understood;
  const { language } = read;
  return {
    width,
    height,
    language,
    measure,
    notes: part === undefined ? [] : [partNote(part, rows, language)],
    sampleFactor: part?.taken === "sample" ? part.total / rows : 1,
  };
}

function lap(from: number, to: number): number {
  return Math.round((to - from) * 10) / 10;
}

function isChartelierPattern({ pattern }: ResolvedSpec): boolean {
  return chartelierPatterns.some((id) => id === pattern);
}

/** Replaces a chart that is not one of Chartelier's nine patterns: by P13, or by the first other pattern that suits the table. */
function fallback(
  wanted: ReadChart,
  { table }: ReadTable,
  draw: (read: ReadChart) => DrawnSpec,
): Pick<Made, "read" | "drawn"> & { readonly instead: string } {
  let refusal: unknown;
  for (const pattern of ["P13", "P03", "P02", "P01"] as const) {
    try {
      const read = readChart({ query: "", options: { pattern }, locale: wanted.language }, table);
      return {
        read: { ...read, notUnderstood: wanted.notUnderstood },
        drawn: draw(read),
        instead: wanted.spec.pattern,
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

function warningsOf({ request, source, read, drawn, instead }: Made): string[] {
  const { language, notUnderstood } = read;
  const used = new Set(Object.values(drawn.mapping).flat());
  return [
    ...(instead === undefined ? [] : [fallbackWarning(instead, read.spec.pattern, language)]),
    ...(notUnderstood.length === 0 ? [] : [unreadText(notUnderstood, language)]),
    ...tableWarnings(source, { request, used, language }),
    ...drawn.warnings,
  ];
}

function summaryOf(made: Made): string {
  const { read, drawn, instead } = made;
  const { language, assumed, notUnderstood } = read;
  const note = (text: string) => language === "ja" ? `注意: ${text}。` : `Note: ${text}.`;
  const { part } = made.request;
  const sentences = [
    ...(instead === undefined ? [] : [note(fallbackWarning(instead, read.spec.pattern, language))]),
    ...(part === undefined ? [] : [note(partWarning(part, made.source.understood.rows, language))]),
    ...assumptionSentence(assumed, language),
    ...(notUnderstood.length === 0 ? [] : [note(unreadText(notUnderstood, language))]),
    ...drawn.sentences,
    ...drawn.warnings.map(note),
  ];
  return sentences.join(language === "ja" ? "" : " ");
}

const versions = { api: "0.2.0", templates: "2026.11", patterns: "v1" };

/** Chartelier's names of lines. */
const lineNames: Readonly<Record<ChartLine["kind"], string>> = {
  mean: "mean_line",
  median: "median_line",
  target: "target_line",
  threshold: "threshold",
  moving_average: "moving_avg",
  regression: "regression",
};

function metadataOf(made: Made, laps: Readonly<Record<string, number>>): Metadata {
  const { request: { part, format, dpi, width, height }, source, read, drawn, instead } = made;
  const { spec, assumed, notUnderstood, language: locale } = read;
  const { rows, sampledRows } = source.understood;
  const used = part === undefined ? sampledRows : rows;
  const reason = assumed.find(({ field }) => field === "pattern")?.because ?? "options and query";
  return {
    pattern_id: spec.pattern,
    template_id: drawn.template,
    mapping: drawn.mapping,
    spec: { ...spec, format, dpi, width, height, locale },
    assumed,
    not_understood: notUnderstood,
    auxiliary: [...new Set((spec.lines ?? []).map(({ kind }) => lineNames[kind]))],
    operations_applied: operationsOf(made),
    decisions: {
      pattern: { elapsed_ms: laps["pattern"], reasoning: reason },
      chart: { elapsed_ms: laps["chart"], reasoning: `${spec.pattern} -> ${drawn.template}` },
    },
    warnings: warningsOf(made),
    stats: {
      rows: part?.total ?? rows,
      cols: source.raw.names.length,
      sampled: used !== null,
      ...(used === null ? {} : { sampled_rows: used }),
      duration_ms: { ...laps },
    },
    versions,
    fallback_applied: instead !== undefined || assumed.some(({ field }) => field === "pattern"),
  };
}

/** What was done to the table, in Chartelier's words. */
function operationsOf({ request, source, read: { spec } }: Made): string[] {
  const isGrouped = spec.aggregate !== undefined && spec.aggregate !== "none";
  const steps: readonly (readonly [string, boolean])[] = [
    ["sample", request.part !== undefined],
    ["melt", source.melted.length > 0 || Array.isArray(spec.y)],
    ["filter", (spec.filter ?? []).length > 0],
    ["resample", spec.time_unit !== undefined],
    ["groupby_agg", isGrouped],
    ["bin", spec.pattern === "P13" || spec.pattern === "P23" || (spec.pattern === "P03" && !isGrouped)],
    ["sort", spec.sort !== undefined],
    ["head", spec.limit !== undefined],
    ["normalize", spec.normalize !== undefined],
    ["rolling", (spec.lines ?? []).some(({ kind }) => kind === "moving_average")],
  ];
  return steps.flatMap(([name, isDone]) => isDone ? [name] : []);
}
