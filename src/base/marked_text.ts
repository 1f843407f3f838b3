/** The texts of figures, which may hold the few tags that Plotly knows: `<b>`, `<br>`, `x<sup>2</sup>`. */

import { decodeEntities } from "./html_text.ts";

const lineBreak = /<br\s*\/?>/i;
const raised = /<sup>([^<>]{0,40})<\/sup>/gi;
const lowered = /<sub>([^<>]{0,40})<\/sub>/gi;
/** Any other tag is text, as in Plotly: `p<0.05 and q>1`. */
const tag = /<\/?(?:b|i|em|strong|s|u|a|span|sup|sub)(?:\s[^<>]{0,400})?\/?>/gi;

const small = "0123456789+-−()n";
const [high, low] = ["⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎"].map((letters) =>
  new Map([...letters].map((letter, index) => [small[index], letter]))
);

/** The lines of a text without its tags; none where nothing is left. */
export function markedLines(text: string): readonly string[] {
  return text.split(lineBreak).map(untagged).map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

function untagged(line: string): string {
  return decodeEntities(
    // A line that is raised as a whole is only to be small: the way to write a second title.
    line.replace(/^\s*<sup>(.*)<\/sup>\s*$/i, "$1").replace(
      raised,
      (_, inner: string) => shifted(inner, high, "^"),
    )
      .replace(lowered, (_, inner: string) => shifted(inner, low, "_")).replace(tag, ""),
  );
}

/** In small letters where there are such; a word that has none keeps its own, behind a sign. */
function shifted(inner: string, letters: ReadonlyMap<string | undefined, string> | undefined, sign: string) {
  const small = [...inner].map((letter) => letters?.get(letter));
  return small.includes(undefined) ? `${sign}${inner}` : small.join("");
}
