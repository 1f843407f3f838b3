/**
 * Reads a sentence and a specification into a complete specification.
 *
 * 1. What the options give is exact and stays.
 * 2. What neither says is assumed and listed.
 * 3. Words that were used for nothing are listed.
 */

import type { Assumption, ChartFilter, ChartSpec, ResolvedSpec, TimeUnit } from "../../base/chart_spec.ts";
import { type Language, languageOf } from "../../base/chart_terms.ts";
import type { Column, Table, TimeColumn } from "../table/column.ts";
import { type Grain, isCyclic, lengthOf } from "../table/calendar.ts";
import { because, type Reason } from "./because.ts";
import { canShow, checkOptions, checkWish } from "./check_options.ts";
import { type Choice, choosePattern } from "./choose.ts";
import { defaultAggregate, isOneEach, timeStep } from "./defaults.ts";
import { fillRoles, type Roles } from "./fill.ts";
import { mainTime, readNumberFilters, readValueFilters } from "./filters.ts";
import { type Mention, type Mentions, readMentions } from "./mentions.ts";
import { type Pool, poolOf, withFlags } from "./pool.ts";
import { type Item, scan, type WordItem } from "./scan.ts";
import { readTimeFilters } from "./time_filters.ts";
import { readWishes, type Wishes } from "./wishes.ts";

export interface ReadRequest {
  readonly query: string;
  readonly options: ChartSpec;
  readonly locale?: Language;
}

export interface ReadChart {
  readonly spec: ResolvedSpec;
  readonly assumed: readonly Assumption[];
  readonly notUnderstood: readonly string[];
  readonly language: Language;
}

export function readChart({ query, options, locale }: ReadRequest, table: Table): ReadChart {
  const language = locale ??
    languageOf(query === "" ? table.columns.map(({ name }) => name).join(" ") : query);
  checkWish(query, options);
  checkOptions(options, table);
  const items = scan(query, table);
  const found = readSentence(items, table);
  const assumed: Assumption[] = [];
  const note = (field: keyof ChartSpec, value: unknown, reason: Reason) => {
    if (options[field] === undefined) assumed.push({ field, value, because: because(reason, language) });
  };
  const spec = resolve(found, { options, table, note });
  return { spec, assumed, notUnderstood: leftOver(items, found, spec), language };
}

interface Sentence {
  readonly mentions: Mentions;
  readonly wishes: Wishes;
  readonly filters: readonly ChartFilter[];
  readonly compared: readonly Column[];
  readonly single?: ChartFilter;
  readonly used: readonly Item[];
}

function readSentence(items: readonly Item[], table: Table): Sentence {
  const all = readMentions(items, table);
  const numbers = readNumberFilters(items, table);
  const values = readValueFilters(items);
  const times = readTimeFilters(items, mainTime(table, all.columns.map(({ column }) => column)));
  const wishes = readWishes(items);
  const isOverTime = wishes.unit !== undefined || wishes.wishes.has("trend");
  const columns = all.columns.filter(({ item }) =>
    ![...numbers.conditions, ...values.conditions, ...times.conditions].includes(item)
  );
  return {
    mentions: { ...all, columns },
    wishes: times.unit === undefined || isOverTime ? wishes : { ...wishes, unit: times.unit },
    filters: [...values.filters, ...numbers.filters, ...times.filters],
    compared: [...values.compared, ...(isOverTime ? [] : times.compared)],
    ...(values.single === undefined ? {} : { single: values.single }),
    used: [...all.used, ...numbers.used, ...values.used, ...times.used, ...wishes.used],
  };
}

type Note = (field: keyof ChartSpec, value: unknown, reason: Reason) => void;

interface Resolving {
  readonly options: ChartSpec;
  readonly table: Table;
  readonly note: Note;
}

function resolve(sentence: Sentence, { options, table, note }: Resolving): ResolvedSpec {
  const { wishes } = sentence;
  const said = withFlags({ ...sentence, ...sharedGroup(sentence, table), table, given: options });
  const { filters } = said;
  const pool = poolOf(said);
  const choice: Choice = options.pattern === undefined
    ? choosePattern({ pool, wishes, table })
    : { pattern: options.pattern };
  if (choice.reason !== undefined) note("pattern", choice.pattern, choice.reason);
  const { roles, assumed } = fillRoles(choice.pattern, { pool, wishes, table });
  for (const { field, column, reason } of assumed) note(field, column, reason);
  for (const mention of sentence.mentions.columns) noteMention(mention, roles, note);
  const filter = options.filter ?? filters;
  const { pattern } = choice;
  const drawnLines = wishes.lines.filter(({ kind }) => canShow.line(pattern, kind));
  const drawn: ChartSpec = {
    pattern,
    ...rolesSpec(roles, options),
    ...aggregation({ pattern: choice.pattern, roles, pool, filter, table, options, note }),
    ...(filter.length === 0 ? {} : { filter: [...filter] }),
    ...ordering(choice.pattern, wishes, note),
    ...(choice.normalize === undefined ? {} : { normalize: choice.normalize }),
    ...(choice.stack === undefined ? {} : { stack: true }),
    ...binning(choice.pattern, { wishes, roles, note }),
    ...(wishes.scale === undefined || !canShow.scale(pattern) ? {} : { scale: wishes.scale }),
    ...(drawnLines.length === 0 ? {} : { lines: drawnLines }),
  };
  return { ...drawn, ...withoutUndefined(options), pattern: choice.pattern };
}

/** A share of one value is seen beside the others: the column becomes a group, and its rows stay. */
function sharedGroup(sentence: Sentence, table: Table): Pick<Sentence, "filters" | "compared"> {
  const { single, filters, compared, wishes, mentions } = sentence;
  const column = table.columns.find(({ name }) => name === single?.column);
  const isGroup = mentions.columns.some((mention) => mention.column.name === column?.name);
  if (column === undefined || !wishes.wishes.has("share") || isGroup) return { filters, compared };
  return { filters: filters.filter((filter) => filter !== single), compared: [...compared, column] };
}

function withoutUndefined(options: ChartSpec): ChartSpec {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function noteMention({ column, others, by, item }: Mention, roles: Roles, note: Note): void {
  const field = fieldOf(column, roles);
  if (field === undefined) return;
  if (by !== undefined) note(field, column.name, { kind: by, said: item.text });
  if (others.length > 0) {
    note(field, column.name, {
      kind: "also",
      said: item.text,
      others: others.map(({ name }) => name),
    });
  }
}

function fieldOf(column: Column, { x, y, color, size, facet }: Roles): keyof ChartSpec | undefined {
  if (x?.name === column.name) return "x";
  if (y?.some(({ name }) => name === column.name) === true) return "y";
  if (color?.name === column.name) return "color";
  if (facet?.name === column.name) return "facet";
  return size?.name === column.name ? "size" : undefined;
}

/** The names of the columns; one that the options give for another role is not used twice. */
function rolesSpec({ x, y, color, size, facet }: Roles, options: ChartSpec): ChartSpec {
  const given = new Set(
    [options.x, options.color, options.facet, options.size].filter((name) => name !== undefined),
  );
  const name = (field: "x" | "color" | "facet" | "size", column: Column | undefined) =>
    column === undefined || (options[field] === undefined && given.has(column.name))
      ? {}
      : { [field]: column.name };
  const [first] = y ?? [];
  return {
    ...name("x", x),
    ...(y === undefined || first === undefined
      ? {}
      : { y: y.length === 1 ? first.name : y.map((column) => column.name) }),
    ...name("color", color),
    ...name("size", size),
    ...name("facet", facet),
  };
}

interface Aggregating extends Resolving {
  readonly pattern: ResolvedSpec["pattern"];
  readonly roles: Roles;
  readonly pool: Pool;
  readonly filter: readonly ChartFilter[];
}

const aggregated: ReadonlySet<string> = new Set(["P01", "P02", "P12", "P21", "P31", "heatmap"]);

function aggregation({ pattern, roles, pool, filter, table, options, note }: Aggregating): ChartSpec {
  const { x, y = [], color, facet } = roles;
  const keys = [x, color, facet].filter((column) => column !== undefined);
  const time = keys.find((column) => column.kind === "time");
  const isOf = aggregated.has(pattern) || (pattern === "P03" && x?.kind !== "number");
  const isUnique = isOf && y.length > 0 && isOneEach({ table, keys, filters: filter, isStepped: false });
  const unit = time?.kind === "time" ? unitFor(time, { pool, options, pattern, isUnique, note }) : undefined;
  const step = unit === undefined ? {} : { time_unit: unit };
  if (!isOf) return step;
  if (y.length === 0) {
    if (!pool.counts) note("aggregate", "count", { kind: "no_measure" });
    return { ...step, aggregate: "count" };
  }
  const said = pool.measures.find(({ aggregate }) => aggregate !== undefined)?.aggregate ?? pool.aggregate;
  if (said !== undefined) return { ...step, aggregate: said };
  const assumed = defaultAggregate(y, {
    table,
    keys,
    filters: filter,
    isStepped: unit !== undefined && !isGrain(unit, time),
  });
  note("aggregate", assumed.value, assumed.reason);
  return { ...step, aggregate: assumed.value };
}

/** Whether a step is that of the column itself, so that nothing is joined. */
function isGrain(unit: TimeUnit, time: Column | undefined): boolean {
  return time?.kind === "time" && (time.grain === unit || time.grain === `fiscal_${unit}`);
}

interface UnitFor extends Pick<Aggregating, "pool" | "options" | "pattern" | "note"> {
  readonly isUnique: boolean;
}

/** How fine a column must be for each step. */
const grains: Readonly<Record<TimeUnit, Grain>> = {
  hour: "hour_of_day",
  day: "day",
  week: "week",
  month: "month",
  quarter: "quarter",
  year: "year",
  month_of_year: "month",
  weekday: "day",
  hour_of_day: "hour_of_day",
};

/** Distributions side by side. */
const mostPanels = 12;

function unitFor(
  time: TimeColumn,
  { pool, options, pattern, isUnique, note }: UnitFor,
): TimeUnit | undefined {
  if (options.time_unit !== undefined) return options.time_unit;
  const said = pool.unit;
  const own = time.grain === "fiscal_year"
    ? "year"
    : time.grain === "fiscal_quarter"
    ? "quarter"
    : time.grain;
  if (isCyclic(time.grain)) return undefined;
  if (said !== undefined && own !== said) {
    // Days cannot be had from months.
    if (lengthOf(grains[said]) >= lengthOf(time.grain)) return said;
  }
  if (pattern === "scatter") return undefined;
  const step = pattern === "P13" || pattern === "P32"
    ? timeStep(time, { isUnique: false, most: mostPanels })
    : timeStep(time, { isUnique });
  if (step === undefined) return undefined;
  note("time_unit", step.value, step.reason);
  return step.value;
}

function ordering(
  pattern: ResolvedSpec["pattern"],
  { sort, limit, rest, most }: Wishes,
  note: Note,
): ChartSpec {
  if (!canShow.order(pattern) || (pattern === "P03" && limit === undefined)) return {};
  const isBars = pattern === "P02" || pattern === "P21" || pattern === "P03";
  const order = sort ??
    (most !== undefined && (isBars || limit !== undefined)
      ? (most.descending ? "-value" as const : "value" as const)
      : undefined);
  if (limit !== undefined && rest === undefined) note("rest", "drop", { kind: "default" });
  return {
    ...(order === undefined ? {} : { sort: order }),
    ...(limit === undefined ? {} : { limit, rest: rest ?? "drop" }),
  };
}

interface Binning {
  readonly wishes: Wishes;
  readonly roles: Roles;
  readonly note: Note;
}

function binning(
  pattern: ResolvedSpec["pattern"],
  { wishes: { bins }, roles: { x }, note }: Binning,
): ChartSpec {
  if (bins === undefined || x?.kind !== "number" || !["P03", "P13", "P23"].includes(pattern)) return {};
  const count = bins.by === "count" ? bins.size : Math.ceil((x.most - x.least) / bins.size);
  if (!Number.isInteger(count) || count < 2 || count > 100) return {};
  if (bins.by === "width") note("bins", count, { kind: "width", size: bins.size });
  return { bins: count };
}

/** Words that were used for nothing, as they are written. */
function leftOver(
  items: readonly Item[],
  { used, mentions }: Sentence,
  spec: ResolvedSpec,
): readonly string[] {
  const taken = new Set(used);
  const drawn = new Set([
    spec.x,
    spec.color,
    spec.facet,
    spec.size,
    ...(Array.isArray(spec.y) ? spec.y : [spec.y]),
    ...(spec.filter ?? []).map(({ column }) => column),
  ]);
  const unused = new Set(
    mentions.columns.filter(({ column }) => !drawn.has(column.name)).map(({ item }) => item.from),
  );
  const left = items.filter((item) => {
    if (item.kind === "particle" || item.kind === "mark") return false;
    if (item.kind === "column") return unused.has(item.from);
    if (item.kind === "word" && isDropped(item, spec)) return true;
    if (item.kind === "word") {
      return !taken.has(item) &&
        !["nothing", "and", "group", "versus", "time", "unit", "most", "from", "to", "between"].includes(
          item.sense.say,
        );
    }
    return !taken.has(item);
  });
  return [...new Set(left.map(({ text }) => text))];
}

/** Whether a wish was read but cannot be met by the chart that is drawn. */
function isDropped({ sense }: WordItem, spec: ResolvedSpec): boolean {
  switch (sense.say) {
    case "line":
      return !(spec.lines ?? []).some(({ kind }) => kind === sense.kind);
    case "top":
      return spec.limit === undefined;
    case "log":
      return spec.scale !== "log";
    case "wish":
      return (sense.wish === "share" && spec.aggregate !== "mean" || sense.wish === "index") &&
        spec.normalize !== sense.wish;
    case "form":
      return sense.form === "stacked" && spec.stack !== true;
    default:
      return false;
  }
}
