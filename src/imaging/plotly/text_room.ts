/** Room beyond lying bars for what is written at their ends, so that it lies on no name of the other axis. */

import type { Axis } from "./axis.ts";
import type { WordShape } from "./shapes.ts";
import type { Drawing } from "./trace.ts";
import { wordSize } from "./vega_marks.ts";

interface Room {
  readonly drawings: readonly Drawing[];
  /** Pixels from one end of the axis to the other. */
  readonly width: number;
  readonly measure: (text: string, size: number) => number;
}

/** Longer texts are cut off rather than the bars pressed together. */
const mostShare = 0.35;

/** The same domain, longer where texts need it; one that the figure gives stays. */
export function withTextRoom(
  domain: readonly [number, number],
  axis: Axis,
  { drawings, width, measure }: Room,
): readonly [number, number] {
  let [low, high] = domain;
  if (axis.letter !== "x" || axis.kind !== "linear" || low > high || Array.isArray(axis.layout["range"])) {
    return domain;
  }
  const words = drawings.flatMap(({ shapes }) => shapes.filter((shape) => shape.kind === "word"));
  const share = ({ text }: WordShape) => Math.min(mostShare, (measure(text, wordSize) + 6) / width);
  for (const word of words) {
    if (word.align === "right") low = Math.min(low, (word.x - share(word) * high) / (1 - share(word)));
    if (word.align === "left") high = Math.max(high, (word.x - share(word) * low) / (1 - share(word)));
  }
  return [low, high];
}
