/** Assigns columns to the roles of a pattern (x, y, color, size, facet): those that were named, otherwise the likeliest. */

import type { ChartPattern, ChartSpec } from "../../base/chart_spec.ts";
import { AppError } from "../../base/errors.ts";
import type { Column, NumberColumn, Table, TimeColumn } from "../table/column.ts";
import { isIdentifier, isRunning, shapeOf } from "../table/table_shape.ts";
import type { Reason } from "./assumption_reasons.ts";
import { additive, averaged, nameUnits } from "../lexicon/lexicon.ts";
import { nameTokens } from "../lexicon/tokens.ts";
import { isCalled } from "./column_meaning.ts";
import { mainTime } from "./filters.ts";
import { type Candidates, type Group, isGrid } from "./candidates.ts";
import type { SentenceOptions } from "./sentence_options.ts";

export interface Roles {
  readonly x?: Column;
  readonly y?: readonly NumberColumn[];
  readonly color?: Column;
  readonly size?: NumberColumn;
  readonly facet?: Column;
}

export interface AssignedRoles {
  readonly roles: Roles;
  readonly assumed: readonly {
    readonly field: keyof ChartSpec;
    readonly column: string;
    readonly reason: Reason;
  }[];
}

export interface Assigning {
  readonly candidates: Candidates;
  readonly asked: SentenceOptions;
  readonly table: Table;
}

export function assignRoles(pattern: ChartPattern, input: Assigning): AssignedRoles {
  const assumed: AssignedRoles["assumed"][number][] = [];
  const assigner = new RoleAssigner(
    input,
    (field, column, reason) => assumed.push({ field, column, reason }),
  );
  const roles = rolesOf(pattern, assigner, input);
  return { roles, assumed };
}

function rolesOf(pattern: ChartPattern, assigner: RoleAssigner, { candidates, asked }: Assigning): Roles {
  const [first, second] = assigner.groups;
  switch (pattern) {
    case "scatter":
      return scatterRoles(assigner, { candidates, asked });
    case "P03":
      if (first === undefined && (asked.intents.has("share") || asked.charts.includes("pie"))) {
        const x = assigner.category("x");
        return { x, ...ys(assigner.measured(x)) };
      }
      return first !== undefined &&
          (asked.intents.has("share") || asked.charts.includes("pie") || candidates.measures.length === 0)
        ? { x: first, ...ys(assigner.measured(first)) }
        : { x: assigner.number("x") };
    case "P13":
      return { x: assigner.number("x"), facet: first ?? assigner.time("facet") };
    case "P23":
      return { x: assigner.number("x"), color: first ?? assigner.category("color") };
    case "P32":
      return candidates.measures.length > 1 && first === undefined && candidates.time === undefined
        ? { y: assigner.measures }
        : { y: [assigner.number("y")], ...assigner.boxes() };
    case "P01":
      return { x: assigner.time("x"), ...ys(assigner.measured(candidates.time)) };
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
      const x = first ?? candidates.time ?? assigner.named();
      return { ...(x === undefined ? {} : { x }), ...ys(assigner.measured(x)) };
    }
    case "P21":
      return barRoles(assigner, candidates);
    case "heatmap":
      return mapRoles(assigner, candidates);
  }
}

function ys(columns: readonly NumberColumn[]): Pick<Roles, "y"> {
  return columns.length === 0 ? {} : { y: columns };
}

function barRoles(assigner: RoleAssigner, { time, measures }: Candidates): Roles {
  const [first, second] = assigner.groups;
  const y = assigner.measured();
  if (y.length > 1) return { x: first ?? time ?? assigner.category("x"), y };
  if (time !== undefined && first !== undefined) {
    // Two years side by side in each group; otherwise time runs along the axis.
    return assigner.isTimeCompared
      ? { x: first, ...ys(y), color: time }
      : { x: time, ...ys(y), color: first };
  }
  const x = first ?? time ?? assigner.category("x");
  const color = second ?? assigner.category("color", x);
  const isTurned = measures.length < 2 && color.distinct > 20 && x.distinct < color.distinct;
  return isTurned ? { x: color, ...ys(y), color: x } : { x, ...ys(y), color };
}

function mapRoles(assigner: RoleAssigner, { time }: Candidates): Roles {
  const [first, second] = assigner.groups;
  const y = assigner.measures;
  const x = first ?? time ?? assigner.category("x");
  const color = second ?? (first === undefined ? time : time) ?? assigner.category("color", x);
  return { x, color, ...ys(y) };
}

function scatterRoles(
  assigner: RoleAssigner,
  { candidates, asked }: Pick<Assigning, "candidates" | "asked">,
): Roles {
  const { measures, size } = candidates;
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
  const [first, second] = assigner.groups.filter((column) => !candidates.names.includes(column));
  const isPanels = asked.forms.has("panels");
  const groups = first === undefined
    ? {}
    : second !== undefined
    ? { color: first, facet: second }
    : isPanels
    ? { facet: first }
    : { color: first };
  return { x, y: [y], ...groups, ...(third === undefined ? {} : { size: third }) };
}

type Note = (field: keyof ChartSpec, column: string, reason: Reason) => void;

/** Finds columns for roles, and notes those that nobody named. */
class RoleAssigner {
  readonly #input: Assigning;
  readonly #note: Note;

  constructor(input: Assigning, note: Note) {
    this.#input = input;
    this.#note = note;
  }

  /** The x axis first, colours and panels last. */
  get groups(): readonly Column[] {
    const rank = ({ axis, role, isMarked }: Group) =>
      axis === "x" ? 0 : axis === "facet" ? 4 : axis === "color" || role === "color" ? 3 : isMarked ? 1 : 2;
    return this.#input.candidates.groups.toSorted((a, b) => rank(a) - rank(b)).map(({ column }) => column);
  }

  get measures(): readonly NumberColumn[] {
    return this.#input.candidates.measures.map(({ column }) => column);
  }

  get isTimeCompared(): boolean {
    return this.#input.candidates.isTimeCompared;
  }

  /** The measures; if none is named and rows are not to be counted, perhaps the only one there is. */
  measured(
    ...drawn: readonly (Column | undefined)[]
  ): readonly NumberColumn[] {
    const { candidates, table } = this.#input;
    if (candidates.measures.length > 0) return this.measures;
    const { numbers } = shapeOf(table);
    const [number] = candidates.aggregate === "sum" ? numbers.toSorted((a, b) => adds(b) - adds(a)) : numbers;
    if (number === undefined) return [];
    if (candidates.counts) {
      // Rows that are totals already are not counted: the number of hires is in the column hires.
      const total = isSummed(table, drawn) && candidates.unit === undefined
        ? numbers.find(isTotal)
        : undefined;
      if (total !== undefined) this.#note("y", total.name, { kind: "only_measure" });
      return total === undefined ? [] : [total];
    }
    // Events have times of their own, and a coarser step asks how many there were.
    const isCounted = candidates.unit !== undefined && candidates.time !== undefined &&
      candidates.time.grain === "time";
    if (candidates.aggregate === undefined && (isCounted || !isSummed(table, drawn))) return [];
    this.#note("y", number.name, { kind: "only_measure" });
    return [number];
  }

  number(field: "x" | "y"): NumberColumn {
    const [named] = this.measures;
    return named ?? this.other(field, []);
  }

  other(field: "x" | "y", taken: readonly (Column | undefined)[]): NumberColumn {
    const { numbers } = shapeOf(this.#input.table);
    const found = numbers.find((column) => !taken.includes(column));
    if (found === undefined) throw lacking("a column of numbers", field);
    this.#note(field, found.name, { kind: "only_measure" });
    return found;
  }

  time(field: "x" | "facet"): TimeColumn | Column {
    const { candidates, table } = this.#input;
    const found = candidates.time ?? mainTime(table);
    if (found === undefined) {
      if (field === "facet") return this.category("facet");
      throw lacking("a column of times", field);
    }
    if (
      candidates.time === undefined ||
      candidates.isTimeImplied && table.columns.filter(({ kind }) => kind === "time").length > 1
    ) {
      this.#note(field, found.name, { kind: "time_wanted" });
    }
    return found;
  }

  category(field: "x" | "color" | "facet", taken?: Column): Column {
    const { table } = this.#input;
    const used = [...this.groups, taken];
    const found = shapeOf(table).categories.find((column) => !used.includes(column) && column.distinct > 1) ??
      table.columns.find((column) => column.kind === "time" && !used.includes(column));
    if (found === undefined) throw lacking("a column of groups", field);
    this.#note(field, found.name, { kind: "no_group" });
    return found;
  }

  /** For bars without a group: the column that names the rows. */
  named(): Column | undefined {
    const { candidates, asked, table } = this.#input;
    const [name] = candidates.names;
    if (name !== undefined) return name;
    if (candidates.measures.length > 1) return undefined;
    const { categories } = shapeOf(table);
    const isRanked = asked.limit !== undefined || asked.most?.measure !== undefined;
    const found = isRanked
      ? identifying(table) ?? categories.toSorted((a, b) => b.distinct - a.distinct)[0]
      : categories[0] ?? mainTime(table);
    if (found !== undefined) this.#note("x", found.name, { kind: isRanked ? "names" : "no_group" });
    return found;
  }

  /** What boxes stand side by side for; one box if there is nothing. */
  boxes(): Pick<Roles, "x"> {
    const named = this.groups[0] ?? this.#input.candidates.time;
    if (named !== undefined) return { x: named };
    const [found] = shapeOf(this.#input.table).categories;
    if (found === undefined || found.distinct > 30) return {};
    this.#note("x", found.name, { kind: "no_group" });
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
function isSummed(table: Table, drawn: readonly (Column | undefined)[]): boolean {
  return isGrid(table) ||
    drawn.some((column) =>
      column !== undefined && column.kind !== "number" && column.distinct === table.rows
    );
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
