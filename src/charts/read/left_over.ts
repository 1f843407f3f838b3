/**
 * The words of a sentence that its chart does not show, as they are written.
 *
 * 1. A word that no rule claimed is left over.
 * 2. So is a claimed one whose request the specification does not carry out: what counts is the chart, not the claim.
 */

import type { ChartPattern, ResolvedSpec } from "../../base/chart_spec.ts";
import type { ChartWord, Intent, Sense } from "../lexicon/lexicon.ts";
import { isCyclic } from "../table/calendar.ts";
import type { Column, Table, TimeColumn } from "../table/column.ts";
import { yesOf } from "./column_meaning.ts";
import type { Mention } from "./mentions.ts";
import { type Item, type NumberItem, says, type WordItem } from "./items.ts";
import { isGrouped, isLength } from "./sentence_options.ts";

interface Reading {
  readonly used: readonly Item[];
  /** Values that are read as what the rows are. */
  readonly nouns: readonly Item[];
  readonly columns: readonly Mention[];
  readonly spec: ResolvedSpec;
  readonly table: Table;
}

export function leftOver(
  items: readonly Item[],
  { used, nouns, columns, spec, table }: Reading,
): readonly string[] {
  const taken = new Set(used);
  const { x, y, color, facet, size, filter = [] } = spec;
  const drawn = columnsNamed([x, color, facet, size, ...[y].flat()], table);
  const conditions = columnsNamed(filter.map(({ column }) => column), table);
  // The quarters of year/quarter are drawn as well.
  const names = new Set(
    [...drawn, ...conditions].flatMap(({ name, kind }) =>
      kind === "time" ? [name, ...name.split("/")] : [name]
    ),
  );
  const unused = new Set(
    columns.filter(({ column }) => !names.has(column.name)).map(({ item }) => item.from),
  );
  const times = drawn.filter((column) => column.kind === "time");
  // "the last 6 months" is a day to begin with.
  const hasPeriod = conditions.some(({ kind }) => kind === "time");
  const measured = measuredNames(spec);
  const isPart = isPartOfRows(spec, table);
  const left = items.filter((item, at) => {
    if (item.kind === "particle" || item.kind === "punctuation") return false;
    if (item.kind === "column") return unused.has(item.from);
    if (item.kind === "number" && !isUsed(item, spec) && !hasPeriod) return true;
    if (item.kind === "value" && !names.has(item.column.name)) return !nouns.includes(item);
    // The persons of 合格者 are what the column says of them.
    if (item.text === "者" && items[at - 1]?.kind === "column") return false;
    if (item.kind === "unknown") return !taken.has(item) || mayBeCondition(item, { spec, table, names });
    if (item.kind !== "word") return !taken.has(item);
    if (isRatio(items, at, measured)) return true;
    switch (item.sense.say) {
      case "unit":
        return !isLength(items, at) &&
          !isStep(item.sense.unit, spec, times) && !isRow(item.sense.unit, spec, table);
      case "time":
        return isGrouped(items, item) && times.length === 0 && !hasPeriod;
      case "most":
        return isAdjective(item, items[at + 1]);
      default:
        return !(isSmall(item) || taken.has(item)) || !isShown(item.sense, { spec, times, isPart });
    }
  });
  return [...new Set(left.map(({ text }) => text))];
}

/** Whether a number is part of the specification; a width of bins becomes their count. */
function isUsed({ value }: NumberItem, { limit, filter = [], lines = [], bins }: ResolvedSpec): boolean {
  const numbers = [
    limit,
    ...filter.flatMap((one) => one.value),
    ...lines.flatMap((line) => [line.value, line.window]),
  ];
  return bins !== undefined || numbers.some((one) =>
    // 10万円 is 10 in a column that counts in 万円.
    [1, 1e3, 1e4, 1e6, 1e8].some((size) => Number(one) * size === value)
  ) || filter.some(({ column: _, ...one }) => JSON.stringify(one).includes(String(value)));
}

/** Words that say nothing by themselves; where they matter, what stands beside them is claimed. */
function isSmall({ sense, text }: WordItem): boolean {
  if (["from", "to", "between"].includes(sense.say)) {
    return /^(?:from|to|through|between|after|before|から|[~〜])$/i.test(text);
  }
  return ["nothing", "and", "group", "versus"].includes(sense.say);
}

/** Whether a word describes a thing that the table does not have: large of "large birds". */
function isAdjective({ text }: WordItem, next: Item | undefined): boolean {
  return next?.kind === "unknown" && /^(?:high|low|large|small|heavy|cheap|expensive|popular)$/i.test(text);
}

function columnsNamed(names: readonly (string | undefined)[], { columns }: Table): readonly Column[] {
  return columns.filter(({ name }) => names.includes(name));
}

/** Whether times are drawn in a step: the one that is asked for, or that of the column itself. */
function isStep(unit: string, { time_unit, x, color }: ResolvedSpec, times: readonly TimeColumn[]): boolean {
  const isWeek = x === color && time_unit === "hour_of_day" && unit === "weekday";
  if (times.length > 0 && (time_unit === unit || isWeek)) return true;
  return times.some(({ grain }) =>
    grain === unit || grain === `fiscal_${unit}` || isCyclic(grain) || grain.startsWith(`${unit}_of`)
  );
}

/**
 * Whether the noun of what is counted may be more than a name of the rows: 死亡者数 if the chart shows another number, or
 * if the table says yes or no of something that the chart does not show.
 */
function mayBeCondition(
  { text }: Item,
  { spec: { y, aggregate, bins }, table, names }:
    & Pick<Reading, "spec" | "table">
    & { readonly names: ReadonlySet<string> },
): boolean {
  if (bins !== undefined) return false;
  const isCounted = y === undefined || aggregate === "count" || aggregate === "distinct";
  return !isCounted || /.者$/.test(text) &&
      table.columns.some((column) => yesOf(column) !== undefined && !names.has(column.name));
}

/** Whether rows are counted, and each is such a period: days with rain. */
function isRow(unit: string, { aggregate }: ResolvedSpec, { columns }: Table): boolean {
  return aggregate === "count" && columns.some((column) => column.kind === "time" && column.grain === unit);
}

function isPartOfRows({ normalize, aggregate, y }: ResolvedSpec, table: Table): boolean {
  const measures = columnsNamed([y ?? []].flat(), table);
  return normalize === "share" ||
    aggregate === "mean" && measures.length > 0 && measures.every((column) => yesOf(column) !== undefined);
}

/** The columns whose numbers are drawn as they are: they stand side by side, and are not divided. */
function measuredNames({ pattern, x, y }: ResolvedSpec): ReadonlySet<string> {
  return new Set([...[y ?? []].flat(), ...(pattern === "scatter" && x !== undefined ? [x] : [])]);
}

/** Whether a word asks for one measure divided by another, of which no chart is drawn: per, divided by, あたり. */
function isRatio(items: readonly Item[], at: number, measured: ReadonlySet<string>): boolean {
  const text = items[at]?.text.toLowerCase() ?? "";
  const other = /^(?:per|divided by)$/.test(text)
    ? items.slice(at + 1).find((item) => !says(item, "nothing"))
    : /^[あ当]たり$/.test(text)
    ? items[at - 1]
    : undefined;
  return other?.kind === "column" && other.columns.some(({ column }) => measured.has(column.name));
}

const lines: readonly ChartPattern[] = ["P01", "P12", "P31"];
const distributions: readonly ChartPattern[] = ["P03", "P13", "P23", "P32"];

/** The patterns that are a chart which the sentence names. */
const chartsOf: Readonly<Record<ChartWord, readonly ChartPattern[]>> = {
  line: lines,
  bar: ["P02", "P03", "P21"],
  histogram: ["P02", "P03", "P13", "P21", "P23"],
  scatter: ["scatter"],
  box: ["P32"],
  heatmap: ["heatmap"],
  area: lines,
  pie: ["P03", "P21"],
};

interface Drawn {
  readonly spec: ResolvedSpec;
  readonly times: readonly TimeColumn[];
  /** Shares are drawn, or the means of a column of yes and no, which are shares as well. */
  readonly isPart: boolean;
}

function isShown(sense: Sense, drawn: Drawn): boolean {
  const { spec } = drawn;
  const { pattern, aggregate } = spec;
  switch (sense.say) {
    case "chart":
      return chartsOf[sense.chart].includes(pattern);
    case "form":
      if (sense.form === "stacked") return spec.stack === true;
      return sense.form !== "panels" || spec.facet !== undefined || pattern === "P31";
    case "intent":
      return isMet(sense.intent, drawn);
    case "line":
      return (spec.lines ?? []).some(({ kind }) => kind === sense.kind);
    case "aggregate":
      return aggregate === sense.aggregate || aggregate === "none" ||
        (aggregate === "count" && sense.aggregate === "sum") ||
        (spec.lines ?? []).some(({ kind }) => kind === sense.aggregate);
    case "top":
      return spec.limit !== undefined;
    case "sort":
      return spec.sort !== undefined;
    case "rest":
      return spec.rest !== undefined;
    case "log":
      return spec.scale === "log";
    default:
      return true;
  }
}

function isMet(intent: Intent, { spec, times, isPart }: Drawn): boolean {
  const { pattern, aggregate, normalize } = spec;
  switch (intent) {
    case "trend":
      return times.length > 0 || lines.includes(pattern) || pattern === "scatter";
    case "distribution":
      return distributions.includes(pattern) || aggregate === "count" || pattern === "scatter";
    case "spread":
      return distributions.includes(pattern) || pattern === "scatter";
    case "difference":
      // Groups stand side by side; they are not subtracted, nor sorted by it.
      return !Array.isArray(spec.y) && spec.sort?.endsWith("value") !== true;
    case "share":
    case "rate":
      return isPart;
    case "index":
    case "cumulative":
      return normalize === intent;
    case "season":
      return times.some(({ grain }) => isCyclic(grain)) || spec.time_unit?.includes("_of_") === true;
    default:
      return true;
  }
}
