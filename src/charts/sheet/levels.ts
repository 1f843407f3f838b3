/** Straight lines laid over a chart at one value, labelled: mean, median, target, threshold. */

import type { AuxiliaryKind } from "../auxiliary_kinds.ts";
import { type Context, say } from "../context.ts";
import { exactNumber, levelNumber, type NumberStyle } from "../text/format_number.ts";
import { mean, quantile } from "../values/aggregate.ts";
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
  xPixel,
  yPixel,
} from "./sheet.ts";
import { spreadLabels } from "./spread_labels.ts";

export interface Level {
  readonly kind: AuxiliaryKind;
  readonly value: number;
  /** As it stands in the picture, in the unit of the axis. */
  readonly label: string;
  /** As sentences tell it. */
  readonly told: string;
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
  return context.auxiliary.flatMap(({ kind, value, side }) => {
    const name = side === undefined ? names[kind] : limits[side];
    if (name === undefined) return [];
    const at = kind === "mean_line"
      ? withoutDust(mean(sorted), sorted)
      : kind === "median_line"
      ? quantile(sorted, 0.5)
      : value;
    if (at === undefined || Number.isNaN(at)) return [];
    const said = say(context.page, name);
    // What somebody has set is known to its last digit.
    const number = levelNumber(style, at, kind === "mean_line" || kind === "median_line" ? 4 : 8);
    return [{ kind, value: at, label: `${said} ${number}`, told: `${said} ${exactNumber(style, at)}` }];
  });
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
    /** Whether a name is left out that cannot stand at its line without hiding data. */
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
      if (near && Math.abs(y - yPixel(panel, value)) > size) return [];
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
  return lines.map(({ value, kind }) => {
    const y = yPixel(panel, value);
    return { x: 0, x2: panel.width, y, y2: y, ...lineLook(kind) };
  });
}

/** White on both sides of a line that runs over bars, from which it would hardly differ. */
function cased({ dash: _, width = 1, ...rule }: PixelRule): PixelRule {
  return { ...rule, color: "white", width: width + 3 };
}

/** Room above a panel for the names of upright levels, one row for each. */
export function uprightRoom(page: Page, lines: readonly Level[]): number {
  return lines.length * page.fonts.small * 1.4;
}

/** Upright lines through a panel, their names above it, where no bar can be in their way. */
export function addNamedUprightLevels(page: Page, panel: Panel, lines: readonly Level[]): void {
  const size = page.fonts.small;
  const taken: { readonly from: number; readonly to: number; readonly row: number }[] = [];
  const places = lines.map(({ value, label }) => {
    const x = xPixel(panel, value);
    const half = page.measure(label, size) / 2;
    const middle = Math.max(half, Math.min(panel.width - half, x));
    const [from, to] = [middle - half - size * 0.4, middle + half + size * 0.4];
    const busy = taken.filter((other) => other.from < to && from < other.to).map(({ row }) => row);
    const row = lines.findIndex((_, index) => !busy.includes(index));
    taken.push({ from, to, row });
    return { x, middle, y: -size * (0.3 + row * 1.4) };
  });
  const rules = lines.map(({ kind }, index): PixelRule => {
    const { x, y } = places[index] ?? { x: 0, y: 0 };
    return { x, x2: x, y, y2: panel.height, ...lineLook(kind) };
  });
  addPixelRules(panel, rules.map((rule) => cased({ ...rule, y: 0 })));
  addPixelRules(panel, rules);
  addTexts(
    panel,
    lines.map(({ label, kind }, index): TextItem => ({
      x: places[index]?.middle ?? 0,
      y: places[index]?.y ?? 0,
      text: label,
      size,
      halo: true,
      color: lineColor(kind),
      align: "center",
      baseline: "bottom",
    })),
  );
}

/** Upright lines through a panel, with names at the top, one under the other. */
export function addUprightLevels(page: Page, panel: Panel, lines: readonly Level[]): void {
  const size = page.fonts.small;
  addPixelRules(
    panel,
    lines.map(({ value, kind }) => {
      const x = xPixel(panel, value);
      return { x, x2: x, y: 0, y2: panel.height, ...lineLook(kind) };
    }),
  );
  addTexts(
    panel,
    lines.map(({ value, label, kind }, index) => {
      const x = xPixel(panel, value);
      const right = x + page.measure(label, size) + size < panel.width;
      return {
        halo: true,
        x: x + (right ? size * 0.4 : -size * 0.4),
        y: size * (0.2 + index * 1.4),
        text: label,
        size,
        color: lineColor(kind),
        align: right ? "left" : "right",
        baseline: "top",
      };
    }),
  );
}

/** Two of one colour differ by their strokes. */
function lineLook(kind: AuxiliaryKind) {
  const isDashed = kind === "median_line" || kind === "threshold";
  return { color: lineColor(kind), width: 1.8, ...(isDashed ? { dash: [9, 4] } : {}) };
}

export function lineColor(kind: AuxiliaryKind): string {
  return kind === "target_line" || kind === "threshold" ? ink.line : ink.title;
}
