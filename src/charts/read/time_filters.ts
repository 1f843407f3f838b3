/** The times that a sentence is about, as conditions on the table's column of times. */

// @ts-types="@types/d3-array"
import { max } from "d3-array";
import type { ChartFilter, TimeUnit } from "../../base/chart_spec.ts";
import { addPeriods, isCyclic, startOf } from "../table/calendar.ts";
import type { TimeColumn } from "../table/column.ts";
import type { Filters } from "./filters.ts";
import { isoRange, type Moment } from "./moments.ts";
import { isMarker, isSmall, type Item, type MomentItem, type NumberItem, says } from "./items.ts";

export function readTimeFilters(items: readonly Item[], time: TimeColumn | undefined): Filters {
  const none = { filters: [], compared: [], used: [], conditions: [] };
  if (time === undefined || isCyclic(time.grain)) return none;
  const moments = items.filter((item) => item.kind === "moment").filter((item) =>
    fits(item.moment, time) && !isBase(items, item)
  );
  const recent = recentTimes(items, time);
  if (recent !== undefined) return { ...none, ...recent };
  const [first, second] = moments;
  if (first === undefined) return none;
  const all = withSharedYears(moments.map(({ moment }) => moment));
  const words = moments.flatMap((item) => timeWords(items, item));
  const used = [...moments, ...words];
  // "in the year 2000" does not ask for years, nor "joined after 2022" for the days.
  const start = Math.min(...used.map((item) => items.indexOf(item)));
  const own = items.slice(0, start).findLast((one) => !isSmall(one));
  const marker = items.slice(0, items.indexOf(own ?? first)).findLast((one) => !says(one, "nothing"));
  const isOwn = own?.kind === "column" && own.columns.some(({ column }) => column.name === time.name) &&
    !isMarker(marker, "group", "after") && !says(marker, "and");
  const conditions = [
    ...moments.flatMap((item) => items.slice(0, items.indexOf(item)).slice(-1))
      .filter((item) => item.kind === "column" && /^(?:year|month)$/i.test(item.text)),
    ...(isOwn ? [own] : []),
  ];
  const [side, and, other] = items.slice(Math.max(0, items.indexOf(first) - 3), items.indexOf(first));
  // "before and after 2020" is not a condition.
  if (says(side, "from", "to") && says(and, "and") && says(other, "from", "to")) return none;
  if (second !== undefined && isRange(items, moments)) {
    return { ...none, used, conditions, filters: rangeFilters([first.moment, second.moment], time) };
  }
  const open = openEnd(items, first);
  if (open !== undefined && moments.length === 1) {
    const [start, end] = isoRange(withYear(first.moment, time)[0] ?? first.moment);
    return {
      ...none,
      used,
      conditions,
      filters: [{ column: time.name, op: open, value: open === "<" || open === ">=" ? start : end }],
    };
  }
  const isFiscal = all.some(({ fiscal }) => fiscal === true) && !time.grain.startsWith("fiscal");
  const found = listed(all, time);
  const before = items.slice(0, items.indexOf(first)).findLast((one) => say(one) !== "nothing");
  const after = items.slice(items.indexOf(moments.at(-1) ?? first) + 1).find(({ kind }) =>
    kind !== "particle"
  );
  const out = [
    ...(isMarker(before, "except", "after") ? [before] : []),
    ...(isMarker(after, "except", "before") ? [after] : []),
  ].filter((one) => one !== undefined);
  if (out.length === 0) return { ...none, used, conditions, isFiscal, ...found };
  if (!found.filters.every(({ op }) => op === "=" || op === "in")) return none;
  const filters = found.filters.map((one): ChartFilter => ({ ...one, op: one.op === "=" ? "!=" : "not_in" }));
  return { ...none, used: [...used, ...out], isFiscal, filters };
}

/** Whether a moment is what an index begins at: indexed to 2015. */
function isBase(items: readonly Item[], item: MomentItem): boolean {
  const before = items.slice(0, items.indexOf(item)).findLast((one) => !says(one, "nothing", "versus", "to"));
  return says(before, "intent") && before.sense.intent === "index";
}

/** A month is nothing that a column of years can be asked for. */
function fits({ month, day }: Moment, { grain }: TimeColumn): boolean {
  if (grain === "year" || grain === "fiscal_year") return month === undefined;
  return day === undefined || grain === "day" || grain === "time";
}

/** In a list one year is said for all: March and April 2024. */
function withSharedYears(moments: readonly Moment[]): readonly Moment[] {
  const parts = moments.filter(({ year, month }) => year === undefined || month !== undefined);
  const [only, ...others] = moments.filter(({ year }) => year !== undefined);
  if (parts.length === 0 || only?.year === undefined || others.length > 0) return moments;
  const { year, fiscal } = only;
  return parts.map((moment) => ({ year, ...(fiscal === undefined ? {} : { fiscal }), ...moment }));
}

/** A moment without a year is that of every year of the table. */
function withYear(moment: Moment, time: TimeColumn): readonly Moment[] {
  return moment.year !== undefined ? [moment] : yearsOf(time).map((year) => ({ ...moment, year }));
}

function yearsOf(time: TimeColumn): readonly number[] {
  const times = time.values().filter((at) => !Number.isNaN(at));
  return [...new Set(Array.from(times, (at) => new Date(at).getUTCFullYear()))].toSorted((a, b) => a - b);
}

type Listed = Pick<Filters, "filters" | "unit"> & Partial<Pick<Filters, "compared">>;

function listed(moments: readonly Moment[], time: TimeColumn): Listed {
  const years = moments.flatMap((moment) => withYear(moment, time));
  const isFiscalColumn = time.grain === "fiscal_year" || time.grain === "fiscal_quarter";
  const ranges = years.map((moment) => isoRange(isFiscalColumn ? { ...moment, fiscal: false } : moment));
  const column = time.name;
  // A fiscal year or a half is not a step of the calendar, so its months are shown.
  const unit = moments.length > 1 ? unitOf(moments) : undefined;
  const compared = unit === undefined ? {} : { compared: [time], unit };
  const [[start = "", end = ""] = [], ...others] = ranges;
  if (others.length === 0) {
    const filter: ChartFilter = start === end
      ? { column, op: "=", value: start }
      : { column, op: "between", value: [start, end] };
    return { ...compared, filters: [filter] };
  }
  const single = ranges.flatMap(([start, end]) => start === end ? [start] : monthsBetween(start, end));
  return { ...compared, filters: [{ column, op: "in", value: [...new Set(single)] }] };
}

/** The step that moments of a list have in common. */
function unitOf(moments: readonly Moment[]): TimeUnit | undefined {
  const units = new Set(moments.map(({ month, months = 1, day, fiscal }): TimeUnit | undefined => {
    if (fiscal === true || months === 6) return undefined;
    return day !== undefined ? "day" : month === undefined ? "year" : months === 3 ? "quarter" : "month";
  }));
  return units.size === 1 ? [...units][0] : undefined;
}

function monthsBetween(start: string, end: string): readonly string[] {
  const months: string[] = [];
  for (let at = Date.parse(`${start}-01`); at <= Date.parse(`${end}-01`); at = addPeriods(at, "month", 1)) {
    months.push(new Date(at).toISOString().slice(0, 7));
  }
  return months;
}

function say(item: Item | undefined): string {
  return item?.kind === "word" ? item.sense.say : item?.text ?? "";
}

/** The words beside a moment that say where a period begins or ends. */
function timeWords(items: readonly Item[], item: MomentItem): readonly Item[] {
  const at = items.indexOf(item);
  return items.slice(Math.max(0, at - 2), at + 3).filter((one) =>
    ["from", "to", "between", "bound", "versus"].includes(say(one)) || /^[-–—~〜]$/.test(one.text)
  );
}

/** Whether a word or a dash joins two moments to a period. */
function isRange(items: readonly Item[], moments: readonly MomentItem[]): boolean {
  const [first, second] = moments;
  if (first === undefined || second === undefined || moments.length !== 2) return false;
  const [low, high] = [items.indexOf(first), items.indexOf(second)];
  const between = items.slice(low + 1, high).map((one) => one.text.toLowerCase().trim());
  const before = say(items.slice(0, low).toReversed().find((one) => say(one) !== "nothing"));
  const isDash = between.some((text) => /^[-–—~〜]$/.test(text));
  const joined = between.some((text) => /^(?:to|until|till|through|thru|から)$/.test(text));
  return isDash || joined || before === "between" && between.some((text) => text === "and");
}

function rangeFilters([first, second]: readonly [Moment, Moment], time: TimeColumn): readonly ChartFilter[] {
  const column = time.name;
  // from January to October 2017
  const start = first.year === undefined && second.year !== undefined
    ? { ...first, year: second.year }
    : first;
  const end = second.year === undefined && start.year !== undefined
    ? { ...second, year: start.year }
    : second;
  const years = yearsOf(time);
  const year = start.year ?? (years.length === 1 ? years[0] : undefined);
  if (year !== undefined) {
    return [{ column, op: "between", value: [isoRange(start, year)[0], isoRange(end, end.year ?? year)[1]] }];
  }
  const days = years.flatMap((one) => monthsOfRange(start, end, one));
  const isAll = new Set(days.map((day) => day.slice(5))).size === 12;
  return isAll ? [] : [{ column, op: "in", value: days }];
}

/** The months of a period of every year, in one year; from November to February goes on in the next. */
function monthsOfRange(start: Moment, end: Moment, year: number): readonly string[] {
  const [from] = isoRange(start, year);
  const [, to] = isoRange(end, year);
  const [low, high] = [from.slice(0, 7), to.slice(0, 7)];
  return low <= high
    ? monthsBetween(low, high)
    : [...monthsBetween(`${year}-01`, high), ...monthsBetween(low, `${year}-12`)];
}

/** since 2020, before 2020, 2020年以降, 2020年まで. */
function openEnd(items: readonly Item[], item: MomentItem): ChartFilter["op"] | undefined {
  const at = items.indexOf(item);
  const before = items.slice(0, at).toReversed().find((one) => say(one) !== "nothing");
  const after = items[at + 1];
  const text = (one: Item | undefined) => one?.text.toLowerCase() ?? "";
  if (say(after) === "from" && /降|後|から/.test(text(after))) return ">=";
  if (say(after) === "to" && /前/.test(text(after))) return text(after) === "以前" ? "<=" : "<";
  if (say(after) === "to") return "<=";
  if (says(after, "bound")) return after.sense.op;
  if (say(before) === "from" && /[a-z]/.test(text(before))) return text(before) === "after" ? ">" : ">=";
  if (say(before) === "to" && /[a-z]/.test(text(before))) return text(before) === "before" ? "<" : "<=";
  return undefined;
}

const periods: readonly (readonly [RegExp, "year" | "quarter" | "month" | "week" | "day"])[] = [
  [/^(?:years?|年間?)$/i, "year"],
  [/^(?:quarters?|四半期)$/i, "quarter"],
  [/^(?:months?|[かヶカヵケ箇]月間?)$/i, "month"],
  [/^(?:weeks?|週間?)$/i, "week"],
  [/^(?:days?|日間?)$/i, "day"],
];

/** the last 12 months, 直近3か月: counted back from the last time of the table. */
function recentTimes(
  items: readonly Item[],
  time: TimeColumn,
): Pick<Filters, "filters" | "used" | "conditions"> | undefined {
  for (const [at, item] of items.entries()) {
    if (say(item) !== "last") continue;
    const near = items.slice(at + 1, at + 4);
    const number = near.find((one): one is NumberItem => one.kind === "number");
    const unitItem = near.find((one) => periods.some(([pattern]) => pattern.test(one.text)));
    const unitText = number !== undefined && number.unit !== "" ? number.unit : unitItem?.text ?? "";
    const unit = periods.find(([pattern]) => pattern.test(unitText))?.[1];
    if (unit === undefined) continue;
    const last = max(time.values());
    if (last === undefined) return undefined;
    const start = addPeriods(startOf(last, unit), unit, 1 - (number?.value ?? 1));
    const digits = unit === "year" ? 4 : unit === "month" || unit === "quarter" ? 7 : 10;
    const value = new Date(start).toISOString().slice(0, digits);
    return {
      used: [item, number, unitItem].filter((one) => one !== undefined),
      conditions: unitItem?.kind === "column" ? [unitItem] : [],
      filters: [{ column: time.name, op: ">=", value }],
    };
  }
  return undefined;
}
