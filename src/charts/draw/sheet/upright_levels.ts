/** Upright lines at one value, with names over the marks, where no other line or name runs through them. */

import { cased, type Level, lineLook } from "./levels.ts";
import type { Page } from "./page.ts";
import { addPixelRules, addTexts, type Panel, type PixelRule, type TextItem, xPixel } from "./sheet.ts";

/** Over its line, or beside the end of it. */
type Side = "over" | "right" | "left";

interface Place {
  /** Of the line. */
  readonly x: number;
  readonly side: Side;
  /** From below. */
  readonly row: number;
  /** Where the name begins and ends. */
  readonly from: number;
  readonly to: number;
}

export interface UprightLevels {
  readonly levels: readonly Level[];
  readonly places: readonly Place[];
  /** Height of all names. */
  readonly room: number;
}

const rowHeight = 1.4;

/** Height of the names where each has a row of its own. */
export function mostUprightRoom({ fonts }: Page, levels: readonly Level[]): number {
  return levels.length * fonts.small * rowHeight;
}

export function layUprightLevels(
  page: Page,
  levels: readonly Level[],
  panel: Pick<Panel, "width" | "x">,
): UprightLevels {
  const size = page.fonts.small;
  const names = levels.map(({ value, label }): Name => ({
    x: (value - panel.x[0]) / (panel.x[1] - panel.x[0]) * panel.width,
    width: page.measure(label, size),
  }));
  const places = placesFor(names, { size, width: panel.width });
  const rows = Math.max(0, ...places.map(({ row }) => row + 1));
  return { levels, places, room: rows * size * rowHeight };
}

interface Name {
  readonly x: number;
  readonly width: number;
}

interface Room {
  readonly size: number;
  readonly width: number;
}

/** In as few rows as there can be. */
function placesFor(names: readonly Name[], room: Room): readonly Place[] {
  for (let rows = 1; rows <= names.length; rows++) {
    const found = placed(names, { room, rows, taken: [] });
    if (found !== null) return found;
  }
  return names.flatMap((name, row) => placeAt(name, { room, side: "over", row }) ?? []);
}

function placed(
  [name, ...others]: readonly Name[],
  { room, rows, taken }: { readonly room: Room; readonly rows: number; readonly taken: readonly Place[] },
): readonly Place[] | null {
  if (name === undefined) return taken;
  for (let row = 0; row < rows; row++) {
    for (const side of ["over", "right", "left"] as const) {
      const place = placeAt(name, { room, side, row });
      if (place === null || taken.some((other) => areInTheWay(place, other, room))) continue;
      const all = placed(others, { room, rows, taken: [...taken, place] });
      if (all !== null) return all;
    }
  }
  return null;
}

/** Null where the name would leave the panel. */
function placeAt(
  { x, width }: Name,
  { room, side, row }: { readonly room: Room; readonly side: Side; readonly row: number },
): Place | null {
  const beside = room.size * 0.4;
  const middle = Math.max(width / 2, Math.min(room.width - width / 2, x));
  const from = side === "over" ? middle - width / 2 : side === "right" ? x + beside : x - beside - width;
  const isInside = side === "over" || (from >= 0 && from + width <= room.width);
  return isInside ? { x, side, row, from, to: from + width } : null;
}

function areInTheWay(a: Place, b: Place, { size }: Room): boolean {
  const touch = a.row === b.row && a.from < b.to + size * 0.6 && b.from < a.to + size * 0.6;
  return touch || runsThrough(a, b, size) || runsThrough(b, a, size);
}

/** Whether the line of the one goes through the name of the other. */
function runsThrough({ x, side, row }: Place, name: Place, size: number): boolean {
  const reaches = row > name.row || (row === name.row && side !== "over");
  return reaches && x > name.from - size * 0.3 && x < name.to + size * 0.3;
}

interface Drawn extends UprightLevels {
  /** Where the names end, in pixels from the top of the panel: 0 is above it. */
  readonly bottom?: number;
  /** Whether white sets the lines off from dark marks; thin ones would be cut by it. */
  readonly isCased?: boolean;
}

export function addUprightLevels(
  page: Page,
  panel: Panel,
  { levels, places, bottom = 0, isCased = true }: Drawn,
): void {
  const size = page.fonts.small;
  const foot = ({ row }: Place) => bottom - size * (0.3 + row * rowHeight);
  const rules = levels.map((level, index): PixelRule => {
    const x = xPixel(panel, level.value);
    const place = places[index];
    const top = place === undefined ? 0 : place.side === "over" ? foot(place) : foot(place) - size * 0.9;
    return { x, x2: x, y: top, y2: panel.height, ...lineLook(level) };
  });
  if (isCased) addPixelRules(panel, rules.map(cased));
  addPixelRules(panel, rules);
  addTexts(
    panel,
    levels.flatMap((level, index): TextItem[] => {
      const place = places[index];
      if (place === undefined) return [];
      return [{
        x: place.from,
        y: foot(place),
        text: level.label,
        size,
        halo: true,
        color: lineLook(level).color,
        baseline: "bottom",
      }];
    }),
  );
}
