/** Groups that a sentence names by their own name: "Tokyo and Osaka", 「札幌と仙台」. */

import type { CategoryColumn, Column } from "../table/column.ts";
import { asksOfOthers } from "./compared_group.ts";
import { mostLabels } from "./few_labels.ts";
import { labelPattern, labelsIn } from "./label_pattern.ts";
import { withoutLines } from "./level_lines.ts";
import {
  isCommonWord,
  isMeasureWord,
  lettersBeside,
  listedLabels,
  loneCharacters,
  placedWords,
  shortLabels,
} from "./listed_labels.ts";
import type { Mention } from "./mentioned_columns.ts";
import { plain } from "./plain.ts";
import { sexesIn } from "./sex_words.ts";

export interface ValueMention {
  readonly column: CategoryColumn;
  readonly labels: readonly string[];
  /** Whether only these are meant: not where the sentence also speaks of the others, or names them all. */
  readonly only: boolean;
  /** Those of which it is not known what is meant: behind a "not", or as a bound. */
  readonly unclear?: readonly string[];
}

/** Texts that are longer are no names. */
export const longestLabel = 80;
const others =
  /以外|ほかの|他(?:の|と|より|に比べ|社|店|県|国)|残り|その他|全て|すべて|全体|全部|全国|全社|全店|\bothers?\b|\brest\b|\ball\b|\bevery(?:one|body|thing)\b|\bnot (?:only|just|merely|solely)\b|\bnot [^,.;:]* (?:only|alone)\b|(?:だけ|のみ)で(?:は)?な|のみなら/;
/** A word that turns what follows in the same part of the sentence. */
const refusal = "(?:\\b(?:not|no|never|neither|nor|without|excluding|except)\\b|n['’]t\\b)[^,.;:、。]*";

export function mentionedValues(
  query: string,
  columns: readonly Column[],
  named: readonly Mention[],
): ValueMention[] {
  // The word of a line is no group: "target 150" beside groups called actual and target.
  const said = withoutNamesAround(withoutLines(query.normalize("NFKC")), columns, named);
  const text = withoutNames(said, columns);
  const taken = new Set<string>();
  return [...groupings(columns), ...largeGroupings(columns)].flatMap((column): ValueMention[] => {
    const all = column.values().labels;
    const found = column.distinct > mostLabels ? writtenLabels(text, all) : namedLabels(text, column, named);
    const labels = found.filter((label) => !taken.has(label));
    if (labels.length === 0) return [];
    // What another column has as well is meant once.
    labels.forEach((label) => taken.add(label));
    const among = labels.length === 1 &&
      named.some((mention) => mention.grouped && mention.column.index === column.index);
    const only = labels.length < all.length && !among && !labels.every((label) => isIncluded(text, label)) &&
      !others.test(text.toLowerCase()) && !(labels.length === 1 && asksOfOthers(text)) &&
      !isDoubtful(text, { all, labels, named });
    const unclear = only
      ? labels.flatMap((label) => boundBy(text, label) ?? (isRefused(text, label) ? [label] : []))
      : [];
    return [unclear.length > 0 ? { column, labels, only: false, unclear } : { column, labels, only }];
  });
}

/** Words of names of columns are no plurals of groups: of the column `visits` beside a group Visit. */
function withoutNames(text: string, columns: readonly Column[]): string {
  const labels = groupings(columns).flatMap((column) => column.values().labels);
  const isPlural = (word: string) =>
    word.endsWith("s") && labelsIn(word, labels).length > 0 &&
    !labels.some((label) => plain(label).includes(word));
  const words = columns.flatMap(({ name }) => plain(name).match(/[a-z]{3,}/g) ?? []).filter(isPlural);
  return words.length === 0 ? text : text.replaceAll(new RegExp(`\\b(?:${words.join("|")})\\b`, "gi"), "□");
}

/** A label that is only a part of a name is not meant: neither 満足 by 満足度, nor what is late by a late fee. */
function withoutNamesAround(text: string, columns: readonly Column[], named: readonly Mention[]): string {
  const labels = groupings(columns).flatMap((column) => column.values().labels);
  return named.reduce((left, { words }) =>
    left.replaceAll(new RegExp(words, "gi"), (name) => {
      const inside = labelsIn(name, labels).some((label) => plain(label).length < plain(name).trim().length);
      const around = inside && labelsIn(left, labels).some((label) => plain(label).includes(plain(name)));
      return inside && !around ? "□" : name;
    }), text);
}

/** Whether the words by which a column is named in part are rather of the name of a group: open in open_tickets, 店 in 渋谷店. */
export function isGroupName({ by, grouped, words }: Mention, query: string, values: readonly ValueMention[]) {
  if (by === "name" || by === "value" || grouped) return false;
  const text = query.normalize("NFKC");
  const said = new RegExp(words, "i");
  const labels = values.flatMap((value) => value.labels).toSorted((a, b) => b.length - a.length);
  const rest = labels.reduce(
    (left, label) => left.replaceAll(new RegExp(labelPattern(label), "gi"), "□"),
    text,
  );
  return said.test(text) && !said.test(rest);
}

function namedLabels(text: string, column: CategoryColumn, named: readonly Mention[]): string[] {
  const all = column.values().labels;
  const measures = named.filter((mention) => mention.column.kind === "number");
  const own = named.find((mention) => mention.column.index === column.index);
  const company = new Set([
    ...listedLabels(text, all),
    ...lettersBeside(text, column, own?.words ?? "(?!)"),
    ...shortLabels(text, all),
    ...loneCharacters(text, all),
    ...placedWords(text, all).filter((label) =>
      measures.length > 0 && !measures.some(({ words }) => new RegExp(words, "i").test(label))
    ),
  ]);
  const found = new Set([...labelsIn(text, all).filter(isTelling), ...sexesIn(text, all)]);
  return all.filter((label) => found.has(label) || company.has(label));
}

/** Whether a word for a measure may be one more group, so that the others alone would be too few. */
function isDoubtful(text: string, { all, labels, named }: {
  readonly all: readonly string[];
  readonly labels: readonly string[];
  readonly named: readonly Mention[];
}): boolean {
  return labelsIn(text, all).some((label) =>
    isMeasureWord(label) && !labels.includes(label) &&
    !named.some(({ column }) => plain(column.name) === plain(label))
  );
}

function isRefused(text: string, label: string): boolean {
  const said = labelPattern(label);
  return new RegExp(
    `${refusal}${said}|${said}[^、。,一-龠]{0,3}(?:除[いきくけ外]|以外|含まな|含めな|含まず|含めず)`,
    "i",
  )
    .test(text);
}

/** Beside others that are meant: 「青葉市を含む北部」. */
function isIncluded(text: string, label: string): boolean {
  return new RegExp(`${labelPattern(label)}(?:など)?[をも]含(?:む|め(?!ず|な)|んだ)`, "i").test(text);
}

/** The words by which those above or below it are meant too, of which the data does not know: 「課長以上」. */
function boundBy(text: string, label: string): string | null {
  const bounds =
    "以上|以下|未満|より[上下]| (?:and|or) (?:above|higher|over|up|below|lower|under|older|younger)\\b";
  return new RegExp(`${labelPattern(label)}(?:${bounds})`, "i").exec(text)?.[0] ?? null;
}

/** Columns of so few groups that each may be named. */
export function groupings(columns: readonly Column[]): CategoryColumn[] {
  return columns.flatMap((column) =>
    column.kind === "category" && column.distinct > 0 && column.distinct <= mostLabels ? [column] : []
  );
}

/** Columns of so many groups that only names as they are written are looked for. */
function largeGroupings(columns: readonly Column[]): CategoryColumn[] {
  return columns.flatMap((column) =>
    column.kind === "category" && column.distinct > mostLabels && column.longest <= longestLabel
      ? [column]
      : []
  );
}

/** Names that are none of the words of a sentence: Acme Ltd, SKU-1043, 佐藤商店. */
function writtenLabels(text: string, all: readonly string[]): string[] {
  const found = all.filter((label) => {
    const name = label.normalize("NFKC");
    return name.length > 2 && /[^ -~]|[A-Z].*[A-Z\d]|^[A-Z][a-z]+ |\d.*[A-Za-z]/.test(name) &&
      text.includes(name) &&
      new RegExp(labelPattern(name)).test(text);
  });
  return found.length === 0 ? [] : labelsIn(text, found);
}

function isTelling(label: string): boolean {
  if (isCommonWord(label)) return false;
  return /[^ -~]/.test(label) ? label.length > 1 : label.length > 2 && !/^\d+$/.test(label);
}
