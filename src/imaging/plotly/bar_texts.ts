/** What is written at bars: inside where it fits, in a colour that can be read there, else at their end. */

import { label } from "../../base/describe_values.ts";
import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { colourOf, inkOn } from "./colours.ts";
import type { BarSeries } from "./draw_bars.ts";
import type { RectShape, WordShape } from "./shapes.ts";
import { customAt, filledTemplate, ownText, templateAt } from "./text_template.ts";
import { wordSize } from "./vega_marks.ts";

/** One bar of a trace: the axis it stands along, where it stands there, and how long it is. */
interface Bar {
  readonly index: number;
  readonly at: "x" | "y";
  readonly place: unknown;
  readonly size: number;
}

/** What is to be written at a bar: what the template of its trace makes of it, else the trace's own text. */
export function textOfBar(spec: JsonRecord, { index, at, place, size }: Bar): string {
  if (textAt(spec, "textposition") === "none") return "";
  const own = ownText(spec, index) ?? "";
  const template = templateAt(spec, index);
  if (template === "") {
    return typeof own === "number" ? String(Number(own.toPrecision(6))) : label(String(own));
  }
  const axes = at === "x" ? { x: place, y: size } : { x: size, y: place };
  return filledTemplate(template, {
    ...axes,
    label: place,
    value: size,
    text: own,
    customdata: customAt(spec, index),
  });
}

/** Pixels of a usual plot and of a letter: bars are drawn before their axes are known. */
const plot = { width: 600, height: 320, letter: 6.5 };

/** Whether a text lies within a bar, about. */
export function textFits(
  series: readonly BarSeries[],
  { unit, isLying }: { readonly unit: number; readonly isLying: boolean },
): (text: string, bar: RectShape) => boolean {
  const places = series.flatMap((one) => one.places);
  const [first, last] = places.reduce(([low, high], at) => [Math.min(low, at), Math.max(high, at)], [
    Infinity,
    -Infinity,
  ]);
  const heaps = new Map<string, number>();
  for (const { bars } of series) {
    for (const { at, size } of bars) {
      heaps.set(`${at} ${size < 0}`, (heaps.get(`${at} ${size < 0}`) ?? 0) + size);
    }
  }
  const [low, high] = [...heaps.values()].reduce(
    ([low, high], heap) => [Math.min(low, heap), Math.max(high, heap)],
    [0, 0],
  );
  const [along, up] = isLying ? [plot.height, plot.width] : [plot.width, plot.height];
  return (text, bar) => {
    const thick = along * (bar.x2 - bar.x) / (last - first + unit);
    const long = up * Math.abs(bar.y2 - bar.y) / (high - low || 1);
    const [width, height] = isLying ? [long, thick] : [thick, long];
    return text.length * plot.letter <= width && wordSize + 2 <= height;
  };
}

interface BarText {
  readonly rect: RectShape;
  /** Whether bars lie on each other. */
  readonly isPiled: boolean;
  /** Whether nothing can lie beyond the end of the bar. */
  readonly isAlone: boolean;
  readonly isRoomy: boolean;
  readonly spec: JsonRecord;
}

export function barText(text: string, { rect, isPiled, isAlone, isRoomy, spec }: BarText): WordShape[] {
  if (text === "") return [];
  const position = textAt(spec, "textposition");
  const isInside = position === "inside" || (position !== "outside" && isPiled && (isRoomy || !isAlone));
  const up = rect.y2 >= rect.y;
  return [{
    kind: "word",
    x: (rect.x + rect.x2) / 2,
    y: isInside ? (rect.y + rect.y2) / 2 : rect.y2,
    text,
    // A text that is wider than its bar is read against the ground.
    ...textColour(spec, { rect, isInside, isOnBar: isInside && isRoomy }),
    align: "center",
    baseline: isInside ? "middle" : up ? "bottom" : "top",
    dy: isInside ? 0 : up ? -3 : 3,
    bar: rect,
  }];
}

function textColour(
  spec: JsonRecord,
  { rect, isInside, isOnBar }: {
    readonly rect: RectShape;
    readonly isInside: boolean;
    readonly isOnBar: boolean;
  },
): Pick<WordShape, "fill"> {
  const own = recordAt(spec, isInside ? "insidetextfont" : "outsidetextfont");
  const given = colourOf(own["color"]) ?? colourOf(recordAt(spec, "textfont")["color"]);
  if (given !== undefined) return { fill: given };
  return isOnBar && rect.opacity > 0.5 ? { fill: inkOn(rect.fill) } : {};
}
