/** The times that a chart is restricted to, as a person would say them: "only rows since 2022", 「3月の行を除きました」. */

import type { Language } from "../../../base/chart_terms.ts";
import type { FiscalStretch, PickedTime } from "../../read/restrict_times.ts";
import type { Grain } from "../../table/calendar.ts";
import { formatTime } from "./format_time.ts";

interface Picked {
  readonly picked: readonly PickedTime[];
  /** The last time of the data. */
  readonly last: number;
  readonly grain: Grain;
}

/** Which rows are used. */
export function timesText(picked: Picked, language: Language): string {
  const { kept, left } = phrasesOf(picked, language);
  if (language === "ja") {
    if (kept === "") return `${left}の行を除きました`;
    return left === "" ? `${kept}の行だけを使いました` : `${kept}の行だけを使い、${left}の行は除きました`;
  }
  if (kept === "") return `rows ${left} are left out`;
  return `only rows ${kept} are used${left === "" ? "" : `, without those ${left}`}`;
}

/** That there are no such rows. */
export function noTimesText(picked: Picked, language: Language): string {
  const { kept, left } = phrasesOf(picked, language);
  if (language === "ja") {
    return kept === ""
      ? `${left}を除くと行が残らないため、すべての行を使いました`
      : `${kept}の行がないため、すべての行を使いました`;
  }
  return kept === ""
    ? `without rows ${left} there are none, so that all rows are used`
    : `the data has no rows ${kept.replace(/,$/, "")}, so that all rows are used`;
}

/** The same in short, for the picture. */
export function timesMark({ picked, ...data }: Picked, language: Language): string {
  const without = textsOf(picked, "without", language).join(language === "ja" ? "・" : ", ");
  const kept = picked.filter(({ picks }) => picks !== "without").map((one) =>
    one.picks === "last" ? `${one.text} (${until(data, language)})` : textOf(one, language)
  );
  const left = without === "" ? [] : [language === "ja" ? `${without}を除く` : `without ${without}`];
  return [...kept, ...left].join(", ");
}

function phrasesOf({ picked, ...data }: Picked, language: Language): { kept: string; left: string } {
  const [within, side, recent, without] = (["within", "side", "last", "without"] as const).map((picks) =>
    textsOf(picked, picks, language)
  );
  if (language === "ja") {
    const last = recent?.map((text) => `${text}（${until(data, language)}）`) ?? [];
    const kept = [within?.join("・") ?? "", ...(side ?? []), ...last].filter((text) => text !== "");
    return { kept: kept.join("、"), left: without?.join("・") ?? "" };
  }
  const phrases = [
    (within ?? []).map((text) => placed(text)).join(" and ").replaceAll(" and from ", " and "),
    ...(side ?? []).map((text) => placed(text)),
    ...(recent ?? []).map((text) => `of the ${text}, ${until(data, language)},`),
  ].filter((text) => text !== "");
  const left = without === undefined || without.length === 0 ? "" : `from ${without.join(" and ")}`;
  return { kept: phrases.join(" and "), left };
}

function textsOf(picked: readonly PickedTime[], picks: PickedTime["picks"], language: Language): string[] {
  return picked.filter((one) => one.picks === picks).map((one) => textOf(one, language));
}

/** The words themselves, with the months of the fiscal years in them, or the years that they do not name. */
function textOf({ text, fiscal, years }: PickedTime, language: Language): string {
  const months = years === undefined
    ? fiscal.map((stretch) => monthsText(stretch, language))
    : [yearsText(years, language)];
  if (months.length === 0) return text;
  return language === "ja" ? `${text}（${months.join("、")}）` : `${text} (${months.join(", ")})`;
}

function yearsText(years: number | "all", language: Language): string {
  if (years === "all") return language === "ja" ? "各年" : "every year";
  return language === "ja" ? `${years}年` : `${years}`;
}

function monthsText({ from, to }: FiscalStretch, language: Language): string {
  const [first, last] = [from, to - 1].map((time) =>
    Number.isFinite(time) ? formatTime(time, "month", language) : ""
  );
  if (language === "ja") {
    return last === "" ? `${first}から` : first === "" ? `${last}まで` : `${first}〜${last}`;
  }
  return last === "" ? `from ${first}` : first === "" ? `to ${last}` : `${first} – ${last}`;
}

/** Says of fiscal years that begin nobody knows when how they are taken; empty where there are none. */
export function assumedText({ picked }: Picked, language: Language): string {
  if (!picked.some(({ fiscal }) => fiscal.some(({ assumed }) => assumed))) return "";
  return language === "ja"
    ? "。会計年度の始まりの月が文にないため、暦年としました"
    : "; a fiscal year is taken as the calendar year, as the query does not say in which month it begins";
}

/** Words of a sentence behind "rows". */
function placed(text: string): string {
  const begins =
    /^(?:since|from|after|before|between|until|till|up to|through|prior to|starting|beginning)\b/i;
  const counted = /^(?:first|second|third|fourth|last|1st|2nd|3rd|4th)\b/i;
  return begins.test(text) ? text : counted.test(text) ? `from the ${text}` : `from ${text}`;
}

function until({ last, grain }: Omit<Picked, "picked">, language: Language): string {
  const end = formatTime(last, grain, language);
  return language === "ja" ? `${end}まで` : `to ${end}`;
}
