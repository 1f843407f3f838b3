/** Words that qualify the columns beside them: by, average, number of, versus, on the x axis. */

import type { Aggregate } from "../../base/chart_spec.ts";
import { lasting, type Sense } from "../lexicon/lexicon.ts";
import type { Column, Table } from "../table/column.ts";
import { isName, isRunning } from "../table/table_shape.ts";
import { isCalled, isFew, yesOf } from "./column_meaning.ts";
import { type ColumnItem, isSmall, type Item, says, type WordItem } from "./items.ts";

export interface Qualifier {
  readonly group?: "any" | "color";
  readonly axis?: "x" | "y" | "color" | "facet" | "size";
  readonly aggregate?: Aggregate;
  readonly isOpposed?: boolean;
  readonly isPer?: boolean;
  readonly isEach?: boolean;
  readonly isNegated?: boolean;
  /** The things that are counted: models of "number of models". */
  readonly counted?: boolean;
  readonly isDistinct?: boolean;
}

interface Qualified {
  readonly targets?: readonly Item[];
  readonly qualifier?: Qualifier;
  readonly counts?: boolean;
  readonly loose?: Aggregate;
  readonly used?: readonly Item[];
}

export function qualifiersOf(items: readonly Item[], at: number, table: Table): Qualified | undefined {
  const item = items[at];
  if (item?.kind !== "word") return undefined;
  const { sense } = item;
  switch (sense.say) {
    case "group": {
      const targets = sense.side === "after" ? listAfter(items, at) : listBefore(items, at);
      const isPer = /^(?:per|divided by)$/i.test(item.text);
      const isEach = /each|every|^(?:per|within)$|^各|ごと|毎/i.test(item.text);
      return { targets, qualifier: { group: sense.role, isPer, ...(isEach ? { isEach } : {}) } };
    }
    case "bound": {
      // over: a bound before a number, otherwise along something.
      const next = items.slice(at + 1).find((one) => !isSmall(one));
      const isBound = next === undefined || next.kind === "number" || next.kind === "punctuation";
      return sense.side !== "after" || isBound
        ? undefined
        : { targets: listAfter(items, at), qualifier: { group: "any" } };
    }
    case "axis":
      return qualified([axisTarget(items, at)], { axis: sense.axis });
    case "aggregate":
      return aggregateQualifier(items, at, sense.aggregate);
    case "most":
      return mostQualifier(items, at, sense);
    case "except": {
      const target = sense.side === "after" ? columnAfter(items, at) : columnBefore(items, at);
      const isFlag = columnsOf(target).some((column) => yesOf(column) !== undefined);
      return isFlag ? qualified([target], { isNegated: true }) : undefined;
    }
    case "count":
      return countQualifier(items, { at, item, table });
    case "versus":
      return qualified([columnBefore(items, at), columnAfter(items, at)], { isOpposed: true });
    default:
      return undefined;
  }
}

/** Only if all of the columns are there. */
function qualified(found: readonly (Item | undefined)[], qualifier: Qualifier): Qualified | undefined {
  const targets = found.filter((item) => item !== undefined);
  return targets.length < found.length ? undefined : { targets, qualifier };
}

function columnsOf(item: Item | undefined): readonly Column[] {
  return item?.kind === "column" ? item.columns.map(({ column }) => column) : [];
}

/** "highest price of each symbol"; what "which has the highest price" asks for is an order. */
function mostQualifier(
  items: readonly Item[],
  at: number,
  { descending, measure }: Extract<Sense, { readonly say: "most" }>,
): Qualified | undefined {
  const [before, item, next] = [items[at - 1], items[at], items[at + 1]];
  const isAsked = items.slice(0, at).some((one) =>
    says(one, "group") && /^(?:which|what|どの)/i.test(one.text)
  );
  const isLimited = before?.kind === "number" || says(before, "top");
  const columns = columnsOf(next);
  const isNumber = columns.length > 0 && columns.every(({ kind }) => kind === "number");
  const isEach = items.slice(at + 2).some((one) => says(one, "group") || isCountedStep(one));
  if (!isNumber || isAsked || isLimited || !isEach || !/est$/i.test(item?.text ?? "")) return undefined;
  // The fastest time is the shortest.
  const isTurned = measure === "speed" && columns.some(({ name }) => isCalled(name, lasting));
  return qualified([next], { aggregate: descending !== isTurned ? "max" : "min" });
}

function isSkipped(item: Item): boolean {
  return isSmall(item) || says(item, "group") ||
    item.kind === "punctuation" && /^[('"*=\-–—)]$/.test(item.text);
}

function isEnd(item: Item): boolean {
  return item.kind === "punctuation" && /^[.;!?。]$/.test(item.text);
}

/** The columns of a list after a marker; an unknown word or two may stand before the first: by movie genre. */
function listAfter(items: readonly Item[], at: number): readonly Item[] {
  const list: Item[] = [];
  let unknown = 0;
  for (let place = at + 1; place < items.length; place++) {
    const [before, item] = [items[place - 1], items[place]];
    if (item === undefined || before === undefined) break;
    const isListed = list.length > 0;
    if (item.kind === "column") {
      // Without "and" the next column is something else: which player earned points.
      const isNext = says(before, "and") || isSmall(before) && !/^for$/i.test(before.text);
      if (isListed && (!isNext || !isSameKind(list[0], item))) break;
      list.push(item);
    } else if (says(item, "and")) {
      // "by region and sales by month": the next marker has its own columns.
      const next = items.slice(place + 1).find((one) => !isSkipped(one) || says(one, "group"));
      if (!isListed || (next?.kind !== "column" && next?.kind !== "unknown")) break;
    } else if (item.kind === "unknown" && !isListed && unknown < 2) unknown++;
    else if (item.kind === "unknown" && isListed && says(before, "and")) break;
    else if (!isNumberOf(item) && (!isSkipped(item) || (isListed && !isSmall(item)))) break;
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

function isNumberOf(item: Item): boolean {
  return says(item, "count") && item.sense.numberOf === true;
}

function listBefore(items: readonly Item[], at: number): readonly Item[] {
  const list: Item[] = [];
  for (const item of items.slice(0, at).toReversed()) {
    if (item.kind === "column") list.unshift(item);
    else if (says(item, "and") && list.length > 0) continue;
    else break;
  }
  return list;
}

function columnAfter(items: readonly Item[], at: number): ColumnItem | undefined {
  return firstColumn(items.slice(at + 1), (item) => says(item, "aggregate", "count", "axis"));
}

function columnBefore(items: readonly Item[], at: number): ColumnItem | undefined {
  return firstColumn(
    items.slice(0, at).toReversed(),
    (item) => says(item, "axis", "aggregate", "intent", "chart"),
  );
}

/** The first column, with nothing before it but words that are passed over. */
function firstColumn(items: readonly Item[], skips: (item: Item) => boolean): ColumnItem | undefined {
  const found = items.find((item) =>
    isEnd(item) || !(item.kind === "unknown" || isSkipped(item) || skips(item))
  );
  return found?.kind === "column" ? found : undefined;
}

/** "weight on the x axis", "売上を横軸に"; otherwise the column after it: "x axis weight". */
function axisTarget(items: readonly Item[], at: number): ColumnItem | undefined {
  const before = items[at - 1];
  const isBehind = before !== undefined &&
    (/^(?:on|as|in|to|the|for|with)$/i.test(before.text) || /^[をが]$/.test(before.text) ||
      before.kind === "column");
  const [previous, next] = [columnBefore(items, at), columnAfter(items, at)];
  return isBehind ? previous ?? next : next ?? previous;
}

/** An aggregate belongs to the column after it: average price, 平均価格; in Japanese also to the one before it: 売上の平均. */
function aggregateQualifier(
  items: readonly Item[],
  at: number,
  aggregate: Aggregate,
): Qualified | undefined {
  const nearest = columnAfter(items, at);
  const following = nearest === undefined ? undefined : items[items.indexOf(nearest) + 1];
  // Of two names in a row the second is what is measured: invoice of "average invoice total" only describes it.
  const after = following?.kind === "column" && !isMeasure(nearest) && isMeasure(following)
    ? following
    : nearest;
  const between = after === undefined ? [] : items.slice(at + 1, items.indexOf(after));
  const isNear = after !== undefined && !between.some((item) => says(item, "group") || says(item, "and")) &&
    between.filter(({ kind }) => kind === "unknown").length <= 1;
  const [before, previous] = [items[at - 2], items[at - 1]];
  const isOf = /^[の(]$/.test(previous?.text ?? "") && before?.kind === "column";
  if (isOf) return { targets: listBefore(items, at - 1), qualifier: { aggregate } };
  if (isNear) return { targets: [after, ...listedWith(items, after)], qualifier: { aggregate } };
  return previous?.kind === "column" ? qualified([previous], { aggregate }) : { loose: aggregate };
}

export function isMeasure(item: ColumnItem | undefined): boolean {
  return item?.columns.some(({ column }) => column.kind === "number") === true;
}

/** The columns that share the aggregate of the first of a list. */
function listedWith(items: readonly Item[], first: ColumnItem): readonly Item[] {
  const at = items.indexOf(first);
  const [and, next] = items.slice(at + 1, at + 3);
  return says(and, "and") && next?.kind === "column" ? [next] : [];
}

interface CountPlace {
  readonly at: number;
  readonly item: WordItem;
  readonly table: Table;
}

function countQualifier(items: readonly Item[], { at, item, table }: CountPlace): Qualified | undefined {
  const { numberOf: isNumberOf = false, distinct: isDistinct = false } = says(item, "count")
    ? item.sense
    : {};
  const previous = items[at - 1];
  const isFewNumber = (one: Column) => one.kind === "number" && isFew(one, table);
  // 遅延件数 is how many there were, in a column of their minutes.
  const isEvent = /^(?:件数|何件|回数|何回)$/.test(item.text) && previous?.to === item.from &&
    columnsOf(previous).some((one) => one.kind === "number" && !isFew(one, table));
  if (isEvent) return { counts: true, targets: [previous], qualifier: { counted: true } };
  // 気筒の数, cylinder count: the number is in the name.
  if (!isNumberOf && columnsOf(previous).some(isFewNumber)) {
    return qualified([previous], addsUp(columnsOf(previous), table));
  }
  const after = columnAfter(items, at);
  const next = items.slice(at + 1, after && items.indexOf(after)).some((one) => says(one, "group"))
    ? undefined
    : after;
  // "number of loads" of load_ms is how many there were.
  const isCounted = next?.columns.some(({ column, share, hasUnit }) =>
    column.kind === "number" && share > 0.8 && !hasUnit && !isRunning(column, table.rows)
  );
  if (isNumberOf && isCounted === true) return qualified([next], addsUp(columnsOf(next), table));
  const isGroup = (one: Item) => says(one, "group") || isCountedStep(one);
  const isOther = next !== undefined && items.slice(items.indexOf(next) + 1).some(isGroup);
  const isThing = (column: Column) =>
    isDistinct ||
    (column.kind === "category"
      ? isName(column, table.rows) || (isNumberOf && isOther)
      : isNumberOf && column.kind === "number" && !isFew(column, table));
  // 年ごとの会社の数
  const isNamed = /^の?数$/.test(item.text) && items.some(isGroup);
  const isThingBefore = (column: Column) => isThing(column) || isNamed && column.kind === "category";
  const isBefore = previous?.kind === "column" && !(isDistinct && isNumberOf) &&
    columnsOf(previous).every(isThingBefore);
  const isFlag = (one: Item) => columnsOf(one).some((column) => yesOf(column) !== undefined);
  // Of 喫煙者数 the smokers are a condition, which is read elsewhere.
  const targets = [
    ...(next !== undefined && columnsOf(next).every(isThing) ? [next] : []),
    ...(isBefore ? [previous] : []),
  ].filter((one) => isDistinct || !isFlag(one));
  const used = namesOfThings(items, at);
  return isDistinct && targets.length === 0
    ? undefined
    : { counts: true, targets, qualifier: { counted: true, isDistinct }, used };
}

/** How many there are in all, of a number of things or a column of yes and no: people, 生存者数. */
function addsUp(columns: readonly Column[], table: Table): Qualifier {
  const isTotal = columns.every((column) =>
    yesOf(column) === 1 || column.kind === "number" && !isFew(column, table)
  );
  return isTotal ? { aggregate: "sum" } : {};
}

function isCountedStep(item: Item): boolean {
  return says(item, "unit") && item.sense.every === true;
}

/** The noun of what is counted, which need not be in the table: how many people. */
function namesOfThings(items: readonly Item[], at: number): readonly Item[] {
  const [previous, first] = [items[at - 1], items.slice(at + 1).find((item) => !isSmall(item))];
  // What stands before another noun only describes it: snowy of "snowy days".
  const following = first === undefined ? undefined : items[items.indexOf(first) + 1];
  const next = isCountedUnit(following) || following?.kind === "unknown" ? undefined : first;
  return [next, previous].filter((item) => item?.kind === "unknown").filter((item) => item !== undefined)
    .slice(0, 1);
}

export function isCountedUnit(item: Item | undefined): boolean {
  return says(item, "unit") && item.sense.every !== true;
}
