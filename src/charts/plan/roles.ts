/** Which column plays which part in a chart, and the channels (x, y, color, facet) by which callers name the parts. */

import type { PatternId } from "../../base/chart_terms.ts";
import { AppError } from "../../base/errors.ts";
import { nearNames } from "../../base/similarity.ts";
import type { CategoryColumn, Column, NumberColumn, TimeColumn } from "../table/column.ts";
import { numberAsCategory } from "../table/derive_column.ts";

export interface Roles {
  readonly time: TimeColumn | null;
  /** What is measured; null where rows are counted. */
  readonly value: NumberColumn | null;
  readonly group: CategoryColumn | null;
  /** A second grouping, inside the first. */
  readonly second: CategoryColumn | null;
}

export type Channel = "x" | "y" | "color" | "facet";

/** Columns by name, as the caller wishes them. */
export type Wishes = Partial<Readonly<Record<Channel, string | undefined>>>;

type Part = "time" | "value" | "group" | "second" | "group_or_time" | "value_or_group";

/** What each channel of each chart takes. A channel that is not here does not exist in that chart. */
const channels: Readonly<Record<PatternId, Partial<Readonly<Record<Channel, Part>>>>> = {
  P01: { x: "time", y: "value" },
  P02: { x: "group_or_time", y: "value", color: "second" },
  P03: { x: "value_or_group", y: "value" },
  P12: { x: "time", y: "value", color: "group" },
  P13: { x: "value", facet: "group_or_time" },
  P21: { x: "group_or_time", y: "value", color: "second" },
  P23: { x: "value", color: "group" },
  P31: { x: "time", y: "value", facet: "group" },
  P32: { x: "group_or_time", y: "value" },
};

const mostGroupsOfNumbers = 60;

/** The parts that the caller's wishes fill in this chart; throws where one cannot be kept. */
export function wishedRoles(pattern: PatternId, wishes: Wishes, columns: readonly Column[]): Partial<Roles> {
  const find = (channel: Channel) => {
    const name = wishes[channel];
    return name === undefined ? null : columnNamed(name, { channel, columns });
  };
  // A histogram counts along y what it has along x.
  if (pattern === "P03" && find("x")?.kind === "number" && wishes.y !== undefined) {
    throw countedAlong(wishes.y);
  }
  let roles: Partial<Roles> = {};
  for (const channel of ["x", "y", "color", "facet"] as const) {
    const column = find(channel);
    if (column === null) continue;
    const part = channels[pattern][channel];
    if (part === undefined) throw noSuchChannel(pattern, channel);
    roles = { ...roles, ...filled(part, { channel, column }) };
  }
  return roles;
}

interface Wish {
  readonly channel: Channel;
  readonly column: Column;
}

function filled(part: Part, wish: Wish): Partial<Roles> {
  const { column } = wish;
  switch (part) {
    case "time":
      if (column.kind !== "time") throw wrongKind(wish, "holds no times");
      return { time: column };
    case "value":
      if (column.kind !== "number") {
        throw wrongKind(wish, column.missing === 1 ? "has no values" : "holds no numbers");
      }
      return { value: column };
    case "group":
      return { group: asGroup(wish) };
    case "second":
      return { second: asGroup(wish) };
    case "group_or_time":
      return column.kind === "time" ? { time: column, group: null } : { group: asGroup(wish), time: null };
    case "value_or_group":
      return column.kind === "number" ? { value: column, group: null } : { group: asGroup(wish) };
  }
}

function asGroup(wish: Wish): CategoryColumn {
  const { column } = wish;
  if (column.kind === "category") return column;
  if (column.kind === "time") throw wrongKind(wish, "holds times, not groups");
  if (column.distinct > mostGroupsOfNumbers) {
    throw wrongKind(wish, `holds ${column.distinct} different numbers, too many for groups`);
  }
  return numberAsCategory(column);
}

function columnNamed(name: string, place: { channel: Channel; columns: readonly Column[] }): Column {
  const found = place.columns.find((column) => column.name === name) ??
    place.columns.find((column) => plainName(column.name) === plainName(name));
  if (found !== undefined) return found;
  throw new AppError(
    "invalid_argument",
    `Cannot use "options.${place.channel}" ${JSON.stringify(name)}: the data has no such column`,
    {
      hint: "Name one of the columns that the data has",
      details: { available: nearNames(name, place.columns.map((column) => column.name)) },
    },
  );
}

function plainName(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

function wrongKind({ channel, column }: Wish, why: string): AppError {
  return new AppError(
    "invalid_argument",
    `Cannot use "options.${channel}" ${JSON.stringify(column.name)}: it ${why}`,
    {
      hint: "Choose another column or pattern, or leave it to the query",
    },
  );
}

function noSuchChannel(pattern: PatternId, channel: Channel): AppError {
  const taken = Object.keys(channels[pattern]).join(", ");
  return new AppError(
    "invalid_argument",
    `Cannot use "options.${channel}" in ${pattern}: it takes ${taken}`,
    {
      hint:
        "Leave it out, or choose a pattern that has it: color is for P02, P12, P21 and P23, facet for P13 and P31",
    },
  );
}

function countedAlong(y: string): AppError {
  return new AppError(
    "invalid_argument",
    `Cannot use "options.y" ${JSON.stringify(y)} in P03: options.x holds numbers, which are counted along y`,
    {
      hint:
        "Leave options.y out for a histogram, or name a column of groups as options.x for parts of a whole",
    },
  );
}

/** Throws where two channels of an axis each are to show one column. */
export function checkAxes({ x, y }: Wishes): void {
  if (x === undefined || y === undefined || plainName(x) !== plainName(y)) return;
  throw new AppError(
    "invalid_argument",
    `Cannot use "options.y" ${JSON.stringify(y)}: options.x names the same column`,
    { hint: "Leave one of them out, or name another column" },
  );
}

/** The columns of a chart by channel, as the answer tells them. */
export function mappingOf(pattern: PatternId, roles: Roles): Record<string, string> {
  const count = roles.value === null ? "count" : roles.value.name;
  const group = roles.group?.name;
  const axis = roles.group?.name ?? roles.time?.name;
  const pick = (entries: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(
      Object.entries(entries).flatMap(([key, name]) => name === undefined ? [] : [[key, name]]),
    );
  switch (pattern) {
    case "P01":
      return pick({ x: roles.time?.name, y: count });
    case "P02":
      return pick({ x: axis, y: count, color: roles.second?.name });
    case "P03":
      return group === undefined ? pick({ x: roles.value?.name, y: "count" }) : pick({ x: group, y: count });
    case "P12":
      return pick({ x: roles.time?.name, y: count, color: group });
    case "P13":
      return pick({ x: roles.value?.name, y: "count", facet: roles.time?.name ?? group });
    case "P21":
      return pick({ x: roles.time?.name ?? group, y: count, color: roles.second?.name });
    case "P23":
      return pick({ x: roles.value?.name, y: "count", color: group });
    case "P31":
      return pick({ x: roles.time?.name, y: count, facet: group });
    case "P32":
      return pick({ x: axis, y: roles.value?.name });
  }
}
