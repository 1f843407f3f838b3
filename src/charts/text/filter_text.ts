/** A filter in words, as a subtitle or a sentence says it. */

import type { Language } from "../../base/language.ts";
import type { ChartFilter } from "../../base/chart_spec.ts";

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
