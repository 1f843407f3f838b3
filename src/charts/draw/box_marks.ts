/** Boxes, whiskers, outliers and means, one unit apart: beside each other where they stand, below each other where they lie. */

import { ink } from "./sheet/palette.ts";
import {
  addBars,
  addDots,
  addPixelRules,
  addRules,
  type Panel,
  type Point,
  type Span,
  xPixel,
  yPixel,
} from "./sheet/sheet.ts";
import type { Box } from "../values/boxes.ts";

const mostOutliers = 150;
export const outlierColor = "#b04d00";

interface BoxLook {
  readonly lying: boolean;
  /** Half of the thickness of a box, in parts of its place. */
  readonly half: number;
}

export function addBoxes(panel: Panel, boxes: readonly Box[], { lying, half }: BoxLook): void {
  const [least, most] = lying ? panel.x : panel.y;
  const placed = <T extends Span>(spans: readonly T[]) => lying ? spans.map(laid) : spans;
  const across = (index: number) => ({ x: index + 0.5 - half, x2: index + 0.5 + half });
  addRules(panel, placed(boxes.flatMap((box, index) => whiskers(box, { x: index + 0.5, cap: half * 0.4 }))), {
    strokeWidth: 1.6,
  });
  addBars(
    panel,
    placed(boxes.map(({ q1, q3 }, index) => ({ ...across(index), y: q1, y2: q3, color: "#9cc7e3" }))),
    { stroke: ink.main, strokeWidth: 1.6 },
  );
  addRules(
    panel,
    placed(boxes.map(({ median }, index) => ({ ...across(index), y: median, y2: median, color: "#003a5d" }))),
    { strokeWidth: 3.2 },
  );
  const dots = boxes.flatMap((box, index) =>
    thinned(box.outliers.filter((value) => value >= least && value <= most)).map((value): Point => ({
      x: lying ? value : index + 0.5,
      y: lying ? index + 0.5 : value,
      color: outlierColor,
      series: index,
    }))
  );
  addDots(panel, dots, { size: boxes.length > 20 ? 26 : 44, fillOpacity: 0.65 });
}

/** What stands, turned to lie. */
function laid<T extends Span>(span: T): T {
  return { ...span, x: span.y, x2: span.y2, y: span.x, y2: span.x2 };
}

/** The lines from a box to its lowest and highest value, and their ends. */
function whiskers({ low, q1, q3, high }: Box, { x, cap }: { x: number; cap: number }): Span[] {
  const line = { color: ink.text };
  return [
    { ...line, x, x2: x, y: low, y2: q1 },
    { ...line, x, x2: x, y: q3, y2: high },
    { ...line, x: x - cap, x2: x + cap, y: low, y2: low },
    { ...line, x: x - cap, x2: x + cap, y: high, y2: high },
  ];
}

/** Outliers as they are while they are few; of many, evenly spaced ones with the extremes. */
function thinned(values: readonly number[]): readonly number[] {
  if (values.length <= mostOutliers) return values;
  return Array.from(
    { length: mostOutliers },
    (_, index) => values[Math.round(index * (values.length - 1) / (mostOutliers - 1))] ?? 0,
  );
}

/** A sign at the mean of each box that the axis reaches; `edge` is half of its height, in pixels. */
export function addMeans(
  panel: Panel,
  boxes: readonly Box[],
  { lying, edge }: { readonly lying: boolean; readonly edge: number },
): void {
  const [least, most] = lying ? panel.x : panel.y;
  addPixelRules(
    panel,
    boxes.flatMap((box, index) => {
      if (box.mean < least || box.mean > most) return [];
      const x = xPixel(panel, lying ? box.mean : index + 0.5);
      const y = yPixel(panel, lying ? index + 0.5 : box.mean);
      const side = { color: ink.title, width: 1.8 };
      return [
        { ...side, x: x - edge, y, x2: x, y2: y - edge },
        { ...side, x, y: y - edge, x2: x + edge, y2: y },
        { ...side, x: x + edge, y, x2: x, y2: y + edge },
        { ...side, x, y: y + edge, x2: x - edge, y2: y },
      ];
    }),
  );
}
