/** What is said of the rows that a sentence restricts a chart to: beside it, in the summary and in the picture. */

import { capital } from "./headline.ts";
import type { Language } from "./language.ts";
import type { Restriction } from "./restrict_table.ts";

const mostShown = 10;

export function restrictionWarning(restriction: Restriction, language: Language): string {
  const ja = language === "ja";
  switch (restriction.kind) {
    case "only":
    case "without": {
      const [column, shown] = [quoted([restriction.column]), quoted(restriction.labels)];
      if (restriction.kind === "only") {
        return ja
          ? `列${column}が${shown}の行だけを使いました`
          : `only rows with ${shown} in column ${column} are used, as the query names them`;
      }
      return ja
        ? `列${column}が${shown}の行を除きました`
        : `rows with ${shown} in column ${column} are left out, as the query says`;
    }
    case "times":
      return ja
        ? `列${quoted([restriction.column])}が${quoted(restriction.texts)}に当たる行だけを使いました`
        : `only rows of ${quoted(restriction.texts)} by column ${quoted([restriction.column])} are used`;
    case "no_such_times":
      return ja
        ? `${quoted(restriction.texts)}に当たる行がないため、すべての行を使いました`
        : `the data has no rows of ${quoted(restriction.texts)}, so that all rows are used`;
    case "unknown":
      return ja
        ? "除くべきものがデータに見つからないため、何も除いていません"
        : "what the query leaves out is not found in the data: nothing is left out";
    case "unclear":
      return ja
        ? `${quoted(restriction.texts)}による絞り込みを解釈できないため、すべての行を使いました`
        : `what the query means by ${quoted(restriction.texts)} is not understood, so that all rows are used`;
  }
}

/** Whether the rows are picked as the sentence says. */
export function isMet({ kind }: Restriction): boolean {
  return kind !== "no_such_times" && kind !== "unknown" && kind !== "unclear";
}

/** The same as a sentence; loud where it is not as asked. */
export function restrictionSentence(restriction: Restriction, language: Language): string {
  const text = restrictionWarning(restriction, language);
  const met = isMet(restriction);
  if (language === "ja") return met ? `${text}。` : `注意: ${text}。`;
  return met ? `${capital(text)}.` : `Note: ${text}.`;
}

/** In the picture, beside the subtitle; empty where nothing is restricted. */
export function restrictionMark(restriction: Restriction, language: Language): string {
  const ja = language === "ja";
  switch (restriction.kind) {
    case "only":
      return `${restriction.column}: ${listed(restriction.labels)}`;
    case "without":
      return ja ? `${listed(restriction.labels)}を除く` : `without ${listed(restriction.labels)}`;
    case "times":
      return listed(restriction.texts);
    case "no_such_times":
    case "unknown":
    case "unclear":
      return "";
  }
}

function quoted(texts: readonly string[]): string {
  return texts.slice(0, mostShown).map((text) => JSON.stringify(text)).join(", ");
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, 3).join(", ");
  return texts.length > 3 ? `${shown}, …` : shown;
}
