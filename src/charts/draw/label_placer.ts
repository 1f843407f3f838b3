/**
 * Places labels where they cover as little as possible. Marks and labels that are there already are boxes; a label takes
 * the first of its candidates that is free, or the least covered one.
 */

import type { Page } from "./page.ts";
import { type Box, type Point, text, type TextItem } from "./svg.ts";

/** A place for a label, and how bad it is in itself. */
export type Candidate = Pick<TextItem, "x" | "y" | "align" | "baseline">;

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
    item: Omit<TextItem, "x" | "y" | "align" | "baseline">,
    candidates: readonly Candidate[],
    { optional = false }: { readonly optional?: boolean } = {},
  ): string {
    const rated = candidates.map((candidate) => {
      const box = this.#boxOf({ ...item, ...candidate });
      return { candidate, box, cost: this.#costOf(box) };
    });
    const best = rated.reduce<(typeof rated)[number] | undefined>(
      (least, one) => least === undefined || one.cost < least.cost ? one : least,
      undefined,
    );
    if (best === undefined || (optional && best.cost >= 1)) return "";
    this.#labels.push(best.box);
    return text({ ...item, ...best.candidate });
  }

  #boxOf({ x, y, text, size, align = "left", baseline = "middle" }: TextItem): Box {
    const width = this.#page.measure(text, size);
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
