/**
 * Bounds that a sentence says without their numbers or columns: losses (「赤字の月」, "unprofitable orders"), tens of years
 * of age (「20代の社員」), and whether there is any of something (「副作用があった患者」). Each is written plainly, so that
 * what reads bounds and groups need not know of it.
 */

import type { CategoryColumn, Column } from "../table/column.ts";
import { fewLabels } from "./few_labels.ts";
import { columnOfKind } from "./measure_kinds.ts";
import { mentionedColumns } from "./mentioned_columns.ts";

const profits = /利益|損益|収支|(?<![a-z])(?:profits?|net[_ ]income|earnings)(?![a-z])/i;

/** The sentence with such bounds as numbers and names, where one column tells of them. */
export function withPlainBounds(text: string, columns: readonly Column[]): string {
  return withDecades(withLosses(withSome(withAny(text, columns), columns), columns), columns);
}

/** 「雨が降った日」 are days with more than none of it, where a number tells how much there was. */
function withSome(text: string, columns: readonly Column[]): string {
  return mentionedColumns(text, columns).mentions.reduce(
    (left, { column, words }) =>
      column.kind !== "number" || column.least < 0 ? left : left.replaceAll(
        new RegExp(`(?:${words})(?:が|の)(?:降った|積もった|あった|発生した|出た)(?=[日月週回]|もの)`, "gi"),
        () => `${column.name}が0超の`,
      ),
    text,
  );
}

function withLosses(text: string, columns: readonly Column[]): string {
  const found = columns.filter(({ kind, name }) => kind === "number" && profits.test(name.normalize("NFKC")));
  const [only] = found;
  if (only === undefined || found.length > 1) return text;
  return text
    .replaceAll(
      /(?:[一-龠ァ-ヶー]{1,6}が)?(赤字|黒字)の(?!額|幅|推移|合計)/g,
      (_, sign: string) => `${only.name}が0${sign === "赤字" ? "未満" : "超"}の`,
    )
    .replaceAll(
      /\b(loss-making|unprofitable|profitable) (\w+)/gi,
      (_, sign: string, things: string) =>
        `${things} with ${only.name} ${/^p/i.test(sign) ? "above" : "below"} 0`,
    );
}

/** One ten alone: of two it is not said whether they are taken together. */
function withDecades(text: string, columns: readonly Column[]): string {
  const decade = /(?<!\d)([1-9]0)代(?!表|理|金|わり)|\bin their ([1-9]0)s\b/g;
  const [found, ...more] = [...text.matchAll(decade)];
  const age = columnOfKind("aged", columns);
  if (found === undefined || more.length > 0 || age === null) return text;
  // Where the data has such groups, one of them is meant.
  if (
    columns.some((column) => fewLabels(column).some((label) => label.includes(found[0].replace(/.* /, ""))))
  ) {
    return text;
  }
  const [said, ja, en] = found;
  const first = Number(ja ?? en);
  return text.replace(
    said,
    () =>
      ja === undefined
        ? `with ${age.name} ${first} to ${first + 9}`
        : `${age.name}が${first}以上${first + 9}以下`,
  );
}

const noneLabel = /^(?:なし|無し|無|none)$/i;

/** "Patients with any side effect" are those without none, and those without any are of none. */
function withAny(text: string, columns: readonly Column[]): string {
  const { mentions } = mentionedColumns(text, columns);
  return mentions.reduce((left, { column, words }) => {
    const none = column.kind === "category" ? noneOf(column) : undefined;
    if (none === undefined) return left;
    return left
      .replaceAll(
        new RegExp(`(?:${words})(?:が|の)(?:あ(?:った|る|り(?!ません))|出た|発生した)(?:の(?!で))?`, "gi"),
        `${none}以外の`,
      )
      .replaceAll(new RegExp(`\\bwith (?:an?|any|some) (?:${words})`, "gi"), `excluding ${none}`)
      .replaceAll(new RegExp(`\\b(?:without(?: any)?|with no) (?:${words})`, "gi"), `for ${none} only`)
      .replaceAll(new RegExp(`(?:${words})(?:が|の)?(?:なし|無し|ない)の`, "gi"), `${none}の`);
  }, text);
}

function noneOf(column: CategoryColumn): string | undefined {
  return column.distinct > 2 ? fewLabels(column).find((label) => noneLabel.test(label)) : undefined;
}
