/** Numbers as an analyst writes them: 12,300 on its own, 1.2万 or 12k on an axis, with % and currency where the data has them. */

import type { Language } from "../../base/language.ts";
import type { NumberColumn } from "../table/column.ts";
import { namedMultiple } from "../table/named_multiple.ts";
import { measureWords } from "../table/numbered_names.ts";

export interface NumberStyle {
  readonly language: Language;
  /** Currency sign, `%`, a word such as `kg`, or nothing. */
  readonly unit: string;
  /** Whether 0.25 is written as 25%. */
  readonly ratio: boolean;
  /** Whether the column counts in thousands or millions already, so that 万 or k would be one too many. */
  readonly plain?: boolean;
  /** Whether only differences mean anything, as of temperatures: no value is a share of another one. */
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
  const unit = column.unit === "" ? bracketed ?? unitInName(column.name) : column.unit;
  return { language, unit, ratio, plain: namedMultiple(column.name) !== null, interval: isInterval(column) };
}

function isInterval({ name, unit }: NumberColumn): boolean {
  return /^(?:℃|℉|°[CF]?)$/i.test(unit) ||
    /[気水体室地海油湯外]温|温度|[℃℉]|(?<![a-z])(?:temp(?:erature)?s?|ph)(?![a-z])/i.test(name);
}

/** Shares between 0 and 1, written in percent. */
export function shareStyle(language: Language): NumberStyle {
  return { language, unit: "", ratio: true };
}

/** The unit in brackets after a name, if it is one: 売上高（万円）, weight (kg); a letter may be anything. */
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
  axis: { readonly most: number; readonly step: number },
): (value: number) => string {
  const factor = style.ratio ? 100 : 1;
  const last = scaleFor(style, axis.most);
  // A last tick of just 1万 above others of less is 10,000, as they are.
  const isAlone = axis.most < last.size * (1 + 1e-9) && axis.step < last.size;
  const { size, word } = isAlone ? scaleFor(style, axis.most - axis.step) : last;
  const digits = digitsFor(axis.step * factor / size);
  return (value) =>
    dressed(value === 0 ? "0" : grouped(value * factor / size, digits), style, value === 0 ? "" : word);
}

/** For labels at marks: three significant digits, in the unit of the largest or in their own. */
export function labelFormat(style: NumberStyle, most: number): (value: number) => string {
  const factor = style.ratio ? 100 : 1;
  const common = scaleFor(style, most);
  return (value) => {
    // 90k beside 1M reads better than 0.09M. Rounding must not make 1万 a little less than that.
    const own = Math.abs(value) < common.size * (1 - 1e-9) ? scaleFor(style, value) : common;
    const shown = value * factor / own.size;
    return dressed(grouped(shown, significantDigits(shown, 3)), style, own.word);
  };
}

/** For sentences: the number itself, of which a fraction of more than two decimals is rounded to four digits. */
export function exactNumber(style: NumberStyle, value: number): string {
  const shown = style.ratio ? value * 100 : value;
  if (!Number.isFinite(shown)) return shown > 0 ? "∞" : shown < 0 ? "−∞" : "–";
  const size = Math.abs(shown);
  const isExponential = size > Number.MAX_SAFE_INTEGER || (size > 0 && size < tiny);
  const text = isExponential ? shown.toExponential(2).replace(/^-/, "−") : grouped(
    shown,
    Math.max(Number.isInteger(shown) ? 0 : significantDigits(shown, 4), shortDecimals(shown)),
  );
  const word = style.ratio || style.unit === "%" || signs.includes(style.unit) ? "" : style.unit;
  const dressedText = dressed(text, style, "");
  return word === "" ? dressedText : /^[!-~]/.test(word) ? `${dressedText} ${word}` : `${dressedText}${word}`;
}

/** How many decimals a number has, where they are so few that none need be left out. */
function shortDecimals(shown: number): number {
  if (Math.abs(shown) >= 1e7) return 0;
  // Adding up leaves a little more or less than the last decimal.
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-5;
  return [0, 1, 2].find((decimals) => isWhole(shown * 10 ** decimals)) ?? 0;
}

/** The unit where it stands with a name: `売上（万円）` keeps its own, `weight` gets ` (kg)`. */
export function titleWithUnit(name: string, { unit, language }: NumberStyle): string {
  if (unit === "" || unit === "%" || signs.includes(unit) || name.includes(unit)) return name;
  return language === "ja" ? `${name}（${unit}）` : `${name} (${unit})`;
}

function scaleFor({ language, ratio, unit, plain = false }: NumberStyle, most: number): Scale {
  const none = { from: 0, size: 1, word: "" };
  const far = Math.abs(most);
  if (ratio || unit === "%" || (plain && far < 1e9 && far >= tiny)) return none;
  const power = far >= huge
    ? Math.floor(Math.log10(far))
    : far === 0 || far >= tiny
    ? null
    : Math.floor(Math.log10(far) / 3) * 3;
  if (power !== null) return { from: 0, size: 10 ** power, word: `e${power}` };
  return scales[language].find(({ from }) => far >= from) ?? none;
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

function dressed(text: string, style: NumberStyle, word: string): string {
  if (style.ratio || style.unit === "%") return `${text}%`;
  if (!signs.includes(style.unit)) return `${text}${word}`;
  return text.startsWith("−") ? `−${style.unit}${text.slice(1)}${word}` : `${style.unit}${text}${word}`;
}
