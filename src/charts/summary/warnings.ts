/** What a chart leaves out or may mislead about, as warnings beside it. */

import { type Context, say } from "../draw/page.ts";
import { leftOutNotes } from "../draw/captions.ts";
import { segmentsOf } from "../draw/line_marks.ts";
import type { Grid } from "../plan/grid.ts";

export function gridWarnings(context: Context, data: Grid): string[] {
  return [...leftOutNotes(context, data), emptyText(context, data), unlikeText(context, data)];
}

export function lineWarnings(context: Context, data: Grid): string[] {
  const { at } = data.x;
  const isBroken = context.spec.stack !== true && at !== null &&
    data.panels.some(({ series }) => series.some(({ values }) => segmentsOf(at, values).length > 1));
  return [
    ...gridWarnings(context, data),
    isBroken
      ? say(context, {
        ja: "データが長く欠けている所で線を切っています",
        en: "lines are broken where data is missing for long",
      })
      : "",
  ];
}

/** Groups without any value; empty if there are none. */
function emptyText(context: Context, { x, panels, measures }: Grid): string {
  if (x.kind !== "group" || x.unit !== null || measures.length === 0) return "";
  const has = (at: number) =>
    panels.some(({ series }) => series.some(({ values }) => !Number.isNaN(values[at] ?? NaN)));
  const names = x.labels.filter((_, at) => !has(at));
  if (names.length === 0) return "";
  const shown = `${names.slice(0, 5).join(", ")}${names.length > 5 ? " …" : ""}`;
  return say(context, { ja: `値のないグループ: ${shown}`, en: `without values and not drawn: ${shown}` });
}

/** How many times larger a measure may be than another one on the same axis. */
const mostApart = 50;

/** That measures of very different size share an axis; empty if they do not, or each has its own. */
function unlikeText(context: Context, { measures, facet, panels }: Grid): string {
  const sizes = measures.map(({ least, most }) => Math.max(Math.abs(least), Math.abs(most))).filter((size) =>
    size > 0
  );
  const isOwn = facet === null && panels.length > 1;
  if (isOwn || sizes.length < 2 || Math.max(...sizes) / Math.min(...sizes) < mostApart) return "";
  return say(context, {
    ja: "大きさの大きく異なる列が同じ軸にあります。列ごとのパネル（P31）なら、目盛も列ごとになります",
    en: "columns of very different size share an axis; lines in panels (P31) give each its own",
  });
}
