/** What this page's plotly.js can draw of a figure: unknown kinds of traces it would draw as an empty plot. */

import { type JsonObject, list, record, text } from "../json.ts";

/** SVG draws more points than that slowly. */
const mostPoints = 20_000;

/**
 * The figure as plotly.js here can draw it; undefined if it cannot. Points that were meant for WebGL, which strict
 * policies break, are drawn as SVG if there are few.
 */
export function drawable(figure: JsonObject, known: ReadonlySet<string>): JsonObject | undefined {
  const data = list(figure["data"]).map(record).map(withoutWebGl);
  const isKnown = (trace: JsonObject) => known.has(text(trace["type"]) || "scatter");
  if (!data.every(isKnown)) return undefined;
  const frames = list(figure["frames"]).map(record);
  return { data, layout: record(figure["layout"]), ...(frames.length === 0 ? {} : { frames }) };
}

function withoutWebGl(trace: JsonObject): JsonObject {
  if (trace["type"] !== "scattergl" || lengthOf(trace["y"]) > mostPoints) return trace;
  return { ...trace, type: "scatter" };
}

/** Arrays may be lists, or bytes as base64. */
function lengthOf(values: unknown): number {
  if (Array.isArray(values)) return values.length;
  const { bdata, dtype } = record(values);
  const width = Number(/\d+$/.exec(text(dtype))?.[0] ?? 8);
  // The last characters may stand for fewer bytes.
  return Math.floor(text(bdata).length * 0.75 / Math.max(1, width > 8 ? width / 8 : width));
}

/** The figure without images that it only points to: a view loads nothing. `isComplete` says whether there were none. */
export function withoutForeignImages(
  figure: JsonObject,
): { readonly figure: JsonObject; readonly isComplete: boolean } {
  let isComplete = true;
  const clean = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.some(isObject) ? part.map(clean) : part;
    return isObject(part) ? cleanObject(record(part)) : part;
  };
  const cleanObject = (part: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(part).flatMap(([key, value]): [string, unknown][] => {
        if (valueKeys.has(key)) return [[key, value]];
        // Buttons of a figure set parts of it by path, such as `images[0].source`.
        const isForeign = /(?:^|\.)source$/.test(key) && typeof value === "string" && value !== "" &&
          !value.startsWith("data:");
        if (isForeign) isComplete = false;
        return isForeign ? [] : [[key, clean(value)]];
      }),
    );
  return { figure: cleanObject(figure), isComplete };
}

/** Keys of values that only labels refer to. */
const valueKeys: ReadonlySet<string> = new Set(["customdata", "meta"]);

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
