/** What the subtitle of a chart says: filters, groups and rows that are left out, periods that are incomplete. */

import type { ChartFilter } from "../../base/chart_spec.ts";
import type { Language } from "../../base/language.ts";
import type { Shown } from "../plan/cut_keys.ts";
import type { Grid } from "../plan/grid.ts";
import { type Context, say } from "./context.ts";

const signs: Readonly<Record<ChartFilter["op"], string>> = {
  "=": "=",
  "!=": "≠",
  "<": "<",
  "<=": "≤",
  ">": ">",
  ">=": "≥",
  in: "=",
  not_in: "≠",
  between: "=",
  contains: "∋",
};

const mostNamed = 4;

export function filterText({ column, op, value }: ChartFilter, language: Language): string {
  const values = (Array.isArray(value) ? value : [value]).map(String);
  if (op === "between") {
    return `${column} ${values[0] ?? ""}${language === "ja" ? "〜" : "–"}${values[1] ?? ""}`;
  }
  if (op === "contains") {
    return language === "ja" ? `${column}に「${values[0]}」を含む` : `${column} contains "${values[0]}"`;
  }
  const rest = values.length - mostNamed;
  const more = rest <= 0 ? "" : language === "ja" ? `ほか${rest}件` : ` and ${rest} more`;
  return `${column} ${signs[op]} ${values.slice(0, mostNamed).join(language === "ja" ? "・" : ", ")}${more}`;
}

/** "12 of 58 products", 上位12/58件. */
function shownText(context: Pick<Context, "language">, { name, shown, all, rest }: Shown): string {
  const more = all - shown;
  return rest === "other"
    ? say(context, {
      ja: `${name}は${all}件中${shown}件、残り${more}件は「その他」`,
      en: `${shown} of ${all} groups of ${name}, the other ${more} together`,
    })
    : say(context, { ja: `${name}は${all}件中${shown}件を表示`, en: `${shown} of ${all} groups of ${name}` });
}

/** The groups that are left out of a chart. */
export function cutNotes(
  context: Pick<Context, "language">,
  { cut }: { readonly cut: readonly Shown[] },
): string[] {
  return cut.map((one) => shownText(context, one));
}

/** What a subtitle says of a grid. */
export function gridNotes(context: Context, grid: Grid): string[] {
  return [
    ...context.notes,
    ...cutNotes(context, grid),
    skippedText(context, grid),
    partialText(context, grid),
  ];
}

/** Periods in which the data begins or ends; empty if there are none. */
export function partialText(context: Pick<Context, "language">, { partial }: Grid): string {
  if (partial.length === 0) return "";
  return say(context, {
    ja: `${partial.join("・")}のデータは期間の一部だけ`,
    en: `Data covers only part of ${partial.join(" and ")}`,
  });
}

/** Rows that have no place on the axes; empty if there are none. */
export function skippedText(context: Pick<Context, "language">, { skipped }: Grid): string {
  const count = skipped.toLocaleString("en");
  return skipped === 0 ? "" : say(context, {
    ja: `軸の値のない${count}行を除く`,
    en: `${count} rows without a value for an axis are left out`,
  });
}
