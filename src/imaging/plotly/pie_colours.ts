/** Colours of the parts of pies: a label has one colour in all of them, and many labels have many colours. */

import type { JsonRecord } from "../../base/json.ts";
import { colourway } from "./colours.ts";
import { lighter } from "./shades.ts";
import { themeOf } from "./theme.ts";

/** The colour of a label that has none of its own. */
export function pieColours(layout: JsonRecord): (label: string) => string {
  const own = layout["piecolorway"] ?? themeOf(layout)["piecolorway"];
  const { at, count } = colourway(own === undefined ? layout : { colorway: own });
  const isExtended = layout["extendpiecolors"] !== false;
  const known = new Map<string, string>();
  return (label) => {
    const index = known.size;
    // As Plotly goes on where its colours end: through lighter ones, then through darker ones.
    const shade = [0, 0.2, -0.2][Math.floor(index / count) % 3] ?? 0;
    const colour = known.get(label) ?? lighter(at(index), isExtended ? shade : 0);
    known.set(label, colour);
    return colour;
  };
}
