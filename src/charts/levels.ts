/** Straight lines laid over a chart at one value, labelled: mean, median, target, threshold. */

import { mean, quantile } from "./aggregate.ts";
import type { AuxiliaryKind } from "./auxiliary_kinds.ts";
import { type Context, say } from "./context.ts";
import { exactNumber, type NumberStyle } from "./format_number.ts";
import type { Page } from "./page.ts";
import { ink } from "./palette.ts";
import { addPixelRules, addTexts, type Panel, type TextItem, xPixel, yPixel } from "./sheet.ts";
import { spreadLabels } from "./spread_labels.ts";

export interface Level {
  readonly kind: AuxiliaryKind;
  readonly value: number;
  readonly label: string;
}

const names: Readonly<Partial<Record<AuxiliaryKind, { readonly ja: string; readonly en: string }>>> = {
  mean_line: { ja: "平均", en: "Mean" },
  median_line: { ja: "中央値", en: "Median" },
  target_line: { ja: "目標", en: "Target" },
  threshold: { ja: "しきい値", en: "Threshold" },
};

/** The levels asked for; without values there is neither a mean nor a median. */
export function levelsOf(context: Context, values: ArrayLike<number>, style: NumberStyle): Level[] {
  const sorted = Float64Array.from(values).filter((value) => !Number.isNaN(value)).sort();
  return context.auxiliary.flatMap(({ kind, value }) => {
    const name = names[kind];
    if (name === undefined) return [];
    const at = kind === "mean_line" ? mean(sorted) : kind === "median_line" ? quantile(sorted, 0.5) : value;
    if (at === undefined || Number.isNaN(at)) return [];
    return [{ kind, value: at, label: `${say(context.page, name)} ${exactNumber(style, at)}` }];
  });
}

/** Room right of a panel for the names of its levels. */
export function levelRoom(page: Page, lines: readonly Level[]): number {
  if (lines.length === 0) return 0;
  const size = page.fonts.small;
  return Math.max(...lines.map(({ label }) => page.measure(label, size))) + size * 0.2;
}

/** Level lines across a panel, their names right of it, where no bar can be in their way. */
export function addNamedLevels(page: Page, panel: Panel, lines: readonly Level[]): void {
  const size = page.fonts.small;
  addLevelRules(panel, lines);
  const places = spreadLabels(lines.map(({ value }) => yPixel(panel, value)), {
    gap: size * 1.3,
    low: 0,
    high: panel.height,
  });
  addTexts(
    panel,
    lines.map(({ label, kind }, index): TextItem => ({
      x: panel.width + size * 0.5,
      y: places[index] ?? 0,
      text: label,
      size,
      color: lineColor(kind),
      baseline: "middle",
    })),
  );
}

/** Level lines across a panel, each with its name above it, or below it at the very top. */
export function addLevels(page: Page, panel: Panel, lines: readonly Level[]): void {
  const size = page.fonts.small;
  addLevelRules(panel, lines);
  addTexts(
    panel,
    lines.map(({ value, label, kind }) => {
      const y = yPixel(panel, value);
      const above = y > size * 1.4;
      return {
        halo: true,
        x: size * 0.4,
        y: y + (above ? -1 : 1) * size * 0.3,
        text: label,
        size,
        color: lineColor(kind),
        baseline: above ? "bottom" : "top",
      };
    }),
  );
}

function addLevelRules(panel: Panel, lines: readonly Level[]): void {
  addPixelRules(
    panel,
    lines.map(({ value, kind }) => {
      const y = yPixel(panel, value);
      return { x: 0, x2: panel.width, y, y2: y, color: lineColor(kind), width: 1.8 };
    }),
  );
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
  addPixelRules(
    panel,
    lines.map(({ kind }, index) => {
      const { x, y } = places[index] ?? { x: 0, y: 0 };
      return { x, x2: x, y, y2: panel.height, color: lineColor(kind), width: 1.8 };
    }),
  );
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
      return { x, x2: x, y: 0, y2: panel.height, color: lineColor(kind), width: 1.8 };
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

export function lineColor(kind: AuxiliaryKind): string {
  return kind === "target_line" || kind === "threshold" ? ink.line : ink.title;
}
