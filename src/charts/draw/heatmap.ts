/** A heat map: two groups as columns and rows, the value as colour and as a number if there is space. */

import type { Grid, Series } from "../plan/grid.ts";
import { labelFormat } from "../text/format_number.ts";
import { bandLabels, bandMarks, sideNames, widest } from "./axes.ts";
import { axisName, gridNotes, gridStyle, gridTitle } from "./captions.ts";
import { layHead } from "./layout.ts";
import { type Context, cutNames, type Page, say } from "./page.ts";
import { ink } from "./palette.ts";
import { type Bands, bandsOf, type Extent, extentOf } from "./scales.ts";
import { rect, svgDocument, text } from "./svg.ts";

export function drawHeatmap(context: Context, grid: Grid): string {
  const { page } = context;
  const rows = grid.panels[0]?.series ?? [];
  const extent = extentOf(rows.map(({ values }) => values));
  const format = labelFormat(gridStyle(context, grid), Math.max(...extent.map(Math.abs)));
  const hasBlank = rows.some(({ values }) => values.some(Number.isNaN));
  const head = layHead(page, {
    title: gridTitle(context, grid),
    notes: [
      ...gridNotes(context, grid),
      hasBlank ? say(context, { ja: "空白はデータなし", en: "Blank: no data" }) : "",
    ],
    yTitle: axisName(context, grid),
  });
  const size = page.fonts.label;
  const names = cutNames(page, rows.map(({ name }) => name), { size, width: page.width * 0.25 });
  const left = page.margin + widest(page, names) + size * 0.6;
  const right = page.width - page.margin;
  const columns = bandsOf(grid.x.labels.length, left, right);
  const labels = columnLabels(page, grid, columns);
  const bottom = page.height - labels.height;
  const lines = bandsOf(rows.length, head.bottom, bottom);
  return svgDocument(page.width, page.height, [
    ...head.marks,
    ...keyMarks(page, { extent, format, right, bottom: head.bottom }),
    ...sideNames(page, names, lines, { left, size }),
    ...cellMarks(page, { rows, extent, format, columns, lines }),
    ...labels.draw(bottom),
  ]);
}

interface CellOptions {
  readonly rows: readonly Series[];
  readonly extent: Extent;
  readonly format: (value: number) => string;
  readonly columns: Bands;
  readonly lines: Bands;
}

/** Coloured cells, with their values if all of these fit. */
function cellMarks(page: Page, { rows, extent, format, columns, lines }: CellOptions): string[] {
  const size = Math.min(page.fonts.small, lines.step * 0.5);
  const fits = (value: number) =>
    Number.isNaN(value) || page.measure(format(value), size) < columns.step * 0.92;
  const isNumbered = size >= 11 && rows.every(({ values }) => values.every(fits));
  const [width, height] = [columns.step - 1, lines.step - 1];
  return rows.flatMap(({ values }, row) =>
    Array.from(values).flatMap((value, column) => {
      if (Number.isNaN(value)) return [];
      const share = shareOf(value, extent);
      const cell = rect(
        { x: columns.start(column) + 0.5, y: lines.start(row) + 0.5, width, height },
        heat(share),
      );
      if (!isNumbered) return [cell];
      const color = share > 0.55 ? "white" : ink.title;
      const [x, y] = [columns.middle(column), lines.middle(row)];
      return [cell, text(format(value), [x, y], { size, color, align: "center" })];
    })
  );
}

/** Names below the columns; those that do not fit are turned, unless only some of them are needed. */
function columnLabels(page: Page, { x }: Grid, columns: Bands) {
  const size = page.fonts.label;
  const { lines, fits, height } = bandLabels(page, x, columns);
  if (fits) return { height, draw: (bottom: number) => bandMarks(page, lines, columns, bottom - size * 0.1) };
  const names = cutNames(page, x.labels, { size, width: page.height * 0.25 });
  return {
    height: widest(page, names) * 0.72 + size * 1.2 + page.margin * 0.4,
    draw: (bottom: number) =>
      names.map((name, at) =>
        text(name, [columns.middle(at) + size * 0.3, bottom + size * 0.8], {
          size,
          align: "right",
          angle: -45,
        })
      ),
  };
}

function shareOf(value: number, [least, most]: Extent): number {
  const from = least > 0 && least < most * 0.5 ? 0 : least;
  return most === from ? 0.5 : (value - from) / (most - from);
}

const ramp = [[239, 245, 250], [156, 199, 227], [0, 114, 178], [0, 48, 82]] as const;

/** From nearly white to dark blue. */
function heat(share: number): string {
  const at = Math.max(0, Math.min(0.9999, share)) * (ramp.length - 1);
  const [low, high] = [ramp[Math.floor(at)] ?? ramp[0], ramp[Math.floor(at) + 1] ?? ramp[3]];
  const part = at - Math.floor(at);
  const mixed = [0, 1, 2].map((channel) =>
    Math.round((low[channel] ?? 0) * (1 - part) + (high[channel] ?? 0) * part)
  );
  return `rgb(${mixed.join(",")})`;
}

/** What the colours mean, above the map at the right. */
function keyMarks(
  page: Page,
  { extent: [least, most], format, right, bottom }: {
    readonly extent: Extent;
    readonly format: (value: number) => string;
    readonly right: number;
    readonly bottom: number;
  },
): string[] {
  const size = page.fonts.small;
  const width = size * 9;
  const high = format(most);
  const end = right - page.measure(high, size) - size * 0.4;
  const y = bottom - size * 2;
  const steps = Array.from({ length: 30 }, (_, at) => at / 29);
  const look = { size, color: ink.soft, align: "right" } as const;
  return [
    text(format(least), [end - width - size * 0.4, y + size * 0.4], look),
    ...steps.map((share) => {
      const value = least + (most - least) * share;
      return rect(
        { x: end - width + share * width * 29 / 30, y, width: width / 29, height: size * 0.8 },
        heat(shareOf(value, [least, most])),
      );
    }),
    text(high, [right, y + size * 0.4], look),
  ];
}
