/** Box plots (P32): boxes with whiskers and outliers, vertical or horizontal. */

import type { Box, Distribution } from "../plan/distribution.ts";
import { levelsOf } from "../plan/reference_lines.ts";
import { styleOf, titleWithUnit } from "../text/format_number.ts";
import { stepsIn } from "./axes.ts";
import { byText, cutNotes } from "./captions.ts";
import { levelMarks } from "./labels.ts";
import { layOriented, type Oriented, orientedLine } from "./oriented.ts";
import { type Context, say } from "./page.ts";
import { ink } from "./palette.ts";
import { axisFor, extentOf, logNote } from "./scales.ts";
import { circle, rect, svgDocument } from "./svg.ts";

const mostOutliers = 60;

export function drawBoxes(context: Context, data: Distribution): string {
  const { page, spec, language } = context;
  const style = styleOf(data.column, language);
  const levels = levelsOf(spec, data.all, style);
  const extent = extentOf([[data.all[0] ?? 0, data.all.at(-1) ?? 1], levels.map(({ value }) => value)]);
  const { boxes, keys } = data;
  const by = keys?.name ?? "";
  const frame = layOriented(context, {
    labels: boxes.map(({ name }) => name),
    under: boxes.map(({ count }) => `n = ${count.toLocaleString("en")}`),
    ordered: keys?.kind === "time" || (keys?.unit ?? null) !== null,
    heading: {
      title: spec.title ??
        say(context, {
          ja: `${by === "" ? "" : `${byText(by)}の`}${data.name}のばらつき`,
          en: `Spread of ${data.name}${by === "" ? "" : ` by ${by}`}`,
        }),
      notes: [
        say(context, {
          ja: "箱は中央の50%、線は中央値、点は外れ値",
          en: "Box: middle 50%, line: median, dots: outliers",
        }),
        ...context.notes,
        ...cutNotes(context, data),
      ],
    },
    valueName: titleWithUnit(data.name, style),
    axisFor: (pixels) =>
      axisFor(extent, { style, steps: stepsIn(page, pixels), integer: false, mode: spec.scale ?? "close" }),
    axisNote: (axis) => logNote(context, axis),
  });
  const marks = boxes.flatMap((box, at) => boxMarks(frame, box, at));
  const lines = levelMarks(page, levels, {
    plot: frame.plot,
    scale: frame.value,
    vertical: frame.horizontal,
  });
  return svgDocument(page.width, page.height, [...frame.marks, ...marks, ...lines]);
}

function boxMarks(frame: Oriented, box: Box, at: number): string[] {
  const { bands, point } = frame;
  const middle = bands.middle(at);
  const half = Math.min(bands.step * 0.29, 60);
  const whisker = { color: ink.text, width: 1.8 };
  const stem = (from: number, to: number) => orientedLine(frame, [middle, from], [middle, to], whisker);
  const cap = (value: number) =>
    orientedLine(frame, [middle - half * 0.4, value], [middle + half * 0.4, value], whisker);
  const every = Math.ceil(box.outliers.length / mostOutliers);
  const outliers = box.outliers.filter((_, place) =>
    place % every === 0 || place === box.outliers.length - 1
  );
  return [
    stem(box.low, box.q1),
    stem(box.q3, box.high),
    cap(box.low),
    cap(box.high),
    rect(frame.box(middle - half, middle + half, [box.q1, box.q3]), "#9cc7e3", {
      stroke: ink.main,
      "stroke-width": 1.8,
    }),
    orientedLine(frame, [middle - half, box.median], [middle + half, box.median], {
      color: "#003a5d",
      width: 3.6,
    }),
    ...Array.from(outliers, (value) => circle(point(middle, value), 4, "#bd5100", { "fill-opacity": 0.65 })),
  ];
}
