/** The columns that a sentence names, each with what the words beside it say: a group, an axis, how it is aggregated. */

import type { Aggregate } from "../../base/chart_spec.ts";
import type { Column, NumberColumn, Table } from "../table/column.ts";
import { additive, entities, positive } from "../lexicon/lexicon.ts";
import { conceptKey, termsOf } from "../lexicon/terms.ts";
import { nameTokens } from "../lexicon/tokens.ts";
import { isIdentifier, isName, isNumbered, isRunning } from "../table/table_shape.ts";
import { coreTokens, type NamedColumn } from "./column_names.ts";
import type { ColumnItem, Item, WordItem } from "./scan.ts";

export interface Mention {
  readonly item: ColumnItem;
  readonly column: Column;
  /** The others that the words may mean as well. */
  readonly others: readonly Column[];
  readonly by?: NamedColumn["by"];
  readonly group?: "any" | "color";
  readonly axis?: "x" | "y" | "color" | "facet" | "size";
  readonly aggregate?: Aggregate;
  /** Stands beside a word such as versus. */
  readonly isOpposed: boolean;
  /** Stands behind per, which may mean a ratio. */
  readonly isPer?: boolean;
  /** A column of yes and no beside a word such as not. */
  readonly isNegated?: boolean;
}

export interface Mentions {
  readonly columns: readonly Mention[];
  /** Rows are to be counted. */
  readonly counts: boolean;
  /** An aggregate that stands beside no column. */
  readonly aggregate?: Aggregate;
  /** The column of the things that are counted, if it has the same thing in several rows. */
  readonly counted?: Column;
  /** The column whose different values are counted; whether the sentence says that they are to be different. */
  readonly different?: { readonly column: Column; readonly isSaid: boolean };
  readonly used: readonly Item[];
  /** Columns that may have been meant, beside one that surely was. */
  readonly ignored: readonly Mention[];
}

/** Whether a number tells a few kinds apart rather than measures. */
export function isDiscrete({ name, integer, distinct }: NumberColumn, rows: number): boolean {
  if (!integer || distinct > 24) return false;
  return isCalled(name, entities) || (distinct * 2 <= rows && !isCalled(name, additive));
}

/** Whether a name is that of a concept: by its last word, as unit price is a price. */
export function isCalled(name: string, concepts: ReadonlySet<string>): boolean {
  const last = termsOf(coreTokens(nameTokens(name))).at(-1);
  return last?.kind === "concept" && concepts.has(last.key.slice(1));
}

/** Whether a column names things of which there are some, such as countries or customers. */
function isEntity({ name }: Column): boolean {
  return termsOf(coreTokens(nameTokens(name))).some(({ kind, key }) =>
    kind === "concept" && entities.has(key.slice(1))
  );
}

/** The value that says yes in a column that says yes or no. */
export function yesOf(column: Column): string | number | undefined {
  if (column.kind === "time" || column.distinct !== 2) return undefined;
  if (column.kind === "number") return column.least === 0 && column.most === 1 ? 1 : undefined;
  return column.values().labels.find((label) => positive.has(label.toLowerCase()));
}

/** Whether a word only names what the rows are: visits of visit_id or visit_date, swimmers of swimmer_age and swimmer_sex. */
function isNoun(
  { columns, text }: ColumnItem,
  { mark = {}, rows }: { readonly mark: Mark | undefined; readonly rows: number },
): boolean {
  if (mark.axis !== undefined) return false;
  const isMarked = mark.group !== undefined;
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
  const marks = new Map<Item, Mark>();
  const used: Item[] = [];
  let counts = false;
  let loose: Aggregate | undefined;
  for (const [at, item] of items.entries()) {
    if (item.kind !== "word") continue;
    const found = marksOf(items, at, table);
    if (found === undefined) continue;
    used.push(item, ...(found.used ?? []));
    if (found.counts === true) counts = true;
    if (found.loose !== undefined) loose = found.loose;
    for (const target of found.targets ?? []) marks.set(target, { ...marks.get(target), ...found.mark });
  }
  const named = items.filter((item) => item.kind === "column");
  const nouns = named.filter((item) => isNoun(item, { mark: marks.get(item), rows: table.rows }));
  const isAggregated = loose !== undefined ||
    [...marks.values()].some(({ aggregate }) => aggregate !== undefined);
  const columns = named
    .filter((item) => marks.get(item)?.counted !== true && !nouns.includes(item))
    .filter((item) =>
      !isCommonPart(item, { marks, named }) && !isTimeNoun(items, item, marks) && !isKindOf(items, item) &&
      !isParticiple(items, item) && !(isAggregated && isWhole(items, item)) &&
      !(counts && isDayNoun(item, marks))
    )
    .map((item) => mentionOf(item, { marks, named, table }));
  const kept = columns.filter((one) =>
    one.by !== "related" || one.group !== undefined || one.aggregate !== undefined ||
    !columns.some((other) =>
      other.by !== "related" && isAlike(one, other) &&
      (one.column.kind !== "number" || other.group === undefined)
    )
  );
  // rainy days
  const areDays = items.some((item, at) => item.kind === "value" && isCountedUnit(items[at + 1]));
  const isCounted = nouns.length > 0 || areDays;
  if (isCounted && !kept.some(({ column }) => column.kind === "number")) counts = true;
  const things = named.filter((item) => marks.get(item)?.counted === true).flatMap((item) =>
    item.columns.map(({ column }) => ({ column, isDistinct: marks.get(item)?.isDistinct === true }))
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
    counts,
    ...(counted === undefined ? {} : { counted }),
    ...(different === undefined ? {} : { different: { column: different, isSaid: isLiteral } }),
    ...(loose === undefined ? {} : { aggregate: loose }),
    used: [...used, ...named],
    ignored: columns.filter((one) => !kept.includes(one)),
  };
}

function isCountedUnit(item: Item | undefined): boolean {
  return item?.kind === "word" && item.sense.say === "unit" && item.sense.every !== true;
}

/** Whether two mentions would take the same place in a chart. */
function isAlike({ column: one }: Mention, { column: other }: Mention): boolean {
  return (one.kind === "number") === (other.kind === "number");
}

/** Whether a word that is no name describes the measure before it: sold of "quantity sold". */
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
function isDayNoun(item: ColumnItem, marks: ReadonlyMap<Item, Mark>): boolean {
  return /^(?:日|days?)$/i.test(item.text) && marks.get(item)?.group === undefined &&
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

/** Whether "time" belongs to the measure before it: load time. */
function isTimeNoun(items: readonly Item[], item: ColumnItem, marks: ReadonlyMap<Item, Mark>): boolean {
  const before = items[items.indexOf(item) - 1];
  return /^(?:times?|dates?)$/i.test(item.text) && before?.kind === "column" &&
    marks.get(item)?.group === undefined;
}

interface Mark {
  readonly group?: "any" | "color";
  readonly axis?: "x" | "y" | "color" | "facet" | "size";
  readonly aggregate?: Aggregate;
  readonly isOpposed?: boolean;
  readonly isPer?: boolean;
  readonly isNegated?: boolean;
  /** The things that are counted: models of "number of models". */
  readonly counted?: boolean;
  readonly isDistinct?: boolean;
}

interface Marking {
  readonly targets?: readonly Item[];
  readonly mark?: Mark;
  readonly counts?: boolean;
  readonly loose?: Aggregate;
  readonly used?: readonly Item[];
}

function marksOf(items: readonly Item[], at: number, table: Table): Marking | undefined {
  const item = items[at];
  if (item?.kind !== "word") return undefined;
  const { sense } = item;
  switch (sense.say) {
    case "group": {
      const targets = sense.side === "after" ? listAfter(items, at) : listBefore(items, at);
      return { targets, mark: { group: sense.role, isPer: item.text.toLowerCase() === "per" } };
    }
    case "bound": {
      // over: a bound before a number, otherwise along something.
      const next = items.slice(at + 1).find((one) => !isArticle(one));
      if (sense.side !== "after" || next === undefined || next.kind === "number" || next.kind === "mark") {
        return undefined;
      }
      return { targets: listAfter(items, at), mark: { group: "any" } };
    }
    case "axis": {
      const target = axisTarget(items, at);
      return target === undefined ? undefined : { targets: [target], mark: { axis: sense.axis } };
    }
    case "aggregate":
      return aggregateMark(items, at, sense.aggregate);
    case "most": {
      // "highest price of each symbol"; what "which has the highest price" asks for is an order.
      const next = items[at + 1];
      const isAsked = items.slice(0, at).some((one) =>
        isGroup(one) && /^(?:which|what|どの)/i.test(one.text)
      );
      const isLimited = items[at - 1]?.kind === "number" || isWord(items[at - 1] ?? item, "top");
      const isNumber = next?.kind === "column" &&
        next.columns.every(({ column }) => column.kind === "number");
      const isEach = items.slice(at + 2).some((one) => isGroup(one) || isCountedStep(one));
      if (!isNumber || isAsked || isLimited || !isEach || !/est$/i.test(item.text)) return undefined;
      // The fastest time is the shortest.
      const isTurned = sense.measure === "speed" &&
        !next.columns.some(({ column }) => isCalled(column.name, new Set(["speed"])));
      return { targets: [next], mark: { aggregate: sense.descending !== isTurned ? "max" : "min" } };
    }
    case "except": {
      const target = sense.side === "after" ? columnAfter(items, at) : columnBefore(items, at);
      const isFlag = target?.columns.some(({ column }) => yesOf(column) !== undefined) === true;
      return target === undefined || !isFlag ? undefined : { targets: [target], mark: { isNegated: true } };
    }
    case "count":
      return countMark(items, { at, item, table });
    case "versus": {
      const [before, after] = [columnBefore(items, at), columnAfter(items, at)];
      if (before === undefined || after === undefined) return undefined;
      return { targets: [before, after], mark: { isOpposed: true } };
    }
    default:
      return undefined;
  }
}

function isSkipped(item: Item): boolean {
  return item.kind === "particle" || item.kind === "mark" && /^[('"*=\-–—)]$/.test(item.text) ||
    item.kind === "word" && (item.sense.say === "nothing" || item.sense.say === "group");
}

function isAnd(item: Item): boolean {
  return item.kind === "word" && item.sense.say === "and";
}

function isEnd(item: Item): boolean {
  return item.kind === "mark" && /^[.;!?。]$/.test(item.text);
}

/** The columns of a list behind a marker; an unknown word or two may stand before the first: by movie genre. */
function listAfter(items: readonly Item[], at: number): readonly Item[] {
  const list: Item[] = [];
  let unknown = 0;
  for (const [offset, item] of items.slice(at + 1).entries()) {
    if (item.kind === "column") {
      // Without "and" the next column is something else: which player earned points.
      if (
        list.length > 0 && !isAnd(items[at + offset] ?? item) && !isArticle(items[at + offset] ?? item)
      ) break;
      if (list.length > 0 && !isSameKind(list[0], item)) break;
      list.push(item);
    } else if (isAnd(item)) {
      // "by region and sales by month": the next marker has its own columns.
      const next = items.slice(at + 2 + offset).find((one) => !isSkipped(one) || isGroup(one));
      if (list.length === 0 || next === undefined || (next.kind !== "column" && next.kind !== "unknown")) {
        break;
      }
    } else if (isNumberOf(item)) continue;
    else if (item.kind === "unknown" && list.length === 0 && unknown < 2) unknown++;
    else if (item.kind === "unknown" && list.length > 0 && isAnd(items[at + offset] ?? item)) break;
    else if (!isSkipped(item) || (list.length > 0 && !isArticle(item))) break;
  }
  return list;
}

/** Whether two columns may be in one list of groups: numbers and groups are not. */
function isSameKind(one: Item | undefined, other: Item): boolean {
  const isNumber = (item: Item | undefined) =>
    item?.kind === "column" &&
    item.columns.every(({ column }) => column.kind === "number" && column.distinct > 24);
  return isNumber(one) === isNumber(other);
}

function isGroup(item: Item): boolean {
  return item.kind === "word" && item.sense.say === "group";
}

function isArticle(item: Item): boolean {
  return item.kind === "word" && item.sense.say === "nothing" || item.kind === "particle";
}

function isNumberOf(item: Item): boolean {
  return item.kind === "word" && item.sense.say === "count" && item.sense.numberOf === true;
}

function listBefore(items: readonly Item[], at: number): readonly Item[] {
  const list: Item[] = [];
  for (const item of items.slice(0, at).toReversed()) {
    if (item.kind === "column") list.unshift(item);
    else if (isAnd(item) && list.length > 0) continue;
    else break;
  }
  return list;
}

function columnAfter(items: readonly Item[], at: number, skips = (_: Item) => false): ColumnItem | undefined {
  for (const item of items.slice(at + 1)) {
    if (item.kind === "column") return item;
    if (isEnd(item)) return undefined;
    if (
      item.kind === "unknown" || isSkipped(item) || skips(item) || isWord(item, "aggregate", "count", "axis")
    ) continue;
    return undefined;
  }
  return undefined;
}

function columnBefore(items: readonly Item[], at: number): ColumnItem | undefined {
  for (const item of items.slice(0, at).toReversed()) {
    if (item.kind === "column") return item;
    if (isEnd(item)) return undefined;
    if (item.kind === "unknown" || isSkipped(item) || isWord(item, "axis", "aggregate", "wish", "chart")) {
      continue;
    }
    return undefined;
  }
  return undefined;
}

function isWord(item: Item, ...says: readonly WordItem["sense"]["say"][]): boolean {
  return item.kind === "word" && says.includes(item.sense.say);
}

/** "weight on the x axis", "売上を横軸に"; otherwise the column behind: "x axis weight". */
function axisTarget(items: readonly Item[], at: number): ColumnItem | undefined {
  const before = items[at - 1];
  const isBehind = before !== undefined &&
    (/^(?:on|as|in|to|the|for|with)$/i.test(before.text) || /^[をが]$/.test(before.text) ||
      before.kind === "column");
  const [previous, next] = [columnBefore(items, at), columnAfter(items, at)];
  return isBehind ? previous ?? next : next ?? previous;
}

/** An aggregate belongs to the column behind it: average price, 平均価格; in Japanese also to the one before it: 売上の平均. */
function aggregateMark(items: readonly Item[], at: number, aggregate: Aggregate): Marking {
  const nearest = columnAfter(items, at);
  const following = nearest === undefined ? undefined : items[items.indexOf(nearest) + 1];
  // Of two names in a row the second is what is measured: invoice of "average invoice total" only describes it.
  const after = following?.kind === "column" && !isMeasure(nearest) && isMeasure(following)
    ? following
    : nearest;
  const between = after === undefined ? [] : items.slice(at + 1, items.indexOf(after));
  const isNear = after !== undefined && !between.some((item) => isGroup(item) || isAnd(item)) &&
    between.filter(({ kind }) => kind === "unknown").length <= 1;
  const previous = items[at - 1];
  const before = items[at - 2];
  const isBehind = previous?.kind === "column" ||
    (previous?.text === "の" || previous?.text === "(") && before?.kind === "column";
  if (isBehind && /^[の(]$/.test(previous?.text ?? "")) {
    return {
      targets: listBefore(items, at - 1).filter((one) => isSameKind(before, one)),
      mark: { aggregate },
    };
  }
  if (isNear) return { targets: [after, ...listedWith(items, after)], mark: { aggregate } };
  if (isBehind && previous !== undefined) return { targets: [previous], mark: { aggregate } };
  return { loose: aggregate };
}

function isMeasure(item: ColumnItem | undefined): boolean {
  return item?.columns.some(({ column }) => column.kind === "number") === true;
}

/** The columns that share the aggregate of the first of a list. */
function listedWith(items: readonly Item[], first: ColumnItem): readonly Item[] {
  const at = items.indexOf(first);
  const [and, next] = items.slice(at + 1, at + 3);
  return and !== undefined && isAnd(and) && next?.kind === "column" ? [next] : [];
}

interface CountPlace {
  readonly at: number;
  readonly item: WordItem;
  readonly table: Table;
}

function countMark(items: readonly Item[], { at, item, table }: CountPlace): Marking | undefined {
  const isNumberOf = item.sense.say === "count" && item.sense.numberOf === true;
  const isDistinct = item.sense.say === "count" && item.sense.distinct === true;
  const previous = items[at - 1];
  const kindOf = (one: Item | undefined) =>
    one?.kind === "column" ? one.columns.map(({ column }) => column) : [];
  const isNumber = (column: Column) => column.kind === "number";
  // 気筒の数, cylinder count: the number is in the name.
  if (
    !isNumberOf && previous !== undefined &&
    kindOf(previous).some((one) => isNumber(one) && isFew(one, table))
  ) {
    return { targets: [previous], mark: addsUp(kindOf(previous), table) };
  }
  const next = columnAfter(items, at);
  const isNext = next !== undefined && !items.slice(at + 1, items.indexOf(next)).some(isGroup);
  // "number of loads" of load_ms is how many there were.
  const isCounted =
    next?.columns.some(({ column, share, hasUnit }) =>
      column.kind === "number" && share > 0.8 && !hasUnit && !isRunning(column, table.rows)
    ) === true;
  if (isNumberOf && isNext && isCounted) {
    return { targets: [next], mark: addsUp(kindOf(next), table) };
  }
  const isOther = isNext && items.slice(items.indexOf(next) + 1).some((one) => isGroup(one));
  const isThing = (column: Column) =>
    isDistinct ||
    (column.kind === "category"
      ? isName(column, table.rows) || (isNumberOf && isOther)
      : isNumberOf && column.kind === "number" && !isFew(column, table));
  const things = isNext && kindOf(next).every(isThing) ? [next] : [];
  // 年ごとの会社の数
  const isGrouped = items.some((one) => isGroup(one) || isCountedStep(one));
  const isNamed = /^の?数$/.test(item.text) && isGrouped;
  const before = previous !== undefined && kindOf(previous).length > 0 && !(isDistinct && isNumberOf) &&
      kindOf(previous).every((column) => isThing(column) || isNamed && column.kind === "category")
    ? [previous]
    : [];
  const targets = [...things, ...before];
  if (isDistinct && targets.length === 0) return undefined;
  return {
    counts: true,
    targets,
    mark: { counted: true, isDistinct },
    used: namesOfThings(items, at),
  };
}

/** How many there are in all, of a number of things or a column of yes and no: people, 生存者数. */
function addsUp(columns: readonly Column[], table: Table): Mark {
  const isTotal = columns.every((column) =>
    yesOf(column) === 1 || column.kind === "number" && !isFew(column, table)
  );
  return isTotal ? { aggregate: "sum" } : {};
}

function isCountedStep(item: Item): boolean {
  return item.kind === "word" && item.sense.say === "unit" && item.sense.every === true;
}

function isFew(column: Column, { rows }: Table): boolean {
  return column.kind === "number" && isDiscrete(column, rows);
}

/** The noun of what is counted, which need not be in the table: how many people. */
function namesOfThings(items: readonly Item[], at: number): readonly Item[] {
  const [previous, first] = [items[at - 1], items.slice(at + 1).find((item) => !isArticle(item))];
  // What stands before another noun only describes it: snowy of "snowy days".
  const following = first === undefined ? undefined : items[items.indexOf(first) + 1];
  const next = isCountedUnit(following) || following?.kind === "unknown" ? undefined : first;
  return [next, previous].filter((item) => item?.kind === "unknown").filter((item) => item !== undefined)
    .slice(0, 1);
}

interface Known {
  readonly marks: ReadonlyMap<Item, Mark>;
  readonly named: readonly ColumnItem[];
  readonly table: Table;
}

/** Whether a word only says what columns named elsewhere have in common: ratings of "ratings by A and B". */
function isCommonPart(item: ColumnItem, { marks, named }: Pick<Known, "marks" | "named">): boolean {
  if (item.columns.length < 2 || marks.get(item)?.group !== undefined) return false;
  return named.some((one) =>
    one !== item && one.columns.length === 1 &&
    item.columns.some(({ column }) => column === one.columns[0]?.column)
  );
}

function mentionOf(item: ColumnItem, { marks, named, table }: Known): Mention {
  const { counted: _, isDistinct: __, isOpposed = false, ...mark } = marks.get(item) ?? {};
  const elsewhere = new Set(
    named.filter((one) => one !== item && one.columns.length === 1).map((one) =>
      one.columns[0]?.column.index
    ),
  );
  const free = item.columns.filter(({ column }) => !elsewhere.has(column.index));
  const candidates = free.length === 0 ? item.columns : free;
  const wantsGroup = mark.group !== undefined && mark.aggregate === undefined;
  const isMean = ({ column }: NamedColumn) =>
    termsOf(nameTokens(column.name)).some(({ key }) => key === conceptKey("mean"));
  const rank = (named: NamedColumn) => kindRank(named) - (isMean(named) ? 0.1 : 0);
  const kindRank = ({ column }: NamedColumn) =>
    wantsGroup
      ? (column.kind === "number" ? (isFew(column, table) ? 1 : 2) : isName(column, table.rows) ? 1.5 : 0)
      : (column.kind === "number" ? 0 : column.kind === "time" ? 1 : isName(column, table.rows) ? 3 : 2);
  const [best, ...rest] = candidates.toSorted((a, b) => rank(a) - rank(b));
  if (best === undefined) throw new Error("A span without a column");
  const others = rest.filter((one) => kindRank(one) === kindRank(best)).map(({ column }) => column);
  return {
    item,
    column: best.column,
    others,
    ...(best.by === undefined ? {} : { by: best.by }),
    ...mark,
    isOpposed,
  };
}
