/** Fits Plotly figures into a chat: long titles on several lines and, where it is narrow, the legend below the plot. */

import { type JsonObject, number, record, text } from "../json.ts";

/** Pixels. */
const narrow = 480;

export function isNarrow(width: number): boolean {
  return width < narrow;
}

/** The layout for a width in pixels; what its author has placed stays there. */
export function fittedLayout(layout: JsonObject, width: number): JsonObject {
  const titled = { ...layout, ...fittedTitle(layout, width) };
  if (!isNarrow(width)) return titled;
  const legend = record(layout["legend"]);
  const isPlaced = ["x", "y", "orientation"].some((key) => key in legend);
  const below = { orientation: "h", x: 0, y: 0, yref: "container", yanchor: "bottom", title: { text: "" } };
  return { ...titled, ...(isPlaced ? {} : { legend: { ...legend, ...below } }) };
}

const usualSize = 17;
const narrowSize = 14;
/** Of a character, in parts of its height. */
const characterWidth = 0.56;
const lineHeight = 1.3;

/** The title on as many lines as it needs, and the space for them above the plot. */
function fittedTitle(layout: JsonObject, width: number): JsonObject {
  const { title, margin } = layout;
  const about = typeof title === "string" ? { text: title } : record(title);
  const words = text(about["text"]);
  // Markup is left as it is.
  if (words === "" || words.includes("<")) return {};
  const font = { ...(isNarrow(width) ? { size: narrowSize } : {}), ...record(about["font"]) };
  const size = number(font["size"]) ?? usualSize;
  const lines = brokenText(words, Math.floor((width - 2 * size) / (size * characterWidth)));
  const broken = { ...about, font, text: lines.join("<br>") };
  if (lines.length === 1) return { title: broken };
  const place = "y" in about ? {} : { y: 1, yref: "container", yanchor: "top", pad: { t: size } };
  const top = (number(record(margin)["t"]) ?? 0) + (lines.length - 1) * size * lineHeight;
  return { title: { ...place, ...broken }, margin: { ...record(margin), t: Math.round(top) } };
}

/** Breaks a text between words. */
function brokenText(words: string, longest: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && joined.length <= longest) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}
