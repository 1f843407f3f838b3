/** Where the names of level lines stand: beside their lines, where no data is if there is such a place. */

import { type Panel, type Point, xPixel, yPixel } from "./sheet.ts";

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Near enough for no letter to slip between two of them. */
const step = 3;

/** The lines of a panel as points that lie close to each other, one in each square, however often it is crossed. */
export function pixelsOf(panel: Panel, lines: readonly (readonly Point[])[]): Pixel[] {
  const squares = new Map<number, Pixel>();
  const place = ({ x, y }: Point) => ({ x: xPixel(panel, x), y: yPixel(panel, y ?? NaN) });
  for (const line of lines) {
    const points = line.map(place);
    points.forEach((point, index) => {
      if (Number.isNaN(point.y)) return;
      for (const pixel of between(point, points[index + 1])) squares.set(squareOf(panel, pixel), pixel);
    });
  }
  return [...squares.values()];
}

function squareOf({ width }: Panel, { x, y }: Pixel): number {
  return Math.floor(y / step) * Math.ceil(width + 1) + Math.floor(x / step);
}

function between(from: Pixel, to: Pixel | undefined): Pixel[] {
  if (to === undefined || Number.isNaN(to.y)) return [from];
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step));
  return Array.from({ length: count }, (_, k) => ({
    x: from.x + (to.x - from.x) * k / count,
    y: from.y + (to.y - from.y) * k / count,
  }));
}

export interface Named {
  /** Where the line is. */
  readonly y: number;
  /** How wide its name is. */
  readonly width: number;
}

interface Room {
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** What is not to be hidden. */
  readonly pixels: readonly Pixel[];
}

interface Place extends Pixel {
  readonly width: number;
}

/** In rows of letters from the line: above it, below it, and further off where other names are. */
const rows = [-0.75, 0.75, 2, -2, 3.2, -3.2];
const columns = 24;

/** The left middles of the names. */
export function freePlaces(lines: readonly Named[], room: Room): Pixel[] {
  const taken: Place[] = [];
  const places: Pixel[] = [];
  const fromTop = lines.map((_, index) => index).toSorted((a, b) => (lines[a]?.y ?? 0) - (lines[b]?.y ?? 0));
  for (const index of fromTop) {
    const own = lines[index];
    if (own === undefined) continue;
    const others = lines.filter((line) => line !== own);
    const place = bestOf(wishesFor(own, room), { room, taken, others }) ??
      { x: room.size * 0.4, y: own.y - 0.75 * room.size, width: own.width };
    taken.push(place);
    places[index] = place;
  }
  return places;
}

/** The left end first, then the right one, then what is between. */
function wishesFor({ y, width }: Named, { size, width: most }: Room): Place[] {
  const [left, right] = [size * 0.4, Math.max(size * 0.4, most - width - size * 0.4)];
  const inner = Array.from({ length: columns - 1 }, (_, k) => left + (right - left) * (k + 1) / columns);
  return rows.flatMap((row) => [left, right, ...inner].map((x) => ({ x, y: y + row * size, width })));
}

interface Around {
  readonly room: Room;
  readonly taken: readonly Place[];
  readonly others: readonly Named[];
}

function bestOf(wishes: readonly Place[], { room, taken, others }: Around): Place | null {
  const { size, height, pixels } = room;
  // Names in one row would not tell whose line is the upper one.
  const isFree = ({ y }: Place) =>
    y > size * 0.5 && y < height - size * 0.5 &&
    taken.every((other) => Math.abs(other.y - y) >= size * 1.15);
  const isClear = ({ y }: Place) => others.every((line) => Math.abs(line.y - y) >= size * 0.55);
  const hidden = ({ x, y, width }: Place) =>
    pixels.reduce((count, point) => {
      const isIn = point.x > x - size * 0.3 && point.x < x + width + size * 0.3 &&
        Math.abs(point.y - y) < size * 0.7;
      return isIn ? count + 1 : count;
    }, 0);
  const free = wishes.filter(isFree);
  const clear = free.filter(isClear);
  const empty = clear.find((place) => hidden(place) === 0);
  if (empty !== undefined) return empty;
  const scored = (clear.length > 0 ? clear : free).map((place) => ({ place, count: hidden(place) }));
  return scored.toSorted((a, b) => a.count - b.count)[0]?.place ?? null;
}
