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
    items.flatMap((item) => says(item, say) ? [{ item, sense: item.sense }] : []);
  const ordering = orderOf(items);
  const lines = linesOf(items);
  const bins = binsOf(items);
  const unit = unitOf(items) ?? unitOfThings(items, ordering.used);
  const plain = [
    ...of("chart"),
    ...of("form"),
    ...of("intent"),
    ...of("log"),
    ...of("zero"),
    ...of("time"),
    ...of("all"),
  ];
  const [log, zero] = [of("log").length > 0, of("zero").length > 0];
  return {
    charts: [
      ...of("chart").map(({ sense }) => sense.chart),
      // Only points have a size.
      ...of("axis").flatMap(({ sense }) => sense.axis === "size" ? ["scatter" as const] : []),
      ...of("group").flatMap(({ item }) => /\blines?\b/i.test(item.text) ? ["line" as const] : []),
    ],
    forms: new Set([
      ...of("form").map(({ sense }) => sense.form),
      ...of("group").flatMap(({ sense }) => sense.stacked === true ? ["stacked" as const] : []),
    ]),
    intents: new Set(of("intent").map(({ sense }) => sense.intent)),
    time: of("time").some(({ item }) => isGrouped(items, item)),
    unit: unit?.unit,
    ...ordering.found,
    lines: lines.found,
    bins: bins?.found,
    all: of("all").length > 0,
    scale: log ? "log" : zero ? "zero" : undefined,
    used: [
      ...plain.map(({ item }) => item),
      ...ordering.used,
      ...lines.used,
      ...(bins?.used ?? []),
      ...(unit?.used ?? []),
    ],
  };
}

/** Whether a word stands beside one such as by: "by date" speaks of time, "waiting time" does not. */
export function isGrouped(items: readonly Item[], item: Item): boolean {
  const at = items.indexOf(item);
  const before = items.slice(0, at).findLast((one) => one.kind !== "column" && !says(one, "nothing"));
  return isMarker(before, "group", "after") || isMarker(items[at + 1], "group", "before");
}

/** Words that say a step outright (monthly) count more than bare units (month). */
function unitOf(
  items: readonly Item[],
): { readonly unit: TimeUnit; readonly used: readonly Item[] } | undefined {
  const units = items.flatMap((item, at) =>
    says(item, "unit") &&
      (item.sense.every === true || (isMarkedUnit(items, at) && !isLength(items, at)))
      ? [{ item, unit: item.sense.unit, every: item.sense.every === true }]
      : []
  );
  const hour = units.find(({ unit }) => unit === "hour_of_day");
  // Of "average daily volume per year" the year is the step.
  const per = units.find(({ item }) => /^(?:per|each|every) /i.test(item.text));
  const best = hour ?? per ?? units.find(({ every }) => every) ?? units[0];
  return best === undefined ? undefined : {
    unit: best.unit,
    used: units.filter(({ unit }) => unit === best.unit || best === hour).map(({ item }) => item),
  };
}

/** Whether a bare unit is a step: by month, each day, by genre and year, 月による; not "days with rain". */
export function isMarkedUnit(items: readonly Item[], at: number): boolean {
  const marks = (one: Item | undefined) => says(one, "group", "and", "versus", "bound", "sort", "most");
  const before = items.slice(0, at).findLast((one) => !isSmall(one));
  // "days by month": what stands behind "by" is the step.
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
  const before = items.slice(0, at).toReversed().find(({ kind, text }) =>
    kind !== "particle" && text !== "-"
  );
  const last = items[at - 1];
  return before?.kind === "number" || (says(last, "count"));
}

type Ordering = Pick<SentenceOptions, "sort" | "limit" | "rest" | "most">;

function orderOf(items: readonly Item[]): { readonly found: Ordering; readonly used: readonly Item[] } {
  const used: Item[] = [];
  let sort: ChartSpec["sort"];
  let limit: number | undefined;
  let rest: ChartSpec["rest"];
  let most: Ordering["most"];
  let ranked = -1;
  for (const [at, item] of items.entries()) {
    if (item.kind !== "word") continue;
    const { sense } = item;
    if (sense.say === "sort") {
      // "sorted descending" is one request; the more exact word decides.
      const isVague = /^(?:sort|order)/i.test(item.text);
      if (sort === undefined || !isVague) {
        sort = sense.by === "data" ? "data" : sense.descending === true ? `-${sense.by}` : sense.by;
      }
      used.push(item);
    } else if (sense.say === "top" || sense.say === "most") {
      const number = limitBeside(items, at) ?? limitOfThings(items);
      if (sense.say === "top" && number === undefined) continue;
      used.push(item);
      if (number !== undefined) {
        limit = number.value;
        used.push(number);
      }
      // An adjective says more than top, and one that names a measure more than others: the top 5 lowest.
      const rank = sense.say === "top" ? 0 : sense.measure === undefined ? 1 : 2;
      const said = {
        descending: sense.descending,
        judged: sense.say === "most" && sense.judged === true,
        measure: (sense.say === "most" ? sense.measure : undefined) ?? most?.measure,
      };
      most = most === undefined || rank > ranked ? said : { ...most, measure: said.measure };
      ranked = Math.max(rank, ranked);
    } else if (sense.say === "rest") {
      rest = "other";
      used.push(item);
    }
  }
  // 大きい順で10件
  const first = limit === undefined && sort?.endsWith("value") === true ? limitOfThings(items) : undefined;
  if (first !== undefined) {
    limit = first.value;
    used.push(first);
  }
  return {
    used,
    found: { sort, limit, rest: limit === undefined ? undefined : rest, most },
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
  return items.find((item, at): item is NumberItem => {
    if (item.kind !== "number" || !Number.isInteger(item.value) || item.value < 2 || item.value > 100) {
      return false;
    }
    const [before, next] = [items[at - 1], items[at + 1]];
    const isBound = [before, next].some((one) =>
      says(one, "bound", "last", "from", "to", "except", "line", "bins")
    );
    const isNoun = (one: Item | undefined) =>
      one?.kind === "column" && one.columns.every(({ column }) => column.kind !== "number");
    // 高いチーム10
    const isBehind = isNoun(before) && before?.to === item.from &&
      (next === undefined || next.kind !== "word");
    const isFirst = before === undefined || /^(?:the|which|what|show)$/i.test(before.text);
    const isThing = counters.test(item.unit) || isFirst && next?.kind === "unknown" ||
      says(next, "unit") ||
      isNoun(next) || isBehind;
    return isThing && !isBound;
  });
}

/** The step of the times that are ranked: the 5 days with the most rain, 10日. */
function unitOfThings(items: readonly Item[], used: readonly Item[]): ReturnType<typeof unitOf> {
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
    const number = kind === "moving_average" ? before ?? after : after ?? before;
    if (kind === "target" || kind === "threshold") {
      if (number === undefined) continue;
      found.push({ kind, value: number.value, number });
    } else if (kind === "moving_average") {
      const window = number !== undefined && Number.isInteger(number.value) && number.value >= 2
        ? number
        : undefined;
      found.push({ kind, ...(window === undefined ? {} : { window: window.value }) });
      used.push(item, ...(window === undefined ? [] : [window]));
      continue;
    } else found.push({ kind });
    used.push(item, ...(number === undefined || (kind !== "target" && kind !== "threshold") ? [] : [number]));
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
