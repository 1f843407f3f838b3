/** Straight lines laid over a chart at one value, labelled: mean, median, target, threshold. */

import type { AuxiliaryKind } from "../../../base/chart_terms.ts";
import { type Context, say } from "../../context.ts";
import type { AuxiliaryWish } from "../../read/auxiliary_wish.ts";
import { guessedValue, inUnitOf } from "../../read/in_unit_of.ts";
import { exactNumber, levelNumber, type NumberStyle, styleOf } from "../../summary/text/format_number.ts";
import { mean, quantile } from "../../values/aggregate.ts";
import { freePlaces, pixelsOf } from "./free_places.ts";
import type { Page } from "./page.ts";
import { ink } from "./palette.ts";
import {
  addPixelRules,
  addTexts,
  type Panel,
  type PixelRule,
  type Point,
  type TextItem,
  yPixel,
} from "./sheet.ts";
import { spreadLabels } from "./spread_labels.ts";

export interface Level {
  readonly kind: AuxiliaryKind;
  readonly value: number;
  /** What it is called without its value. */
  readonly name: string;
  /** Of two limits which it is. */
  readonly side?: "upper" | "lower";
  /** As it stands in the picture, in the unit of the axis. */
  readonly label: string;
  /** As sentences tell it. */
  readonly told: string;
  /** Of the group that it is of, where it is not of all values. */
  readonly color?: string;
  /** Whether it is asked for as one of all values, so that no part has its own. */
  readonly overall?: boolean;
}

const names: Readonly<Partial<Record<AuxiliaryKind, { readonly ja: string; readonly en: string }>>> = {
  mean_line: { ja: "平均", en: "Mean" },
  median_line: { ja: "中央値", en: "Median" },
  target_line: { ja: "目標", en: "Target" },
  threshold: { ja: "しきい値", en: "Threshold" },
};

const limits = {
  upper: { ja: "上限", en: "Upper limit" },
  lower: { ja: "下限", en: "Lower limit" },
} as const;

/** The levels asked for; without values there is neither a mean nor a median. */
export function levelsOf(context: Context, values: ArrayLike<number>, style: NumberStyle): Level[] {
  const sorted = Float64Array.from(values).filter((value) => !Number.isNaN(value)).sort();
  return context.auxiliary.flatMap((wish) => {
    const { kind, side, overall = false } = wish;
    const usual = side === undefined ? names[kind] : limits[side];
    if (usual === undefined) return [];
    const at = kind === "mean_line"
      ? withoutDust(mean(sorted), sorted)
      : kind === "median_line"
      ? quantile(sorted, 0.5)
      : givenValue(context, wish, sorted);
    if (at === undefined || Number.isNaN(at)) return [];
    const said = wish.name ?? say(context.page, usual);
    // What somebody has set is known to its last digit.
    const digits = isOfValues({ kind }) ? 4 : 8;
    return [{
      kind,
      value: at,
      name: said,
      ...(side === undefined ? {} : { side }),
      ...(overall ? { overall } : {}),
      label: `${said} ${levelNumber(style, at, digits)}`,
      told: `${said} ${exactNumber(style, at, digits)}`,
    }];
  });
}

/** Of some of the values: their own mean and median, and the lines that somebody has set, which are those of all. */
export function ownLevels(
  context: Context,
  values: ArrayLike<number>,
  { overall, style }: { readonly overall: readonly Level[]; readonly style: NumberStyle },
): Level[] {
  const own = levelsOf({ ...context, auxiliary: context.auxiliary.filter(isOfValues) }, values, style);
  return overall.flatMap((level) =>
    isOfEach(level) ? own.find(({ kind }) => kind === level.kind) ?? [] : ofAll(context.page, level)
  );
}

/** A mean or median over several groups, called so. */
export function ofAll(page: Page, level: Level): Level {
  if (!isOfValues(level)) return level;
  const overall = (text: string) => say(page, { ja: `全体の${text}`, en: `Overall ${text.toLowerCase()}` });
  return { ...level, name: overall(level.name), label: overall(level.label), told: overall(level.told) };
}

/** Whether each part of a chart has its own of it. */
export function isOfEach(line: Pick<Level, "kind" | "overall">): boolean {
  return isOfValues(line) && line.overall !== true;
}

/** Whether a line lies where the values put it, and not somebody. */
export function isOfValues({ kind }: Pick<Level, "kind">): boolean {
  return kind === "mean_line" || kind === "median_line";
}

/** Where a sentence puts a line, in the unit of what is drawn. */
function givenValue(
  { page, roles: { value: column }, warn }: Context,
  { value, ...wish }: AuxiliaryWish,
  drawn: Float64Array,
): number | undefined {
  if (value === undefined || column === null) return value;
  const said = { ...wish, value };
  const guessed = guessedValue(said, { column, sorted: drawn });
  if (guessed === null) return inUnitOf(said, column, drawn);
  const number = (one: number) => exactNumber(styleOf(null, page.language), one);
  warn(
    Math.abs(guessed) > Math.abs(value)
      ? say(page, {
        ja: `文の${number(value)}は${number(guessed)}%とみなして線を引きました`,
        en: `${number(value)} in the query is taken as ${number(guessed)}%`,
      })
      : say(page, {
        ja: `列${JSON.stringify(column.name)}の値は${number(value / guessed)}単位とみなして線を引きました`,
        en: `column ${JSON.stringify(column.name)} is taken to count in multiples of ${
          number(value / guessed)
        }`,
      }),
  );
  return guessed;
}

/** Zero where only what rounding leaves of larger numbers is not. */
function withoutDust(value: number, sorted: Float64Array): number {
  const size = Math.max(Math.abs(sorted[0] ?? 0), Math.abs(sorted.at(-1) ?? 0));
  return Math.abs(value) < size * 1e-12 ? 0 : value;
}

/** Room right of a panel for the names of its levels. */
export function levelRoom(page: Page, lines: readonly Level[]): number {
  if (lines.length === 0) return 0;
  const size = page.fonts.small;
  return Math.max(...lines.map(({ label }) => page.measure(label, size))) + size * 0.2;
}

/** White below the level lines that run over bars. */
export function addLevelCasings(panel: Panel, lines: readonly Level[]): void {
  addPixelRules(panel, levelRules(panel, lines).map(cased));
}

/** Level lines across a panel, their names right of it, where no bar can be in their way. */
export function addNamedLevels(page: Page, panel: Panel, lines: readonly Level[]): void {
  const size = page.fonts.small;
  addPixelRules(panel, levelRules(panel, lines));
  const places = spreadLabels(lines.map(({ value }) => yPixel(panel, value)), {
    gap: size * 1.3,
    low: 0,
    high: panel.height,
  });
  addTexts(panel, levelNames(lines, { places, x: panel.width + size * 0.5, size }));
}

/** Level lines across a panel, each with its name beside it, where it hides the data least. */
export function addLevels(
  page: Page,
  panel: Panel,
  { lines, drawn, near = false }: {
    readonly lines: readonly Level[];
    /** The lines of the data, as they are drawn. */
    readonly drawn: readonly (readonly Point[])[];
    /** Whether a name that other panels have too is left out where it cannot stand at its line without hiding data. */
    readonly near?: boolean;
  },
): void {
  const size = page.fonts.small;
  addPixelRules(panel, levelRules(panel, lines));
  if (lines.length === 0) return;
  const places = freePlaces(
    lines.map(({ value, label }) => ({ y: yPixel(panel, value), width: page.measure(label, size) })),
    { size, width: panel.width, height: panel.height, pixels: pixelsOf(panel, drawn) },
  );
  addTexts(
    panel,
    lines.flatMap(({ label, kind, value }, index): TextItem[] => {
      const { x, y } = places[index] ?? { x: 0, y: 0 };
      if (near && !isOfValues({ kind }) && Math.abs(y - yPixel(panel, value)) > size) return [];
      return [{ x, y, text: label, size, color: lineColor(kind), baseline: "middle", halo: true }];
    }),
  );
}

function levelNames(
  lines: readonly Level[],
  { places, x, size }: { readonly places: readonly number[]; readonly x: number; readonly size: number },
): TextItem[] {
  return lines.map(({ label, kind }, index) => ({
    x,
    y: places[index] ?? 0,
    text: label,
    size,
    color: lineColor(kind),
    baseline: "middle",
  }));
}

function levelRules(panel: Panel, lines: readonly Level[]): PixelRule[] {
  return lines.map((level) => {
    const y = yPixel(panel, level.value);
    return { x: 0, x2: panel.width, y, y2: y, ...lineLook(level) };
  });
}

/** White on both sides of a line that runs over bars, from which it would hardly differ. */
export function cased({ dash: _, width = 1, ...rule }: PixelRule): PixelRule {
  return { ...rule, color: "white", width: width + 3 };
}

/** Two of one colour differ by their strokes. */
export function lineLook({ kind, color }: Pick<Level, "kind" | "color">) {
  const isDashed = kind === "median_line" || kind === "threshold";
  return { color: color ?? lineColor(kind), width: 1.8, ...(isDashed ? { dash: [9, 4] } : {}) };
}

export function lineColor(kind: AuxiliaryKind): string {
  return kind === "target_line" || kind === "threshold" ? ink.line : ink.title;
}
