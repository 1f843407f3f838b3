/** The rows that a sentence is about: values of groups, bounds of numbers, periods of time. */

import type { ChartFilter, TimeUnit } from "../../base/chart_spec.ts";
import type { Column, NumberColumn, Table, TimeColumn } from "../table/column.ts";
import { unitConcepts } from "../lexicon/lexicon.ts";
import { nameTokens, normalise, stemOf } from "../lexicon/tokens.ts";
import { isCyclic } from "../table/calendar.ts";
import { isIdentifier } from "../table/table_shape.ts";
import { namedMultiple } from "../table/named_multiple.ts";
import { isCalled, isDiscrete } from "./column_meaning.ts";
import { isMarker, isSmall, type Item, type NumberItem, says, type ValueItem } from "./items.ts";

export interface Filters {
  readonly filters: readonly ChartFilter[];
  /** Columns of which several values are named: these are compared. */
  readonly compared: readonly Column[];
  /** A single value of a group, which a share may be of. */
  readonly single?: ChartFilter | undefined;
  readonly used: readonly Item[];
  /** Mentions of columns that belong to a condition only. */
  readonly conditions: readonly Item[];
  /** The step of times that are compared. */
  readonly unit?: TimeUnit;
  /** Values that are written otherwise than in the table. */
  readonly respelled?: readonly ValueItem[];
  /** Values that rather name what the rows are. */
  readonly nouns?: readonly ValueItem[];
  /** A fiscal year is taken to begin in April. */
  readonly isFiscal?: boolean;
}

export function readValueFilters(items: readonly Item[], table: Table): Filters {
  const all = items.filter((item) => item.kind === "value");
  const nouns = all.filter((value) => isRowNoun(items, value, table));
  const values = all.filter((value) => !isOfOwnColumn(items, value) && !nouns.includes(value));
  const filters: ChartFilter[] = [];
  const compared: Column[] = [];
  const used: Item[] = [...all];
  const conditions = values.flatMap((value) => namesBeside(items, value));
  let single: ChartFilter | undefined;
  for (const own of Map.groupBy(values, ({ column }) => column).values()) {
    const [first] = own;
    if (first === undefined) continue;
    const { column } = first;
    const out = own.filter((value) => negations(items, value).length > 0 || isListedOut(items, own, value));
    for (const value of out) used.push(...negations(items, value));
    const kept = labelsOf(own.filter((value) => !out.includes(value)));
    const [left, ...others] = labelsOf(out);
    if (left !== undefined) {
      const isOne = others.length === 0;
      filters.push({
        column: column.name,
        op: isOne ? "!=" : "not_in",
        value: isOne ? left : [left, ...others],
      });
    }
    if (kept.length === 1) {
      single = { column: column.name, op: "=", value: kept[0] ?? "" };
      filters.push(single);
    } else if (kept.length > 1) {
      compared.push(column);
      if (kept.length < column.distinct) filters.push({ column: column.name, op: "in", value: [...kept] });
    }
  }
  const respelled = values.filter(({ text, label, isRenamed }) =>
    isRenamed !== true && normalise(label).toLowerCase() !== text.toLowerCase()
  );
  return { filters, compared, used, conditions, respelled, nouns, single };
}

/** Whether a value in the plural is what every row is, by the name of its time: deaths of a table with a death_date. */
function isRowNoun(items: readonly Item[], value: ValueItem, { columns }: Table): boolean {
  const { text, label } = value;
  const isPlural = text.toLowerCase() === `${label.toLowerCase()}s`;
  return isPlural && namesBeside(items, value).length === 0 &&
    columns.some(({ kind, name }) =>
      kind === "time" && nameTokens(name).some(({ key }) => key === stemOf(label.toLowerCase()))
    );
}

/** Whether a value only describes its column: death of "type of death". */
function isOfOwnColumn(items: readonly Item[], value: ValueItem): boolean {
  const at = items.indexOf(value);
  const own = items[at - 2];
  return items[at - 1]?.text.toLowerCase() === "of" && own?.kind === "column" &&
    own.columns.some(({ column }) => column.index === value.column.index);
}

/** The name of the column beside a value: store C, 推奨がはい, high priority; not 都市 of 都市別, which is a group. */
function namesBeside(items: readonly Item[], value: ValueItem): readonly Item[] {
  const at = items.indexOf(value);
  const isOwn = (item: Item | undefined) =>
    item?.kind === "column" && item.columns.some(({ column }) => column.index === value.column.index);
  const isLink = (item: Item | undefined) =>
    item !== undefined && /^(?:=|is|are|:|が|は|の)$/i.test(item.text);
  const [before, farther, after] = [items[at - 1], items[at - 2], items[at + 1]];
  return [
    ...(isOwn(before) ? [before] : isLink(before) && isOwn(farther) ? [farther] : []),
    ...(isOwn(after) && !isMarker(items[at + 2], "group", "before") ? [after] : []),
  ].filter((item) => item !== undefined);
}

function labelsOf(values: readonly ValueItem[]): readonly string[] {
  return [...new Set(values.map(({ label }) => label))];
}

/** The words such as except that stand beside an item, with nothing but small words or a single noun between. */
function negations(items: readonly Item[], item: Item): readonly Item[] {
  const at = items.indexOf(item);
  const isPlain = (one: Item) => isSmall(one) || one.kind === "column" || says(one, "count", "from");
  // "leaving out films that are not rated", "do not count the total row"
  const isNoun = (one: Item, place: number, all: readonly Item[]) =>
    one.kind === "unknown" && all.slice(0, place).every(isPlain);
  const before = items.slice(0, at).toReversed().find((one, place, all) =>
    !isPlain(one) && !isNoun(one, place, all)
  );
  const after = items.slice(at + 1).find((one) => !isPlain(one));
  return [
    ...(isMarker(before, "except", "after") ? [before] : []),
    ...(isMarker(after, "except", "before") ? [after] : []),
  ].filter((one) => one !== undefined);
}

/** Whether a value is in a list with one that is excepted: without A and B, AとBを除く. */
function isListedOut(items: readonly Item[], own: readonly ValueItem[], value: ValueItem): boolean {
  const at = own.indexOf(value);
  const isJoined = (one: ValueItem | undefined) => {
    if (one === undefined) return false;
    const [low, high] = [items.indexOf(one), items.indexOf(value)].toSorted((a, b) => a - b);
    const between = items.slice((low ?? 0) + 1, high);
    return between.length > 0 &&
      between.every((item) => item.kind === "column" || says(item, "and", "nothing")) &&
      negations(items, one).length > 0;
  };
  return isJoined(own[at - 1]) || isJoined(own[at + 1]);
}

/** Bounds of numbers: price over 10, 売上が100以上, 4 cylinders. */
export function readNumberFilters(items: readonly Item[], table: Table): Filters {
  const filters: ChartFilter[] = [];
  const compared: Column[] = [];
  const used: Item[] = [];
  const conditions: Item[] = [];
  for (const [at, item] of items.entries()) {
    if (item.kind !== "number" || used.includes(item)) continue;
    const bound = boundOf(items, at);
    const place = bound === undefined
      ? equalColumn(items, at, table)
      : columnOfBound(items, { at, bound, table });
    if (place === undefined) continue;
    const { column, item: named } = place;
    const value = scaled(item, column);
    // A bound that no row meets is rather a question or a line.
    if (bound !== undefined && !isMet(column, bound.op, value)) continue;
    const isOut = bound === undefined && negations(items, item).length > 0;
    const listed = bound === undefined ? numbersAfter(items, at, column) : [];
    used.push(item, named, ...bound?.used ?? negations(items, item), ...listed);
    if (isBeside(items, named, item)) conditions.push(named);
    if (listed.length > 0) compared.push(column);
    filters.push({
      column: column.name,
      ...(bound?.op === "between"
        ? { op: bound.op, value: [item.value, bound.upper] }
        : listed.length > 0
        ? { op: isOut ? "not_in" : "in", value: [item.value, ...listed.map((other) => other.value)] }
        : { op: bound?.op ?? (isOut ? "!=" : "="), value }),
    });
  }
  return { filters, compared, used, conditions };
}

/** Whether nothing but small words stands between a column and its bound; otherwise the column is drawn as well. */
function isBeside(items: readonly Item[], named: Item, number: Item): boolean {
  const [low = 0, high = 0] = [items.indexOf(named), items.indexOf(number)].toSorted((a, b) => a - b);
  return items.slice(low + 1, high).every((one) =>
    isSmall(one) || (one.kind === "punctuation" && one.text !== ".") || one.kind === "number" ||
    says(one, "bound", "between", "and", "except")
  );
}

/** A number in the multiple that the name of its column counts in: 10万円 is 10 of 家賃(万円). */
export function scaled({ value, text }: NumberItem, { name }: NumberColumn): number {
  const size = namedMultiple(name) ?? 1;
  return size > 1 && /[千万億]|thousand|million|billion|k$/i.test(text) ? value / size : value;
}

function isMet({ least, most }: NumberColumn, op: Bound["op"], value: number): boolean {
  const met = {
    ">": most > value,
    ">=": most >= value,
    "<": least < value,
    "<=": least <= value,
    between: true,
  };
  return met[op];
}

interface Bound {
  readonly op: "<" | "<=" | ">" | ">=" | "between";
  /** Of between. */
  readonly upper: number;
  /** The measure of "older than". */
  readonly measure?: string | undefined;
  /** Its word, and its upper number. */
  readonly used: readonly Item[];
}

function boundOf(items: readonly Item[], at: number): Bound | undefined {
  // weight over 6 months
  if (says(items[at + 1], "unit")) return undefined;
  const near = (from: readonly Item[]) => from.find((one) => !isFiller(one));
  const before = near(items.slice(0, at).toReversed());
  // A word that touches the number is its unit.
  const isUnit = items[at + 1]?.kind === "unknown" && items[at + 1]?.from === items[at]?.to;
  const after = near(items.slice(at + (isUnit ? 2 : 1)));
  if (says(before, "between")) {
    const upper = items.slice(at + 1, at + 4).find((one) => one.kind === "number");
    if (upper !== undefined) return { op: "between", upper: upper.value, used: [before, upper] };
  }
  const word = isMarker(after, "bound", "before")
    ? after
    : isMarker(before, "bound", "after")
    ? before
    : undefined;
  return says(word, "bound") ? { ...word.sense, upper: NaN, used: [word] } : undefined;
}

function isFiller(item: Item): boolean {
  return item.kind === "particle" || (item.kind === "punctuation" && /^[$¥€£%]$/.test(item.text)) ||
    (says(item, "nothing") && /^(?:a|of|the)$/.test(item.text));
}

/** Further values of a list: stores 3 and 4. */
function numbersAfter(items: readonly Item[], at: number, column: NumberColumn): readonly NumberItem[] {
  const list: NumberItem[] = [];
  for (let next = at + 1; next < items.length; next += 2) {
    const [and, number] = items.slice(next, next + 2);
    const isAnd = says(and, "and") || /^(?:または|or)$/.test(and?.text ?? "");
    if (!isAnd || number?.kind !== "number" || !column.values().includes(number.value)) break;
    list.push(number);
  }
  return list;
}

interface NamedNumber {
  readonly column: NumberColumn;
  readonly item: Item;
}

/** The number that an item names; numbers of things only by their whole names, as trips are not trip_id. */
function numberColumn(item: Item | undefined): NamedNumber | undefined {
  if (item?.kind !== "column") return undefined;
  const found = item.columns.find(({ column, share }) =>
    column.kind === "number" &&
    (share === 1 && item.text.length >= column.name.length || !isIdentifier(column))
  );
  return found?.column.kind === "number" ? { column: found.column, item } : undefined;
}

/** The number that a bound is of: the one after it (over 150 horsepower), or the nearest before it. */
function columnOfBound(
  items: readonly Item[],
  { at, bound, table }: { readonly at: number; readonly bound: Bound; readonly table: Table },
): NamedNumber | undefined {
  const [word, upper] = bound.used;
  const end = upper === undefined ? at : items.indexOf(upper);
  const behind = numberColumn(items.slice(end + 1, end + 3).find((one) => !isFiller(one)));
  if (behind !== undefined) return behind;
  if (bound.measure !== undefined && word !== undefined) return columnCalled(bound.measure, word, table);
  for (const item of items.slice(Math.max(0, at - 6), at).toReversed()) {
    const found = numberColumn(item);
    if (found !== undefined) return found;
    if (item.kind === "punctuation" || item.kind === "number" || item.kind === "value") break;
  }
  // 30分以上の遅延: the word of the bound stands between.
  const isBetween = word !== undefined && items[end + 1] === word && items[end + 2]?.text === "の";
  const farther = isBetween ? numberColumn(items[end + 3]) : undefined;
  const isMeasure = farther !== undefined && !isDiscrete(farther.column, table.rows);
  return columnOfUnit(items[at], table) ?? (isMeasure ? farther : undefined);
}

function columnCalled(concept: string, item: Item, { columns }: Table): NamedNumber | undefined {
  const column = columns.find((one) => one.kind === "number" && isCalled(one.name, new Set([concept])));
  return column?.kind === "number" ? { column, item } : undefined;
}

/** The column that a unit speaks of: 40歳以上, or the only one whose name ends with it, as distance_km does. */
function columnOfUnit(number: Item | undefined, table: Table): NamedNumber | undefined {
  if (number?.kind !== "number" || number.unit === "") return undefined;
  const concept = unitConcepts[number.unit];
  if (concept !== undefined) return columnCalled(concept, number, table);
  const [column, ...others] = table.columns.filter((one) => one.kind === "number")
    .filter(({ name, unit }) =>
      unit === number.unit || nameTokens(name).slice(1).at(-1)?.text === number.unit
    );
  return column === undefined || others.length > 0 ? undefined : { column, item: number };
}

/** 4 cylinders, cylinders = 4, 気筒数が4: a value that the column has. */
function equalColumn(items: readonly Item[], at: number, table: Table): NamedNumber | undefined {
  const [before, number] = [items[at - 1], items[at]];
  if (number?.kind !== "number" || says(before, "top", "most", "last", "line")) return undefined;
  const next = items.slice(at + 1, at + 3).find((one) => !(one.kind === "punctuation" && one.text === "-"));
  const isEqual = (one: Item | undefined) =>
    one !== undefined && /^(?:=|==|is|of|が|は|:|equal)$/i.test(one.text);
  const entity = numberColumn(before);
  const isNot = says(before, "except");
  const found = numberColumn(next) ??
    (isEqual(before) || isNot
      ? numberColumn(items.slice(0, at - 1).findLast((one) => !isEqual(one) && !says(one, "nothing")))
      : undefined) ??
    (entity !== undefined && isDiscrete(entity.column, table.rows) ? entity : undefined);
  if (found === undefined || table.rows > 1_000_000 || /^[台代]$/.test(number.unit)) return undefined;
  return found.column.values().includes(number.value) ? found : undefined;
}

export function mainTime(table: Table, named: readonly Column[] = []): TimeColumn | undefined {
  const times = table.columns.filter((column) => column.kind === "time");
  const isNamed = (column: TimeColumn) =>
    named.some(({ index, name }) => index === column.index && name === column.name);
  return times.find(isNamed) ?? times.find(({ grain }) => !isCyclic(grain)) ?? times[0];
}
