/** A table's description within the budget of a reply; it names what is cut or left out. */

import type { TableInfo } from "../jupyter/inspect/variables.ts";
import { isRecord } from "../base/json.ts";

/** Characters of a text if there are too many to fit. */
const shortText = 100;

type Fields = Readonly<Record<string, unknown>>;

/** A smaller reply and what it lacks; null if there is nothing of this kind to save. */
type Saving = (reply: Fields, budget: number) => { readonly reply: Fields; readonly lacks: string } | null;

/** In this order, the least missed first. */
const savings: readonly Saving[] = [
  without("labels"),
  shorten,
  fewerRows,
  without("describe"),
  without("head"),
  without("nulls"),
];

interface TableReplyOptions {
  readonly maxBytes: number;
  /** Only these columns are of interest. */
  readonly columns?: readonly string[] | undefined;
  /** Whether statistics are wanted. */
  readonly describe?: boolean;
}

export function tableReply(info: TableInfo, options: TableReplyOptions): Fields {
  const { memory_bytes: _, describe, ...rest } = info;
  const known: TableInfo = {
    ...rest,
    columns: options.columns === undefined ? rest.columns : [...options.columns],
    ...(describe === undefined || options.describe === false ? {} : { describe }),
  };
  const budget = options.maxBytes;
  let reply: Fields = { ...known, ...(options.columns === undefined ? widthNote(known) : {}) };
  const lacks: string[] = [];
  for (const save of savings) {
    if (sizeOf(asRows(reply)) <= budget) break;
    const saved = save(reply, budget);
    if (saved === null) continue;
    reply = saved.reply;
    lacks.push(saved.lacks);
  }
  const inRows = asRows(reply);
  if (lacks.length === 0) return inRows;
  return { ...inRows, truncated: `${lacks.join(", ")} for size: ask for fewer columns or rows` };
}

/**
 * Column names once: `columns` becomes a header and one row for each column, without what is missing at the end, such as
 * `[["name", "dtype", "nulls", "mean", …], ["price", "float64", 0, 12.5, …], …]`, and the rows of `head` become lists in
 * the same order.
 */
function asRows(
  { columns, dtypes, nulls, describe, head, type, library, shape, ...more }: Fields,
): Fields {
  const firsts = Array.isArray(head) ? head.filter(isRecord) : undefined;
  const rows: unknown = Array.isArray(shape) ? shape[0] : undefined;
  const all = (Array.isArray(columns) ? columns.map(String) : []).map((name) => ({
    name,
    about: [entryOf(dtypes, name), ...(nulls === undefined ? [] : [entryOf(nulls, name)])],
    statistics: statisticsOf(entryOf(describe, name), { rows, missing: entryOf(nulls, name) }),
    isLookedInto: [nulls, describe, firsts?.[0]].some((one) => entryOf(one, name) !== undefined),
  }));
  const looked = all.slice(0, all.findLastIndex((column) => column.isLookedInto) + 1);
  const keys = [...new Set(all.flatMap(({ statistics }) => Object.keys(statistics)))].sort(byUse);
  const table = all.map(({ name, about, statistics }) => {
    const row = [name, ...about, ...keys.map((key) => significant(key, statistics))].map((one) =>
      one ?? null
    );
    return row.slice(0, row.findLastIndex((value) => value !== null) + 1);
  });
  return {
    ...{ type, library, shape },
    columns: [["name", "dtype", ...(nulls === undefined ? [] : ["nulls"]), ...keys], ...table],
    ...(firsts === undefined
      ? {}
      : { head: firsts.map((row) => looked.map(({ name }) => entryOf(row, name) ?? null)) }),
    ...more,
  };
}

/** Without the count if it is that of the rows that are not null. */
function statisticsOf(found: unknown, { rows, missing }: { rows: unknown; missing: unknown }): Fields {
  if (!isRecord(found)) return {};
  const { count, ...others } = found;
  const isObvious = count === undefined || (typeof rows === "number" && count === rows - Number(missing));
  return isObvious ? others : found;
}

/** Numbers first: most columns with statistics have them, and rows end with their last value. */
const statisticsOrder = ["mean", "std", "min", "25%", "50%", "75%", "max", "unique", "top", "freq"];

function byUse(a: string, b: string): number {
  const place = (key: string) =>
    (statisticsOrder.indexOf(key) + statisticsOrder.length + 1) %
    (statisticsOrder.length + 1);
  return place(a) - place(b);
}

const digits = 6;
/** More than that are not exact. */
const mostDigits = 15;
/** Whole numbers among these are computed; all others are counts, or values of the table such as ids and years. */
const computed = new Set(["mean", "std", "25%", "50%", "75%"]);

/** Rounds what is not exact: to six digits, or to more if the column's values differ only in later ones. */
function significant(key: string, { [key]: value = null, std }: Fields): unknown {
  const isRounded = typeof value === "number" && (computed.has(key) || !Number.isInteger(value));
  if (!isRounded) return value;
  const places = typeof std === "number" ? magnitude(value) - magnitude(std) + digits / 2 : 0;
  return Number(value.toPrecision(Math.min(mostDigits, Math.max(digits, places || 0))));
}

function magnitude(value: number): number {
  return Math.floor(Math.log10(Math.abs(value)));
}

/** An own entry: a column may be called "__proto__". */
function entryOf(values: unknown, name: string): unknown {
  return isRecord(values) && Object.hasOwn(values, name) ? values[name] : undefined;
}

function without(field: string): Saving {
  return (reply) => {
    if (!(field in reply)) return null;
    const { [field]: _, ...rest } = reply;
    return { reply: rest, lacks: `${field} left out` };
  };
}

function shorten(reply: Fields): ReturnType<Saving> {
  const fields = ["head", "describe"].filter((field) => field in reply);
  const shorter = {
    ...reply,
    ...Object.fromEntries(fields.map((field) => [field, shortened(reply[field])])),
  };
  return sizeOf(shorter) < sizeOf(reply)
    ? { reply: shorter, lacks: `texts cut after ${shortText} characters` }
    : null;
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") {
    return value.length <= shortText ? value : `${value.slice(0, shortText).toWellFormed()}…`;
  }
  if (Array.isArray(value)) return value.map(shortened);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]));
}

/** As many rows as fit beside the rest, at least one: the first shows what the others are like. */
function fewerRows(reply: Fields, budget: number): ReturnType<Saving> {
  const head: unknown = reply["head"];
  if (!Array.isArray(head) || head.length < 2) return null;
  // Each row has a comma or the last bracket behind it; the first bracket is one more.
  const inRows = asRows(reply);
  const rows: unknown[] = Array.isArray(inRows["head"]) ? inRows["head"] : [];
  let bytesLeft = budget - (sizeOf(inRows) - sizeOf(rows)) - 1;
  const fitting = rows.findIndex((row) => (bytesLeft -= sizeOf(row) + 1) < 0);
  const count = Math.max(1, fitting < 0 ? head.length : fitting);
  const index = reply["index"];
  const shorterIndex = isRecord(index) && Array.isArray(index["head"])
    ? { index: { ...index, head: index["head"].slice(0, count) } }
    : {};
  return {
    reply: { ...reply, head: head.slice(0, count), ...shorterIndex },
    lacks: `head cut to ${count} of ${head.length} rows`,
  };
}

/** Only some columns of wide tables are inspected. */
function widthNote({ columns, describe, head, nulls, left_out }: TableInfo) {
  // Those that could not be read were looked into, and are named with the reason.
  const unread = Object.keys(Object(left_out ?? {})).length;
  const shown = Object.keys(Object(nulls ?? describe ?? Object(head)[0] ?? {})).length + unread;
  if (shown === 0 || shown >= columns.length) return {};
  return {
    columns_shown:
      `head, nulls and describe cover ${shown} of ${columns.length} columns; name others in \`columns\``,
  };
}

function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
