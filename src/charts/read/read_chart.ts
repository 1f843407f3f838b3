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
import { shapeOf } from "../table/table_shape.ts";
import { filterRows } from "../table/filter_rows.ts";
import { because, type Note, type Reason } from "./assumption_reasons.ts";
import { canShow, checkNotEmpty, checkOptions } from "./check_options.ts";
import { type Choice, choosePattern } from "./choose_pattern.ts";
import { aggregation } from "./aggregation.ts";
import { assignRoles, type Roles } from "./assign_roles.ts";
import { type Filters, mainTime, readNumberFilters, readValueFilters, scaled } from "./filters.ts";
import { additive, burdens } from "../lexicon/lexicon.ts";
import { isCalled } from "./column_meaning.ts";
import { type Mention, type Mentions, readMentions } from "./mentions.ts";
import { unusedFields } from "../table/unused_fields.ts";
import { candidatesOf, withFlags } from "./candidates.ts";
import { leftOver } from "./left_over.ts";
import { type Item, says } from "./items.ts";
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

export function readChart({ query, options, locale }: ReadRequest, table: Table): ReadChart {
  const language = locale ??
    languageOf(query === "" ? table.columns.map(({ name }) => name).join(" ") : query);
  checkNotEmpty(query, options);
  checkOptions(options, table);
  const items = scan(query, table);
  const found = readSentence(items, table);
  const assumed: Assumption[] = [];
  const note = (field: keyof ChartSpec, value: unknown, reason: Reason) => {
    if (options[field] === undefined) assumed.push({ field, value, because: because(reason, language) });
  };
  const hasUnknown = items.some(({ kind }) => kind === "unknown");
  const spec = resolve(found, { options, table, note, hasUnknown });
  return {
    spec,
    assumed: assumed.filter(({ field }) => spec[field] !== undefined),
    notUnderstood: leftOver(items, {
      used: found.used,
      nouns: found.nouns,
      columns: [...found.mentions.columns, ...found.mentions.ignored],
      spec,
      table,
    }),
    language,
  };
}

interface Sentence {
  readonly mentions: Mentions;
  readonly asked: SentenceOptions;
  readonly filters: readonly ChartFilter[];
  readonly compared: readonly Column[];
  readonly single: ChartFilter | undefined;
  readonly respelled: NonNullable<Filters["respelled"]>;
  readonly nouns: NonNullable<Filters["nouns"]>;
  /** The share of a column's values is asked for, not that of a value: カテゴリの割合. */
  readonly isShareOfColumn: boolean;
  /** An amount is spoken of by a word that names no column. */
  readonly isAmount: boolean;
  /** A fiscal year is named that the table does not have. */
  readonly isFiscal: boolean;
  readonly used: readonly Item[];
}

function readSentence(items: readonly Item[], table: Table): Sentence {
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
  const single = parts.find((part) => part.single !== undefined)?.single;
  const isOverTime = asked.unit !== undefined || asked.intents.has("trend");
  return {
    mentions: { ...all, columns: all.columns.filter(({ item }) => !conditions.includes(item)) },
    asked: withShare(unit === undefined || isOverTime ? asked : { ...asked, unit }, items),
    filters: parts.flatMap(({ filters }) => filters),
    compared: parts.flatMap(({ compared }) => compared).filter(({ kind }) => !isOverTime || kind !== "time"),
    single,
    respelled: parts.flatMap(({ respelled = [] }) => respelled),
    nouns: parts.flatMap(({ nouns = [] }) => nouns),
    isShareOfColumn: items.some((item, at) =>
      says(item, "intent") && item.sense.intent === "share" &&
      isShareOfGroup(items, at)
    ),
    isAmount: items.some(({ kind, text }, at) =>
      kind === "unknown" && items[at - 1]?.kind === "column" &&
      termsOf(tokensOf(text)).some((term) => term.kind === "concept" && additive.has(term.key.slice(1)))
    ),
    isFiscal: parts.some((part) => part.isFiscal === true),
    used: [...all.used, ...parts.flatMap(({ used }) => used), ...asked.used],
  };
}

/** Whether what a word such as share is about is a column of groups: share of categories, カテゴリの割合. */
function isShareOfGroup(items: readonly Item[], at: number): boolean {
  const [before, farther] = [items[at - 1], items[at - 2]];
  const object = before?.text === "の" ? farther : items[at + 1]?.text === "of" ? items[at + 2] : undefined;
  return object?.kind === "column" && object.columns.every(({ column }) => column.kind === "category");
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

interface Resolving {
  readonly hasUnknown: boolean;
  readonly options: ChartSpec;
  readonly table: Table;
  readonly note: Note;
}

function resolve(sentence: Sentence, { options, table, note, hasUnknown }: Resolving): ResolvedSpec {
  const isSince = sentence.used.some((item) => says(item, "from"));
  const said = withFlags({
    ...sentence,
    ...sharedGroup(sentence, table),
    table,
    given: options,
    isSince,
    hasUnknown,
  });
  const { filters, asked } = said;
  const candidates = candidatesOf(said);
  const choice: Choice = options.pattern === undefined
    ? choosePattern({ candidates, asked, table })
    : { pattern: options.pattern };
  if (choice.reason !== undefined) note("pattern", choice.pattern, choice.reason);
  const assigned = assignRoles(choice.pattern, { candidates, asked, table });
  // Rows are counted: whatever else is in the table is no measure.
  const isCounted = options.aggregate === "count" && options.y === undefined;
  const { y: _, ...groups } = assigned.roles;
  const roles: Roles = isCounted ? groups : assigned.roles;
  const assumed = assigned.assumed.filter(({ field }) => field !== "y" || !isCounted);
  for (const { field, column, reason } of assumed) note(field, column, reason);
  for (const mention of sentence.mentions.columns) noteMention(mention, roles, note);
  const filter = options.filter ?? filters;
  if (sentence.isFiscal) note("filter", filter, { kind: "fiscal" });
  for (const { label, text, column } of sentence.respelled) {
    if (filter.some((one) => one.column === column.name)) {
      note("filter", label, { kind: "value", said: text });
    }
  }
  for (const { text, column, label } of sentence.nouns) {
    note("aggregate", "count", { kind: "also", said: text, others: [`${column.name} = ${label}`] });
  }
  const { pattern } = choice;
  const drawnLines = asked.lines.filter(({ kind }) => canShow.line(pattern, kind))
    .map(({ number, ...line }) => {
      const [measure] = roles.y ?? [];
      return number === undefined || measure === undefined
        ? line
        : { ...line, value: scaled(number, measure) };
    });
  const drawn: ChartSpec = {
    pattern,
    ...rolesSpec(roles, options),
    ...aggregation(pattern, {
      roles,
      candidates,
      table: filterRows(table, filter),
      numbers: numbersFor(filter, table),
      options,
      season: asked.intents.has("season"),
      isLimited: (options.limit ?? asked.limit) !== undefined,
      isCumulative: asked.intents.has("cumulative"),
      isWhole: (options.stack ?? choice.stack) === true ||
        (options.normalize ?? choice.normalize) === "share",
      isAmount: sentence.isAmount,
      note,
    }),
    ...(filter.length === 0 ? {} : { filter: [...filter] }),
    ...ordering(pattern, { asked, roles, note }),
    ...(choice.normalize === undefined ? {} : { normalize: choice.normalize }),
    ...(choice.stack === undefined ? {} : { stack: true }),
    ...binning(choice.pattern, { asked, roles, note }),
    ...(asked.scale === undefined || !canShow.scale(pattern) ? {} : { scale: asked.scale }),
    ...(drawnLines.length === 0 ? {} : { lines: drawnLines }),
  };
  return { ...shownFields(drawn, options, table), ...withoutUndefined(options), pattern: choice.pattern };
}

/** What the sentence asked, without what the chart cannot show; what options give is refused when it is drawn. */
function shownFields(drawn: ChartSpec, options: ChartSpec, table: Table): ChartSpec {
  const whole = { ...drawn, ...withoutUndefined(options) };
  const unused = new Set<string>(unusedFields(whole, table).map(({ field }) => field));
  return Object.fromEntries(Object.entries(drawn).filter(([field]) => !unused.has(field)));
}

/** The columns of numbers that may be shown, those of conditions first. */
function numbersFor(filter: readonly ChartFilter[], table: Table): readonly string[] {
  const numbers = shapeOf(table).numbers.map(({ name }) => name);
  return [...filter.map(({ column }) => column).filter((name) => numbers.includes(name)), ...numbers];
}

/** A share of one value is seen beside the others: the column becomes a group, and its rows stay. */
function sharedGroup(sentence: Sentence, table: Table): Pick<Sentence, "filters" | "compared"> {
  const { single, filters, compared, asked, mentions } = sentence;
  const column = table.columns.find(({ name }) => name === single?.column);
  const isGroup = mentions.columns.some((mention) => mention.column.name === column?.name);
  if (column === undefined || !asked.intents.has("share") || isGroup || sentence.isShareOfColumn) {
    return { filters, compared };
  }
  return { filters: filters.filter((filter) => filter !== single), compared: [...compared, column] };
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

function ordering(pattern: ResolvedSpec["pattern"], { asked, roles, note }: Binning): ChartSpec {
  const { sort, limit, rest, most } = asked;
  if (!canShow.order(pattern)) return {};
  const isBars = pattern === "P02" || pattern === "P21" || pattern === "P03";
  const [measure] = roles.y ?? [];
  // The worst delay is the longest.
  const isTurned = most?.judged === true && measure !== undefined && isCalled(measure.name, burdens);
  const isFalling = most !== undefined && most.descending !== isTurned;
  const ranking = most !== undefined && (isBars || limit !== undefined)
    ? (isFalling ? "-value" as const : "value" as const)
    : undefined;
  const order = sort ?? ranking;
  if (limit !== undefined && rest === undefined) note("rest", "drop", { kind: "default" });
  return {
    ...(order === undefined ? {} : { sort: order }),
    ...(limit === undefined ? {} : { limit, rest: rest ?? "drop" }),
  };
}

interface Binning {
  readonly asked: SentenceOptions;
  readonly roles: Roles;
  readonly note: Note;
}

function binning(
  pattern: ResolvedSpec["pattern"],
  { asked: { bins }, roles: { x }, note }: Binning,
): ChartSpec {
  if (bins === undefined || x?.kind !== "number" || !["P03", "P13", "P23"].includes(pattern)) return {};
  const count = bins.by === "count" ? bins.size : Math.ceil((x.most - x.least) / bins.size);
  if (!Number.isInteger(count) || count < 2 || count > 100) return {};
  if (bins.by === "width") note("bins", count, { kind: "width", size: bins.size });
  return { bins: count };
}
