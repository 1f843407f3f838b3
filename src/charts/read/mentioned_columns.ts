/**
 * Finds the columns that a sentence names: by their whole name, by its main word, or by a word for the same thing in
 * the other language. Whole names are masked, so that they are not taken for words of the rule table.
 */

import type { Column } from "../table/column.ts";
import { longFormsOf, writtenOut } from "./abbreviations.ts";
import { escaped } from "./escaped.ts";
import { inflected, spoken } from "./inflected.ts";
import { kindMentioned } from "./measure_kinds.ts";
import { moneyColumn, orderValues, saidMoney, saysMoney } from "./money_columns.ts";
import { nameWords } from "./name_words.ts";
import { plain } from "./plain.ts";
import { isRowNoun } from "./row_nouns.ts";
import { figureTerms, groupTerms, termPairs } from "./term_pairs.ts";

export interface Mention {
  readonly column: Column;
  /** By a kind: "the heaviest" of a weight. */
  readonly by: "name" | "part" | "translation" | "kind" | "value";
  /** Whether the sentence groups by it: `地域別`, `by region`. */
  readonly grouped: boolean;
  /** Finds the words that name it in the plain sentence; captures nothing, so that it can be part of any pattern. */
  readonly words: string;
}

export interface Mentions {
  readonly mentions: readonly Mention[];
  /** The sentence in lower case with a sign in the place of every whole name. */
  readonly masked: string;
}

const maskOf = { number: "◇", category: "◆", time: "月" } as const;
const englishMaskOf = { number: "xnumberx", category: "xcategoryx", time: "month" } as const;

export function mentionedColumns(query: string, columns: readonly Column[]): Mentions {
  let masked = ` ${plain(query)} `;
  const mentions: Mention[] = [];
  for (const column of columns.toSorted((a, b) => b.name.length - a.name.length)) {
    const pattern = wholeName(column);
    if (pattern === null || !pattern.test(masked)) continue;
    mentions.push({ column, by: "name", grouped: isGrouped(masked, pattern), words: pattern.source });
    const mask = isForeign(plain(column.name)) ? maskOf[column.kind] : ` ${englishMaskOf[column.kind]} `;
    masked = masked.replaceAll(new RegExp(pattern, "g"), mask);
  }
  masked = masked.replaceAll(/\s+/g, " ").trim();
  const isLeft = (column: Column) => !mentions.some((mention) => mention.column === column);
  mentions.push(...fullest(masked, columns.filter(isLeft).flatMap((column) => partMention(masked, column))));
  // A word of a name says nothing of columns that mean the like: NPS of nps_score no satisfaction.
  const unnamed = mentions.reduce(
    (text, { by, words }) => by === "part" ? text.replaceAll(new RegExp(words, "g"), " ") : text,
    masked,
  );
  mentions.push(...columns.filter(isLeft).flatMap((column) => translatedMention(unnamed, column)));
  // The value of orders is none of their numbers and days.
  mentions.push(...moneyMention(orderValues.test(masked) ? masked : unnamed, { mentions, columns }));
  if (!mentions.some(({ column }) => column.kind === "number")) {
    const kind = kindMentioned(unnamed, columns);
    if (kind !== null) mentions.push(indirect(unnamed, { ...kind, by: "kind" }));
  }
  const found = rankedFirst(query, mentions);
  return { mentions: found.toSorted((a, b) => a.column.index - b.column.index), masked };
}

/** Things that have numbers for names are grouped by where they are ranked by something else: "top 3 stores by sales". */
function rankedFirst(query: string, mentions: readonly Mention[]): readonly Mention[] {
  const numbers = mentions.filter(({ column }) => column.kind === "number");
  const [ranked, ...others] = numbers.filter(({ column, words, grouped }) =>
    column.kind === "number" && column.integer && !grouped &&
    new RegExp(`(?:${ends.source}) ?(?:${words})`).test(plain(query))
  );
  // Of several that a word means none is the one that has names.
  if (ranked === undefined || others.length > 0 || numbers.length < 2) return mentions;
  return mentions.map((mention) =>
    numbers.includes(mention) ? { ...mention, grouped: mention === ranked } : mention
  );
}

/** What stands before those that are ranked. */
const ends =
  /\b(?:top|bottom|best|worst|first|last) (?:\d{1,3}|two|three|four|five|ten)|\bwhich|(?:上位|下位|トップ|ベスト|ワースト)\d{1,3}の?|どの/;

/** Whether there is anything beside ASCII in it. */
function isForeign(text: string): boolean {
  return /[^ -~]/.test(text);
}

/** Without units in brackets: 売上（万円） → 売上. */
function bareName(name: string): string {
  return plain(name).replaceAll(/[(\[【].*?[)\]】]/g, " ").trim();
}

/** The name of a number with the word for what it is a length of: "response time" of response_ms is no column `time`. */
function wholeName({ kind, name }: Column): RegExp | null {
  const pattern = namePattern(name);
  if (pattern === null || kind !== "number" || isForeign(plain(name))) return pattern;
  return new RegExp(
    `${pattern.source}(?:[\\s_-]times?\\b(?![\\s-](?:series|course|line|trend|plot|chart|period)))?`,
  );
}

function namePattern(name: string): RegExp | null {
  const bare = bareName(name);
  if (bare === "") return null;
  if (isForeign(bare)) {
    if (bare.length === 1) {
      return new RegExp(`${escaped(bare)}(?=別|ごと|毎|の|を|が|は|間|で|に)|(?<=各)${escaped(bare)}`);
    }
    return new RegExp(escaped(bare));
  }
  const all = nameWords(name);
  // A unit at the end is seldom said: lead_time_days is the lead time.
  const unit = all.length > 1 && unitWord.test(all.at(-1) ?? "") && !isLettered(all) ? all.at(-1) : undefined;
  const words = unit === undefined ? all : all.slice(0, -1);
  const last = words.at(-1) ?? "";
  if (words.length === 0 || (words.length === 1 && singleWord.test(last))) return null;
  const inner = [
    ...words.slice(0, -1).map((word) => spoken(word, escaped(word))),
    spoken(last, inflected(last)),
  ].join("[\\s_.-]*");
  const end = unit === undefined ? "" : `(?:[\\s_-]*(?:${unitForms(unit)})(?![a-z0-9]))?`;
  return new RegExp(`(?<![a-z0-9'’])${inner}${end}(?![a-z0-9])`);
}

/** Whether a letter tells one of several from the others: "Store C" is told in no degrees. */
function isLettered(words: readonly string[]): boolean {
  return words.at(-1)?.length === 1 && groupTerms.some(([, en]) => en.test(words.slice(0, -1).join(" ")));
}

/** Letters that are words or ends of words by themselves. */
const singleWord = /^[aistdm]$/;

export const unitWord: RegExp =
  /^(?:years|yrs|months|weeks|days?|hours?|hrs?|min(?:ute)?s?|sec(?:ond)?s?|ms|s|h|usd|jpy|eur|yen|kg|g|cm|mm|m|km|pct|percent|count|c|f|celsius|name)$/;

/** How a unit of a name is said. */
function unitForms(unit: string): string {
  return /^(?:pct|percent)$/.test(unit) ? "pct|percent(?:age)?s?" : inflected(unit);
}

function isGrouped(text: string, pattern: RegExp): boolean {
  const source = pattern.source;
  return new RegExp(
    `(?:${source})(?:(?:の)?(?:別|ごと|毎(?![日月週年時期朝晩])|間|同士))|各(?:${source})|(?:by|per|across|between|among|each|every) (?:the |all )?(?:\\w+ (?:and|,) )?(?:${source})`,
  )
    .test(text);
}

function partMention(masked: string, column: Column): Mention[] {
  const bare = bareName(column.name);
  const part = isForeign(bare) ? commonPart(masked, bare) : mainWord(masked, nameWords(column.name));
  // "Order amount" is no word about the order's date.
  return part === null || column.kind === "time"
    ? []
    : [indirect(masked, { column, by: "part", source: part })];
}

/** "Page load" is load_page_time and not page_views, of whose name it has only one of the same words. */
function fullest(masked: string, mentions: readonly Mention[]): readonly Mention[] {
  const said = mentions.map(({ column }) =>
    isForeign(bareName(column.name))
      ? []
      : tellingWords(nameWords(column.name)).filter((word) => isSaid(masked, word))
  );
  return mentions.filter((_, at) => {
    const own = said[at] ?? [];
    return own.length === 0 ||
      !said.some((other) => other.length > own.length && own.every((word) => other.includes(word)));
  });
}

function translatedMention(masked: string, column: Column): Mention[] {
  const bare = bareName(column.name);
  const japanese = isForeign(bare);
  const short = nameWords(column.name).join(" ");
  const names = japanese ? [bare] : [short, writtenOut(short)];
  // How many there are of something is told by numbers alone.
  for (const [ja, en] of column.kind === "number" ? [...termPairs, ...figureTerms] : termPairs) {
    const [own, other] = japanese ? [ja, en] : [en, ja];
    const said = names.some((name) => own.test(name))
      ? [other, own].find((pattern) => pattern.test(masked))
      : undefined;
    if (said !== undefined) return [indirect(masked, { column, by: "translation", source: said.source })];
  }
  return [];
}

/** "Revenue" is a column of amounts where no other column is called so. */
function moneyMention(
  text: string,
  { mentions, columns }: { readonly mentions: readonly Mention[]; readonly columns: readonly Column[] },
): Mention[] {
  const isSaid = saysMoney(text) &&
    !mentions.some(({ column, words }) =>
      column.kind === "number" && saysMoney(text.match(new RegExp(words))?.[0] ?? "")
    );
  const column = isSaid ? moneyColumn(text, columns) : null;
  return column === null || mentions.some((mention) => mention.column === column)
    ? []
    : [indirect(text, { column, by: "translation", source: saidMoney(text) })];
}

/**
 * Patients who wait are no word about patient_age: whose measure it is names none where another one is named.
 * A condition may still be on it: "patients over 65".
 */
export function withoutOwners(masked: string, mentions: readonly Mention[]): readonly Mention[] {
  const numbers = mentions.filter(({ column, grouped }) => column.kind === "number" && !grouped);
  const owners = numbers.filter(({ column, by, words }) => {
    const first = nameWords(column.name)[0] ?? "";
    const said = masked.match(new RegExp(words))?.[0] ?? "";
    return by === "part" && isRowNoun(said) && nameWords(column.name).length > 1 &&
      new RegExp(`^${inflected(first)}$`).test(said);
  });
  return owners.length < numbers.length ? mentions.filter((mention) => !owners.includes(mention)) : mentions;
}

function indirect(
  masked: string,
  { column, by, source }: Pick<Mention, "column" | "by"> & { readonly source: string },
): Mention {
  return { column, by, grouped: isGrouped(masked, new RegExp(source)), words: `(?:${source})` };
}

/** The longest part of a Japanese name, at least half of it and two characters, that the sentence holds. */
function commonPart(masked: string, name: string): string | null {
  const least = Math.max(2, Math.ceil(name.length / 2));
  for (let length = name.length - 1; length >= least; length--) {
    for (let at = 0; at + length <= name.length; at++) {
      const part = name.slice(at, at + length);
      if (/^[\p{Script=Han}\p{Script=Katakana}ー]+$/u.test(part) && masked.includes(part)) {
        return escaped(part);
      }
    }
  }
  const head = name.slice(-2);
  if (name.length > 3 && /^[一-龠]{2}$/.test(head) && !anyHead.test(head) && masked.includes(head)) {
    return escaped(head);
  }
  // By one character groups are meant only where it groups: 「課別」 of 営業一課.
  const kind = name.slice(-1);
  return name.length > 2 && placeKinds.test(kind) &&
      new RegExp(`(?<![一-龠ァ-ヶ])${kind}(?:別|ごと|毎|間)|各${kind}(?![一-龠])`).test(masked)
    ? `(?<![一-龠ァ-ヶ])${kind}(?=別|ごと|毎|間)|(?<=各)${kind}`
    : null;
}

/** Kinds of places and parts of companies by which names end. */
const placeKinds = /^[店課部校県区市州国局署院園館社班組棟駅港]$/;

/** Ends of names that say nothing by themselves: of 配送日数 and 出社日数. */
const anyHead =
  /数$|率$|額$|時間|番号|区分|年月|日付|年度|合計|平均|比率|割合|単位|名称|コード|状況|種別|結果|情報|内容|項目/;

/** Three letters that are no syllable: nps, kwh. */
function isAcronym(word: string): boolean {
  return /^[b-df-hj-np-tv-xz\d]{3}$/.test(word) && !unitWord.test(word);
}

/** A word of a longer English name that says something by itself: `total_sales` by "sales". */
function mainWord(masked: string, words: readonly string[]): string | null {
  const found = words.length < 2
    ? undefined
    : tellingWords(words).toReversed().find((word) => isSaid(masked, word));
  return found === undefined ? null : ownWord(found);
}

function tellingWords(words: readonly string[]): string[] {
  return words.filter((word) =>
    (word.length > 3 || isAcronym(word) || longFormsOf(word).length > 0 ||
      (word.length === 3 && words.at(-1) === "id")) &&
    !unitWord.test(word) &&
    !/^(?:name|total|value|number|code|type|date|time|average|count|amount|rate|avg|amt|num|cnt|tot|max|min)$/
      .test(word)
  );
}

function isSaid(masked: string, word: string): boolean {
  return new RegExp(ownWord(word)).test(masked);
}

/** The word by itself or as what it is short for, in singular and plural. */
function ownWord(word: string): string {
  return `(?<![a-z0-9])${spoken(word, inflected(word))}(?![a-z0-9])`;
}
