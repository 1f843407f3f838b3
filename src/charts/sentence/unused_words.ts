/**
 * Words of a sentence that look like a restriction and were not taken for one: a season, a time of day, a month that no
 * column has. Nothing that somebody asked for is dropped without a word.
 */

import type { Column } from "../table/column.ts";
import { fewLabels } from "./few_labels.ts";
import { mentionedColumns } from "./mentioned_columns.ts";
import { anyMoment } from "./moment.ts";
import { saidNumber } from "./said_number.ts";

const months =
  "january|february|april|june|july|august|september|october|november|december|(?-i:March|May)(?= (?:\\d|only|data))";
const preposition = "(?:in|during|for|of|on|at|over|only|since|until|before|after|throughout)";

const english: readonly string[] = [
  `(?<=\\b${preposition} (?:the |early |mid-?|late )*)(?:spring|summer|autumn|fall|winter)s?(?: (?:months?|season))?\\b`,
  "\\b(?:summer|autumn|winter)\\b",
  "\\bspring (?:months?|season|only)\\b",
  `(?<=\\b${preposition} (?:the )?)(?:mornings?|afternoons?|evenings?|nights?|noon|midnight|daytime|lunch ?time|holidays?|public holidays)\\b`,
  "\\b(?:morning|afternoon|evening|night|holiday)s? only\\b",
  `(?<=\\b${preposition} )(?:christmas|easter|new year['’]?s?(?: eve)?|thanksgiving|black friday)\\b`,
  "\\b\\d{1,2}(?::\\d{2})? ?(?:am|pm)\\b|(?<![\\d:])\\d{1,2}:\\d{2}(?![\\d:])",
  "\\b(?:loss-making|unprofitable)\\b",
  "\\b(?:light|heavy|young|elderly|cheap|expensive)(?= +(?:[a-z]+s\\b|◆))",
  `\\b(?:early|mid|late)[- ](?:${months})\\b`,
  "\\b(?:first|last) (?:\\d{1,2}|two|three|four|five|ten) (?:days|weeks|months)\\b",
  `(?<=\\b${preposition} )(?:the )?(?:first|last|middle) (?:days?|weeks?|months?|part) of (?:the |each |every )?(?:month|quarter|year)\\b`,
];

const japanese: readonly string[] = [
  "(?<![一-龠])[春夏秋冬](?=の|に|は|だけ|のみ|場|季|休み|[、。(])",
  "(?<![一-龠])(?:早朝|朝方?|午前中?|午後|昼間?|夕方|夜間?|深夜|未明)(?=の|に|は|だけ|のみ|[、。])",
  "\\d{1,2}時(?:台|以降|以前|から|まで|ごろ|頃)",
  "(?:祝日|休日|連休|年末年始|年末|年始|お盆|ゴールデンウィーク|GW|クリスマス)(?=の|に|は|だけ|のみ|を除|[、。])",
  "(?:上旬|中旬|下旬|月の?(?:前半|後半)|月初|月末|年初|期初|期末)(?=の|に|は|だけ|のみ|[、。])",
  "(?<!一番|いちばん|最も|もっとも|[一-龠]が)(?:若い|重い|軽い|安い|寒い|暑い)(?=\\s?[一-龠◆])",
  "(?:赤字|黒字)(?=の|だ|と)",
  "(?<!\\d)[1-9]0代(?=の|だけ|と|は|に)",
  "(?:最初|最後)の\\d{1,2}(?:日|週|[かカヶ]月)間?",
  "(?:令和|平成|昭和)(?:元|\\d{1,2})年度?",
];

const said = new RegExp([...english, ...japanese].join("|"), "gi");
const moments = new RegExp(
  `(?<=\\b(?:in|during|since|until|before|after|on) )${anyMoment}|${anyMoment}(?=以降|以前|まで|だけ|のみ)`,
  "gi",
);

/** Those that a sentence still holds when all that was understood is taken out of it. */
export function unusedWords(rest: string, columns: readonly Column[]): string[] {
  const plain = mentionedColumns(rest, columns).mentions.reduce(
    (text, { words }) => text.replaceAll(new RegExp(words, "gi"), " ◆ "),
    rest.normalize("NFKC"),
  );
  const found = [...plain.matchAll(said), ...plain.matchAll(moments)].map(([text]) => text.trim());
  return [...new Set([...found, ...unusedNumbers(rest, columns)])].filter((text) =>
    text !== "" && !isName(text, columns)
  );
}

/** Numbers that a column is said to be, of which no rows were picked: "age is about 40", 「数学が60点台」. */
function unusedNumbers(rest: string, columns: readonly Column[]): string[] {
  const text = rest.normalize("NFKC");
  return mentionedColumns(rest, columns).mentions.flatMap(({ column, words }) => {
    if (column.kind !== "number") return [];
    const link = "(?: (?:is|are|aged?|equals?)(?: (?:about|around|exactly))? |\\s*={1,2}\\s*|が)";
    const number =
      `${saidNumber}(?![\\d.]*\\d|[- ]?(?:day|week|month|quarter|year|panel|bin)|[位本か]|[日週月年])`;
    return [...text.matchAll(new RegExp(`(?:${words})${link}${number}`, "gi"))].map(([said]) => said.trim());
  });
}

/** Whether a column or a group is called so. */
function isName(text: string, columns: readonly Column[]): boolean {
  const word = text.toLowerCase();
  const holds = (name: string) => name.normalize("NFKC").toLowerCase().includes(word);
  return columns.some((column) => [column.name, ...fewLabels(column)].some(holds));
}
