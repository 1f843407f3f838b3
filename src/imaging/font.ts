/**
 * The embedded font, for Latin and Japanese, and the widths of its characters, which a browser would measure: from the
 * tables `head`, `hhea`, `hmtx` and the part of `cmap` that has all of Unicode (format 12).
 */

import { type Kerning, readKerning } from "./kerning.ts";
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
let kerning: Kerning | undefined;

/** Widths of the embedded font, and what it lacks. */
export const fontMetrics = {
  /** Width of a text at a size, in the unit of the size. A character that the font lacks is as wide as it is high. */
  width: (text: string, size: number): number => size * sum(text, characterWidth),

  /** The same with kerning and ligatures, rounded as Chromium does it. */
  shapedWidth(text: string, size: number): number {
    kerning ??= readKerning(view, tables.get("GPOS"));
    const shaped = withLigatures(text);
    const units = unitsPerEm * sum(shaped, characterWidth) + kernedBy(shaped, kerning);
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

function kernedBy(text: string, kerning: Kerning): number {
  let total = 0;
  let left = 0;
  for (const character of text) {
    const right = glyphOf(character.codePointAt(0) ?? 0);
    total += kerning(left, right);
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
