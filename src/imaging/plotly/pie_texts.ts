/** Where the texts of a pie stand: on their parts where they fit, else beside it, one below the other. */

import { lineHeight } from "./text_lines.ts";

export const letterSize = 12;

export interface Ring {
  /** The middle of the pie. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** The hole in its middle, of the radius. */
  readonly hole: number;
}

/** A part with its place in the ring. */
export interface Wedge {
  /** Its middle and half of its width, in radians from the top. */
  readonly middle: number;
  readonly half: number;
  readonly share: number;
  readonly pull: number;
  readonly lines: readonly string[];
}

export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly align: "left" | "center" | "right";
  readonly isInside: boolean;
  /** From where a line leads to it. */
  readonly from: readonly [number, number] | null;
}

export interface TextOptions {
  readonly ring: Ring;
  /** `inside`, `outside`, or where it fits. */
  readonly position: string;
  readonly measure: (text: string, size: number) => number;
}

/** Parts narrower than this have no room inside for a text that must stand there. */
const smallestInside = 0.03;
const leader = 12;

/** A place for the text of each wedge; null for a text that fits nowhere. */
export function textPlaces(
  wedges: readonly Wedge[],
  { ring, position, measure }: TextOptions,
): readonly (TextPlace | null)[] {
  const inside = wedges.map((wedge) =>
    position === "outside" ? null : insidePlace(wedge, { ring, position, measure })
  );
  const beside = wedges.map((wedge, index) => ({ wedge, index })).filter(({ wedge, index }) =>
    position !== "inside" && inside[index] === null && wedge.lines.length > 0
  );
  const places = new Map<number, TextPlace>();
  for (const side of [-1, 1] as const) {
    const some = beside.filter(({ wedge }) => (Math.sin(wedge.middle) < 0 ? -1 : 1) === side);
    for (const [index, place] of besidePlaces(some, { ring, side })) places.set(index, place);
  }
  return wedges.map((_, index) => inside[index] ?? places.get(index) ?? null);
}

function insidePlace(
  { middle, half, share, lines, pull }: Wedge,
  { ring, position, measure }: TextOptions,
): TextPlace | null {
  if (lines.length === 0) return null;
  const width = lines.reduce((most, line) => Math.max(most, measure(line, letterSize)), 0);
  const height = lines.length * lineHeight;
  const distances = ring.hole > 0 ? [(1 + ring.hole) / 2] : [0.68, 0.76, 0.84, 0.6, 0.5, 0.4];
  const fits = (distance: number) =>
    isWithin({ width, height, middle, half, distance: distance * ring.radius }, ring);
  const [usual = 0.68] = distances;
  const distance = distances.find(fits) ?? (position === "inside" && share >= smallestInside ? usual : null);
  if (distance === null) return null;
  const far = (distance + pull) * ring.radius;
  return {
    x: ring.x + Math.sin(middle) * far,
    y: ring.y - Math.cos(middle) * far,
    align: "center",
    isInside: true,
    from: null,
  };
}

interface Framed {
  readonly width: number;
  readonly height: number;
  readonly middle: number;
  readonly half: number;
  readonly distance: number;
}

/** Whether the corners of a text lie on its part. */
function isWithin({ width, height, middle, half, distance }: Framed, { radius, hole }: Ring): boolean {
  const [x, y] = [Math.sin(middle) * distance, -Math.cos(middle) * distance];
  const corners = [-1, 1].flatMap((across) =>
    [-1, 1].map((up) => [x + across * width / 2, y + up * height / 2] as const)
  );
  return corners.every(([cx, cy]) => {
    const far = Math.hypot(cx, cy);
    const turn = Math.atan2(cx, -cy) - middle;
    const off = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
    return far <= radius && far >= radius * hole && (half >= Math.PI * 0.99 || off <= half);
  });
}

interface Numbered {
  readonly wedge: Wedge;
  readonly index: number;
}

/** Texts of one side from the top to the bottom, without lying on each other; the smallest go where there are too many. */
function besidePlaces(
  given: readonly Numbered[],
  { ring, side }: { readonly ring: Ring; readonly side: -1 | 1 },
): ReadonlyMap<number, TextPlace> {
  const reach = ring.radius + leader + lineHeight;
  const heightOf = ({ wedge }: Numbered) => wedge.lines.length * lineHeight;
  const kept = given.toSorted((a, b) => b.wedge.share - a.wedge.share);
  while (kept.reduce((sum, one) => sum + heightOf(one), 0) > 2 * reach) kept.pop();
  // Further out by what they are higher than one line, so that they do not reach back into the pie.
  const wanted = ({ wedge }: Numbered) =>
    -Math.cos(wedge.middle) * (ring.radius + leader + (wedge.lines.length - 1) * lineHeight / 2);
  const sorted = kept.toSorted((a, b) => wanted(a) - wanted(b));
  const ys: number[] = [];
  let top = -reach;
  for (const one of sorted) {
    const y = Math.max(top + heightOf(one) / 2, wanted(one));
    ys.push(y);
    top = y + heightOf(one) / 2;
  }
  let bottom = reach;
  for (let index = sorted.length - 1; index >= 0; index--) {
    const half = lineHeight * (sorted[index]?.wedge.lines.length ?? 1) / 2;
    ys[index] = Math.min(bottom - half, ys[index] ?? 0);
    bottom = (ys[index] ?? 0) - half;
  }
  return new Map(sorted.map(({ wedge, index }, order) => {
    const [dx, dy] = [Math.sin(wedge.middle), -Math.cos(wedge.middle)].map((part) =>
      part * wedge.pull * ring.radius
    );
    const y = ys[order] ?? 0;
    const nearest = Math.max(0, Math.abs(y) - wedge.lines.length * lineHeight / 2);
    const around = Math.sqrt(Math.max(0, (ring.radius + leader) ** 2 - nearest ** 2));
    const x = side * Math.max(around, ring.radius * 0.2);
    const edge = ring.radius * 1.01;
    return [index, {
      x: ring.x + x + (dx ?? 0),
      y: ring.y + y + (dy ?? 0),
      align: side < 0 ? "right" : "left",
      isInside: false,
      from: [
        ring.x + Math.sin(wedge.middle) * edge + (dx ?? 0),
        ring.y - Math.cos(wedge.middle) * edge + (dy ?? 0),
      ],
    }];
  }));
}
