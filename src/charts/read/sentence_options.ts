/** The options that a sentence states: intents, kind of chart, order, limit, lines, bins and scale. */

import type { ChartLine, ChartSpec, TimeUnit } from "../../base/chart_spec.ts";
import type { ChartWord, Intent, Sense } from "../lexicon/lexicon.ts";
import { isMarker, isSmall, type Item, type NumberItem, says } from "./items.ts";

export interface SentenceOptions {
  readonly charts: readonly ChartWord[];
  readonly forms: ReadonlySet<"stacked" | "grouped" | "panels" | "overlay">;
  readonly intents: ReadonlySet<Intent>;
  /** Speaks of time without naming a column. */
  readonly time: boolean;
  readonly unit: TimeUnit | undefined;
  readonly sort: ChartSpec["sort"];
  readonly limit: number | undefined;
  readonly rest: ChartSpec["rest"];
  /** The largest or smallest are asked for. */
  readonly most: {
    readonly descending: boolean;
    readonly measure: string | undefined;
    readonly judged: boolean;
  } | undefined;
  /** A level with its number as it is written. */
  readonly lines: readonly (ChartLine & { readonly number?: NumberItem })[];
  readonly bins: { readonly by: "count" | "width"; readonly size: number } | undefined;
  readonly scale: ChartSpec["scale"];
  /** Every measure is wanted. */
  readonly all: boolean;
  readonly used: readonly Item[];
}

export function readSentenceOptions(items: readonly Item[]): SentenceOptions {
  const of = <S extends Sense["say"]>(say: S) =>
    items.flatMap((item) => says(item, say) ? [{ text: item.text, sense: item.sense }] : []);
  const ordering = orderOf(items);
  const lines = linesOf(items);
  const bins = binsOf(items);
  const unit = unitOf(items) ?? unitOfThings(items, ordering.used);
  const plain = items.filter((item) => says(item, "chart", "form", "intent", "log", "zero", "time", "all"));
  return {
    charts: [
      ...of("chart").map(({ sense }) => sense.chart),
      // Only points have a size.
      ...of("axis").flatMap(({ sense }) => sense.axis === "size" ? ["scatter" as const] : []),
      ...of("group").flatMap(({ text }) => /\blines?\b/i.test(text) ? ["line" as const] : []),
    ],
    forms: new Set([
      ...of("form").map(({ sense }) => sense.form),
      ...of("group").flatMap(({ sense }) => sense.stacked === true ? ["stacked" as const] : []),
    ]),
    intents: new Set(of("intent").map(({ sense }) => sense.intent)),
    time: items.some((item) => says(item, "time") && isGrouped(items, item)),
    unit: unit?.unit,
    ...ordering.found,
    lines: lines.found,
    bins: bins?.found,
    all: of("all").length > 0,
    scale: of("log").length > 0 ? "log" : of("zero").length > 0 ? "zero" : undefined,
    used: [...plain, ...ordering.used, ...lines.used, ...bins?.used ?? [], ...unit?.used ?? []],
  };
}

/** Whether a word stands beside one such as by: "by date" speaks of time, "waiting time" does not. */
export function isGrouped(items: readonly Item[], item: Item): boolean {
  const at = items.indexOf(item);
  const before = items.slice(0, at).findLast((one) => one.kind !== "column" && !says(one, "nothing"));
  return isMarker(before, "group", "after") || isMarker(items[at + 1], "group", "before");
}

interface Step {
  readonly unit: TimeUnit;
  readonly used: readonly Item[];
}

/** Words that say a step outright (monthly) count more than bare units (month). */
function unitOf(items: readonly Item[]): Step | undefined {
  const isStep = (item: Item, at: number) =>
    says(item, "unit") && (item.sense.every === true || (isMarkedUnit(items, at) && !isLength(items, at)));
  const units = items.filter(isStep).filter((item) => says(item, "unit"));
  const hour = units.find(({ sense }) => sense.unit === "hour_of_day");
  // Of "average daily volume per year" the year is the step.
  const per = units.find(({ text }) => /^(?:per|each|every) /i.test(text));
  const best = hour ?? per ?? units.find(({ sense }) => sense.every === true) ?? units[0];
  if (best === undefined) return undefined;
  const { unit } = best.sense;
  return { unit, used: units.filter(({ sense }) => sense.unit === unit || best === hour) };
}

/** Whether a bare unit is a step: by month, each day, by genre and year, 月による; not "days with rain". */
function isMarkedUnit(items: readonly Item[], at: number): boolean {
  const marks = (one: Item | undefined) => says(one, "group", "and", "versus", "bound", "sort", "most");
  const before = items.slice(0, at).findLast((one) => !isSmall(one));
  // "days by month": what stands after "by" is the step.
  const [after, behind] = items.slice(at + 1, at + 3);
  return marks(before) || (marks(after) && !says(behind, "unit")) || isGluedUnit(items, at);
}

/** Whether a unit is written together with what it is a step of, and with nothing before it: 月平均, 日降水量; not 今月. */
function isGluedUnit(items: readonly Item[], at: number): boolean {
  const [before, unit, after] = [items[at - 1], items[at], items[at + 1]];
  if (unit === undefined || after?.from !== unit.to) return false;
  const isLoose = before?.to !== unit.from || before.kind === "particle" || before.kind === "punctuation" ||
    before.kind === "column";
  const isMeasured = says(after, "aggregate") ||
    after.kind === "column" && after.columns.some(({ column }) => column.kind === "number");
  return isLoose && isMeasured;
}

/** Whether a unit belongs to a length of time: 12 months, 20 day. */
export function isLength(items: readonly Item[], at: number): boolean {
  const before = items.slice(0, at).findLast(({ kind, text }) => kind !== "particle" && text !== "-");
  return before?.kind === "number" || says(items[at - 1], "count");
}

type Ordering = Pick<SentenceOptions, "sort" | "limit" | "rest" | "most">;

function orderOf(items: readonly Item[]): { readonly found: Ordering; readonly used: readonly Item[] } {
  const used: Item[] = [];
  let sort: ChartSpec["sort"];
  let number: NumberItem | undefined;
  let most: Ordering["most"];
  let ranked = -1;
  for (const [at, item] of items.entries()) {
    if (says(item, "sort")) {
      // "sorted descending" is one request; the more exact word decides.
      const isVague = /^(?:sort|order)/i.test(item.text);
      const { by, descending } = item.sense;
      if (sort === undefined || !isVague) sort = by !== "data" && descending === true ? `-${by}` : by;
      used.push(item);
    } else if (says(item, "top", "most")) {
      const beside = limitBeside(items, at) ?? limitOfThings(items);
      if (item.sense.say === "top" && beside === undefined) continue;
      used.push(item);
      number = beside ?? number;
      // An adjective says more than top, and one that names a measure more than others: the top 5 lowest.
      const { descending, measure, judged = false } = item.sense.say === "most"
        ? item.sense
        : { ...item.sense, measure: undefined, judged: false };
      const rank = item.sense.say === "top" ? 0 : measure === undefined ? 1 : 2;
      const said = { descending, judged, measure: measure ?? most?.measure };
      most = most === undefined || rank > ranked ? said : { ...most, measure: said.measure };
      ranked = Math.max(rank, ranked);
    }
  }
  // 大きい順で10件
  number ??= sort?.endsWith("value") === true ? limitOfThings(items) : undefined;
  const others = items.filter((item) => says(item, "rest"));
  const limit = number?.value;
  return {
    used: [...used, ...others, ...number === undefined ? [] : [number]],
    found: { sort, limit, rest: limit !== undefined && others.length > 0 ? "other" : undefined, most },
  };
}

/** top 10, 上位3, the 5 largest. */
function limitBeside(items: readonly Item[], at: number): NumberItem | undefined {
  const after = items.slice(at + 1, at + 3).find(({ kind }) => kind !== "particle");
  const before = items[at - 1];
  const found = after?.kind === "number" ? after : before?.kind === "number" ? before : undefined;
  const isCount = found !== undefined && Number.isInteger(found.value) && found.value >= 1 &&
    found.value <= 1_000;
  return isCount && found.unit !== "%" ? found : undefined;
}

const counters = /^(?:つ|件|人|名|個|社|店舗?|か国|カ国|都市|種類?|本|台|日間?|位)$/;

/** The number of things that the sentence asks for elsewhere: the 8 distributors with the most films, 多い会社を5社. */
function limitOfThings(items: readonly Item[]): NumberItem | undefined {
  const isNoun = (one: Item | undefined) =>
    one?.kind === "column" && one.columns.every(({ column }) => column.kind !== "number");
  return items.find((item, at): item is NumberItem => {
    if (item.kind !== "number" || !Number.isInteger(item.value) || item.value < 2 || item.value > 100) {
      return false;
    }
    const [before, next] = [items[at - 1], items[at + 1]];
    const isBound = [before, next].some((one) =>
      says(one, "bound", "last", "from", "to", "except", "line", "bins")
    );
    // 高いチーム10
    const isBehind = isNoun(before) && before?.to === item.from && next?.kind !== "word";
    const isFirst = before === undefined || /^(?:the|which|what|show)$/i.test(before.text);
    const isThing = counters.test(item.unit) || isFirst && next?.kind === "unknown" || says(next, "unit") ||
      isNoun(next) || isBehind;
    return isThing && !isBound;
  });
}

/** The step of the times that are ranked: the 5 days with the most rain, 10日. */
function unitOfThings(items: readonly Item[], used: readonly Item[]): Step | undefined {
  for (const number of used) {
    if (number.kind !== "number") continue;
    const next = items[items.indexOf(number) + 1];
    if (says(next, "unit")) return { unit: next.sense.unit, used: [next] };
    if (/^日/.test(number.unit)) return { unit: "day", used: [] };
  }
  return undefined;
}

function linesOf(
  items: readonly Item[],
): { readonly found: SentenceOptions["lines"]; readonly used: readonly Item[] } {
  const found: SentenceOptions["lines"][number][] = [];
  const used: Item[] = [];
  for (const [at, item] of items.entries()) {
    if (!says(item, "line")) continue;
    const { kind } = item.sense;
    const after = numberIn(items.slice(at + 1, at + 5));
    const before = numberIn(items.slice(Math.max(0, at - 4), at).toReversed());
    const isLevel = kind === "target" || kind === "threshold";
    const isWindow = (one: NumberItem | undefined) =>
      one !== undefined && Number.isInteger(one.value) && one.value >= 2;
    const near = kind === "moving_average" ? before ?? after : isLevel ? after ?? before : undefined;
    const number = isLevel || isWindow(near) ? near : undefined;
    if (isLevel && number === undefined) continue;
    const value = number?.value;
    used.push(item, ...number === undefined ? [] : [number]);
    found.push(
      value === undefined
        ? { kind }
        : isLevel
        ? { kind, value, ...number && { number } }
        : { kind, window: value },
    );
  }
  return { found, used };
}

/** The first number with nothing but small words before it. */
function numberIn(items: readonly Item[]): NumberItem | undefined {
  for (const item of items) {
    if (item.kind === "number") return item;
    const isPassed = isSmall(item) || item.kind === "punctuation" && item.text !== "." ||
      says(item, "unit", "and", "bound", "versus", "line");
    if (!isPassed) return undefined;
  }
  return undefined;
}

function binsOf(
  items: readonly Item[],
): { readonly found: NonNullable<SentenceOptions["bins"]>; readonly used: readonly Item[] } | undefined {
  const words = items.flatMap((item, at) => says(item, "bins") ? [{ item, at, by: item.sense.by }] : []);
  for (const { item, at, by } of words) {
    const near = [...items.slice(Math.max(0, at - 2), at).toReversed(), ...items.slice(at + 1, at + 4)];
    const number = near.find((one): one is NumberItem => one.kind === "number");
    if (number === undefined) continue;
    // 20-minute buckets: a word between says that it is a width.
    const between = items.slice(items.indexOf(number) + 1, at);
    const isWidth = by === "width" ||
      between.some(({ kind }) => kind !== "punctuation" && kind !== "particle");
    const all = words.map((word) => word.item);
    return {
      found: { by: isWidth ? "width" : "count", size: number.value },
      used: [item, ...all, number, ...between],
    };
  }
  return undefined;
}
