/** What a layout lays over the plots: annotations, and lines and boxes. */

import { label } from "../describe_values.ts";
import { type JsonRecord, recordAt, recordsAt, textAt } from "../json_view.ts";
import { numberAt } from "./arrays.ts";
import { colourOf, ink } from "./colours.ts";
import type { Spec } from "./vega_marks.ts";

/** Turns a coordinate of a layout into pixels of the whole; null where its axis is not drawn. */
export type ToPixel = (letter: "x" | "y", reference: string, value: unknown) => number | null;

const most = 200;

export function shapeMarks(layout: JsonRecord, toPixel: ToPixel): Spec[] {
  return recordsAt(layout, "shapes").slice(0, most).flatMap((shape): Spec[] => {
    const ends = (["x0", "x1", "y0", "y1"] as const).map((key) =>
      toPixel(key.startsWith("x") ? "x" : "y", textAt(shape, `${key.slice(0, 1)}ref`), shape[key])
    );
    const [x, x2, y, y2] = ends;
    const type = textAt(shape, "type") || "rect";
    if (ends.some((end) => end === null) || (type !== "line" && type !== "rect" && type !== "circle")) {
      return [];
    }
    const line = recordAt(shape, "line");
    const stroke = {
      stroke: { value: colourOf(line["color"]) ?? "#444444" },
      strokeWidth: { value: numberAt(line, "width", 2) },
      ...(textAt(line, "dash") === "" || textAt(line, "dash") === "solid"
        ? {}
        : { strokeDash: { value: [5, 4] } }),
    };
    const fill = { fill: { value: colourOf(shape["fillcolor"]) ?? "transparent" } };
    const place = { x: { value: x }, x2: { value: x2 }, y: { value: y }, y2: { value: y2 } };
    const opacity = { opacity: { value: numberAt(shape, "opacity", 1) } };
    return [{
      type: type === "line" ? "rule" : "rect",
      encode: { enter: { ...place, ...stroke, ...opacity, ...(type === "line" ? {} : fill) } },
    }];
  });
}

export function annotationMarks(layout: JsonRecord, toPixel: ToPixel): Spec[] {
  return recordsAt(layout, "annotations").slice(0, most).flatMap((note): Spec[] => {
    const x = toPixel("x", textAt(note, "xref"), note["x"]);
    const y = toPixel("y", textAt(note, "yref"), note["y"]);
    const text = label(textAt(note, "text"));
    if (x === null || y === null || text === "" || note["visible"] === false) return [];
    const isArrow = note["showarrow"] !== false;
    const shift = {
      x: isArrow ? numberAt(note, "ax", 0) : numberAt(note, "xshift", 0),
      y: isArrow ? numberAt(note, "ay", -30) : -numberAt(note, "yshift", 0),
    };
    const font = recordAt(note, "font");
    return [
      ...(isArrow ? [arrow({ x, y }, shift)] : []),
      {
        type: "text",
        encode: {
          enter: {
            x: { value: x + shift.x },
            y: { value: y + shift.y },
            text: { value: text },
            ...anchors(note, { x, isArrow, shift, toPixel }),
            fill: { value: colourOf(font["color"]) ?? ink },
            fontSize: { value: Math.min(40, Math.max(11, numberAt(font, "size", 12))) },
            angle: { value: numberAt(note, "textangle", 0) },
          },
        },
      },
    ];
  });
}

function arrow(
  at: { readonly x: number; readonly y: number },
  shift: { readonly x: number; readonly y: number },
): Spec {
  const place = {
    x: { value: at.x },
    y: { value: at.y },
    x2: { value: at.x + shift.x },
    y2: { value: at.y + shift.y },
  };
  return {
    type: "rule",
    encode: { enter: { ...place, stroke: { value: ink }, strokeWidth: { value: 1 } } },
  };
}

interface AnchorOptions {
  readonly x: number;
  readonly isArrow: boolean;
  readonly shift: { readonly y: number };
  readonly toPixel: ToPixel;
}

/** Which side of a text is where it stands; of one that is turned, the sides change places. */
function anchors(note: JsonRecord, { x, isArrow, shift, toPixel }: AnchorOptions): Spec {
  const [across, upright] = [textAt(note, "xanchor"), textAt(note, "yanchor")];
  if (Math.abs(numberAt(note, "textangle", 0)) === 90) {
    const isLeft = (across === "left") === (numberAt(note, "textangle", 0) > 0);
    return { align: { value: "center" }, baseline: { value: isLeft ? "bottom" : "top" } };
  }
  const baseline = isArrow ? (shift.y < 0 ? "bottom" : "top") : baselineOf(upright);
  return { align: { value: alignOf(across, x, toPixel) }, baseline: { value: baseline } };
}

/** Without a word of its own a text at an edge stays inside it. */
function alignOf(anchor: string, x: number, toPixel: ToPixel): string {
  if (anchor === "left" || anchor === "right" || anchor === "center") return anchor;
  const width = toPixel("x", "paper", 1) ?? 1;
  return x < width * 0.05 ? "left" : x > width * 0.95 ? "right" : "center";
}

function baselineOf(anchor: string): string {
  return anchor === "bottom" || anchor === "top" ? anchor : "middle";
}
