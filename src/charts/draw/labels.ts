/** Labels where they cover as little as possible, and reference lines at a value with theirs. */

// @ts-types="@types/d3-array"
import { least } from "d3-array";
import type { Level } from "../plan/reference_lines.ts";
import type { Plot } from "./layout.ts";
import type { Page } from "./page.ts";
import { ink } from "./palette.ts";
import type { Scale } from "./scales.ts";
import { type Box, line, type Point, text, type TextLook } from "./svg.ts";

/** A place for a label. */
export type Candidate = Pick<TextLook, "align" | "baseline"> & { readonly at: Point };

/**
 * Marks and labels that are there already are boxes; a label takes the first of its candidates that is free, or the
 * least covered one.
 */
export class LabelPlacer {
  readonly #page: Page;
  readonly #marks: Box[] = [];
  readonly #labels: Box[] = [];
  readonly #points: Point[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  take(box: Box): void {
    this.#marks.push(box);
  }

  /** The course of a line, as points close to each other. */
  takeLine(points: readonly Point[]): void {
    points.forEach(([x, y], at) => {
      const [toX, toY] = points[at + 1] ?? [x, y];
      const count = Math.min(40, Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y) / 8)));
      for (let part = 0; part < count; part++) {
        this.#points.push([x + (toX - x) * part / count, y + (toY - y) * part / count]);
      }
    });
  }

  /** The label as SVG; empty if every candidate is covered and it may be left out. */
  place(
    label: string,
    candidates: readonly Candidate[],
    { optional = false, ...look }: TextLook & { readonly optional?: boolean },
  ): string {
    const rated = candidates.map(({ at, ...side }) => {
      const box = this.#boxOf(label, at, { ...look, ...side });
      return { at, side, box, cost: this.#costOf(box) };
    });
    const best = least(rated, ({ cost }) => cost);
    if (best === undefined || (optional && best.cost >= 1)) return "";
    this.#labels.push(best.box);
    return text(label, best.at, { ...look, ...best.side });
  }

  #boxOf(label: string, [x, y]: Point, { size, align = "left", baseline = "middle" }: TextLook): Box {
    const width = this.#page.measure(label, size);
    const left = align === "left" ? x : align === "center" ? x - width / 2 : x - width;
    const top = baseline === "top" ? y : baseline === "middle" ? y - size / 2 : y - size;
    return { x: left, y: top, width, height: size };
  }

  #costOf(box: Box): number {
    const { width, height } = this.#page;
    const isOff = box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height;
    const covered = this.#labels.filter((other) => overlaps(box, other)).length;
    const behind = this.#marks.filter((other) => overlaps(box, other)).length;
    const crossed =
      this.#points.filter(([x, y]) => overlaps(box, { x: x - 2, y: y - 2, width: 4, height: 4 })).length;
    return (isOff ? 1000 : 0) + covered * 100 + behind * 5 + crossed;
  }
}

function overlaps(one: Box, other: Box): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width &&
    one.y < other.y + other.height && other.y < one.y + one.height;
}

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
}

export function levelMarks(page: Page, levels: readonly Level[], options: LevelOptions): string[] {
  const { plot, scale, placer = new LabelPlacer(page), vertical = false, gaps = [] } = options;
  const size = page.fonts.small;
  const lines = levels.map(({ kind, value }) => {
    const at = scale(value);
    const [from, to]: readonly Point[] = vertical
      ? [[at, plot.top], [at, plot.bottom]]
      : [[plot.left, at], [plot.right, at]];
    if (from === undefined || to === undefined) return "";
    placer.take({
      x: vertical ? at - 1 : plot.left,
      y: vertical ? plot.top : at - 1,
      width: vertical ? 2 : plot.right - plot.left,
      height: vertical ? plot.bottom - plot.top : 2,
    });
    // White behind it, so that it can be seen over dark bars.
    return line(from, to, { color: "#ffffffb0", width: 5 }) + line(from, to, { width: 2, ...looks[kind] });
  });
  const labels = levels.map(({ kind, value, label }) => {
    const at = scale(value);
    const places = vertical ? besideVertical(plot, at, size) : besideLevel(plot, { at, size, gaps });
    return placer.place(label, places, { size, color: looks[kind].color, halo: true });
  });
  return [...lines, ...labels];
}

interface Beside {
  readonly at: number;
  readonly size: number;
  readonly gaps: readonly number[];
}

/** Above the line, unless it would leave the plot, or below it: in gaps, then from the left to the right. */
function besideLevel({ left, right, top }: Plot, { at, size, gaps }: Beside): Candidate[] {
  const places = [0.01, 0.99, 0.35, 0.65, 0.5].map((share) => ({
    x: left + (right - left) * share,
    align: share < 0.1 ? "left" as const : share > 0.9 ? "right" as const : "center" as const,
  }));
  const isFree = at - size * 1.25 > top;
  return [...gaps.map((x) => ({ x, align: "center" as const })), ...places].flatMap(({ x, align }) => [
    ...(isFree ? [{ at: [x, at - size * 0.25], align, baseline: "bottom" } as const] : []),
    { at: [x, at + size * 0.25], align, baseline: "top" } as const,
  ]);
}

/** Above the plot, then beside the line from its top downwards. */
function besideVertical({ top }: Plot, x: number, size: number): Candidate[] {
  const rows = [0, 1, 2, 3, 4, 5].map((row) => top + size * (0.4 + row * 1.3));
  return [
    ...(["center", "left", "right"] as const).map((align) =>
      ({ at: [x, top - size * 0.3], align, baseline: "bottom" }) as const
    ),
    ...rows.flatMap((y): Candidate[] => [
      { at: [x + size * 0.4, y], align: "left", baseline: "top" },
      { at: [x - size * 0.4, y], align: "right", baseline: "top" },
    ]),
  ];
}
