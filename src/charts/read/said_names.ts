/** What columns side by side are called where a sentence says it: 教科 and 得点 of a table with a column for each subject. */

import type { Language } from "../../base/chart_terms.ts";
import type { Column } from "../table/column.ts";
import type { MadeNames } from "../table/derive_column.ts";
import { allOf, allOfJa } from "./intent_rules.ts";
import { mentionedColumns } from "./mentioned_columns.ts";
import { plain } from "./plain.ts";
import { isMeasure, sharedWord, sideBySide } from "./side_by_side.ts";
import { groupTerms, measureTerms } from "./term_pairs.ts";

const [groupsJa, groupsEn] = [0, 1].map((at) => groupTerms.map((pair) => pair[at]?.source).join("|"));
const groups: Readonly<Record<Language, RegExp>> = {
  ja: new RegExp(`((?<=${allOfJa})(?:教科|科目)|(?:項目|${groupsJa})(?=別|ごと|毎|間))`),
  en: new RegExp(
    `\\b(?:by|per|across|between|each|every|among|of|${allOf}) (?:the |all )?(${groupsEn})`,
  ),
};

interface Given {
  readonly columns: readonly Column[];
  readonly language: Language;
  /** Names where the sentence says none. */
  readonly usual: MadeNames;
}

export function saidNames(query: string, { columns, language, usual }: Given): MadeNames {
  const { mentions: all, masked } = mentionedColumns(query, columns);
  const mentions = sideBySide(masked, all);
  const text = plain(query);
  const isFree = (name: string) => !columns.some((column) => plain(column.name) === name);
  const word = sharedWord(masked, mentions);
  // Columns that are named are not all of one thing.
  if (word === null && mentions.some(({ column }) => column.kind === "number")) {
    return { ...usual, value: measureOfNamed(masked, language) ?? usual.value };
  }
  const said = word === null || isMeasure(word) ? groups[language].exec(text)?.[1] : word;
  const group = said === undefined ? undefined : singular(said);
  const series = group !== undefined && isFree(group) ? group : undefined;
  if (series === undefined && word === null) return usual;
  const value = [...measureBeside(text, language), ...saidMeasures(text, language)].find(isFree);
  return { series: series ?? usual.series, value: value ?? usual.value };
}

/** A Japanese measure with the word for how it is counted: 来客数, 残業時間. */
const withEnd = (term: RegExp) => `(?:${term.source})(?:時間|者?数|金?額|[高量費率])?`;

function saidMeasures(text: string, language: Language): string[] {
  return measureTerms.map(([ja, en]) => (language === "ja" ? new RegExp(withEnd(ja)) : en).exec(text)?.[0])
    .concat(language === "ja" && text.includes("平均点") ? ["点数"] : [])
    .filter((name) => name !== undefined);
}

/** What is told of columns that are named: 「東京と大阪の売上」, "sales of Tokyo and Osaka". */
function measureOfNamed(masked: string, language: Language): string | undefined {
  const names = "xnumberx(?:(?:,| and| or| vs\\.?| versus)+ xnumberx)+";
  const patterns = measureTerms.map(([ja, en]) =>
    language === "ja"
      ? new RegExp(`◇(?:[・、,と][◇ ]+)+の(?:月次|平均|合計)?(?<behind>${withEnd(ja)})`)
      : new RegExp(
        `(?<before>${en.source}) (?:of|for|in|at|from) (?:the )?${names}|${names} (?<behind>${en.source})`,
      )
  );
  const found = patterns.map((pattern) => pattern.exec(masked)).find((match) => match !== null);
  return found?.groups?.["before"] ?? found?.groups?.["behind"];
}

/** What is told of groups though it is in no list: 「工場別の生産量」, "output by plant". */
function measureBeside(text: string, language: Language): string[] {
  const pattern = language === "ja"
    ? /(?:別|ごと|毎|各[一-龠ァ-ヶー]{1,6}|間)の?(?:月次|日次|年次|週次|月別|年別)?の?([一-龠ァ-ヶー]{1,8}[数量額高費率])(?![一-龠])/
    : /(?:^|\b(?:the|of|show|plot|compare|monthly|daily|weekly|yearly|total|average) )([a-z]{4,})(?<!trends?|charts?|graphs?|plots?|lines?|bars?|comparisons?|totals?|averages?|values?|numbers?|changes?|developments?) (?:by|per|for each|across|of each|in each|at each) /;
  const [, name] = pattern.exec(text) ?? [];
  return name === undefined ? [] : [name];
}

function singular(word: string): string {
  return word.replace(/ies$/, "y").replace(/(?<=ch|sh|x|ss)es$/, "").replace(/(?<=[a-rt-z])s$/, "");
}
