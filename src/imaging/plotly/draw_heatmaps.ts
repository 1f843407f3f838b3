/** Heatmaps: a grid of cells whose colour stands for a number. */

import { type JsonRecord, textAt } from "../../base/json.ts";
import { listOf, numberOf, valuesAt } from "../../base/plotly_values.ts";
import type { Axis } from "./axis.ts";
import { inkOn } from "./colours.ts";
import type { Shape } from "./shapes.ts";
import { customAt, filledTemplate } from "./text_template.ts";
import { type ColourBar, type Drawing, numberColours, type Trace } from "./trace.ts";

/** A larger grid is drawn by every nth row and column. */
const mostCells = 40_000;
/** In more cells than this no word can be read. */
const mostWords = 400;

export function drawHeatmaps(traces: readonly Trace[], layout: JsonRecord): Drawing {
  let every = 1;
  const bars: ColourBar[] = [];
  const shapes = traces.flatMap((trace) => {
    const rows = rowsOf(trace.spec);
    const numbers = rows.flat();
    const { scale, bars: own } = numberColours(numbers, trace.spec, layout);
    bars.push(...own);
    every = Math.max(every, stepOf(rows));
    return cellsOf(trace, rows, scale.of);
  });
  return {
    shapes,
    bars,
    ...(every > 1 ? { thinned: [`Of the rows and columns one in ${every} is drawn`] } : {}),
  };
}

/** Every which row and column is drawn. */
function stepOf(rows: readonly (readonly number[])[]): number {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Math.max(1, Math.ceil(Math.sqrt(rows.length * width / mostCells)));
}

/** The numbers of the grid, row by row. */
export function rowsOf(spec: JsonRecord): readonly (readonly number[])[] {
  return valuesAt(spec, "z").map((row) => Array.from(listOf(row) ?? [], numberOf));
}

function cellsOf(
  trace: Trace,
  rows: readonly (readonly number[])[],
  colour: (value: number) => string,
): Shape[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columnSpan = spansOf(trace.x, valuesAt(trace.spec, "x"), width);
  const rowSpan = spansOf(trace.y, valuesAt(trace.spec, "y"), rows.length);
  const every = stepOf(rows);
  const template = rows.length * width <= mostWords ? textAt(trace.spec, "texttemplate") : "";
  const texts = valuesAt(trace.spec, "text").map((row) => listOf(row));
  const [namesX, namesY] = [valuesAt(trace.spec, "x"), valuesAt(trace.spec, "y")];
  const shapes: Shape[] = [];
  for (let row = 0; row < rows.length; row += every) {
    for (let column = 0; column < width; column += every) {
      const value = rows[row]?.[column] ?? NaN;
      const [x, x2] = columnSpan(column, Math.min(column + every, width) - 1);
      const [y, y2] = rowSpan(row, Math.min(row + every, rows.length) - 1);
      if ([x, x2, y, y2].some(Number.isNaN)) continue;
      // A cell without a number is not seen, but the axes reach over it.
      const missing = Number.isNaN(value);
      const fill = missing ? "transparent" : colour(value);
      // An edge of its own colour: between smoothed edges the ground would shine through as a grid.
      const look = missing ? { fill, opacity: 0 } : { fill, opacity: 1, stroke: fill };
      shapes.push({ kind: "rect", x, x2, y, y2, ...look });
      if (missing || template === "") continue;
      const customdata = listOf(customAt(trace.spec, row))?.[column];
      const fields = { x: namesX[column], y: namesY[row], z: value, text: texts[row]?.[column], customdata };
      shapes.push(
        wordOf(filledTemplate(template, fields), [(x + x2) / 2, (y + y2) / 2], fill),
      );
    }
  }
  // Words lie over all cells, not only over those before them.
  return shapes.toSorted((a, b) => Number(a.kind === "word") - Number(b.kind === "word"));
}

function wordOf(text: string, [x, y]: readonly [number, number], behind: string): Shape {
  return {
    kind: "word",
    x,
    y,
    text,
    fill: inkOn(behind),
    align: "center",
    baseline: "middle",
  };
}

/** From where to where the cells between two of them reach. */
function spansOf(
  axis: Axis,
  given: readonly unknown[],
  count: number,
): (first: number, last: number) => readonly [number, number] {
  const edges = edgesOf(axis, given, count);
  // Names may stand in another order than their cells.
  const isNamed = axis.kind === "category" && given.length >= count;
  const place = (index: number) => axis.at(given[index]) ?? NaN;
  return (first, last) =>
    isNamed ? [place(first) - 0.5, place(last) + 0.5] : [edges[first] ?? NaN, edges[last + 1] ?? NaN];
}

/** The sides of the cells: half-way between their middles, or as given where there is one more than cells. */
function edgesOf(axis: Axis, given: readonly unknown[], count: number): number[] {
  const places = given.length >= count
    ? given.map((value) => axis.at(value) ?? NaN)
    : Array.from({ length: count }, (_, i) => i);
  if (places.length === count + 1) return places;
  const middles = places.slice(0, count);
  const [first = 0, second] = middles;
  const step = second === undefined ? 1 : second - first;
  const last = middles.at(-1) ?? 0;
  const end = middles.length > 1 ? last - (middles.at(-2) ?? 0) : 1;
  const between = middles.slice(1).map((middle, index) => (middle + (middles[index] ?? 0)) / 2);
  return [first - step / 2, ...between, last + end / 2];
}
