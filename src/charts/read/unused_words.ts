/**
 * Words of a sentence that look like a restriction and were not taken for one: a season, a time of day, a month that no
 * column has. Nothing that somebody asked for is dropped without a word.
 */

import type { Column } from "../table/column.ts";
import { fewLabels } from "./few_labels.ts";
import { mentionedColumns } from "./mentioned_columns.ts";
import { anyMoment, countMoments, longMonths, monthName } from "./moment.ts";
import { namesOf } from "./names_of.ts";
import { plain } from "./plain.ts";
import { saidNumber } from "./said_number.ts";
import { wordsFor } from "./sex_words.ts";

const months = `${longMonths}|(?-i:March|May)(?= (?:\\d|only|data))`;
const preposition = "(?:in|during|for|of|on|at|over|only|since|until|before|after|throughout)";

const english: readonly string[] = [
  `(?<=\\b${preposition} (?:the |early |mid-?|late )*)(?:spring|summer|autumn|fall|winter)s?(?: (?:months?|season))?\\b`,
  "\\b(?:summer|autumn|winter)\\b(?!\\s*\\(\\s*\\))",
  "\\bspring (?:months?|season|only)\\b",
  `(?<=\\b${preposition} (?:the )?)(?:mornings?|afternoons?|evenings?|nights?|noon|midnight|daytime|lunch ?time|holidays?|public holidays)\\b`,
  "\\b(?:morning|afternoon|evening|night|holiday)s? only\\b",
  `(?<=\\b${preposition} )(?:christmas|easter|new year['’]?s?(?: eve)?|thanksgiving|black friday)\\b`,
  "\\b\\d{1,2}(?::\\d{2})? ?(?:am|pm)\\b|(?<![\\d:])\\d{1,2}:\\d{2}(?![\\d:])",
  "\\b(?:loss-making|unprofitable)\\b",
  "\\b(?:light|heavy|young|elderly|cheap|expensive)(?= +(?:[a-z]+s\\b|◆))",
  `\\b(?:early|mid|late)[- ](?:${months})\\b`,
  "\\b(?:after|before|beyond|within|past) (?:the )?(?:first )?\\d+(?:\\.\\d+)? ?(?:ms|s|sec|second|min|minute|h|hr|hour|day|week|month|year|km|kg|cm|mm|m)s?\\b",
  "\\b(?:first|last) (?:\\d{1,2}|two|three|four|five|ten) (?:days|weeks|months)\\b",
  `(?<=\\b${preposition} )(?:the )?(?:first|last|middle) (?:days?|weeks?|months?|part) of (?:the |each |every )?(?:month|quarter|year)\\b`,
];

const japanese: readonly string[] = [
  "(?<![一-龠])[春夏秋冬](?=の|に|は|だけ|のみ|場|季|休み|[、。(])(?!場?\\s*\\(\\s*\\))",
  "(?<![一-龠])(?:早朝|朝方?|午前中?|午後|昼間?|夕方|夜間?|深夜|未明)(?=の|に|は|だけ|のみ|[、。])",
  "\\d{1,2}時(?:台|以降|以前|から|まで|ごろ|頃)",
  "(?:祝日|休日|連休|年末年始|年末|年始|お盆|ゴールデンウィーク|GW|クリスマス)(?=の|に|は|だけ|のみ|を除|[、。])",
  "(?:上旬|中旬|下旬|月の?(?:前半|後半)|月初|月末|年初|期初|期末)(?=の|に|は|だけ|のみ|[、。])",
  "(?<!一番|いちばん|最も|もっとも|[一-龠]が)(?:若い|重い|軽い|安い|寒い|暑い)(?=\\s?[一-龠◆])(?!順)",
  "[一-龠ァ-ヶー]{1,6}[がの](?:降った|積もった|吹いた)(?=[一-龠])",
  "(?:赤字|黒字)(?=の|だ|と)",
  "(?<!\\d)[1-9]0代(?=の|だけ|と|は|に)",
  "(?<![\\d.])\\d+(?:\\.\\d+)?(?:秒|分|時間|日|週間?|[かカヶ]月|年)(?:後|経過後?|目)(?=の|に|は|だけ|のみ|以降|[、。])",
  "(?<![\\d.])\\d[\\d.,]*[^\\s\\d、。◆]{0,8}(?:以上|以下|未満|以内)",
  "(?:最初|最後)の\\d{1,2}(?:日|週|[かカヶ]月)間?",
  "(?:令和|平成|昭和)(?:元|\\d{1,2})年度?",
];

const said = new RegExp([...english, ...japanese].join("|"), "gi");
const moments = new RegExp(
  `(?<=\\b(?:in|during|since|until|before|after|on) )${anyMoment}|${anyMoment}(?=以降|以前|まで|だけ|のみ)`,
  "gi",
);

/** What rows are said to be of, though no group is called so: 「英語だけ」, "Bavarian cars only". */
const alone: readonly RegExp[] = [
  /(?<![一-龠ァ-ヶー])(?!最新|最近|直近|全体|全部|合計|平均|推移|傾向|結果|概要|分布|上位|下位|今年|昨年|去年|今月|先月|一部|一つ|個別|単独|線|棒|図|値|数値|数字|実績|ランキング|グラフ|チャート|[一-龠]*(?:グラフ|チャート|線|図|値|件|個|本|行|列|円)(?:だけ|のみ))[一-龠ァ-ヶー]{2,10}(?=だけ|のみ(?!なら)|に(?:限定|限って|絞[っり]))/g,
  /(?<=(?:\b(?:of|for|from|with|in)|,) (?:the )?)(?!(?:the|last|first|top|one|not|and|but|with|showing?|shown?)\b)[a-z]+(?: [a-z]+)? (?=only\b(?! (?:the|one|when|where|if|as|for|those)\b))/gi,
];

/** What is written with a capital behind a place's word: "at Sakai". */
const proper = /(?<=[a-z]{2} (?:at|in|for|of|from) )[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})*\b/g;
const noPlace = new RegExp(
  `^(?:english|japanese|${monthName}|[a-z]+days?|averages?|means?|medians?|totals?|values?|ascending|descending|details?)\\b`,
  "i",
);

/** Names that the sentence speaks of; where Other Words are Written so Too, a capital tells nothing. */
function properNames(text: string): string[] {
  const others = text.replaceAll(proper, "").match(/(?<=\s)[a-z]{4,}/gi) ?? [];
  if (others.length > 1 && others.every((word) => /^[A-Z]|^(?:from|over|with)$/.test(word))) return [];
  return textsOf(text, proper).filter((name) => !noPlace.test(name));
}

/** Those that a sentence still holds when all that was understood is taken out of it. */
export function unusedWords(rest: string, columns: readonly Column[]): string[] {
  const text = rest.normalize("NFKC");
  const { mentions } = mentionedColumns(rest, columns);
  const unnamed = mentions.reduce((left, { words }) => left.replaceAll(new RegExp(words, "gi"), " ◆ "), text);
  const found = [...textsOf(unnamed, said), ...(countMoments(unnamed) > 0 ? textsOf(unnamed, moments) : [])];
  const isColumn = (said: string) =>
    mentions.some(({ words }) => new RegExp(`^(?:${words})$`, "i").test(said));
  const lone = [...alone.flatMap((pattern) => textsOf(text, pattern)), ...properNames(text)].filter((said) =>
    !said.split(" ").some(isColumn) && !isOfGroup(said, columns)
  );
  return [...new Set([...found, ...lone, ...unusedNumbers(rest, columns)])].filter((text) =>
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

function textsOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([found]) => found.trim());
}

/** Whether a group is among the words, by any of its names. */
function isOfGroup(text: string, columns: readonly Column[]): boolean {
  return columns.some((column) => {
    const labels = fewLabels(column);
    return labels.some((label) => new RegExp(wordsFor(label, labels), "i").test(text));
  });
}

/** Whether a column or a group is called so. */
function isName(text: string, columns: readonly Column[]): boolean {
  const word = text.toLowerCase();
  const holds = (name: string) => plain(name).includes(word);
  return namesOf(columns).some(holds);
}
