/** An axis of a Plotly figure: what kind of values it has, and where each of them stands on it. */

import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { numberOf } from "../../base/plotly_values.ts";
import { leastOfNumbers, leastOfTimes } from "./least_step.ts";
import { inherited } from "./matched_axes.ts";
import type { Extent } from "./shapes.ts";
import { themeOf } from "./theme.ts";
import type { Step } from "./tick_step.ts";

export type AxisKind = "linear" | "log" | "date" | "category";

export interface Axis {
  /** `x`, `x2`, `y`, … */
  readonly id: string;
  readonly letter: "x" | "y";
  readonly kind: AxisKind;
  readonly categories: readonly string[];
  /** The first and the last of them that the data name; the layout may know more. */
  readonly named: { readonly first: number; readonly last: number };
  /** What the layout and its theme say of it. */
  readonly layout: JsonRecord;
  /** The least distance of ticks that says something, if what stands on it tells. */
  readonly least: Step | null;
  /** Where a value stands; null for none. */
  readonly at: (value: unknown) => number | null;
}

const isoDate =
  /^\d{4}-\d{1,2}(?:-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/;

export function isDate(value: unknown): boolean {
  return typeof value === "string" && isoDate.test(value);
}

export interface AxisValues {
  readonly values: readonly unknown[];
  /** Where bars stand along it. */
  readonly bars: readonly unknown[];
  /** The numbers that stand at each name, for axes that order their names by them. */
  readonly sizes: () => ReadonlyMap<string, readonly number[]>;
}

export function makeAxis(id: string, { values, bars, sizes }: AxisValues, layout: JsonRecord): Axis {
  const own = ownLayout(layout, id);
  const letter = letterOf(id);
  const theme = themeOf(layout);
  const typing = [own, layout, theme].map((one) => textAt(one, "autotypenumbers")).find((one) => one !== "");
  const kind = kindOf(textAt(own, "type"), values, typing === "strict");
  const categories = kind === "category" ? ordered(categoriesOf(values, own), { layout: own, sizes }) : [];
  const places = new Map(categories.map((name, index) => [name, index]));
  const at = (value: unknown): number | null => {
    if (value === null || value === undefined) return null;
    if (kind === "category") return places.get(nameOf(value)) ?? null;
    const number = kind === "date" ? timeOf(value) : numberOf(value);
    return Number.isNaN(number) || (kind === "log" && number <= 0) ? null : number;
  };
  return {
    id,
    letter,
    kind,
    categories,
    named: namedPart(categories, values),
    layout: own,
    at,
    least: leastStep(kind, { values, bars, at }),
  };
}

function leastStep(
  kind: AxisKind,
  { values, bars, at }: Pick<AxisValues, "values" | "bars"> & Pick<Axis, "at">,
): Step | null {
  if (kind !== "linear" && kind !== "date") return null;
  const [all, ofBars] = [values, bars].map((some) => [...new Set(some)].flatMap((value) => at(value) ?? []));
  return (kind === "date" ? leastOfTimes : leastOfNumbers)(all ?? [], ofBars ?? []);
}

function namedPart(categories: readonly string[], values: readonly unknown[]): Axis["named"] {
  const found = new Set(categories.length === 0 ? [] : values.map(nameOf));
  const isFound = (name: string) => found.has(name);
  return {
    first: Math.max(0, categories.findIndex(isFound)),
    last: Math.max(0, categories.findLastIndex(isFound)),
  };
}

/** Which way an axis goes, by its name. */
export function letterOf(id: string): "x" | "y" {
  return id.startsWith("y") ? "y" : "x";
}

/** The theme speaks for all axes of a letter; only the first takes the place of `xaxis` itself. */
function ownLayout(layout: JsonRecord, id: string): JsonRecord {
  const letter = letterOf(id);
  const template = recordAt(themeOf(layout), `${letter}axis`);
  const own = recordAt(layout, `${letter}axis${id.slice(1)}`);
  return { ...template, ...inherited(layout, id), ...own };
}

/**
 * Plotly's own rule: what is neither number nor date (an empty text, `NaT`) does not make an axis one of names as long
 * as there is enough of the other. https://github.com/plotly/plotly.js/blob/master/src/plots/cartesian/axis_autotype.js
 */
function kindOf(given: string, values: readonly unknown[], isStrict: boolean): AxisKind {
  if (given === "linear" || given === "log" || given === "date" || given === "category") return given;
  if (given === "multicategory") return "category";
  const distinct = [...new Set(values)].filter((value) => value !== null && value !== undefined);
  const numbers = distinct.filter((value) => typeof value !== "boolean" && !Number.isNaN(numberOf(value)));
  const dates = distinct.filter(isDate);
  if (dates.length > numbers.length * 2) return "date";
  // The themes of Plotly take texts for names, also where they hold digits.
  const counted = isStrict ? numbers.filter((value) => typeof value === "number") : numbers;
  const texts = distinct.length - counted.length;
  return texts > counted.length * 2 ? "category" : "linear";
}

/** In the order of the layout, else as they come. */
function categoriesOf(values: readonly unknown[], layout: JsonRecord): readonly string[] {
  const listed = Array.isArray(layout["categoryarray"]) ? layout["categoryarray"].map(nameOf) : [];
  const found = values.filter((value) => value !== null && value !== undefined).map(nameOf);
  return [...new Set([...listed, ...found])];
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

/** What a name is ordered by, of one number or more that stand at it. */
const measures: ReadonlyMap<string, (sizes: readonly number[]) => number> = new Map([
  ["total", total],
  ["sum", total],
  ["mean", (sizes) => total(sizes) / sizes.length],
  ["geometric mean", (sizes) => Math.exp(total(sizes.map(Math.log)) / sizes.length) || 0],
  ["median", medianOf],
  ["min", (sizes) => sizes.reduce((least, size) => Math.min(least, size), Infinity)],
  ["max", (sizes) => sizes.reduce((most, size) => Math.max(most, size), -Infinity)],
]);

function medianOf(sizes: readonly number[]): number {
  const sorted = sizes.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** Names in the order that the layout asks for: that of their letters, or of what stands at them. */
function ordered(
  names: readonly string[],
  { layout, sizes }: { readonly layout: JsonRecord } & Pick<AxisValues, "sizes">,
): readonly string[] {
  const [, by = "", way = ""] = /^(.+) (ascending|descending)$/.exec(textAt(layout, "categoryorder")) ?? [];
  const measure = measures.get(by);
  if (by !== "category" && measure === undefined) return names;
  const known = sizes();
  const size = (name: string) => {
    const own = known.get(name) ?? [];
    return own.length === 0 ? 0 : measure?.(own) ?? 0;
  };
  const rising = by === "category" ? names.toSorted() : names.toSorted((a, b) => size(a) - size(b));
  return way === "descending" ? rising.toReversed() : rising;
}

export function nameOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(" ") : String(value);
}

/** The milliseconds of a date; NaN for anything else. */
export function timeOf(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !isoDate.test(value)) return NaN;
  // Plotly shows the time on the wall, whatever the zone: the offset is left out.
  const wall = value.replace(" ", "T").replace(/(T.*?)(?:Z|[+-]\d{2}:?\d{2})$/, "$1");
  const padded = wall.replace(/(?<![\d.])\d(?!\d)/g, "0$&");
  return Date.parse(padded.includes("T") ? `${padded}Z` : padded);
}

export interface DomainOptions {
  /** Whether bars or areas stand on zero. */
  readonly zero: boolean;
  /** Whether dots need room beyond the outermost of them. */
  readonly padded: boolean;
}

/** From where to where the axis reaches; the first is the greater where it is turned round. */
export function domainOf(axis: Axis, extent: Extent, options: DomainOptions): readonly [number, number] {
  const [from, to] = givenRange(axis) ?? automatic(axis, extent, options);
  return axis.layout["autorange"] === "reversed" ? [to, from] : [from, to];
}

function givenRange(axis: Axis): readonly [number, number] | null {
  const range = axis.layout["range"];
  if (!Array.isArray(range) || range.length !== 2 || axis.layout["autorange"] === "reversed") return null;
  const ends = range.map((end) => {
    if (axis.kind === "log") return 10 ** numberOf(end);
    return axis.kind === "date" ? timeOf(end) : numberOf(end);
  });
  const [from, to] = ends;
  if (from === undefined || to === undefined || from === to) return null;
  return ends.every(Number.isFinite) ? [from, to] : null;
}

function automatic(
  axis: Axis,
  { least, most }: Extent,
  { zero, padded }: DomainOptions,
): readonly [number, number] {
  if (axis.kind === "category") return aroundNames(axis, { least, most });
  if (!Number.isFinite(least)) return axis.kind === "log" ? [1, 10] : [0, 1];
  if (axis.kind === "log") {
    const pad = padded ? (most / least) ** 0.06 : 1.05;
    return [least / pad, most * (least === most ? 10 : pad)];
  }
  // Bars that are all zero stand below an empty plot.
  if (zero && axis.kind === "linear" && least === 0 && most === 0) return [0, 1];
  const low = (zero || axis.layout["rangemode"] === "tozero") && axis.kind === "linear"
    ? Math.min(0, least)
    : least;
  const high = zero && axis.kind === "linear" ? Math.max(0, most) : most;
  const span = high - low || Math.abs(high) || 1;
  const pad = padded || high === low ? span * 0.05 : 0;
  // Bars end before the frame, so that their texts have room, above and below.
  const room = zero ? Math.max(pad, span * 0.05) : pad;
  return [zero && low === 0 ? 0 : low - room, zero && high === 0 ? 0 : high + room];
}

/** Half a place around the first and the last name of the data, and further where something sticks out. */
function aroundNames({ named }: Axis, { least, most }: Extent): readonly [number, number] {
  const [first, last] = [named.first - 0.5, named.last + 0.5];
  const room = (last - first) * 0.02;
  return [least < first ? least - room : first, most > last ? most + room : last];
}
