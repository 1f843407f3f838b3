/** The columns that a sentence names, each with what the words beside it say: a group, an axis, how it is aggregated. */

import type { Aggregate } from "../../base/chart_spec.ts";
import type { Column, Table } from "../table/column.ts";
import { conceptKey, termsOf } from "../lexicon/phrase_index.ts";
import { nameTokens } from "../lexicon/tokens.ts";
import { isIdentifier, isName, isNumbered, isRunning } from "../table/table_shape.ts";
import { isEntity, isFew } from "./column_meaning.ts";
import type { NamedColumn } from "./column_names.ts";
import { isCountedUnit, isMeasure, type Qualifier, qualifiersOf } from "./qualifiers.ts";
import { type ColumnItem, type Item } from "./items.ts";

export interface Mention {
  readonly item: ColumnItem;
  readonly column: Column;
  /** The others that the words may mean as well. */
  readonly others: readonly Column[];
  readonly by?: NamedColumn["by"];
  readonly group?: "any" | "color";
  readonly axis?: "x" | "y" | "color" | "facet" | "size" | undefined;
  readonly aggregate?: Aggregate;
  /** Stands beside a word such as versus. */
  readonly isOpposed: boolean;
  /** Stands after per, which may mean a ratio. */
  readonly isPer?: boolean;
  /** Stands beside a word such as each. */
  readonly isEach?: boolean;
  /** A column of yes and no beside a word such as not. */
  readonly isNegated?: boolean;
}

export interface Mentions {
  readonly columns: readonly Mention[];
  /** Rows are to be counted. */
  readonly counts: boolean;
  /** That they are counted is only implied by a noun for them, such as visits. */
  readonly areCountsImplied: boolean;
  /** An aggregate that stands beside no column. */
  readonly aggregate: Aggregate | undefined;
  /** The column of the things that are counted, if it has the same thing in several rows. */
  readonly counted: Column | undefined;
  /** The column whose different values are counted; whether the sentence says that they are to be different. */
  readonly different: { readonly column: Column; readonly isSaid: boolean } | undefined;
  readonly used: readonly Item[];
  /** Columns that may have been meant, beside one that surely was. */
  readonly ignored: readonly Mention[];
}

/** Whether a word only names what the rows are: visits of visit_id or visit_date, swimmers of swimmer_age and swimmer_sex. */
function isNoun(
  { columns, text }: ColumnItem,
  { qualifier = {}, rows }: { readonly qualifier: Qualifier | undefined; readonly rows: number },
): boolean {
  if (qualifier.axis !== undefined) return false;
  const isMarked = qualifier.group !== undefined;
  const isShared = columns.length > 1 &&
    columns.every(({ column, share, by }) => by === undefined && share < 1 && column.kind === "category");
  return (isShared && !isMarked) || columns.every(({ column, share }) => {
    const isWord = text.toLowerCase() === column.name.toLowerCase();
    if (column.kind === "time") return share < 1 || (/ed$/i.test(column.name) && !isWord);
    const isThing = column.kind === "number" && isNumbered(column) && isRunning(column, rows);
    if (isThing) return true;
    if (!isNumberName(column) || nameTokens(column.name).length === nameTokens(text).length) return false;
    return !isMarked || column.distinct * 3 > rows;
  });
}

/** Whether a column holds the numbers or codes of things. */
function isNumberName(column: Column): boolean {
  if (column.kind === "number") return isIdentifier(column) || isNumbered(column);
  return column.kind === "category" && /(?:^|[ _-])(?:id|no|code|key)$|番号$|コード$|ID$/i.test(column.name);
}

export function readMentions(items: readonly Item[], table: Table): Mentions {
  const qualifiers = new Map<Item, Qualifier>();
  const used: Item[] = [];
  let counts = false;
  let loose: Aggregate | undefined;
  for (const [at, item] of items.entries()) {
    if (item.kind !== "word") continue;
    const found = qualifiersOf(items, at, table);
    if (found === undefined) continue;
    used.push(item, ...(found.used ?? []));
    if (found.counts === true) counts = true;
    if (found.loose !== undefined) loose = found.loose;
    for (const target of found.targets ?? []) {
      qualifiers.set(target, { ...qualifiers.get(target), ...found.qualifier });
    }
  }
  const named = items.filter((item) => item.kind === "column");
  const nouns = named.filter((item) => isNoun(item, { qualifier: qualifiers.get(item), rows: table.rows }));
  const isAggregated = loose !== undefined ||
    [...qualifiers.values()].some(({ aggregate }) => aggregate !== undefined);
  const columns = named
    .filter((item) => qualifiers.get(item)?.counted !== true && !nouns.includes(item))
    .filter((item) =>
      !isCommonPart(item, { qualifiers, named }) && !isKindOf(items, item) &&
      !isParticiple(items, item) && !isDescription(items, item) && !isOfValue(items, item, qualifiers) &&
      !(isAggregated && isWhole(items, item)) &&
      !(counts && isDayNoun(item, qualifiers))
    )
    .map((item) => mentionOf(item, { qualifiers, named, table }));
  const kept = columns.filter((one) =>
    one.by !== "related" || one.group !== undefined || one.aggregate !== undefined ||
    !columns.some((other) =>
      other.by !== "related" &&
      (one.column.kind === "number") === (other.column.kind === "number") &&
      (one.column.kind !== "number" || other.group === undefined)
    )
  );
  // rainy days
  const areDays = items.some((item, at) => item.kind === "value" && isCountedUnit(items[at + 1]));
  const isCounted = nouns.length > 0 || areDays;
  const areCountsImplied = !counts && isCounted && !kept.some(({ column }) => column.kind === "number");
  const things = named.filter((item) => qualifiers.get(item)?.counted === true).flatMap((item) =>
    item.columns.map(({ column }) => ({ column, isDistinct: qualifiers.get(item)?.isDistinct === true }))
  );
  const counted = things.map(({ column }) => column)
    .find((column) => column.kind === "category" && column.distinct < table.rows * 0.9);
  // Countries are counted once each; medals may be rows.
  const isElsewhere = (column: Column) => kept.some((one) => one.column === column);
  const different = things.find(({ column, isDistinct }) =>
    !isElsewhere(column) && (isDistinct || column === counted && isEntity(column))
  )?.column;
  const isLiteral = things.some(({ column, isDistinct }) => isDistinct && column === different);
  return {
    columns: kept,
    counts: counts || areCountsImplied,
    areCountsImplied,
    counted,
    different: different === undefined ? undefined : { column: different, isSaid: isLiteral },
    aggregate: loose,
    used: [...used, ...named],
    ignored: columns.filter((one) => !kept.includes(one)),
  };
}

/** Whether a part of a name only describes the measure after it: 遅延 of 遅延の影響人数. */
function isDescription(items: readonly Item[], item: ColumnItem): boolean {
  const [of, next] = items.slice(items.indexOf(item) + 1).slice(0, 2);
  return of?.text === "の" && next?.kind === "column" && isMeasure(item) &&
    item.columns.every(({ share }) => share < 1) &&
    next.columns.every(({ share, column }) => share === 1 && column.kind === "number");
}

/** Whether a noun in the plural is what a value describes: shows of "downloads of tech shows". */
function isOfValue(
  items: readonly Item[],
  item: ColumnItem,
  qualifiers: ReadonlyMap<Item, Qualifier>,
): boolean {
  const before = items[items.indexOf(item) - 1];
  return before?.kind === "value" && /[a-z]s$/i.test(item.text) && qualifiers.get(item) === undefined &&
    item.columns.every(({ column }) => column.kind === "category" && column.name !== before.column.name);
}

/** Whether a word that is not a name describes the measure before it: sold of "quantity sold". */
function isParticiple(items: readonly Item[], item: ColumnItem): boolean {
  const before = items[items.indexOf(item) - 1];
  return /(?:ed|ld)$/i.test(item.text) && before?.kind === "column" && isMeasure(before) && isMeasure(item) &&
    item.columns.every(({ column }) => column.name.toLowerCase() !== item.text.toLowerCase());
}

/** Whether all groups are meant together: the mean of all countries. */
function isWhole(items: readonly Item[], item: ColumnItem): boolean {
  const at = items.indexOf(item);
  const [of, all] = items.slice(Math.max(0, at - 2), at).map(({ text }) => text.toLowerCase());
  return all === "all" && /^(?:of|over|across)$/.test(of ?? "");
}

/** Whether days are counted, though a column is called like it: 何日. */
function isDayNoun(item: ColumnItem, qualifiers: ReadonlyMap<Item, Qualifier>): boolean {
  return /^(?:日|days?)$/i.test(item.text) && qualifiers.get(item)?.group === undefined &&
    item.columns.every(({ column }) => column.kind === "number");
}

/** Whether a word only says that another column has kinds: kind of metal, 金属の種類. */
function isKindOf(items: readonly Item[], item: ColumnItem): boolean {
  const at = items.indexOf(item);
  const isPart = /^(?:kinds?|types?|種類|タイプ)$/i.test(item.text) &&
    item.columns.every(({ share }) => share < 1);
  return isPart && (items[at + 1]?.text === "of" && items[at + 2]?.kind === "column" ||
    items[at - 1]?.text === "の" && items[at - 2]?.kind === "column");
}

interface Known {
  readonly qualifiers: ReadonlyMap<Item, Qualifier>;
  readonly named: readonly ColumnItem[];
  readonly table: Table;
}

/** Whether a word only says what columns named elsewhere have in common: ratings of "ratings by A and B". */
function isCommonPart(item: ColumnItem, { qualifiers, named }: Pick<Known, "qualifiers" | "named">): boolean {
  if (item.columns.length < 2 || qualifiers.get(item)?.group !== undefined) return false;
  return named.some((one) =>
    one !== item && one.columns.length === 1 &&
    item.columns.some(({ column }) => column === one.columns[0]?.column)
  );
}

function mentionOf(item: ColumnItem, { qualifiers, named, table }: Known): Mention {
  const { counted: _, isDistinct: __, isOpposed = false, ...qualifier } = qualifiers.get(item) ?? {};
  const elsewhere = new Set(
    named.filter((one) => one !== item && one.columns.length === 1).map((one) =>
      one.columns[0]?.column.index
    ),
  );
  const free = item.columns.filter(({ column }) => !elsewhere.has(column.index));
  const columns = free.length === 0 ? item.columns : free;
  const wantsGroup = qualifier.group !== undefined && qualifier.aggregate === undefined;
  const isMean = ({ column }: NamedColumn) =>
    termsOf(nameTokens(column.name)).some(({ key }) => key === conceptKey("mean"));
  const rank = (named: NamedColumn) => kindRank(named) - (isMean(named) ? 0.1 : 0);
  const kindRank = ({ column }: NamedColumn) =>
    wantsGroup
      ? (column.kind === "number" ? (isFew(column, table) ? 1 : 2) : isName(column, table.rows) ? 1.5 : 0)
      : (column.kind === "number" ? 0 : column.kind === "time" ? 1 : isName(column, table.rows) ? 3 : 2);
  const [best, ...rest] = columns.toSorted((a, b) => rank(a) - rank(b));
  if (best === undefined) throw new Error("A span without a column");
  const others = rest.filter((one) => kindRank(one) === kindRank(best)).map(({ column }) => column);
  return {
    item,
    column: best.column,
    others,
    ...(best.by === undefined ? {} : { by: best.by }),
    ...qualifier,
    isOpposed,
  };
}
