/** Reference lines at a value (rules), with their labels where they cover least. */

import type { Level } from "../plan/reference_lines.ts";
import type { Plot } from "./axes.ts";
import { type Candidate, LabelPlacer } from "./label_placer.ts";
import type { Page } from "./page.ts";
import { ink } from "./palette.ts";
import type { Scale } from "./scales.ts";
import { line } from "./svg.ts";

const looks = {
  mean: { color: ink.title, dash: [6, 4] },
  median: { color: ink.title, dash: [2, 4] },
  target: { color: ink.line },
  threshold: { color: ink.line, dash: [9, 5] },
} as const;

interface LevelOptions {
  readonly plot: Plot;
  readonly scale: Scale;
  /** What the names of the lines must not cover. */
  readonly placer?: LabelPlacer;
  /** Whether the lines are vertical, because values lie along x. */
  readonly vertical?: boolean;
  /** Where nothing stands behind a name. */
  readonly gaps?: readonly number[];
  readonly size?: number;
}

export function levelMarks(page: Page, levels: readonly Level[], options: LevelOptions): string[] {
  const {
    plot,
    scale,
    placer = new LabelPlacer(page),
    vertical = false,
    gaps = [],
    size = page.fonts.small,
  } = options;
  const lines = levels.map(({ kind, value }) => {
    const at = scale(value);
    const look = { width: 2, ...looks[kind] };
    const [from, to] = vertical
      ? [[at, plot.top], [at, plot.bottom]] as const
      : [[plot.left, at], [plot.right, at]] as const;
    // White behind it, so that it can be seen over dark bars.
    return line(from, to, { color: "#ffffffb0", width: 5 }) + line(from, to, look);
  });
  levels.forEach(({ value }) => {
    const at = scale(value);
    placer.take(
      vertical
        ? { x: at - 1, y: plot.top, width: 2, height: plot.bottom - plot.top }
        : { x: plot.left, y: at - 1, width: plot.right - plot.left, height: 2 },
    );
  });
  const labels = levels.map(({ kind, value, label }) => {
    const at = scale(value);
    const places = vertical ? besideVertical(plot, at, size) : besideLevel(plot, { at, size, gaps });
    return placer.place({ text: label, size, color: looks[kind].color, halo: true }, places);
  });
  return [...lines, ...labels];
}

interface Beside {
  readonly at: number;
  readonly size: number;
  readonly gaps: readonly number[];
}

/** Above the line, unless it would leave the plot, or below it: in gaps, then from the left to the right. */
function besideLevel(plot: Plot, { at, size, gaps }: Beside): Candidate[] {
  const width = plot.right - plot.left;
  const places = [0.01, 0.99, 0.35, 0.65, 0.5].map((share) => ({
    x: plot.left + width * share,
    align: share < 0.1 ? "left" as const : share > 0.9 ? "right" as const : "center" as const,
  }));
  const isFree = at - size * 1.25 > plot.top;
  return [...gaps.map((x) => ({ x, align: "center" as const })), ...places].flatMap((place): Candidate[] => [
    ...(isFree ? [{ ...place, y: at - size * 0.25, baseline: "bottom" as const }] : []),
    { ...place, y: at + size * 0.25, baseline: "top" },
  ]);
}

/** Above the plot, then beside the line from its top downwards. */
function besideVertical(plot: Plot, at: number, size: number): Candidate[] {
  const rows = [0, 1, 2, 3, 4, 5].map((row) => plot.top + size * (0.4 + row * 1.3));
  return [
    ...(["center", "left", "right"] as const).map((align): Candidate => ({
      x: at,
      y: plot.top - size * 0.3,
      align,
      baseline: "bottom",
    })),
    ...rows.flatMap((y): Candidate[] => [
      { x: at + size * 0.4, y, align: "left", baseline: "top" },
      { x: at - size * 0.4, y, align: "right", baseline: "top" },
    ]),
  ];
}
