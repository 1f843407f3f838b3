/** Numbers as an analyst writes them: 12,300 on its own, 1.2万 or 12k on an axis, with % and currency where the data has them. */

import type { Language } from "../../../base/chart_terms.ts";
import type { NumberColumn } from "../../table/column.ts";
import { namedScale } from "../../table/named_scale.ts";
import { measureWords } from "../../table/numbered_names.ts";
import { headline } from "./headline.ts";

export interface NumberStyle {
  readonly language: Language;
  /** Currency sign, `%`, a word such as `kg`, or nothing. */
  readonly unit: string;
  /** Whether 0.25 is meant as 25%. */
  readonly ratio: boolean;
  /** Whether the column counts in thousands or millions already, so that 万 or k would be one too many. */
  readonly plain?: boolean;
  /** Whether only differences mean anything, as of temperatures: no value is so many times another one. */
  readonly interval?: boolean;
}

const signs = ["¥", "$", "€", "£", "₩"];

/** The style of a column; without one, of plain counts. */
export function styleOf(column: NumberColumn | null, language: Language): NumberStyle {
  if (column === null) return { language, unit: "", ratio: false };
  const named = /率|割合|比率|シェア|構成比|\brate\b|\bratio\b|\bshare\b|\bpct\b|percent|proportion/i.test(
    column.name.replaceAll("_", " "),
  );
  const ratio = column.unit === "" && named && column.least >= -1 && column.most <= 1 && column.most > 0 &&
    !column.integer;
  const bracketed = /[（(\[]\s*(%|％|¥|\$|€)\s*[)）\]]/.exec(column.name)?.[1]?.normalize("NFKC");
  const plain = namedScale(column.name) !== null;
  const interval = (column.parts ?? [column]).every(isInterval);
  return {
    language,
    unit: column.unit === "" ? bracketed ?? unitInName(column.name) : column.unit,
    ratio,
    plain,
    interval,
  };
}

function isInterval({ name, unit }: NumberColumn): boolean {
  return /^(?:℃|℉|°[CF]?)$/i.test(unit) ||
    /[気水体室地海油湯外]温|温度|[℃℉]|(?<![a-z])(?:temp(?:erature)?s?|ph)(?![a-z])/i.test(name);
}

/** The unit in brackets behind a name, if it is one: 売上高（万円）, weight (kg); a letter may be anything. */
function unitInName(name: string): string {
  const [, said = ""] = /[（(\[]([^）)\]]{1,6})[）)\]]$/.exec(name.trim()) ?? [];
  return unitWords.test(said) && !/^[a-z]$/i.test(said) ? said : "";
}

const unitWords = new RegExp(`^(?:千|万|百万|億|十億)?(?:${measureWords})$`, "i");

interface Scale {
  /** Used from here on. */
  readonly from: number;
  readonly size: number;
  readonly word: string;
}

const scales: Readonly<Record<Language, readonly Scale[]>> = {
  ja: [
    { from: 1e12, size: 1e12, word: "兆" },
    { from: 1e8, size: 1e8, word: "億" },
    { from: 1e4, size: 1e4, word: "万" },
  ],
  en: [
    { from: 1e12, size: 1e12, word: "T" },
    { from: 1e9, size: 1e9, word: "B" },
    { from: 1e6, size: 1e6, word: "M" },
    { from: 1e4, size: 1e3, word: "k" },
  ],
};

/** Below it numbers would be mostly zeros, and are written as 3.5e-9. */
const tiny = 1e-5;
/** From here on the words for large numbers end. */
const huge = 1e17;

/** For the ticks of an axis: all in one unit, with as many digits as the step needs. */
export function tickFormat(
  style: NumberStyle,
  axis: { most: number; step: number },
): (value: number) => string {
  const factor = style.ratio ? 100 : 1;
  const last = scaleFor(style, axis.most);
  // A last tick of just 1万 above others of less is 10,000, as they are.
  const isAlone = axis.most < last.size * (1 + 1e-9) && axis.step < last.size;
  const common = isAlone ? scaleFor(style, axis.most - axis.step) : last;
  return (value) => {
    if (value === 0) return dressed("0", { style, word: "" });
    const size = common.size / factor;
    return dressed(grouped(value / size, digitsFor(axis.step / size)), { style, word: common.word });
  };
}

/** 90k beside 1M reads better than 0.09M. */
function ownScale(
  style: NumberStyle,
  { value, common }: { readonly value: number; readonly common: Scale },
): Scale {
  // Rounding must not make 1万 a little less than that.
  return Math.abs(value) < common.size * (1 - 1e-9) ? scaleFor(style, value) : common;
}

/** For labels at marks: three significant digits, in the unit of the largest or in their own. */
export function labelFormat(style: NumberStyle, most: number): (value: number) => string {
  const factor = style.ratio ? 100 : 1;
  const common = scaleFor(style, most);
  return (value) => {
    const scale = ownScale(style, { value, common });
    const shown = value * factor / scale.size;
    return dressed(grouped(shown, significantDigits(shown, 3)), { style, word: scale.word });
  };
}

/** For the names of lines at a value: in the unit of the axis, to so many significant digits. */
export function levelNumber(style: NumberStyle, value: number, significant: number): string {
  const { size, word } = scaleFor(style, value);
  if (word === "" || style.ratio) {
    return writtenNumber(style, value, decimalsFor(shownOf(style, value), significant));
  }
  const text = dressed(grouped(value / size, significantDigits(value / size, significant)), { style, word });
  return withUnitWord(style, text);
}

/**
 * For sentences: the number itself. A fraction of more than two decimals is rounded to so many significant digits, and
 * so is one of a number so large that nobody looks at it.
 */
export function exactNumber(style: NumberStyle, value: number, significant = 4): string {
  const shown = shownOf(style, value);
  const decimals = decimalsFor(shown, significant);
  return writtenNumber(style, value, Math.max(decimals, shortDecimals(shown)));
}

/** From here on two decimals make a number too long to be read. */
const longest = 1e7;
/** More digits are no longer those of the data. */
const mostSignificant = 12;

/**
 * Numbers that are held against each other, with as many digits as tell those at either end of them apart: what is
 * written alike is alike.
 */
export function comparedNumbers(style: NumberStyle, values: readonly number[]): (value: number) => string {
  const ends = endsOf(values);
  for (let significant = 4; significant < mostSignificant; significant++) {
    const texts = ends.map((value) => exactNumber(style, value, significant));
    if (new Set(texts).size === ends.length) return (value) => exactNumber(style, value, significant);
  }
  return (value) => exactNumber(style, value, mostSignificant);
}

/** The first and the last three of different values. */
function endsOf(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).filter((value) => Number.isFinite(value)).sort();
  const distinct = Array.from(sorted).filter((value, at) =>
    at === 0 || !isSame(value, sorted[at - 1] ?? NaN)
  );
  return distinct.length <= 6 ? distinct : [...distinct.slice(0, 3), ...distinct.slice(-3)];
}

/** Whether two numbers differ by no more than what adding up in another order makes of them. */
export function isSame(one: number, other: number): boolean {
  return one === other || Math.abs(one - other) <= Math.max(Math.abs(one), Math.abs(other)) * 1e-9;
}

/** How many decimals a number has, where they are so few that none need be left out. */
function shortDecimals(shown: number): number {
  if (Math.abs(shown) >= longest) return 0;
  // Adding up leaves a little more or less than the last decimal.
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-5;
  return [0, 1, 2].find((decimals) => isWhole(shown * 10 ** decimals)) ?? 0;
}

function shownOf({ ratio }: NumberStyle, value: number): number {
  return ratio ? value * 100 : value;
}

function decimalsFor(shown: number, significant: number): number {
  return Number.isInteger(shown) ? 0 : significantDigits(shown, significant);
}

function writtenNumber(style: NumberStyle, value: number, digits: number): string {
  const shown = shownOf(style, value);
  if (Math.abs(shown) === Infinity) return beyond(style, shown);
  if (Math.abs(shown) > Number.MAX_SAFE_INTEGER || (shown !== 0 && Math.abs(shown) < tiny)) {
    const short = shown.toExponential(2).replace(/^-/, "−");
    return withUnitWord(style, dressed(short, { style, word: "" }));
  }
  return withUnitWord(style, dressed(grouped(shown, digits), { style, word: "" }));
}

/** Numbers of a range for sentences, with as many digits as tell those apart that lie close in it. */
export function closeNumber(
  style: NumberStyle,
  [least, most]: readonly [number, number],
): (value: number) => string {
  const factor = style.ratio ? 100 : 1;
  const apart = (most - least) * factor;
  const size = Math.max(Math.abs(least), Math.abs(most)) * factor;
  const needed = apart > 0 && size > 0 ? Math.floor(Math.log10(size)) - Math.floor(Math.log10(apart)) + 2 : 0;
  return (value) => exactNumber(style, value, Math.min(12, Math.max(4, needed)));
}

function withUnitWord({ ratio, unit }: NumberStyle, text: string): string {
  const word = ratio || unit === "%" || signs.includes(unit) ? "" : unit;
  return word === "" ? text : /^[!-~]/.test(word) ? `${text} ${word}` : `${text}${word}`;
}

/** A sum or a difference that is larger than any number that can be told. */
function beyond({ language }: NumberStyle, value: number): string {
  const sign = value < 0 ? "−" : "";
  return language === "ja" ? `${sign}1.8e+308を超える値` : `${sign}1.8e+308 or more`;
}

/** The unit where it stands with a name: `売上（万円）` keeps its own, `weight` gets ` (kg)`. */
export function titleWithUnit(name: string, style: NumberStyle): string {
  const { unit, language } = style;
  const shown = headline(name);
  if (unit === "" || unit === "%" || signs.includes(unit) || name.includes(unit)) return shown;
  return language === "ja" ? `${shown}（${unit}）` : `${shown} (${unit})`;
}

function scaleFor({ language, ratio, unit, plain = false }: NumberStyle, most: number): Scale {
  const none = { from: 0, size: 1, word: "" };
  if (ratio || unit === "%" || (plain && Math.abs(most) < 1e9 && Math.abs(most) >= tiny)) return none;
  if (Math.abs(most) >= huge) {
    const power = Math.floor(Math.log10(Math.abs(most)));
    return { from: 0, size: 10 ** power, word: `e${power}` };
  }
  const found = scales[language].find(({ from }) => Math.abs(most) >= from);
  if (found !== undefined) return found;
  const far = Math.abs(most);
  if (far === 0 || far >= tiny) return none;
  const power = Math.floor(Math.log10(far) / 3) * 3;
  return { from: 0, size: 10 ** power, word: `e${power}` };
}

function digitsFor(step: number): number {
  for (let digits = 0; digits < 8; digits++) {
    if (Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-6 * 10 ** digits) return digits;
  }
  return 8;
}

function significantDigits(value: number, significant: number): number {
  if (value === 0 || !Number.isFinite(value)) return 0;
  const needed = Math.max(0, Math.min(8, significant - 1 - Math.floor(Math.log10(Math.abs(value)))));
  const text = value.toFixed(needed);
  return text.includes(".") ? (text.replace(/0+$/, "").split(".")[1]?.length ?? 0) : 0;
}

function grouped(value: number, digits: number): string {
  const [whole = "0", fraction] = Math.abs(value).toFixed(digits).split(".");
  const text = whole.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ",");
  const zero = /^[0,.]*$/.test(text + (fraction ?? ""));
  return `${value < 0 && !zero ? "−" : ""}${text}${fraction === undefined ? "" : `.${fraction}`}`;
}

function dressed(text: string, { style, word }: { style: NumberStyle; word: string }): string {
  if (style.ratio || style.unit === "%") return `${text}%`;
  if (signs.includes(style.unit)) {
    return text.startsWith("−") ? `−${style.unit}${text.slice(1)}${word}` : `${style.unit}${text}${word}`;
  }
  return `${text}${word}`;
}
