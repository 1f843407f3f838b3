/**
 * Reads a sentence and a specification into a complete specification.
 *
 * 1. What the options give is exact and stays.
 * 2. What neither says is assumed and listed.
 * 3. Words that were used for nothing are listed.
 */

import type { Assumption, ChartFilter, ChartSpec, ResolvedSpec } from "../../base/chart_spec.ts";
import { AppError } from "../../base/errors.ts";
import { type Language, languageOf } from "../../base/language.ts";
import type { Column, Table } from "../table/column.ts";
import { filterRows } from "../table/filter_rows.ts";
import { because, type Note } from "./assumption_reasons.ts";
import { checkNotEmpty, checkOptions } from "./check_options.ts";
import { type Choice, choosePattern } from "./choose_pattern.ts";
import { aggregation } from "./aggregation.ts";
import { assignRoles, type Roles } from "./assign_roles.ts";
import { mainTime, readNumberFilters, readValueFilters, scaled } from "./filters.ts";
import { additive, burdens, lasting } from "../lexicon/lexicon.ts";
import { isCalled } from "./column_meaning.ts";
import { type Mention, readMentions } from "./mentions.ts";
import { patternFields, unusedFields } from "../table/pattern_fields.ts";
import { type Candidates, candidatesOf, type Said, type Sentence, withFlags } from "./candidates.ts";
import { leftOver } from "./left_over.ts";
import { isSmall, type Item, says, type ValueItem } from "./items.ts";
import { scan } from "./scan.ts";
import { readTimeFilters } from "./time_filters.ts";
import { termsOf } from "../lexicon/phrase_index.ts";
import { tokensOf } from "../lexicon/tokens.ts";
import { readSentenceOptions, type SentenceOptions } from "./sentence_options.ts";

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

export function readChart({ query, options: given, locale }: ReadRequest, table: Table): ReadChart {
  const language = locale ??
    languageOf(query === "" ? table.columns.map(({ name }) => name).join(" ") : query);
  checkNotEmpty(query, given);
  checkOptions(given, table);
  const items = scan(query, table);
  const found = readSentence(items, table);
  const assumed: Assumption[] = [];
  const note: Note = (field, value, reason) => {
    if (given[field] === undefined) assumed.push({ field, value, because: because(reason, language) });
  };
  const said = withFlags({ ...found, ...sharedGroup(found, items, table), table, given, note });
  const spec = resolve(said, found.values);
  const columns = [...found.mentions.columns, ...found.mentions.ignored];
  return {
    spec,
    assumed: assumed.filter(({ field }) => spec[field] !== undefined),
    notUnderstood: leftOver(items, { used: found.used, nouns: found.values.nouns, columns, spec, table }),
    language,
  };
}

/** What the conditions of a sentence leave to be said. */
interface ReadValues {
  readonly respelled: readonly ValueItem[];
  readonly nouns: readonly ValueItem[];
  /** A fiscal year is named that the table does not have. */
  readonly isFiscal: boolean;
}

interface ReadSentence extends Sentence {
  readonly single: ChartFilter | undefined;
  readonly values: ReadValues;
  readonly used: readonly Item[];
}

function readSentence(items: readonly Item[], table: Table): ReadSentence {
  const all = readMentions(items, table);
  const found = [
    readNumberFilters(items, table),
    readValueFilters(items, table),
    readTimeFilters(items, mainTime(table, all.columns.map(({ column }) => column))),
  ];
  const asked = readSentenceOptions(items);
  // Conditions that no row meets are not understood rather than an empty chart.
  const kept = found.filter(({ filters }) => leavesRows(filters, table));
  const isJoint = kept.filter(({ filters }) => filters.length > 0).length > 1;
  const isMet = !isJoint || leavesRows(kept.flatMap(({ filters }) => filters), table);
  const parts = isMet ? kept : kept.slice(0, 1);
  const conditions = parts.flatMap((part) => part.conditions);
  const unit = parts.find((part) => part.unit !== undefined)?.unit;
  const isOverTime = asked.unit !== undefined || asked.intents.has("trend");
  const used = [...all.used, ...parts.flatMap((part) => part.used), ...asked.used];
  return {
    mentions: { ...all, columns: all.columns.filter(({ item }) => !conditions.includes(item)) },
    asked: withShare(unit === undefined || isOverTime ? asked : { ...asked, unit }, items),
    filters: parts.flatMap(({ filters }) => filters),
    compared: parts.flatMap(({ compared }) => compared).filter(({ kind }) => !isOverTime || kind !== "time"),
    single: parts.find((part) => part.single !== undefined)?.single,
    values: {
      respelled: parts.flatMap(({ respelled = [] }) => respelled),
      nouns: parts.flatMap(({ nouns = [] }) => nouns),
      isFiscal: parts.some((part) => part.isFiscal === true),
    },
    isAmount: items.some(({ kind, text }, at) =>
      kind === "unknown" && items[at - 1]?.kind === "column" &&
      termsOf(tokensOf(text)).some((term) => term.kind === "concept" && additive.has(term.key.slice(1)))
    ),
    isSince: used.some((item) => says(item, "from")),
    hasUnknown: items.some(({ kind }) => kind === "unknown"),
    used,
  };
}

/** The rate of a value is its share: 合格率 of a column that says 合格 or 不合格. */
function withShare(asked: SentenceOptions, items: readonly Item[]): SentenceOptions {
  const isOfValue = items.some((item, at) =>
    says(item, "intent") && item.sense.intent === "rate" &&
    items[at - 1]?.kind === "value"
  );
  return isOfValue ? { ...asked, intents: new Set([...asked.intents, "share" as const]) } : asked;
}

function leavesRows(filters: readonly ChartFilter[], table: Table): boolean {
  try {
    return filterRows(table, filters).rows > 0;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function resolve(said: Said, values: ReadValues): ResolvedSpec {
  const { given, table, note, filters, asked } = said;
  // Rows are counted: whatever else is in the table is not a measure.
  const isCounted = given.aggregate === "count" && given.y === undefined;
  const candidates = candidatesOf({
    ...said,
    note: (field, ...noted) => isCounted && field === "y" ? undefined : note(field, ...noted),
  });
  const choice: Choice = given.pattern === undefined ? choosePattern(candidates) : { pattern: given.pattern };
  const { pattern, normalize, stack, reason } = choice;
  if (reason !== undefined) note("pattern", pattern, reason);
  const { y, ...groups } = assignRoles(pattern, candidates);
  const roles: Roles = isCounted || y === undefined ? groups : { ...groups, y };
  for (const mention of said.mentions.columns) noteMention(mention, roles, note);
  const filter = given.filter ?? filters;
  noteValues(values, filter, note);
  const isBounded = filter.some(({ op, value }) => typeof value === "number" && op !== "=" && op !== "!=");
  if (normalize === "share" && isBounded) note("normalize", "share", { kind: "kept" });
  const [measure] = roles.y ?? [];
  const lines = asked.lines.filter(({ kind }) => patternFields[pattern].lines.includes(kind)).map((
    { number, ...line },
  ) => number === undefined || measure === undefined ? line : { ...line, value: scaled(number, measure) });
  const drawn: ChartSpec = {
    pattern,
    ...rolesSpec(roles, given),
    ...aggregation({ roles, candidates, choice, table: filterRows(table, filter), filter }),
    ...(filter.length === 0 ? {} : { filter: [...filter] }),
    ...ordering(choice, roles, candidates),
    ...(normalize === undefined ? {} : { normalize }),
    ...(stack === undefined ? {} : { stack: true }),
    ...binning(roles, candidates),
    ...(asked.scale === undefined ? {} : { scale: asked.scale }),
    ...(lines.length === 0 ? {} : { lines }),
  };
  return { ...shownFields({ ...drawn, pattern }, given, table), ...withoutUndefined(given), pattern };
}

function noteValues(
  { respelled, nouns, isFiscal }: ReadValues,
  filter: readonly ChartFilter[],
  note: Note,
): void {
  if (isFiscal) note("filter", filter, { kind: "fiscal" });
  for (const { label, text, column } of respelled) {
    const isKept = filter.some((one) => one.column === column.name);
    if (isKept) note("filter", label, { kind: "value", said: text });
  }
  for (const { text, column, label } of nouns) {
    note("aggregate", "count", { kind: "also", said: text, others: [`${column.name} = ${label}`] });
  }
}

/** What the sentence asked, without what the chart cannot show; what options give is refused when it is drawn. */
function shownFields(drawn: ResolvedSpec, given: ChartSpec, table: Table): ChartSpec {
  const whole = { ...drawn, ...withoutUndefined(given), pattern: drawn.pattern };
  const unused = new Set<string>(unusedFields(whole, table).map(({ field }) => field));
  return Object.fromEntries(Object.entries(drawn).filter(([field]) => !unused.has(field)));
}

/** A share of one value is seen beside the others: the column becomes a group, and its rows stay. */
function sharedGroup(
  { single, filters, compared, asked, mentions }: ReadSentence,
  items: readonly Item[],
  { columns }: Table,
): Pick<Sentence, "filters" | "compared"> {
  const column = columns.find(({ name }) => name === single?.column);
  const isGroup = mentions.columns.some((mention) => mention.column.name === column?.name);
  const isOther = column === undefined || isGroup || items.some((_, at) => isShareOfGroup(items, at)) ||
    !items.some((_, at) => isShareOfValue(items, at));
  return isOther || !asked.intents.has("share")
    ? { filters, compared }
    : { filters: filters.filter((filter) => filter !== single), compared: [...compared, column] };
}

/** Whether the share of a value is asked for: share of passengers who survived, 女性の割合; not the share of each plan among men. */
function isShareOfValue(items: readonly Item[], at: number): boolean {
  const share = items[at];
  if (!says(share, "intent") || share.sense.intent !== "share" && share.sense.intent !== "rate") return false;
  const before = items.slice(0, at).findLast((item) => item.kind !== "unknown" && !isSmall(item));
  const behind = items.slice(at + 1);
  const value = behind.findIndex(({ kind }) => kind === "value");
  return before?.kind === "value" ||
    value >= 0 && !behind.slice(0, value).some((item) => says(item, "group"));
}

/** Whether the share of a column's values is asked for, not that of one value: share of categories, カテゴリの割合. */
function isShareOfGroup(items: readonly Item[], at: number): boolean {
  const share = items[at];
  if (!says(share, "intent") || share.sense.intent !== "share") return false;
  const [before, farther] = [items[at - 1], items[at - 2]];
  const object = before?.text === "の" ? farther : items[at + 1]?.text === "of" ? items[at + 2] : undefined;
  return object?.kind === "column" && object.columns.every(({ column }) => column.kind === "category");
}

function withoutUndefined(options: ChartSpec): ChartSpec {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function noteMention({ column, others, by, item, isPer }: Mention, roles: Roles, note: Note): void {
  const field = fieldOf(column, roles);
  if (field === undefined) return;
  if (isPer === true && column.kind === "number" && field !== "y") note(field, column.name, { kind: "per" });
  if (by !== undefined) note(field, column.name, { kind: by, said: item.text });
  if (others.length > 0) {
    note(field, column.name, {
      kind: "also",
      said: item.text,
      others: others.map(({ name }) => name),
    });
  }
}

function fieldOf({ name }: Column, roles: Roles): keyof ChartSpec | undefined {
  const isIn = (field: keyof Roles) => [roles[field] ?? []].flat().some((column) => column.name === name);
  return (["x", "y", "color", "facet", "size"] as const).find(isIn);
}

/** The names of the columns; one that the options give for another role is not used twice. */
function rolesSpec({ y = [], ...roles }: Roles, given: ChartSpec): ChartSpec {
  const taken = [given.x, given.color, given.facet, given.size];
  const name = (field: "x" | "color" | "facet" | "size") => {
    const column = roles[field];
    const isTaken = given[field] === undefined && column !== undefined && taken.includes(column.name);
    return column === undefined || isTaken ? {} : { [field]: column.name };
  };
  const [first, ...others] = y.map((column) => column.name);
  const ys = first === undefined ? {} : { y: others.length === 0 ? first : [first, ...others] };
  return { ...name("x"), ...ys, ...name("color"), ...name("size"), ...name("facet") };
}

function ordering({ pattern }: Choice, { y: [measure] = [] }: Roles, { asked, note }: Candidates): ChartSpec {
  const { sort, limit, rest, most } = asked;
  const isBars = pattern === "P02" || pattern === "P21" || pattern === "P03";
  // The worst delay is the longest, the fastest time the shortest.
  const turning = most?.judged === true ? burdens : most?.measure === "speed" ? lasting : undefined;
  const isTurned = measure !== undefined && turning !== undefined && isCalled(measure.name, turning);
  const isRanked = most !== undefined && (isBars || limit !== undefined);
  const order = sort ?? (isRanked ? most.descending !== isTurned ? "-value" : "value" : undefined);
  if (limit !== undefined && rest === undefined) note("rest", "drop", { kind: "default" });
  return {
    ...(order === undefined ? {} : { sort: order }),
    ...(limit === undefined ? {} : { limit, rest: rest ?? "drop" }),
  };
}

function binning({ x }: Roles, { asked: { bins }, note }: Candidates): ChartSpec {
  if (bins === undefined || x?.kind !== "number") return {};
  const count = bins.by === "count" ? bins.size : Math.ceil((x.most - x.least) / bins.size);
  if (!Number.isInteger(count) || count < 2 || count > 100) return {};
  if (bins.by === "width") note("bins", count, { kind: "width", size: bins.size });
  return { bins: count };
}
