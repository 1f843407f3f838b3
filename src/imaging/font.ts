/**
 * The embedded font, for Latin and Japanese, and the widths of its characters, which a browser would measure: from the
 * tables `head`, `hhea`, `hmtx` and the Unicode parts of `cmap` (formats 4 and 12).
 */

import { type Kerning, readKerning } from "./kerning.ts";
import bytes from "@expo-google-fonts/m-plus-1p/400Regular/MPLUS1p_400Regular.ttf" with { type: "bytes" };

export const fontFamily = "M PLUS 1p";

export const fontBytes: Uint8Array = bytes;

export interface FontMetrics {
  /** Width of a text at a size, in the unit of the size. A character that the font lacks is as wide as it is high. */
  width(text: string, size: number): number;
  /** The same with kerning and ligatures, rounded as Chromium does it. */
  shapedWidth(text: string, size: number): number;
  /** Above and below the baseline, as parts of the size. */
  readonly ascent: number;
  readonly descent: number;
  /** The characters of a text that the font cannot draw. */
  missing(text: string): string[];
}

export function readFontMetrics(bytes: Uint8Array): FontMetrics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = tablesOf(view);
  const unitsPerEm = view.getUint16(offsetOf(tables, "head") + 18);
  const hhea = offsetOf(tables, "hhea");
  const metricCount = view.getUint16(hhea + 34);
  const advances = offsetOf(tables, "hmtx");
  const glyphOf = remembered(readCharacterMap(view, offsetOf(tables, "cmap")));
  const advanceOf = (glyph: number) => view.getUint16(advances + Math.min(glyph, metricCount - 1) * 4);
  const characterWidth = (code: number): number => {
    const glyph = glyphOf(code);
    return glyph === 0 ? (isInvisible(code) ? 0 : 1) : advanceOf(glyph) / unitsPerEm;
  };
  let kerning: Kerning | undefined;
  return {
    width: (text, size) => size * sum(text, characterWidth),
    shapedWidth: (text, size) => {
      kerning ??= readKerning(view, tables.get("GPOS"));
      const shaped = withLigatures(text);
      const units = unitsPerEm * sum(shaped, characterWidth) + kernedBy(shaped, glyphOf, kerning);
      // FreeType scales by a factor of 16 binary places, in 64ths of a pixel, to which Chromium rounds up.
      const scale = Math.round(size * 64 * 0x10000 / unitsPerEm);
      return Math.ceil(units * scale / 0x10000) / 64;
    },
    ascent: view.getInt16(hhea + 4) / unitsPerEm,
    descent: -view.getInt16(hhea + 6) / unitsPerEm,
    missing: (text) =>
      [...new Set(text)].filter((character) => {
        const code = character.codePointAt(0) ?? 0;
        return glyphOf(code) === 0 && !isInvisible(code);
      }),
  };
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

function kernedBy(text: string, glyphOf: CharacterMap, kerning: Kerning): number {
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

function tablesOf(view: DataView): ReadonlyMap<string, number> {
  const count = view.getUint16(4);
  return new Map(Array.from({ length: count }, (_, index) => {
    const entry = 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(entry + byte)));
    return [tag, view.getUint32(entry + 8)];
  }));
}

function offsetOf(tables: ReadonlyMap<string, number>, tag: string): number {
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

function readCharacterMap(view: DataView, cmap: number): CharacterMap {
  const count = view.getUint16(cmap + 2);
  const subtables = Array.from({ length: count }, (_, index) => cmap + view.getUint32(cmap + 8 + index * 8));
  const readers = subtables.flatMap((start): CharacterMap[] => {
    const format = view.getUint16(start);
    if (format === 12) return [(code) => wideGlyph(view, start, code)];
    return format === 4 ? [(code) => code > 0xffff ? 0 : narrowGlyph(view, start, code)] : [];
  });
  return (code) => {
    for (const read of readers) {
      const glyph = read(code);
      if (glyph !== 0) return glyph;
    }
    return 0;
  };
}

/** cmap format 4: segments of the basic plane. */
function narrowGlyph(view: DataView, start: number, code: number): number {
  const segments = view.getUint16(start + 6) / 2;
  const ends = start + 14;
  const starts = ends + segments * 2 + 2;
  const deltas = starts + segments * 2;
  const offsets = deltas + segments * 2;
  for (let index = 0; index < segments; index++) {
    if (code > view.getUint16(ends + index * 2)) continue;
    const first = view.getUint16(starts + index * 2);
    if (code < first) return 0;
    const delta = view.getUint16(deltas + index * 2);
    const offset = view.getUint16(offsets + index * 2);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = view.getUint16(offsets + index * 2 + offset + (code - first) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

/** cmap format 12: groups of all planes. */
function wideGlyph(view: DataView, start: number, code: number): number {
  const groups = view.getUint32(start + 12);
  for (let index = 0; index < groups; index++) {
    const group = start + 16 + index * 12;
    if (code > view.getUint32(group + 4)) continue;
    const first = view.getUint32(group);
    return code < first ? 0 : view.getUint32(group + 8) + code - first;
  }
  return 0;
}

/** Widths of the embedded font, and what it lacks. */
export const fontMetrics: FontMetrics = readFontMetrics(fontBytes);
