/** Whether rows of the same key are added up or averaged, where the sentence does not say. */

import type { NumberColumn } from "./column.ts";
import type { Aggregation, Intent } from "./find_intent.ts";
import type { Language } from "./language.ts";

/** Things that are not added: rates, scores, prices, temperatures, times that something takes. */
const averaged =
  /率|割合|比|平均|点|スコア|評価|満足|温度|気温|湿度|単価|価格|値段|株価|終値|年齢|身長|体重|指数|時間|速度|密度|偏差|中央|残高|在庫|rate|ratio|share|percent|pct|avg|average|mean|median|score|rating|satisf|temp|humid|price|close|age$|^age|height|weight|index|latency|duration|time|speed|density|nps|balance|stock|level|bpm|ph$|voltage|pressure|value per|_per_/i;

export function aggregationFor(value: NumberColumn | null, intent: Intent): Aggregation {
  if (value === null) return "count";
  if (intent.aggregation !== null && intent.aggregation !== "count") return intent.aggregation;
  return isAveraged(value) ? "mean" : "sum";
}

/** Whether a sum of its values means nothing. */
export function isAveraged({ unit, name }: NumberColumn): boolean {
  return unit === "%" || averaged.test(name);
}

const names: Readonly<Record<Language, Readonly<Record<Aggregation, string>>>> = {
  ja: { sum: "合計", mean: "平均", count: "件数", median: "中央値", max: "最大値", min: "最小値" },
  en: { sum: "sum", mean: "average", count: "count", median: "median", max: "maximum", min: "minimum" },
};

export function aggregationName(kind: Aggregation, language: Language): string {
  return names[language][kind];
}
