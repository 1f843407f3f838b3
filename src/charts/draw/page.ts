/** The area that a chart is drawn on: its size, its font sizes, and how wide texts are. */

import type { Language } from "../../base/language.ts";

export interface Page {
  readonly width: number;
  readonly height: number;
  readonly language: Language;
  /** Font sizes in pixels: they grow with the image, so that it can be read when a chat shows it 700 pixels wide. */
  readonly fonts: { readonly title: number; readonly label: number; readonly small: number };
  /** Space around everything. */
  readonly margin: number;
  measure(text: string, size: number): number;
}

export interface PageOptions {
  readonly width: number;
  readonly height: number;
  readonly language: Language;
  readonly measure: (text: string, size: number) => number;
}

export function makePage(options: PageOptions): Page {
  const scale = Math.sqrt(options.width * options.height);
  const label = Math.min(28, Math.max(13, Math.round(scale * 0.0187)));
  return {
    ...options,
    fonts: { label, title: Math.round(label * 1.5), small: Math.max(11, Math.round(label * 0.88)) },
    margin: Math.round(label * 1.6),
  };
}

/** The text, cut at the end with … where it would be wider. */
export function cutText(
  page: Page,
  text: string,
  place: { readonly size: number; readonly width: number },
): string {
  const clean = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (page.measure(clean, place.size) <= place.width) return clean;
  const characters = [...clean];
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (page.measure(`${characters.slice(0, middle).join("")}…`, place.size) <= place.width) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join("").trimEnd()}…`;
}

/** The text in at most two lines, broken between words or Japanese characters, and anywhere in a word that fills one. */
export function wrapText(
  page: Page,
  text: string,
  place: { readonly size: number; readonly width: number },
): string[] {
  const clean = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (page.measure(clean, place.size) <= place.width) return [clean];
  const words = clean.match(/[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s?|\s/gu) ??
    [clean];
  const isTooLong = page.measure(words[0] ?? "", place.size) > place.width;
  const pieces = isTooLong ? [...clean] : words;
  let line = "";
  let taken = 0;
  for (const piece of pieces) {
    if (page.measure(line + piece, place.size) > place.width) break;
    line += piece;
    taken++;
  }
  if (taken === 0) return [cutText(page, clean, place)];
  return [line.trimEnd(), cutText(page, pieces.slice(taken).join(""), place)];
}
