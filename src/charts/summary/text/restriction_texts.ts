/** What is said of the rows that a sentence restricts a chart to: beside it, in the summary and in the picture. */

import type { Language } from "../../../base/chart_terms.ts";
import { relativeUnit } from "../../read/relative_times.ts";
import type { WeekdayRestriction } from "../../read/restrict_weekdays.ts";
import type { Restriction } from "../../read/restriction.ts";
import { weekdaysText } from "../../read/said_weekdays.ts";
import type { YearsTogether } from "../../read/years_apart.ts";
import { type Grain, lengthOf } from "../../table/calendar.ts";
import { formatTime } from "./format_time.ts";
import { capital } from "./headline.ts";
import { assumedText, noTimesText, timesMark, timesText } from "./picked_times_texts.ts";

const mostShown = 10;

export function restrictionWarning(restriction: Restriction, language: Language): string {
  const ja = language === "ja";
  switch (restriction.kind) {
    case "only":
    case "without":
      return groupsText(restriction, language);
    case "times":
      return timesText(restriction, language) + inColumn(restriction.column, language) +
        assumedText(restriction, language);
    case "no_such_times":
      return noTimesText(restriction, language);
    case "relative":
      return relativeText(restriction, language);
    case "top":
      return topText(restriction, language);
    case "latest":
      return latestText(restriction, language);
    case "weekdays":
      return `${weekdaysSaid(restriction, language)}${inColumn(restriction.column, language)}`;
    case "no_such_weekdays":
      return ja
        ? `${weekdaysText(restriction.days, "ja")}で絞り込むと行が残らないため、すべての行を使いました`
        : `no rows are left by ${weekdaysText(restriction.days, "en")}, so that all rows are used`;
    case "no_times":
      return ja
        ? `時間の列がないため、${quotedJa(restriction.texts)}による絞り込みはしていません`
        : `the data has no column of times, so that ${quoted(restriction.texts)} restricts nothing`;
    case "rows":
      return ja
        ? `${quotedJa(restriction.texts)}の行だけを使いました`
        : `only rows with ${quoted(restriction.texts)} are used`;
    case "groups": {
      const { column, text, kept, groups } = restriction;
      return ja
        ? `${quotedJa([text])}の${column}だけを使いました（${groups}件中${kept}件）`
        : `only those of column ${quoted([column])} with ${quoted([text])} are used: ${kept} of ${groups}`;
    }
    case "without_rows":
      return ja
        ? `${quotedJa(restriction.texts)}の行を除きました`
        : `rows with ${quoted(restriction.texts)} are left out`;
    case "no_such_rows":
      return ja
        ? `${quotedJa(restriction.texts)}の行がないため、すべての行を使いました`
        : `the data has no rows with ${quoted(restriction.texts)}, so that all rows are used`;
    case "no_such_groups":
      return ja
        ? `${quotedJa(restriction.texts)}の行はデータにありません`
        : `the data has no rows with ${quoted(restriction.texts)}`;
    case "years":
      return yearsTexts[restriction.why][language];
    case "unknown":
      return ja
        ? "除くべきものがデータに見つからないため、何も除いていません"
        : "what the query leaves out is not found in the data: nothing is left out";
    case "unclear":
      return ja
        ? `${quoted(restriction.texts)}を解釈できないため、それによる絞り込みはしていません`
        : `what the query means by ${
          quoted(restriction.texts)
        } is not understood, so that it restricts nothing`;
  }
}

function groupsText({ kind, column, labels }: Of<"only" | "without">, language: Language): string {
  const [of, shown] = [quoted([column]), quoted(labels)];
  if (kind === "only") {
    return language === "ja"
      ? `列${of}が${shown}の行だけを使いました`
      : `only rows with ${shown} in column ${of} are used, as the query names them`;
  }
  return language === "ja"
    ? `列${of}が${shown}の行を除きました`
    : `rows with ${shown} in column ${of} are left out, as the query says`;
}

const yearsTexts: Readonly<Record<YearsTogether, Readonly<Record<Language, string>>>> = {
  groups: {
    ja: "分類ごとに示すため、年ごとには重ねていません",
    en: "the years are not laid over each other, as the chart tells groups from each other",
  },
  many: {
    ja: "年が多すぎるため、年ごとには重ねていません",
    en: "the years are not laid over each other, as there are too many of them",
  },
  coarse: {
    ja: "年の中の時期がデータにないため、年ごとには重ねていません",
    en: "the years are not laid over each other, as the data does not tell the parts of a year",
  },
  fiscal: {
    ja: "年度ではなく、暦年（1月から12月）ごとに重ねています",
    en: "the years that are laid over each other are those of the calendar, not fiscal ones",
  },
};

type Of<Kind extends Restriction["kind"]> = Restriction & { readonly kind: Kind };

function relativeText(restriction: Of<"relative">, language: Language): string {
  const { texts } = restriction;
  const example = exampleOf(texts[0] ?? "", { ...restriction, language });
  return language === "ja"
    ? `${quotedJa(texts)}がいつかはデータだけでは決まらないため、すべての行を使いました` +
      `（「${example}」のように時期を書くと絞り込めます）`
    : `${quoted(texts)} ${texts.length === 1 ? "depends" : "depend"} on the day of asking, ` +
      `so that all rows are used; name the time itself, such as "in ${example}", to restrict the chart to it`;
}

/** A time of the data to write instead: its last one, as fine as the words, if the data is. */
function exampleOf(
  text: string,
  { last, grain, language }: { readonly last: number; readonly grain: Grain; readonly language: Language },
): string {
  const said = relativeUnit(text);
  const own = said === "week" ? "day" : said;
  return formatTime(last, lengthOf(grain) >= lengthOf(own) ? grain : own, language);
}

function topText({ column, groups, labels, value, fromBelow }: Of<"top">, language: Language): string {
  const [count, shown, of] = [labels.length, quoted(labels), quoted([column])];
  return language === "ja"
    ? `列${of}の${groups}個のうち、${value ?? "件数"}が${fromBelow ? "小さい" : "大きい"}${count}個` +
      `（${shown}）だけを使いました`
    : `only ${count} of the ${groups} groups in column ${of} are used, ` +
      `those with the ${fromBelow ? "lowest" : "highest"} ${value ?? "count"}: ${shown}`;
}

function latestText({ column, value, time, grain }: Of<"latest">, language: Language): string {
  const [of, shown] = [quoted([value]), formatTime(time, grain, language)];
  return language === "ja"
    ? `${of}は異なる時点の値を足し合わせられないため、最新の${shown}の行だけを使いました${
      inColumn(column, language)
    }`
    : `values of ${of} at different times do not add up, so that only rows of the latest, ${shown}, are used${
      inColumn(column, language)
    }`;
}

const met: readonly Restriction["kind"][] = [
  "only",
  "without",
  "times",
  "weekdays",
  "top",
  "rows",
  "groups",
  "without_rows",
];

/** Whether the rows are picked as the sentence says. */
export function isMet({ kind }: Restriction): boolean {
  return met.includes(kind);
}

/** The same as a sentence; loud where it is not as asked. */
export function restrictionSentence(restriction: Restriction, language: Language): string {
  const text = restrictionWarning(restriction, language);
  const isAssumed = restriction.kind === "times" && assumedText(restriction, language) !== "";
  const asAsked = isMet(restriction) && !isAssumed;
  if (language === "ja") return asAsked ? `${text}。` : `注意: ${text}。`;
  return asAsked ? `${capital(text)}.` : `Note: ${text}.`;
}

/** In the picture, beside the subtitle; empty where nothing is restricted. */
export function restrictionMark(restriction: Restriction, language: Language): string {
  const ja = language === "ja";
  switch (restriction.kind) {
    case "only":
      return `${restriction.column}: ${listed(restriction.labels)}`;
    case "without": {
      // A yes or no says nothing without its column.
      const of = restriction.labels.every(({ length }) => length <= 3) ? `${restriction.column}: ` : "";
      return ja ? `${of}${listed(restriction.labels)}を除く` : `${of}without ${listed(restriction.labels)}`;
    }
    case "times":
      return timesMark(restriction, language);
    case "latest":
      return formatTime(restriction.time, restriction.grain, language);
    case "top": {
      const [count, all] = [restriction.labels.length, restriction.groups];
      return ja
        ? `${all}件中の${restriction.fromBelow ? "下位" : "上位"}${count}件`
        : `${restriction.fromBelow ? "Bottom" : "Top"} ${count} of ${all}`;
    }
    case "weekdays": {
      const days = weekdaysText(restriction.days, language);
      return restriction.wanted ? days : ja ? `${days}を除く` : `without ${days}`;
    }
    case "rows":
      return restriction.texts.join(", ");
    case "groups":
      return restriction.text;
    case "without_rows":
      return ja ? `${restriction.texts.join("・")}を除く` : `without ${restriction.texts.join(", ")}`;
    case "no_such_rows":
    case "no_such_groups":
    case "no_such_times":
    case "no_such_weekdays":
    case "relative":
    case "no_times":
    case "years":
    case "unknown":
    case "unclear":
      return "";
  }
}

function weekdaysSaid({ days, wanted }: WeekdayRestriction, language: Language): string {
  const text = weekdaysText(days, language);
  if (language === "ja") return wanted ? `${text}の行だけを使いました` : `${text}の行を除きました`;
  return wanted ? `only rows from ${text} are used` : `rows from ${text} are left out`;
}

/** In which column the times are. */
function inColumn(column: string, language: Language): string {
  return language === "ja" ? `（列${quoted([column])}）` : ` (column ${quoted([column])})`;
}

function quotedJa(texts: readonly string[]): string {
  return texts.slice(0, mostShown).map((text) => `「${text}」`).join("");
}

function quoted(texts: readonly string[]): string {
  return texts.slice(0, mostShown).map((text) => JSON.stringify(text)).join(", ");
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, 3).join(", ");
  return texts.length > 3 ? `${shown}, …` : shown;
}
