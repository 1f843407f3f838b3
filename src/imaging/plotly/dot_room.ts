/** Room beyond the outermost points for those that are large, so that none is cut off at the frame. */

import type { Axis } from "./axis.ts";
import type { DotShape } from "./shapes.ts";
import type { Drawing } from "./trace.ts";

interface Room {
  readonly drawings: readonly Drawing[];
  /** Pixels from one end of the axis to the other. */
  readonly length: number;
}

/** Larger points are cut off rather than all of them pressed together. */
const mostShare = 0.2;
/** Each widening makes a pixel worth more, so that the next is smaller. */
const rounds = 12;

/** The same domain, longer where points need it; one that the figure gives stays. */
export function withDotRoom(
  domain: readonly [number, number],
  axis: Axis,
  { drawings, length }: Room,
): readonly [number, number] {
  const { kind, letter, layout } = axis;
  const isFixed = Array.isArray(layout["range"]) && layout["autorange"] !== "reversed";
  if (isFixed || kind === "category" || !(length > 0)) return domain;
  const dots = drawings.flatMap(({ shapes }) => shapes.filter((shape) => shape.kind === "dot"));
  const along = (value: number) => kind === "log" ? Math.log(value) : value;
  const radius = ({ size }: DotShape) => Math.min(length * mostShare, Math.sqrt(size) / 2);
  const [from, to] = [along(Math.min(...domain)), along(Math.max(...domain))];
  let [low, high] = [from, to];
  for (let round = 0; round < rounds; round++) {
    const pixel = (high - low) / length;
    [low, high] = [from, to];
    for (const dot of dots) {
      low = Math.min(low, along(dot[letter]) - radius(dot) * pixel);
      high = Math.max(high, along(dot[letter]) + radius(dot) * pixel);
    }
  }
  const ends = [low, high].map((end) => kind === "log" ? Math.exp(end) : end);
  const [least = domain[0], most = domain[1]] = ends;
  if (low === from && high === to) return domain;
  return domain[0] > domain[1] ? [most, least] : [least, most];
}
