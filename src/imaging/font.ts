/**
 * The embedded font, for Latin and Japanese, and the widths of its characters, which a browser would measure: from the
 * tables `head`, `hhea`, `hmtx` and the part of `cmap` that has all of Unicode (format 12), and kerning from `GPOS`.
 */

import bytes from "@expo-google-fonts/m-plus-1p/400Regular/MPLUS1p_400Regular.ttf" with { type: "bytes" };

export const fontFamily = "M PLUS 1p";

export const fontBytes: Uint8Array = bytes;

const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const tables = readTables();
const unitsPerEm = view.getUint16(offsetOf("head") + 18);
const hhea = offsetOf("hhea");
const metricCount = view.getUint16(hhea + 34);
const advances = offsetOf("hmtx");
const glyphOf = remembered(readCharacterMap(offsetOf("cmap")));
/** By the numbers of both glyphs, in units of the font. */
let pairs: ReadonlyMap<number, number> | undefined;

/** Widths of the embedded font, and what it lacks. */
export const fontMetrics = {
  /** Width of a text at a size, in the unit of the size. A character that the font lacks is as wide as it is high. */
  width: (text: string, size: number): number => size * sum(text, characterWidth),

  /** The same with kerning and ligatures, rounded as Chromium does it. */
  shapedWidth(text: string, size: number): number {
    pairs ??= readPairs();
    const shaped = withLigatures(text);
    const units = unitsPerEm * sum(shaped, characterWidth) + kernedBy(shaped, pairs);
    // FreeType scales by a factor of 16 binary places, in 64ths of a pixel, to which Chromium rounds up.
    const scale = Math.round(size * 64 * 0x10000 / unitsPerEm);
    return Math.ceil(units * scale / 0x10000) / 64;
  },

  /** Above and below the baseline, as parts of the size. */
  ascent: view.getInt16(hhea + 4) / unitsPerEm,
  descent: -view.getInt16(hhea + 6) / unitsPerEm,

  /** The characters of a text that the font cannot draw. */
  missing: (text: string): string[] =>
    [...new Set(text)].filter((character) => {
      const code = character.codePointAt(0) ?? 0;
      return glyphOf(code) === 0 && !isInvisible(code);
    }),
};

function characterWidth(code: number): number {
  const glyph = glyphOf(code);
  if (glyph === 0) return isInvisible(code) ? 0 : 1;
  return view.getUint16(advances + Math.min(glyph, metricCount - 1) * 4) / unitsPerEm;
}

function sum(text: string, widthOf: (code: number) => number): number {
  let total = 0;
  for (const character of text) total += widthOf(character.codePointAt(0) ?? 0);
  return total;
}

/** Letters with the marks that follow them as one, and the ligatures of f, which have code points of their own. */
function withLigatures(text: string): string {
  return text.normalize("NFC").replaceAll(/f(?:f[il]?|[il])/g, (letters) => ligatures[letters] ?? letters);
}

const ligatures: Readonly<Record<string, string>> = { ff: "ﬀ", fi: "ﬁ", fl: "ﬂ", ffi: "ﬃ", ffl: "ﬄ" };

function kernedBy(text: string, pairs: ReadonlyMap<number, number>): number {
  let total = 0;
  let left = 0;
  for (const character of text) {
    const right = glyphOf(character.codePointAt(0) ?? 0);
    total += pairs.get(left * 0x10000 + right) ?? 0;
    left = right;
  }
  return total;
}

/** Control and joining characters. */
function isInvisible(code: number): boolean {
  return code < 0x20 || (code >= 0x200b && code <= 0x200f) || code === 0xfeff || code === 0x2060 ||
    (code >= 0xfe00 && code <= 0xfe0f);
}

function readTables(): ReadonlyMap<string, number> {
  return new Map(Array.from({ length: view.getUint16(4) }, (_, index) => {
    const entry = 12 + index * 16;
    return [new TextDecoder().decode(bytes.subarray(entry, entry + 4)), view.getUint32(entry + 8)];
  }));
}

function offsetOf(tag: string): number {
  const offset = tables.get(tag);
  if (offset === undefined) throw new Error(`Cannot read font: it has no table "${tag}"`);
  return offset;
}

/** The glyph of a code point; 0 for none. */
type CharacterMap = (code: number) => number;

function remembered(glyphOf: CharacterMap): CharacterMap {
  const known = new Map<number, number>();
  return (code) => {
    const glyph = known.get(code) ?? glyphOf(code);
    known.set(code, glyph);
    return glyph;
  };
}

function readCharacterMap(cmap: number): CharacterMap {
  const count = view.getUint16(cmap + 2);
  const subtables = Array.from({ length: count }, (_, index) => cmap + view.getUint32(cmap + 8 + index * 8));
  const start = subtables.find((subtable) => view.getUint16(subtable) === 12);
  if (start === undefined) throw new Error("Cannot read font: it has no character map of format 12");
  return (code) => glyphIn(start, code);
}

/** From groups of code points that follow each other, as their glyphs do. */
function glyphIn(start: number, code: number): number {
  const groups = view.getUint32(start + 12);
  for (let index = 0; index < groups; index++) {
    const group = start + 16 + index * 12;
    if (code > view.getUint32(group + 4)) continue;
    const first = view.getUint32(group);
    return code < first ? 0 : view.getUint32(group + 8) + code - first;
  }
  return 0;
}

/** Lookups of pairs (type 2) that list them (format 1) and change only the advance of the first glyph. */
const pairLookup = 2;
const listFormat = 1;
const advanceOnly = 4;

/** How much closer two characters are set: the pairs of the table `GPOS`, feature `kern`. */
function readPairs(): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const gpos = tables.get("GPOS");
  if (gpos === undefined) return pairs;
  const lookups = gpos + view.getUint16(gpos + 8);
  for (const index of kernLookups(gpos + view.getUint16(gpos + 6))) {
    const lookup = lookups + view.getUint16(lookups + 2 + index * 2);
    if (view.getUint16(lookup) !== pairLookup) continue;
    for (const table of offsets(lookup + 4)) addPairs(lookup + table, pairs);
  }
  return pairs;
}

/** The numbers of the lookups that the feature `kern` of any script uses. */
function kernLookups(features: number): Set<number> {
  const found = new Set<number>();
  const count = view.getUint16(features);
  for (let index = 0; index < count; index++) {
    const record = features + 2 + index * 6;
    if (view.getUint32(record) !== kernTag) continue;
    const feature = features + view.getUint16(record + 4);
    for (const lookup of offsets(feature + 2)) found.add(lookup);
  }
  return found;
}

const kernTag = 0x6b65726e;

/** A count and that many numbers of 16 bits. */
function offsets(at: number): number[] {
  return Array.from({ length: view.getUint16(at) }, (_, index) => view.getUint16(at + 2 + index * 2));
}

function addPairs(table: number, pairs: Map<number, number>): void {
  if (view.getUint16(table) !== listFormat || view.getUint16(table + 4) !== advanceOnly) return;
  if (view.getUint16(table + 6) !== 0) return;
  const lefts = coveredGlyphs(table + view.getUint16(table + 2));
  for (const [index, set] of offsets(table + 8).entries()) {
    const left = lefts[index] ?? 0;
    const count = view.getUint16(table + set);
    for (let pair = 0; pair < count; pair++) {
      const at = table + set + 2 + pair * 4;
      pairs.set(left * 0x10000 + view.getUint16(at), view.getInt16(at + 2));
    }
  }
}

/** The glyphs of a coverage table, in order: listed one by one or by ranges. */
function coveredGlyphs(at: number): number[] {
  if (view.getUint16(at) === 1) return offsets(at + 2);
  return Array.from({ length: view.getUint16(at + 2) }, (_, index) => {
    const range = at + 4 + index * 6;
    const [first, last] = [view.getUint16(range), view.getUint16(range + 2)];
    return Array.from({ length: last - first + 1 }, (_, step) => first + step);
  }).flat();
}
