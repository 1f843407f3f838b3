/** Whether rows of the same key are added up or averaged, where the sentence does not say. */

import type { Language } from "../../base/chart_terms.ts";
import { eitherOf } from "../read/either_of.ts";
import type { Aggregation, Intent, Percentile } from "../read/find_intent.ts";
import { isRowNoun } from "../read/row_nouns.ts";
import type { NumberColumn } from "../table/column.ts";
import { isStock } from "./stocks.ts";

/** Things that are not added: rates, scores, prices, temperatures, sizes, times that something takes. */
const averagedJapanese = eitherOf([
  /率|割合|比$|比[（(]|平均|点数|得点|評点|採点|点$|スコア|評価|満足|血圧|血糖|心拍|脈拍|濃度/,
  /コレステロール|HbA1c|BMI|[気水体室湯油地]温|温度|湿度|速度|風速|流速|密度|(?<!年)度$|度[（(]|単価/,
  /価格|値段|株価|終値|年齢|身長|体重|厚さ|厚み|寸法|長さ|重さ|直径|外径|内径|圧力|気圧|電圧|電流/,
  /電力(?=$|[（(])(?!.*Wh)|周波数|回転数|振動|騒音|音量|トルク|流量|水位|指数|時間|年数|日数|分数|待ち/,
  /偏差|中央|年収|月収|給与|給料|賃金|[時日月]給|年俸|家賃|地価|燃費|馬力|標高|寿命|余命/,
  /(?<!ダウン)タイム|ペース|ピッチ|順位/,
  /[（(][千万]?(?:[kMG]?W|m?V|m?A|[kMG]?Hz|dB|pp[mb]|rpm|lx|[kh]?Pa)[)）]/,
]);
/** Whole words only: neither the rating in "operating" nor the age in "usage". */
const averagedWords = [
  "rates?|ratios?|shares?|percent(?:age|ile)?s?|pct|avg|averages?|means?|medians?|scores?|ratings?",
  "marks?|gpa|csat|satisf[a-z]*|(?:systolic|diastolic)[_ ]?(?:bp)?|bp|pulse|heart|cholesterol",
  "glucose|hba1c|bmi",
  "(?:resolution|response|handling|lead|cycle|delivery|shipping|processing|turnaround)[_ ](?:days|hours|hrs)",
  "(?:transit|recovery|repair|approval|review|turnover|stay|commute|sleep)[_ ](?:days|hours|hrs)|(?<=[_ ])s$|los",
  "temp(?:erature)?s?|humid[a-z]*|prices?|close|age|heights?|weights?|thickness(?:es)?|diameters?",
  "widths?|lengths?|depths?|dimensions?|index|latenc(?:y|ies)|durations?|time|seconds?|secs?",
  "minutes?|mins?|ms|waits?|waiting|delays?|tenure|speed|density|nps|balance|levels?|bpm|ph",
  "voltage|pressure|salar(?:y|ies)|wages?|rents?|mpg|horsepower|hp|elevations?|altitudes?",
  "(?:driving|electric|cruising|flight|battery)[_ ]range",
  "expectanc(?:y|ies)|pace|cadence|od\\d*|absorbance|concentrations?|ppm|ppb|pm\\d[\\d.]*|vibrations?",
  "noise|torque|hz|rpm|watts?|kw|mw|power(?!.*wh)|amps?|volts?|rank(?:ing)?s?|per",
].join("|");
/** What flows within an hour or a second is as much at any time. */
const averagedEnglish = new RegExp(
  `(?<![a-z])(?:${averagedWords})(?![a-z])|[a-z\\d]\\/(?:h|hr|hour|min|s|sec)(?![a-z])`,
);

/** What a name ends in is what its values are: 騒音苦情件数 are no noise, and power_tool_sales no power. */
const addedJapanese =
  /(?:売上高?|売り上げ|数量|支出|(?:販売|受注|取引|請求|購入|注文|支払|入金)額|[件人台個名者客回ァ-ヶー]数)(?=$|[（(])/;
const addedEnglish =
  /(?<![a-z])(?:sales|revenues?|quantit(?:y|ies)|qty|payments?|expenses?|spending|counts?|(?:total|line)[_ ]prices?)(?:[_ (]*(?:usd|eur|gbp|jpy|yen|k|m)\)?)?$/;
/** What is told of each of them, or of those that there are at a moment, is averaged all the same. */
const notAdded =
  /平均|中央|率|割合|比|偏差|待ち|[当あ]たり|(?<![a-z])(?:avg|averages?|means?|medians?|shares?|rates?|ratios?|percent(?:age)?s?|pct|per|of|balance|waiting)(?![a-z])/;

export function aggregationFor(value: NumberColumn | null, intent: Intent): Aggregation {
  if (value === null) return "count";
  if (value.ratio !== undefined) return "ratio";
  if (intent.aggregation !== null && intent.aggregation !== "count") return intent.aggregation;
  return isAveraged(value) ? "mean" : "sum";
}

/** Whether a sum of its values means nothing. */
export function isAveraged(column: NumberColumn): boolean {
  const { unit, name, ratio, parts = [] } = column;
  if (ratio !== undefined) return true;
  // Side by side with one of those, others are averaged too.
  if (parts.some(isAveraged)) return true;
  if (unit === "%") return true;
  return !isStock(column) && !isAdded(name) &&
    (averagedJapanese.test(name) || averagedEnglish.test(spaced(name)));
}

function isAdded(name: string): boolean {
  const text = spaced(name);
  const [last = ""] = /[a-z]+$/.exec(text) ?? [];
  return !notAdded.test(text) && (addedJapanese.test(name) || addedEnglish.test(text) || isRowNoun(last));
}

/** Money and pieces, as they change hands. */
const dealtJapanese = /売上|売り上げ|金額|(?:販売|受注|取引|請求|購入|注文|支払|入金)額|数量|個数|支出|収入/;
const dealtEnglish =
  /(?<![a-z])(?:sales?|revenues?|turnover|amounts?|amt|totals?|quantit(?:y|ies)|qty|payments?|paid|spend|spending|expenses?)(?![a-z])/;

/** Whether its values belong to single deals, by its name, so that they are added up over any time. */
export function isDealt(column: NumberColumn): boolean {
  return !isAveraged(column) && (dealtJapanese.test(column.name) || dealtEnglish.test(spaced(column.name)));
}

/** `leadTime_days` as `lead time_days`, so that words stand by themselves. */
function spaced(name: string): string {
  return name.normalize("NFKC").replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
}

const names: Readonly<Record<Language, Readonly<Record<Exclude<Aggregation, Percentile>, string>>>> = {
  ja: {
    sum: "合計",
    mean: "平均",
    count: "件数",
    median: "中央値",
    max: "最大値",
    min: "最小値",
    deviation: "標準偏差",
    variance: "分散",
    ratio: "合計どうしの比",
    share: "割合",
  },
  en: {
    sum: "sum",
    mean: "average",
    count: "count",
    median: "median",
    max: "maximum",
    min: "minimum",
    deviation: "standard deviation",
    variance: "variance",
    ratio: "ratio of sums",
    share: "share",
  },
};

export function aggregationName(kind: Aggregation, language: Language): string {
  return isPercentile(kind) ? percentileName(percentOf(kind), language) : names[language][kind];
}

/** Whether it tells where the values of many rows lie: a few have none worth telling. */
export function isOfSpread(kind: Aggregation): boolean {
  return isPercentile(kind) || kind === "deviation" || kind === "variance";
}

export function isPercentile(kind: Aggregation): kind is Percentile {
  return /^p\d/.test(kind);
}

/** The number in it: 95 of `p95`. */
export function percentOf(kind: Percentile): number {
  return Number(kind.slice(1));
}

function percentileName(percent: number, language: Language): string {
  if (language === "ja") return `${percent}パーセンタイル`;
  const isTeen = percent > 10 && percent < 14;
  const end = isTeen || !Number.isInteger(percent) ? "th" : ["th", "st", "nd", "rd"][percent % 10] ?? "th";
  return `${percent}${end} percentile`;
}
