/**
 * Nouns by which a sentence counts only the rows of which a column says yes: "number of returns per shop" and
 * 「店舗別の返品件数」 of a column `returned`.
 */

import type { Column } from "../table/column.ts";
import { isIdentifier } from "../table/table_shape.ts";
import type { Intent } from "./find_intent.ts";
import type { FlaggedRows } from "./flag_rates.ts";
import { type Flag, flagNounsJa, flagsIn, isOfStem } from "./flags.ts";
import { mentionedColumns } from "./mentioned_columns.ts";
import { saysMoney } from "./money_columns.ts";
import { nameWords } from "./name_words.ts";
import { plain } from "./plain.ts";
import { countedForm, isRowNoun } from "./row_nouns.ts";
import { saidAggregations } from "./said_aggregations.ts";

/** The rows of which a flag says yes, where a sentence counts them by a noun for what it tells. */
export function countedFlag(query: string, columns: readonly Column[]): FlaggedRows | null {
  const text = plain(query);
  if (/率|割合|比率|\b(?:rate|ratio|percent(?:age)?|share|proportion|fraction)s?\b/.test(text)) return null;
  const flags = flagsIn(columns);
  for (const flag of flags) {
    const rest = countedRest(text, flag);
    if (rest === null || measuresOther(rest, columns, flags)) continue;
    if (columns.some((column) => column.index !== flag.column.index && tellsSame(column, flag))) {
      continue;
    }
    return { value: { column: flag.column, labels: [flag.yes], only: true }, rest };
  }
  return null;
}

/** How many rows there are, whatever number a noun for them would name. */
export function countingRows(intent: Intent): Intent {
  // How many there are in each band of a number is its distribution.
  if (intent.senses.has("histogram")) return intent;
  return {
    ...intent,
    aggregation: "count",
    mentions: intent.mentions.filter(({ column, grouped }) => grouped || column.kind !== "number"),
  };
}

/** The sentence with rows in the place of the noun; null where it counts none. */
function countedRest(text: string, flag: Flag): string | null {
  const japanese = flagNounsJa(flag);
  if (japanese !== "") {
    const noun =
      `(?:${japanese})(?:あり|済み?)?(?:の?(?:発生|患者|社員|職員|従業員|会員|顧客|注文)|者|客|品)?`;
    const form = new RegExp(
      `${noun}(?:の|は|が)?(?:総|延べ)?(?:件数|人数|回数|個数|台数|数(?![値学字量式])|(?=何[件人回個名台]))`,
    );
    const most = new RegExp(
      `${noun}(?=(?:が|の|は)?(?:最も|もっとも|一番|いちばん|最)?(?:多|少な)[いくかさ]|の?(?:推移|増減))`,
    );
    const said = [form, most].find((one) => one.test(text));
    const isOneOfTwo = new RegExp(`と${noun}|${noun}の?(?:件?数|人数)?と`).test(text);
    if (said !== undefined && !isOneOfTwo) return text.replace(said, "件数");
  }
  const noun = saidNouns(text, flag).find((words) => isCounted(text, words));
  return noun === undefined ? null : text.replaceAll(new RegExp(`\\b${noun}\\b`, "g"), "rows");
}

/** The words of a sentence that are of one stem with the name of a flag. */
function saidNouns(text: string, { name }: Flag): string[] {
  if (/[^ -~]/.test(name)) return [];
  const words = text.match(/[a-z]+/g) ?? [];
  const length = name.split(" ").length;
  return words.map((_, at) => words.slice(at, at + length).join(" "))
    .filter((said) => isOfStem(said, name)).map((said) => said.replaceAll(" ", "[ _-]"));
}

function isCounted(text: string, noun: string): boolean {
  const isOneOfTwo = new RegExp(
    `\\b(?:and|vs|versus|or) ${noun}\\b|\\b${noun} (?:and|vs|versus|or) [a-z]+s\\b`,
  );
  const isWorth = new RegExp(
    `\\b(?:value|amount|worth|price|size|cost|length|duration)s? of (?:the |all )*${noun}\\b`,
  );
  if (isOneOfTwo.test(text) || isWorth.test(text)) return false;
  const own = `(?<!\\b(?:by|per|non|un|not|no)[ -])\\b${noun}\\b`;
  return new RegExp(
    `\\b(?:number of|how many|counts? of|volume of) (?:the |our |all |total )*(?:(?!(?:by|per|each|in)\\b)[a-z]+ )?${own}` +
      `|${own} (?:counts?|volumes?|numbers)\\b|${countedForm(own, "(?!)")}`,
  ).test(text);
}

/** A number that a sentence names is measured; a noun for rows names none. */
function measuresOther(rest: string, columns: readonly Column[], flags: readonly Flag[]): boolean {
  return saysMoney(rest) || saidAggregations(rest).some((one) => one !== "count" && one !== "sum") ||
    mentionedColumns(rest, columns).mentions.some(({ column, grouped, words }) =>
      column.kind === "number" && !grouped && !isIdentifier(column) &&
      !flags.some((flag) => flag.column.index === column.index) &&
      !isRowNoun(rest.match(new RegExp(words))?.[0].trim() ?? "")
    );
}

/** Words of a name that only say that it counts or tells apart. */
const countingWord = /^(?:counts?|cnt|numbers?|num|no|n|total|id|ids|qty|quantity)$/;

/** Whether another column counts the same or numbers it: returns_count, return_id, 返品数. */
function tellsSame({ kind, name }: Column, flag: Flag): boolean {
  if (kind === "time") return false;
  const japanese = flagNounsJa(flag);
  if (
    japanese !== "" &&
    new RegExp(`^(?:${japanese})(?:者|品)?の?(?:件?数|人数|回数|id|番号|no)`, "i").test(name)
  ) {
    return true;
  }
  const words = nameWords(name).filter((word) => !countingWord.test(word));
  const isCounting = kind === "number" || words.length < nameWords(name).length;
  return isCounting && words.length > 0 && words.length === flag.name.split(" ").length &&
    isOfStem(words.join(" "), flag.name);
}
