/** Plotly figures in a narrow chat: the legend below the plot, not beside it, and the title on several lines. */

import { type JsonObject, record, text } from "../json.ts";

/** Pixels. */
const narrow = 480;

export function isNarrow(width: number): boolean {
  return width < narrow;
}

/** The layout for a width in pixels; what its author has placed stays there. */
export function fittedLayout(layout: JsonObject, width: number): JsonObject {
  if (!isNarrow(width)) return layout;
  const legend = record(layout["legend"]);
  const isPlaced = ["x", "y", "orientation"].some((key) => key in legend);
  const below = { orientation: "h", x: 0, y: 0, yref: "container", yanchor: "bottom", title: { text: "" } };
  return {
    ...layout,
    ...fittedTitle(layout["title"], width),
    ...(isPlaced ? {} : { legend: { ...legend, ...below } }),
  };
}

const titleSize = 14;
/** Of a character, in parts of its height. */
const characterWidth = 0.56;

function fittedTitle(title: unknown, width: number): { readonly title?: JsonObject } {
  const about = typeof title === "string" ? { text: title } : record(title);
  const words = text(about["text"]);
  // Markup is left as it is.
  if (words === "" || words.includes("<")) return {};
  const font = { size: titleSize, ...record(about["font"]) };
  const longest = Math.floor((width - 24) / (Number(font.size) * characterWidth));
  return { title: { ...about, font, text: brokenText(words, longest) } };
}

/** Breaks a text between words. */
function brokenText(words: string, longest: number): string {
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && joined.length <= longest) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines.join("<br>");
}
