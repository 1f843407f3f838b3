/**
 * Characters that the embedded font lacks, for which an image would show nothing: each gets a visible substitute, and
 * those without an equivalent letter are named in a warning.
 */

import type { Language } from "../base/language.ts";
import { fontMetrics } from "./font.ts";

/** Shown for a character that the font lacks. */
const noGlyph = "□";
/** Characters that a warning names. */
const mostNamed = 20;

/** What stands for a character that the font lacks: the plain letters that mean the same (㈱, ㌔), or a sign. */
function substituteFor(character: string): string {
  const plain = character.normalize("NFKC");
  return plain === character || fontMetrics.missing(plain).length > 0 ? noGlyph : plain;
}

/** A warning that names the characters without an equivalent; empty if there are none. */
export function missingGlyphsWarning(lacking: readonly string[], language: Language): string[] {
  const unseen = lacking.filter((character) => substituteFor(character) === noGlyph);
  if (unseen.length === 0) return [];
  const shown = unseen.slice(0, mostNamed).join(" ");
  const more = unseen.length - mostNamed;
  return [
    language === "ja"
      ? `フォントにないため図では□で示した文字があります: ${shown}${more > 0 ? `ほか${more}字` : ""}`
      : `the font lacks these characters, which the picture shows as □: ${shown}${
        more > 0 ? ` and ${more} more` : ""
      }`,
  ];
}

/** An image whose texts have substitutes, and the characters for which they stand. */
export function substituteGlyphs(svg: string): { readonly svg: string; readonly lacking: readonly string[] } {
  const texts = Array.from(svg.matchAll(svgText), ([text]) => text);
  const lacking = fontMetrics.missing(texts.join(""));
  if (lacking.length === 0) return { svg, lacking };
  const substitutes = new Map(lacking.map((character) => [character, substituteFor(character)]));
  const shown = (text: string) =>
    Array.from(text, (character) => substitutes.get(character) ?? character).join("");
  return { svg: svg.replaceAll(svgText, shown), lacking };
}

/** The texts of an SVG, which Vega and plotly.js write between the tags of `text` and `tspan` only. */
const svgText = /(?<=>)[^<>]+(?=<)/g;
