/** The area that a chart is drawn on: its size, its font sizes, how wide texts are, and how they are cut to fit. */

// @ts-types="@types/d3-array"
import { bisector } from "d3-array";
import type { Language } from "../../base/language.ts";
import type { PlanInput } from "../plan/plan_input.ts";

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

/** What the drawing of every pattern is given. */
export interface Context extends PlanInput {
  readonly page: Page;
  /** What the subtitle says besides: filters, that the table is a sample. */
  readonly notes: readonly string[];
}

export interface Texts {
  readonly ja: string;
  readonly en: string;
}

export function say({ language }: { readonly language: Language }, texts: Texts): string {
  return texts[language];
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

/** Where a text stands: its size, and how wide it may be. */
interface Place {
  readonly size: number;
  readonly width: number;
}

function isWide(page: Page, text: string, { size, width }: Place): boolean {
  return page.measure(text, size) > width;
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

/** The text, cut at the end with … where it would be wider. */
export function cutText(page: Page, text: string, place: Place): string {
  const clean = onOneLine(text);
  if (!isWide(page, clean, place)) return clean;
  const characters = [...clean];
  const head = (length: number) => characters.slice(0, length).join("");
  const lengths = Array.from({ length: characters.length + 1 }, (_, length) => length);
  const low = bisector((length: number) => isWide(page, `${head(length)}…`, place) ? 1 : 0).left(
    lengths,
    1,
    1,
  );
  return `${head(low - 1).trimEnd()}…`;
}

/** The text in at most two lines, broken between words or Japanese characters, and anywhere in a word that fills one. */
export function wrapText(page: Page, text: string, place: Place): string[] {
  const clean = onOneLine(text);
  if (!isWide(page, clean, place)) return [clean];
  const words = clean.match(/[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s?|\s/gu) ??
    [clean];
  const pieces = isWide(page, words[0] ?? "", place) ? [...clean] : words;
  const line = (taken: number) => pieces.slice(0, taken).join("");
  const taken = pieces.findIndex((_, at) => isWide(page, line(at + 1), place));
  if (taken === 0) return [cutText(page, clean, place)];
  return [line(taken).trimEnd(), cutText(page, pieces.slice(taken).join(""), place)];
}

/** Names, cut at the end; those that would look alike then are cut in the middle, before where they differ. */
export function cutNames(page: Page, names: readonly string[], place: Place): string[] {
  const cut = names.map((name) => cutText(page, name, place));
  const shortened = [...cut];
  for (const alike of Map.groupBy(names.keys(), (index) => cut[index] ?? "").values()) {
    const some = alike.map((index) => names[index] ?? "");
    if (new Set(some).size === 1) continue;
    cutInside(page, some, place).forEach((text, at) => shortened[alike[at] ?? 0] = text);
  }
  return new Set(shortened).size > new Set(cut).size ? shortened : cut;
}

/** What names have in common is shortened, as far as the rest leaves room for it; a word only where it must be. */
function cutInside(page: Page, names: readonly string[], place: Place): string[] {
  const apart = cutAfter(page, names, { ...place, within: /[0-9A-Za-z]/ });
  return new Set(apart).size === new Set(names).size
    ? apart
    : cutAfter(page, names, { ...place, within: /\d/ });
}

/** `within` are the characters between which names are not taken apart. */
function cutAfter(
  page: Page,
  names: readonly string[],
  { within, ...place }: Place & { readonly within: RegExp },
): string[] {
  const letters = names.map((name) => [...name]);
  const shared = sharedBeginning(letters, within);
  const rests = letters.map((name) => name.slice(shared).join(""));
  const beginning = (letters[0] ?? []).slice(0, shared);
  const fits = (count: number) => {
    const text = beginning.slice(0, count).join("");
    return rests.every((rest) => page.measure(`${text}…${rest}`, place.size) <= place.width);
  };
  let kept = 0;
  while (kept < shared - 1 && fits(kept + 1)) kept++;
  const start = beginning.slice(0, kept).join("").trimEnd();
  return rests.map((rest) => cutText(page, `${start}…${rest}`, place));
}

/** How many characters all names have in common at their beginning, without half a word or number. */
function sharedBeginning(names: readonly (readonly string[])[], within: RegExp): number {
  const [first = [], ...others] = names;
  const least = Math.min(first.length, ...others.map((other) => other.length)) - 1;
  let shared = 0;
  while (shared < least && others.every((other) => other[shared] === first[shared])) shared++;
  const isInWord = (at: number) =>
    within.test(first[at - 1] ?? "") && names.some((name) => within.test(name[at] ?? ""));
  while (shared > 0 && isInWord(shared)) shared--;
  return shared;
}
