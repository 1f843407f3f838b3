/**
 * HTML as text: table rows with ` | ` between the cells, blocks on lines of their own, without scripts and styles.
 *
 * A single pass from left to right, whatever the markup: notebooks contain megabytes of it.
 */

import { runStepsSync } from "./async.ts";

const hidden = new Set(["script", "style", "head", "template", "svg", "noscript", "iframe", "object"]);
const blocks = new Set(
  "address article aside blockquote br caption dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul"
    .split(" "),
);
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  times: "×",
  divide: "÷",
  plusmn: "±",
  deg: "°",
  micro: "µ",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  pound: "£",
  yen: "¥",
  larr: "←",
  rarr: "→",
  le: "≤",
  ge: "≥",
  ne: "≠",
  infin: "∞",
  alpha: "α",
  beta: "β",
  sigma: "σ",
  mu: "μ",
};
const doubleQuote = 0x22;
const singleQuote = 0x27;
const greaterThan = 0x3e;
/** More than any response shows; a longer page would delay other calls. */
const longest = 1_000_000;
const tagsPerStep = 1_000;
const marker = "\n[… the rest of the page is not shown …]";

/** Characters that stand for structure until the text is tidied. */
const cellEnd = "\u0001";
const firmSpace = "\u0002";
/** White space other than one space between words. */
const spaces = /\s{2}|[^\S ]/;
const tagStart = /<(\/?)([a-zA-Z!?][\w:-]*)/y;

/** The text a reader of the page would see. */
export function htmlText(html: string): string {
  return runStepsSync(htmlSteps(html));
}

/** The same in steps of about a millisecond, so that the caller can yield to the event loop. */
export function* htmlSteps(html: string): Generator<void, string> {
  const source = html.slice(0, longest).replaceAll(cellEnd, "").replaceAll(firmSpace, "");
  const out: string[] = [];
  const within = { pre: 0, cell: 0 };
  let at = 0;
  for (let tags = 1; at < source.length; tags++) {
    if (tags % tagsPerStep === 0) yield;
    const open = source.indexOf("<", at);
    if (open !== at) out.push(readText(source.slice(at, open < 0 ? undefined : open), within.pre > 0));
    if (open < 0) break;
    const tag = readTag(source, open);
    if (tag === null) out.push("<");
    else out.push(mark(tag, within));
    at = tag === null ? open + 1 : tag.end;
    if (tag !== null && hidden.has(tag.name) && !tag.closing && !tag.empty) {
      at = afterElement(source, at, tag.name);
    }
  }
  yield;
  return tidy(out.join("")) + (html.length > longest ? marker : "");
}

function readText(text: string, isFirm: boolean): string {
  if (isFirm) return decodeEntities(text.replaceAll(" ", firmSpace));
  return decodeEntities(spaces.test(text) ? text.replace(/\s+/g, " ") : text);
}

/** What a tag becomes in the text. Blocks within a cell stay on the line of their row. */
function mark(tag: Tag, within: { pre: number; cell: number }): string {
  const { name, closing } = tag;
  const step = closing ? -1 : 1;
  if (name === "td" || name === "th") {
    within.cell = Math.max(0, within.cell + step);
    return closing ? cellEnd : "";
  }
  if (name === "tr" || name === "table") within.cell = 0;
  if (name === "pre") within.pre = Math.max(0, within.pre + step);
  if (!blocks.has(name)) return "";
  if (within.cell > 0) return " ";
  return name === "li" && !closing ? "\n- " : "\n";
}

/** Decodes entities such as `&amp;` and `&#39;`. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#[xX]?[0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g, (whole, name: string) => {
    if (!name.startsWith("#")) return entities[name] ?? whole;
    const code = /^#[xX]/.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/** Trims the lines, drops empty ones, and separates the cells of a row by ` | `. */
function tidy(text: string): string {
  const lines = text.split("\n").map((line) => {
    if (!line.includes(cellEnd)) return line.trim();
    return line.split(cellEnd).slice(0, -1).map((cell) => cell.trim()).join(" | ");
  });
  return lines.filter((line) => line !== "").join("\n").replaceAll(firmSpace, " ");
}

interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly empty: boolean;
  readonly end: number;
}

/** The tag that starts at `open`; null if this `<` does not start a tag. */
function readTag(source: string, open: number): Tag | null {
  if (source.startsWith("<!--", open)) {
    const end = source.indexOf("-->", open + 4);
    return { name: "!", closing: false, empty: true, end: end < 0 ? source.length : end + 3 };
  }
  tagStart.lastIndex = open;
  const name = tagStart.exec(source);
  if (name === null) return null;
  const end = tagEnd(source, open + name[0].length);
  return {
    name: (name[2] ?? "").toLowerCase(),
    closing: name[1] === "/",
    empty: source[end - 2] === "/",
    end,
  };
}

/** The position after the tag's `>`; one within a quoted attribute does not end the tag. */
function tagEnd(source: string, start: number): number {
  for (let i = start; i < source.length; i++) {
    const char = source.charCodeAt(i);
    if (char === greaterThan) return i + 1;
    if (char !== doubleQuote && char !== singleQuote) continue;
    i = source.indexOf(char === doubleQuote ? '"' : "'", i + 1);
    if (i < 0) break;
  }
  return source.length;
}

function afterElement(source: string, start: number, name: string): number {
  const closing = new RegExp(`</${name}\\b`, "gi");
  closing.lastIndex = start;
  return closing.exec(source) === null ? source.length : tagEnd(source, closing.lastIndex);
}

const lineBreak = /<br\s*\/?>/i;
const raised = /<sup>([^<>]{0,40})<\/sup>/gi;
const lowered = /<sub>([^<>]{0,40})<\/sub>/gi;
/** Any other tag is text, as in Plotly: `p<0.05 and q>1`. */
const tag = /<\/?(?:b|i|em|strong|s|u|a|span|sup|sub)(?:\s[^<>]{0,400})?\/?>/gi;

const small = "0123456789+-−()n";
const [high, low] = ["⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎"].map((letters) =>
  new Map([...letters].map((letter, index) => [small[index], letter]))
);

/** The lines of a figure's text without the few tags that Plotly knows: `<b>`, `<br>`, `x<sup>2</sup>`. */
export function markedLines(text: string): readonly string[] {
  return text.split(lineBreak).map(untagged).map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

function untagged(line: string): string {
  return decodeEntities(
    // A whole line in superscript is how people write a small second title.
    line.replace(/^\s*<sup>(.*)<\/sup>\s*$/i, "$1").replace(
      raised,
      (_, inner: string) => shifted(inner, high, "^"),
    )
      .replace(lowered, (_, inner: string) => shifted(inner, low, "_")).replace(tag, ""),
  );
}

/** In superscript or subscript characters if they all exist; otherwise unchanged, after a sign. */
function shifted(inner: string, letters: ReadonlyMap<string | undefined, string> | undefined, sign: string) {
  const small = [...inner].map((letter) => letters?.get(letter));
  return small.includes(undefined) ? `${sign}${inner}` : small.join("");
}
