/**
 * What a figure shows of its texts where its axes have ranges: those outside of a plot are not there. A single one far
 * outside would make a picture of any size.
 */

import { inkOn } from "./colours.ts";
import type { Shape, WordShape } from "./shapes.ts";

type Domain = readonly [number, number];

/** The shapes of a plot without the texts that stand outside of it; those of bars keep to what is seen of their bar. */
export function withoutFarWords(
  shapes: readonly Shape[],
  domains: { readonly x: Domain; readonly y: Domain },
): readonly Shape[] {
  return shapes.flatMap((shape): Shape[] => {
    if (shape.kind !== "word") return [shape];
    const { bar, ...own } = shape;
    const word = bar === undefined ? own : atVisibleBar(own, bar, domains);
    return word !== null && isWithin(word.x, domains.x) && isWithin(word.y, domains.y) ? [word] : [];
  });
}

function isWithin(value: number, [from, to]: Domain): boolean {
  const slack = Math.abs(to - from) * 1e-9;
  return value >= Math.min(from, to) - slack && value <= Math.max(from, to) + slack;
}

function atVisibleBar(
  word: WordShape,
  bar: NonNullable<WordShape["bar"]>,
  domains: { readonly x: Domain; readonly y: Domain },
): WordShape | null {
  const [x, y] = [seen([bar.x, bar.x2], domains.x), seen([bar.y, bar.y2], domains.y)];
  if (x === null || y === null) return null;
  const isCut = x[1] !== bar.x2 || y[1] !== bar.y2;
  const isInside = word.align === "center" && word.baseline === "middle";
  if (isInside) return { ...word, x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 };
  if (!isCut) return word;
  // The end at which it would stand is not seen, so that it stands before the edge, on the bar.
  const fill = word.fill ?? inkOn(bar.fill);
  return {
    ...word,
    ...turnedInside(word),
    x: clamped(word.x, domains.x),
    y: clamped(word.y, domains.y),
    fill,
  };
}

/** What is seen of a stretch, in its own direction; null for nothing. */
function seen([from, to]: Domain, domain: Domain): Domain | null {
  const cut: Domain = [clamped(from, domain), clamped(to, domain)];
  return cut[0] === cut[1] && from !== to ? null : cut;
}

function clamped(value: number, [from, to]: Domain): number {
  return Math.min(Math.max(from, to), Math.max(Math.min(from, to), value));
}

function turnedInside(word: WordShape): Pick<WordShape, "align" | "baseline" | "dx" | "dy"> {
  const other = { left: "right", right: "left", top: "bottom", bottom: "top" } as const;
  return {
    align: word.align === "center" ? "center" : other[word.align],
    baseline: word.baseline === "middle" ? "middle" : other[word.baseline],
    dx: -(word.dx ?? 0),
    dy: -(word.dy ?? 0),
  };
}
