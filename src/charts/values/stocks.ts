/**
 * What is there at a moment, such as a population or the goods of a warehouse: its groups are added up, its times are
 * not, as the same people and goods come again with every count.
 */

import type { NumberColumn, TimeColumn } from "../table/column.ts";
import type { TimeBuckets } from "./time_buckets.ts";

const stocks =
  /人口|世帯|住民数|在籍|(?:職員|従業員|社員|児童|生徒|会員|加入者)数|在庫|残高|(?<![a-z])(?:populations?|households?|inhabitants?|residents?|head ?counts?|inventor(?:y|ies)|stocks?|on hand)(?![a-z])|(?:^|(?<![a-z])(?:account|bank|cash|loan|credit|outstanding|opening|closing|ending) )balances?(?![a-z])/;

/** What is told of a stock and is no number of it. */
const toldOfStocks =
  /率|割合|比|平均|日数|回転|単価|価格|密度|(?<![a-z])(?:rates?|ratios?|share|avg|average|mean|median|days|turnover|prices?|pct|percent(?:age)?|per|density|growth|index)(?![a-z])/;

/** Whether it is a number of what is there, by its name. */
export function isStock({ name, unit }: NumberColumn): boolean {
  const plain = name.normalize("NFKC").toLowerCase().replaceAll("_", " ");
  return unit !== "%" && stocks.test(plain) && !toldOfStocks.test(plain);
}

/** Share of the usual number of rows that the last time of a period must have, so that it tells of all groups. */
const leastRows = 0.8;

/**
 * Periods with the rows of their last time alone; null where that has too few, as where each group is counted on
 * another day.
 */
export function lastOfPeriods(buckets: TimeBuckets, time: TimeColumn): TimeBuckets | null {
  const given = time.values();
  const last = new Float64Array(buckets.times.length).fill(-Infinity);
  buckets.places.forEach((place, row) => {
    if (place >= 0) last[place] = Math.max(last[place] ?? -Infinity, given[row] ?? -Infinity);
  });
  const places = buckets.places.map((place, row) => place >= 0 && given[row] === last[place] ? place : -1);
  const kept = places.filter((place) => place >= 0).length;
  const usual = buckets.places.filter((place) => place >= 0).length / time.distinct;
  return kept >= usual * buckets.times.length * leastRows ? { ...buckets, places } : null;
}
