/** The columns that a chart may show: the measures, groups and times that the sentence and the options name. */

import type { Aggregate, ChartFilter, ChartSpec } from "../../base/chart_spec.ts";
import type { Column, NumberColumn, Table, TimeColumn } from "../table/column.ts";
import { additive, entities } from "../lexicon/lexicon.ts";
import { conceptKey, termsOf } from "../lexicon/phrase_index.ts";
import { nameTokens } from "../lexicon/tokens.ts";
import { isCyclic } from "../table/calendar.ts";
import { schoolReader } from "../table/named_times.ts";
import { isName, shapeOf } from "../table/table_shape.ts";
import type { Note } from "./assumption_reasons.ts";
import { mainTime } from "./filters.ts";
import { isCalled, isDiscrete, yesOf } from "./column_meaning.ts";
import type { Mention, Mentions } from "./mentions.ts";
import type { SentenceOptions } from "./sentence_options.ts";

export interface Measure {
  readonly column: NumberColumn;
  readonly aggregate?: Aggregate | undefined;
  readonly axis?: Mention["axis"];
  /** Stands after by or versus. */
  readonly isBy: boolean;
}

export interface Group {
  readonly column: Column;
  readonly role: "any" | "color";
  /** A word such as by or each stands beside it. */
  readonly isMarked: boolean;
  readonly isEach?: boolean | undefined;
  /** How many of its values are drawn. */
  readonly size: number;
  readonly axis?: Mention["axis"];
}

/** What a sentence says of a table. */
export interface Sentence {
  readonly mentions: Mentions;
  readonly asked: SentenceOptions;
  readonly filters: readonly ChartFilter[];
  /** Columns of which several values are named. */
  readonly compared: readonly Column[];
  /** It says from when on. */
  readonly isSince: boolean;
  /** Some words are known to nobody, so that a measure may have been named. */
  readonly hasUnknown: boolean;
  /** An amount is spoken of by a word that names no column. */
  readonly isAmount: boolean;
}

/** A sentence with the options and the table that it is about. */
export interface Said extends Sentence {
  readonly table: Table;
  readonly given: ChartSpec;
  readonly note: Note;
}

export interface Candidates extends Said {
  readonly measures: readonly Measure[];
  readonly groups: readonly Group[];
  /** Columns that name single rows, such as titles; a group only if there is no other. */
  readonly names: readonly Column[];
  readonly time: TimeColumn | undefined;
  /** The time was only spoken of. */
  readonly isTimeImplied: boolean;
  readonly counts: boolean;
  readonly aggregate: Aggregate | undefined;
  readonly size: NumberColumn | undefined;
  /** Several single times are compared. */
  readonly isTimeCompared: boolean;
}

/**
 * A column of yes and no that is not a group is a condition (the weight of returns) or what is measured: how many
 * (number of returns), or what part of the rows (return rate).
 */
export function withFlags(said: Said): Said {
  const { mentions, asked } = said;
  const flags = mentions.columns.flatMap((mention) => {
    const yes = mention.group === undefined && mention.axis === undefined &&
        (mention.aggregate === undefined || mention.aggregate === "mean")
      ? yesOf(mention.column)
      : undefined;
    return yes === undefined ? [] : [{ mention, yes }];
  });
  const [flag] = flags;
  const isDistribution = asked.intents.has("distribution") || asked.charts.includes("histogram");
  const isRate = asked.intents.has("rate") || asked.intents.has("share");
  const isOfOther = mentions.columns.some(({ column, group }) =>
    column.kind === "number" && column !== flag?.mention.column && group === undefined
  );
  if (flag === undefined || flags.length > 1 || isDistribution && !isOfOther) return said;
  const isNegated = flag.mention.isNegated === true;
  if (mentions.columns.length === 1 && asked.unit === undefined && !isRate && !isNegated) return said;
  const { mention: { column }, yes } = flag;
  const others = mentions.columns.filter((one) => one !== flag.mention);
  const hasMeasure = others.some((one) => one.column.kind === "number" && one.group === undefined);
  const isCounted = mentions.counts || asked.most !== undefined;
  if (!isRate && !isCounted && !hasMeasure && !isNegated) return said;
  if (column.kind === "number" && !hasMeasure && !isNegated) {
    const measured: Mention = { ...flag.mention, aggregate: isRate ? "mean" : "sum" };
    return { ...said, mentions: { ...mentions, counts: false, columns: [...others, measured] } };
  }
  if (isRate && !isNegated) {
    const shares: SentenceOptions = { ...asked, intents: new Set([...asked.intents, "share"]) };
    return {
      ...said,
      asked: shares,
      mentions: { ...mentions, counts: true, columns: [...others, { ...flag.mention, group: "color" }] },
    };
  }
  const filters = [...said.filters, {
    column: column.name,
    op: isNegated ? "!=" as const : "=" as const,
    value: yes,
  }];
  return {
    ...said,
    filters,
    mentions: { ...mentions, counts: mentions.counts || !hasMeasure, columns: others },
  };
}

export function candidatesOf(said: Said): Candidates {
  const { table, mentions, asked, compared, given, filters } = said;
  const columns = withGiven(distinct(mentions.columns), said);
  const numbers = columns.filter(({ column }) => column.kind === "number");
  const asGroups = numbers.filter((mention) => isGroupNumber(mention, { numbers, said }));
  const named = numbers.filter((one) => !asGroups.includes(one)).flatMap((one): Measure[] => {
    const { column, aggregate, axis, group, isOpposed } = one;
    if (column.kind !== "number" || axis === "size") return [];
    return [{ column, isBy: isOpposed || group !== undefined, aggregate, axis }];
  });
  const size = numbers.find(({ axis }) => axis === "size")?.column;
  const times = columns.flatMap(({ column }) => column.kind === "time" ? [column] : []);
  const kinds = columns.filter((one) => one.column.kind === "category" || asGroups.includes(one));
  const isNew = (column: Column) => !kinds.some((one) => one.column.index === column.index);
  const listed = compared.filter((column) => column.kind !== "time" && isNew(column));
  const isThing = ({ column }: Mention) => column.kind === "category" && isName(column, table.rows);
  const hasKinds = kinds.some((one) => !isThing(one)) || listed.length > 0;
  const time = timeOf(said, times);
  const plain = (column: Column) =>
    ({ column, role: "color", isMarked: false, size: sizeOf(column, filters) }) as const;
  const measures = named.length === 0 ? impliedMeasures(said, time) : named;
  // The 5 oldest members are ranked, not counted.
  const isRanked = mentions.areCountsImplied && asked.limit !== undefined && measures.length > 0;
  return {
    ...said,
    measures,
    groups: [
      ...kinds.filter((one) =>
        !isThing(one) || (!hasKinds && (time === undefined || one.group !== undefined))
      )
        .map(({ column, group, axis, isEach }): Group => ({
          ...plain(column),
          isEach,
          role: group ?? "any",
          isMarked: group !== undefined,
          axis,
        })),
      ...termsAsGroups(said, kinds).map((column): Group => ({
        ...plain(column),
        role: "any",
        isMarked: true,
        axis: "x",
      })),
      ...listed.map(plain),
    ],
    names: kinds.filter(isThing).map(({ column }) => column),
    time,
    isTimeImplied: times.length === 0,
    counts: (mentions.counts && !isRanked && given.y === undefined) || given.aggregate === "count" ||
      given.aggregate === "distinct",
    aggregate: given.aggregate ?? mentions.aggregate,
    size: size?.kind === "number" ? size : undefined,
    isTimeCompared: times.length === 0 && !asked.intents.has("trend") &&
      compared.some(({ kind }) => kind === "time"),
  };
}

function sizeOf({ name, distinct }: Column, filters: readonly ChartFilter[]): number {
  const listed = filters.find(({ column, op }) => column === name && op === "in")?.value;
  return Array.isArray(listed) ? listed.length : distinct;
}

/** For a course in a table without times: the terms, halves or seasons that it has instead, in their order. */
function termsAsGroups({ table: { columns }, asked }: Said, named: readonly Mention[]): readonly Column[] {
  if (!asked.intents.has("trend") || columns.some(({ kind }) => kind === "time")) return [];
  const terms = columns.find((column) =>
    column.kind === "category" && !named.some((one) => one.column === column) &&
    schoolReader(column.values().labels) !== null
  );
  return terms === undefined ? [] : [terms];
}

/** Whether a table has one row for each combination of its groups and times. */
export function isGrid({ columns, rows }: Table): boolean {
  const keys = columns.filter(({ kind, name }) => kind !== "number" && !name.includes("/"));
  const places = keys.reduce((product, { distinct }) => product * Math.max(1, distinct), 1);
  return keys.length > 0 && places <= rows * 1.25 && rows <= places;
}

/** Whether the sentence names a span of time. */
export function isPeriod({ filters, table }: Said): boolean {
  const isTime = (name: string) =>
    table.columns.some((column) => column.name === name && column.kind === "time");
  return filters.some(({ op, column }) =>
    (op === "between" || op === "in" || op.startsWith(">")) && isTime(column)
  );
}

/** The measure that an adjective implies, if no other is named: weight of "heaviest". Or all columns of a wide table. */
function impliedMeasures(
  { table, asked, mentions, hasUnknown }: Said,
  time: TimeColumn | undefined,
): readonly Measure[] {
  const { numbers, series, categories } = shapeOf(table);
  const isWide = time !== undefined && series.length > 1 && categories.length === 0 && !mentions.counts &&
    !hasUnknown;
  if (asked.all || isWide) return (asked.all ? numbers : series).map((column) => ({ column, isBy: false }));
  const concept = asked.most?.measure;
  if (concept === undefined) return [];
  const column = table.columns.find((one) =>
    one.kind === "number" && termsOf(nameTokens(one.name)).some(({ key }) => key === conceptKey(concept))
  );
  return column?.kind === "number" ? [{ column, isBy: false }] : [];
}

function distinct(mentions: readonly Mention[]): readonly Mention[] {
  const byColumn = Map.groupBy(mentions, ({ column }) => `${column.index} ${column.name}`);
  return [...byColumn.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [
      same.reduce(
        (all, one) => ({ ...all, ...one, item: first.item, isOpposed: all.isOpposed || one.isOpposed }),
        first,
      ),
    ];
  });
}

/** The mentions, with the columns of the options in place of those that the sentence has for the same role. */
function withGiven(mentions: readonly Mention[], { table, given }: Said): readonly Mention[] {
  const item = { kind: "column", from: 0, to: 0, text: "", columns: [] } as const;
  const named = (name: string | undefined, more: Pick<Mention, "group" | "axis" | "aggregate">) =>
    table.columns.filter((column) => name !== undefined && column.name === name)
      .map((column): Mention => ({ item, others: [], isOpposed: false, column, ...more }));
  const aggregate = given.aggregate === undefined ? {} : { aggregate: given.aggregate };
  const x = named(given.x, { group: "any", axis: "x" });
  const ys = [given.y].flat().flatMap((name) => named(name, { axis: "y", ...aggregate }));
  const others = [
    ...(given.color === given.size ? [] : named(given.color, { group: "color", axis: "color" })),
    ...(given.facet === given.size ? [] : named(given.facet, { group: "color", axis: "facet" })),
    ...named(given.size, { axis: "size" }),
  ];
  const taken = new Set([...x, ...ys, ...others].map(({ column }) => column.name));
  const isTimed = x.some(({ column }) => column.kind === "time");
  const left = mentions.filter(({ column: { name, kind } }) =>
    !taken.has(name) && !(ys.length > 0 && kind === "number") && !(isTimed && kind === "time")
  );
  return [...x, ...ys.filter(({ column }) => column.kind === "number"), ...left, ...others];
}

/** Whether a number is meant as a group: few whole numbers after "by", or beside a measure that is aggregated. */
function isGroupNumber(
  { column, group, aggregate, axis }: Mention,
  { numbers, said }: { readonly numbers: readonly Mention[]; readonly said: Said },
): boolean {
  const { table, asked, mentions } = said;
  if (column.kind !== "number" || aggregate !== undefined || axis === "y" || axis === "size") return false;
  if (axis === "color" || axis === "facet") return true;
  const { pattern } = said.given;
  const isBars = pattern !== undefined && !["P03", "P13", "P23", "scatter"].includes(pattern);
  if (axis === "x" && column.name === said.given.x && isBars) return true;
  const others = numbers.filter((one) => one.column !== column);
  if (!isDiscrete(column, table.rows) || asked.charts.includes("scatter")) return false;
  const hasKinds = mentions.columns.some((one) => one.column.kind === "category");
  const isKind = column.distinct <= 10 && column.distinct * 4 <= table.rows;
  if (others.length === 0) {
    const isCounted = mentions.counts || asked.charts.includes("histogram") ||
      asked.intents.has("distribution") || asked.intents.has("share") && !isCalled(column.name, additive);
    return hasKinds && isKind && (isCounted || group !== undefined) ||
      (group !== undefined && isCalled(column.name, entities));
  }
  const isAggregated = others.some((one) => one.aggregate !== undefined) || mentions.aggregate !== undefined;
  return group !== undefined || isAggregated || (asked.charts.includes("bar") && isKind) ||
    isCalled(column.name, entities);
}

/** The column of times that is named, or the main one if the sentence speaks of time. */
function timeOf(said: Said, named: readonly TimeColumn[]): TimeColumn | undefined {
  const { table, asked, compared, given, mentions, filters } = said;
  const main = mainTime(table, named);
  if (main === undefined || given.x !== undefined && !named.some(({ name }) => name === given.x)) {
    return named[0];
  }
  const both = table.columns.find((column) =>
    column.kind === "time" && column.name.includes("/") &&
    column.name.split("/").every((part) => named.some(({ name }) => name === part))
  );
  if (both?.kind === "time") return both;
  if (named.length > 0) return calendarOf(main, said);
  const { charts } = asked;
  const isPanels = asked.forms.has("panels") && charts.length === 0 && !asked.intents.has("distribution") &&
    mentions.columns.filter(({ column }) => column.kind === "number").length === 1;
  const isSince =
    filters.some(({ op, column }) => (op === ">=" || op === "between") && column === main.name) &&
    mentions.aggregate === undefined &&
    mentions.columns.every(({ aggregate }) => aggregate === undefined) && !asked.charts.includes("bar") &&
    said.isSince && asked.most === undefined &&
    mentions.columns.every(({ group }) => group === undefined);
  const isWanted = isPanels || isSince || asked.intents.has("index") || asked.intents.has("cumulative") ||
    asked.unit !== undefined ||
    asked.intents.has("trend") || asked.intents.has("season") ||
    charts.includes("line") || charts.includes("area") ||
    asked.lines.some(({ kind }) =>
      kind === "moving_average" || (kind === "regression" && mentions.columns.length === 1)
    ) ||
    compared.some(({ kind }) => kind === "time") || given.time_unit !== undefined ||
    (asked.time && !charts.includes("histogram") && !charts.includes("scatter"));
  return isWanted ? main : undefined;
}

/** A month without its year as month of a year, if another column has both and the sentence does not ask for seasons. */
function calendarOf(time: TimeColumn, { table, asked }: Said): TimeColumn {
  if (!isCyclic(time.grain) || asked.intents.has("season")) return time;
  const joined = table.columns.find((column) =>
    column.kind === "time" && !isCyclic(column.grain) && column.name.split("/").includes(time.name)
  );
  return joined?.kind === "time" ? joined : time;
}
