/** What columns side by side are called where a sentence says it: 教科 and 得点 of a table with a column for each subject. */

import type { Language } from "../language.ts";
import type { Column } from "../table/column.ts";
import type { MadeNames } from "../table/derive_column.ts";
import { mentionedColumns } from "./mentioned_columns.ts";
import { plain } from "./plain.ts";
import { measureTerms } from "./term_pairs.ts";

const groups: Readonly<Record<Language, RegExp>> = {
  ja: /(教科|科目|店舗|支店|商品|製品|品目|地域|都市|部門|部署|工場|項目|チーム)(?=別|ごと|毎|間)/,
  en:
    /\b(?:by|per|across|between|each|every|among|of) (?:the |all )?(subject|course|store|branch|product|region|city|department|plant|team)(?:s|es)?\b/,
};

interface Given {
  readonly columns: readonly Column[];
  readonly language: Language;
  /** Names where the sentence says none. */
  readonly usual: MadeNames;
}

export function saidNames(query: string, { columns, language, usual }: Given): MadeNames {
  const { mentions } = mentionedColumns(query, columns);
  const text = plain(query);
  const isFree = (name: string) => !columns.some((column) => plain(column.name) === name);
  // Columns that are named are not all of one thing.
  if (mentions.some(({ column }) => column.kind === "number")) return usual;
  const series = groups[language].exec(text)?.[1];
  if (series === undefined || !isFree(series)) return usual;
  const value = measureTerms.map(([ja, en]) => (language === "ja" ? ja : en).exec(text)?.[0])
    .concat(language === "ja" && text.includes("平均点") ? ["点数"] : [])
    .find((name) => name !== undefined && isFree(name));
  return { series, value: value ?? usual.value };
}
