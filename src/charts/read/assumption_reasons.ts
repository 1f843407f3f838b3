/** Why something was assumed, in the language of the sentence. */

import type { ChartSpec } from "../../base/chart_spec.ts";
import type { Language } from "../../base/language.ts";

export interface Reason {
  readonly kind: keyof typeof texts.en;
  /** What the text names: a word of the sentence, other columns, the width of bins. */
  readonly said?: string;
  readonly others?: readonly string[];
  readonly size?: number;
}

/** Records what neither the sentence nor the options said. */
export type Note = (field: keyof ChartSpec, value: unknown, reason: Reason) => void;

const texts = {
  en: {
    adds_up: "its name says that it is a quantity that adds up",
    does_not_add_up: "its name does not say that it adds up",
    stock: "it adds up over groups, but not over time",
    one_row_each: "there is one row for each",
    no_measure: "no measure is named, so rows are counted",
    only_measure: "no measure is named; this is the first column of numbers",
    many_times: "the times are too many to be shown one by one",
    time_wanted: "the sentence speaks of time without naming a column",
    no_group: "no group is named",
    no_words: "the sentence does not say what to draw; chosen by the columns",
    few_groups: "there are few groups, so their distributions are overlaid",
    many_groups: "there are many groups, so their distributions are shown as boxes",
    two_numbers: "two measures are named and nothing to group them by",
    default: "not said",
    one_number: "one measure is named and nothing to group it by",
    unlike: "the measures are too unlike for one axis",
    parts: "parts of a whole add up",
    kept: "shares of the rows that the condition keeps, not of all rows",
    amount: "the sentence speaks of an amount",
    cumulative: "running totals add up",
    season: "seasons are shown by the months of the year",
    fiscal: "fiscal years are taken to begin in April",
    per: "read as for each value, not as a ratio",
    names: "its values name the rows",
    spelling: '"{said}" is read as a misspelling of it',
    not_distinct: "rows are counted, not different values of {said}",
    value: '"{said}" is read as this value',
    distinct: "different values of {said} are counted, not rows",
    related: 'no column is called "{said}"; this is the nearest',
    also: '"{said}" may also mean {others}',
    width: "bins about {size} wide",
  },
  ja: {
    adds_up: "列名から、足し合わせる量と判断",
    does_not_add_up: "列名からは足し合わせる量と言えないため",
    stock: "時間方向には足し合わせられない量のため",
    one_row_each: "それぞれ1行ずつのため",
    no_measure: "数値の列が指定されていないため、行数を数える",
    only_measure: "数値の列が指定されていないため、最初の数値の列を使用",
    many_times: "時点が多すぎて1つずつは示せないため",
    time_wanted: "時間の列が指定されていないため",
    no_group: "グループが指定されていないため",
    no_words: "何を描くかが読み取れず、列の種類から選択",
    few_groups: "グループが少ないため、分布を重ねて表示",
    many_groups: "グループが多いため、分布を箱ひげ図で表示",
    two_numbers: "2つの数値だけが指定されているため",
    default: "指定なし",
    one_number: "数値が1つだけ指定されているため",
    unlike: "単位や大きさが違い、同じ軸では比べられないため",
    parts: "全体を構成する部分のため",
    kept: "全行ではなく、条件に合う行の中での割合",
    amount: "文が量を指しているため",
    cumulative: "累計のため",
    season: "季節は月ごとに表示",
    fiscal: "年度は4月始まりと仮定",
    per: "比率ではなく、値ごとの集計と解釈",
    names: "行の名前にあたる列のため",
    spelling: "「{said}」をこの列名の誤記と判断",
    not_distinct: "行数を数える（異なる{said}の数ではない）",
    value: "「{said}」をこの値と解釈",
    distinct: "行数ではなく、異なる{said}を数える",
    related: "「{said}」に最も近い列",
    also: "「{said}」は他の列（{others}）も指しうる",
    width: "幅{size}の区間に相当",
  },
} as const;

export function because({ kind, said = "", others = [], size = NaN }: Reason, language: Language): string {
  const named: Readonly<Record<string, string>> = { said, others: others.join(", "), size: String(size) };
  return texts[language][kind].replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? "");
}
