/** Why something was assumed, in the language of the sentence. */

import type { ChartSpec } from "../../base/chart_spec.ts";
import type { Language } from "../../base/language.ts";

export type Reason =
  | { readonly kind: keyof typeof texts }
  | {
    readonly kind: "spelling" | "related" | "not_distinct" | "distinct" | "value";
    readonly said: string;
  }
  | { readonly kind: "also"; readonly said: string; readonly others: readonly string[] }
  | { readonly kind: "width"; readonly size: number };

/** Records what neither the sentence nor the options said. */
export type Note = (field: keyof ChartSpec, value: unknown, reason: Reason) => void;

const texts = {
  adds_up: { en: "its name says that it is a quantity that adds up", ja: "列名から、足し合わせる量と判断" },
  does_not_add_up: {
    en: "its name does not say that it adds up",
    ja: "列名からは足し合わせる量と言えないため",
  },
  stock: { en: "it adds up over groups, but not over time", ja: "時間方向には足し合わせられない量のため" },
  one_row_each: { en: "there is one row for each", ja: "それぞれ1行ずつのため" },
  no_measure: {
    en: "no measure is named, so rows are counted",
    ja: "数値の列が指定されていないため、行数を数える",
  },
  only_measure: {
    en: "no measure is named; this is the first column of numbers",
    ja: "数値の列が指定されていないため、最初の数値の列を使用",
  },
  many_times: {
    en: "the times are too many to be shown one by one",
    ja: "時点が多すぎて1つずつは示せないため",
  },
  time_wanted: {
    en: "the sentence speaks of time without naming a column",
    ja: "時間の列が指定されていないため",
  },
  no_group: { en: "no group is named", ja: "グループが指定されていないため" },
  no_words: {
    en: "the sentence does not say what to draw; chosen by the columns",
    ja: "何を描くかが読み取れず、列の種類から選択",
  },
  few_groups: {
    en: "there are few groups, so their distributions are overlaid",
    ja: "グループが少ないため、分布を重ねて表示",
  },
  many_groups: {
    en: "there are many groups, so their distributions are shown as boxes",
    ja: "グループが多いため、分布を箱ひげ図で表示",
  },
  two_numbers: {
    en: "two measures are named and nothing to group them by",
    ja: "2つの数値だけが指定されているため",
  },
  default: { en: "not said", ja: "指定なし" },
  one_number: {
    en: "one measure is named and nothing to group it by",
    ja: "数値が1つだけ指定されているため",
  },
  unlike: {
    en: "the measures are too unlike for one axis",
    ja: "単位や大きさが違い、同じ軸では比べられないため",
  },
  parts: { en: "parts of a whole add up", ja: "全体を構成する部分のため" },
  amount: { en: "the sentence speaks of an amount", ja: "文が量を指しているため" },
  cumulative: { en: "running totals add up", ja: "累計のため" },
  season: { en: "seasons are shown by the months of the year", ja: "季節は月ごとに表示" },
  fiscal: { en: "fiscal years are taken to begin in April", ja: "年度は4月始まりと仮定" },
  per: { en: "read as for each value, not as a ratio", ja: "比率ではなく、値ごとの集計と解釈" },
  names: { en: "its values name the rows", ja: "行の名前にあたる列のため" },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

export function because(reason: Reason, language: Language): string {
  switch (reason.kind) {
    case "spelling":
      return language === "ja"
        ? `「${reason.said}」をこの列名の誤記と判断`
        : `"${reason.said}" is read as a misspelling of it`;
    case "not_distinct":
      return language === "ja"
        ? `行数を数える（異なる${reason.said}の数ではない）`
        : `rows are counted, not different values of ${reason.said}`;
    case "value":
      return language === "ja"
        ? `「${reason.said}」をこの値と解釈`
        : `"${reason.said}" is read as this value`;
    case "distinct":
      return language === "ja"
        ? `行数ではなく、異なる${reason.said}を数える`
        : `different values of ${reason.said} are counted, not rows`;
    case "related":
      return language === "ja"
        ? `「${reason.said}」に最も近い列`
        : `no column is called "${reason.said}"; this is the nearest`;
    case "also": {
      const others = reason.others.join(", ");
      return language === "ja"
        ? `「${reason.said}」は他の列（${others}）も指しうる`
        : `"${reason.said}" may also mean ${others}`;
    }
    case "width":
      return language === "ja" ? `幅${reason.size}の区間に相当` : `bins about ${reason.size} wide`;
    default:
      return texts[reason.kind][language];
  }
}
