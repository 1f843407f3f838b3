/** Assigns columns to the roles of a pattern (x, y, color, size, facet): those that were named, otherwise the likeliest. */

import type { ChartPattern } from "../../base/chart_spec.ts";
import { AppError } from "../../base/errors.ts";
import type { Column, NumberColumn, Table, TimeColumn } from "../table/column.ts";
import { isIdentifier, isRunning, shapeOf } from "../table/table_shape.ts";
import { additive, averaged, nameUnits } from "../lexicon/lexicon.ts";
import { nameTokens } from "../lexicon/tokens.ts";
import { isCalled } from "./column_meaning.ts";
import { mainTime } from "./filters.ts";
import { type Candidates, type Group, isGrid } from "./candidates.ts";

export interface Roles {
  readonly x?: Column;
  readonly y?: readonly NumberColumn[];
  readonly color?: Column;
  readonly size?: NumberColumn;
  readonly facet?: Column;
}

export function assignRoles(pattern: ChartPattern, candidates: Candidates): Roles {
  const { asked, measures, time } = candidates;
  const assigner = new RoleAssigner(candidates);
  const [first, second] = assigner.groups;
  const isShare = asked.intents.has("share") || asked.charts.includes("pie");
  switch (pattern) {
    case "scatter":
      return scatterRoles(assigner, candidates);
    case "P03": {
      const x = first ?? (isShare ? assigner.category("x") : undefined);
      return x !== undefined && (isShare || measures.length === 0)
        ? { x, ...ys(assigner.measured(x)) }
        : { x: assigner.number("x") };
    }
    case "P13":
      return { x: assigner.number("x"), facet: first ?? assigner.time("facet") };
    case "P23":
      return { x: assigner.number("x"), color: first ?? assigner.category("color") };
    case "P32":
      return measures.length > 1 && first === undefined && time === undefined
        ? { y: assigner.measures }
        : { y: [assigner.number("y")], ...assigner.boxes() };
    case "P01":
      return { x: assigner.time("x"), ...ys(assigner.measured(time)) };
    case "P12":
    case "P31": {
      const y = assigner.measured();
      const x = assigner.time("x");
      if (y.length > 1) return { x, y };
      const group = first ?? assigner.category(pattern === "P31" ? "facet" : "color");
      if (pattern === "P12") return { x, ...ys(y), color: group };
      return { x, ...ys(y), facet: second ?? group, ...(second === undefined ? {} : { color: group }) };
    }
    case "P02": {
      const x = first ?? time ?? assigner.named();
      return { ...(x === undefined ? {} : { x }), ...ys(assigner.measured(x)) };
    }
    case "P21":
      return barRoles(assigner, candidates);
    case "heatmap": {
      const x = first ?? time ?? assigner.category("x");
      return { x, color: second ?? time ?? assigner.category("color", x), ...ys(assigner.measures) };
    }
  }
}

function ys(columns: readonly NumberColumn[]): Pick<Roles, "y"> {
  return columns.length === 0 ? {} : { y: columns };
}

function barRoles(assigner: RoleAssigner, { time, measures, isTimeCompared }: Candidates): Roles {
  const [first, second] = assigner.groups;
  const y = assigner.measured();
  if (y.length > 1) return { x: first ?? time ?? assigner.category("x"), y };
  if (time !== undefined && first !== undefined) {
    // Two years side by side in each group; otherwise time runs along the axis.
    return isTimeCompared ? { x: first, ...ys(y), color: time } : { x: time, ...ys(y), color: first };
  }
  const x = first ?? time ?? assigner.category("x");
  const color = second ?? assigner.category("color", x);
  const isTurned = measures.length < 2 && color.distinct > 20 && x.distinct < color.distinct;
  return isTurned ? { x: color, ...ys(y), color: x } : { x, ...ys(y), color };
}

function scatterRoles(assigner: RoleAssigner, { measures, size, asked, names }: Candidates): Roles {
  const onX = measures.find(({ axis }) => axis === "x")?.column;
  const onY = measures.find(({ axis }) => axis === "y")?.column;
  const rest = measures.map(({ column }) => column).filter((column) => column !== onX && column !== onY);
  // "price by weight": the first is explained by the second, so it goes on y. "価格と重量": equals, in order, x and y.
  const isFirstOnX = onX === undefined && onY === undefined && !measures.some(({ isBy }) => isBy);
  const [one, two, three] = rest;
  const y = onY ?? (isFirstOnX ? two : one) ?? assigner.other("y", [onX, one]);
  const x = onX ?? (isFirstOnX ? one : onY === undefined ? two : one) ?? assigner.other("x", [y]);
  const third = size ?? (three !== undefined && three !== x && three !== y ? three : undefined);
  // A colour for each row would say nothing.
  const [first, second] = assigner.groups.filter((column) => !names.includes(column));
  const groups = second !== undefined
    ? { facet: second }
    : asked.forms.has("panels") && first !== undefined
    ? { facet: first }
    : {};
  const color = first === undefined || first === groups.facet ? {} : { color: first };
  return { x, y: [y], ...color, ...groups, ...(third === undefined ? {} : { size: third }) };
}

/** Finds columns for roles, and notes those that nobody named. */
class RoleAssigner {
  readonly #input: Candidates;

  constructor(input: Candidates) {
    this.#input = input;
  }

  /** The x axis first, colours and panels last. */
  get groups(): readonly Column[] {
    // Of "share of types for each station" the stations are the wholes.
    const isShare = this.#input.asked.intents.has("share");
    const rank = ({ axis, role, isMarked, isEach }: Group) =>
      axis === "x"
        ? 0
        : isShare && isEach
        ? 0.5
        : axis === "facet"
        ? 4
        : axis === "color" || role === "color"
        ? 3
        : isMarked
        ? 1
        : 2;
    return this.#input.groups.toSorted((a, b) => rank(a) - rank(b)).map(({ column }) => column);
  }

  get measures(): readonly NumberColumn[] {
    return this.#input.measures.map(({ column }) => column);
  }

  /** The measures; if none is named and rows are not to be counted, perhaps the only one there is. */
  measured(drawn?: Column): readonly NumberColumn[] {
    const { table, counts, aggregate, time, filters, asked: { unit } } = this.#input;
    if (this.measures.length > 0) return this.measures;
    const { numbers } = shapeOf(table);
    const [number] = aggregate === "sum" ? numbers.toSorted((a, b) => adds(b) - adds(a)) : numbers;
    if (number === undefined) return [];
    // What a bound of a number selects are rows.
    const isBounded = filters.some(({ column }) => numbers.some(({ name }) => name === column));
    const isTotals = isSummed(table, drawn);
    // Rows that are totals already are not counted: the number of hires is in the column hires.
    // Events have times of their own, and a coarser step asks how many there were.
    const isCounted = unit !== undefined && time?.grain === "time";
    const found = counts
      ? isTotals && !isBounded && unit === undefined ? numbers.find(isTotal) : undefined
      : aggregate === undefined && (isCounted || !isTotals)
      ? undefined
      : number;
    if (found === undefined) return [];
    this.#input.note("y", found.name, { kind: "only_measure" });
    return [found];
  }

  number(field: "x" | "y"): NumberColumn {
    const [named] = this.measures;
    return named ?? this.other(field, []);
  }

  other(field: "x" | "y", taken: readonly (Column | undefined)[]): NumberColumn {
    const { numbers } = shapeOf(this.#input.table);
    const found = numbers.find((column) => !taken.includes(column));
    if (found === undefined) throw lacking("a column of numbers", field);
    this.#input.note(field, found.name, { kind: "only_measure" });
    return found;
  }

  time(field: "x" | "facet"): TimeColumn | Column {
    const { time, isTimeImplied, table } = this.#input;
    const found = time ?? mainTime(table);
    if (found === undefined) {
      if (field === "facet") return this.category("facet");
      throw lacking("a column of times", field);
    }
    const isOneOfSeveral = table.columns.filter(({ kind }) => kind === "time").length > 1;
    if (time === undefined || isTimeImplied && isOneOfSeveral) {
      this.#input.note(field, found.name, { kind: "time_wanted" });
    }
    return found;
  }

  category(field: "x" | "color" | "facet", taken?: Column): Column {
    const { table } = this.#input;
    const used = [...this.groups, taken];
    const found = shapeOf(table).categories.find((column) => !used.includes(column) && column.distinct > 1) ??
      table.columns.find((column) => column.kind === "time" && !used.includes(column));
    if (found === undefined) throw lacking("a column of groups", field);
    this.#input.note(field, found.name, { kind: "no_group" });
    return found;
  }

  /** For bars without a group: the column that names the rows. */
  named(): Column | undefined {
    const { names: [name], asked, table } = this.#input;
    if (name !== undefined || this.measures.length > 1) return name;
    const { categories } = shapeOf(table);
    const isRanked = asked.limit !== undefined || asked.most?.measure !== undefined;
    const found = isRanked
      ? identifying(table) ?? categories.toSorted((a, b) => b.distinct - a.distinct)[0]
      : categories[0] ?? mainTime(table);
    if (found !== undefined) this.#input.note("x", found.name, { kind: isRanked ? "names" : "no_group" });
    return found;
  }

  /** What boxes stand side by side for; one box if there is nothing. */
  boxes(): Pick<Roles, "x"> {
    const named = this.groups[0] ?? this.#input.time;
    if (named !== undefined) return { x: named };
    const [found] = shapeOf(this.#input.table).categories;
    if (found === undefined || found.distinct > 30) return {};
    this.#input.note("x", found.name, { kind: "no_group" });
    return { x: found };
  }
}

/** Whether a number can be how many there were. */
function isTotal({ name, integer, unit, least }: NumberColumn): boolean {
  const last = nameTokens(name).at(-1)?.text ?? "";
  return integer && unit === "" && least >= 0 && !isCalled(name, averaged) && !nameUnits.has(last);
}

/** The column that tells all rows apart. */
function identifying({ columns, rows }: Table): Column | undefined {
  const unique = columns.filter((column) => column.distinct === rows);
  return unique.find(({ kind }) => kind === "category") ??
    unique.find((column) => column.kind === "number" && (isIdentifier(column) || isRunning(column, rows)));
}

function adds({ name }: NumberColumn): number {
  return isCalled(name, additive) ? 1 : 0;
}

/** Whether rows are totals already, so that counting them says nothing. */
function isSummed(table: Table, drawn: Column | undefined): boolean {
  return isGrid(table) || drawn !== undefined && drawn.kind !== "number" && drawn.distinct === table.rows;
}

function lacking(what: string, field: string): AppError {
  return new AppError(
    "invalid_argument",
    `Cannot draw the chart: the table has no ${what.replace(/^a /, "")} for "${field}"`,
    {
      hint: "Describe another chart, or set options.pattern and the columns",
    },
  );
}
