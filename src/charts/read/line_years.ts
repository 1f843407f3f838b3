/**
 * A number beside the word for a target that is a year of the data is that year: "budget 2024", 「2024年目標」. With a
 * unit, a comma or a word that sets it ("target is 2024", 「目標は2024」) it stays a number.
 */

import { isCyclic, partsOf } from "../table/calendar.ts";
import type { Column } from "../table/column.ts";
import { levelWords } from "./level_lines.ts";

const year = "((?:19|20)\\d{2})";
const bare =
  "(?!\\s*(?:[\\d%円件人個点度台回歳千万億]|ドル|ユーロ|percent|thousand|million|billion|yen|dollars?|euros?|units?|kg|k\\b|m\\b)|[.,:/-]\\d)";
const words = `(?<![a-z])(${levelWords})(?![a-z])`;

const english = [
  new RegExp(`${words} (?:of )?(?:the year )?(?<![\\d.,])${year}${bare}`, "gi"),
  new RegExp(`(?<![\\d.,¥$€£-])${year}(?:['’]s)? ${words}(?! (?:line|level|value)s?\\b)`, "gi"),
] as const;
const japanese = [
  new RegExp(`(${levelWords})\\s?${year}(?:年(?!度|\\d))?${bare}`, "gi"),
  new RegExp(`(?<![\\d.,¥$€£-])${year}年?の?(${levelWords})(?!線|ライン|値)`, "gi"),
] as const;

/** The sentence with such years said as years. */
export function withLineYears(query: string, columns: readonly Column[]): string {
  const text = query.normalize("NFKC");
  if (!new RegExp(`${year}`).test(text)) return query;
  const years = yearsOf(columns);
  const isYear = (said: string) => years.has(Number(said));
  const [behind, before] = english;
  const [behindJa, beforeJa] = japanese;
  const inEnglish = text
    .replaceAll(behind, (all, word: string, said: string) => isYear(said) ? `${word} in ${said}` : all)
    .replaceAll(before, (all, said: string, word: string) => isYear(said) ? `${word} in ${said}` : all);
  const rest = inEnglish
    .replaceAll(behindJa, (all, word: string, said: string) => isYear(said) ? `${said}年の${word}` : all)
    .replaceAll(beforeJa, (all, said: string, word: string) => isYear(said) ? `${said}年の${word}` : all);
  return rest === text ? query : rest;
}

function yearsOf(columns: readonly Column[]): ReadonlySet<number> {
  const times = columns.filter((column) => column.kind === "time")
    .filter(({ grain }) => !isCyclic(grain));
  return new Set(
    times.flatMap((column) => Array.from(new Set(column.values()), (time) => partsOf(time).year)),
  );
}
