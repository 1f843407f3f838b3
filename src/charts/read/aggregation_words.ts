/** How many rows of one group become one value. */

import { eitherOf } from "./either_of.ts";
import type { Aggregation, Percentile } from "./find_intent.ts";

export const aggregationWords:
  readonly (readonly [Exclude<Aggregation, Percentile | "ratio" | "share">, RegExp])[] = [
    [
      "count",
      /◇の数(?![値字量])|を[^、。]{0,12}数え(?!切)|件数|人数|回数|個数を|何件|何人|何回|何個|(?<!(?:最|一番|いちばん)[^、。]*)何日(?!に|の)|頻度|頭数|人員数|男女比|\b(?:head ?-?)?counts?\b|\bnumber of\b|\bfrequenc(?:y|ies) of (?!(?:the )?xnumberx)|\bhow many\b|\bhow often\b/,
    ],
    [
      "median",
      /中央値|メジアン|50(?:パーセンタイル|%タイル)|\bmedians?\b|\bp50\b|\b50(?:th)?[- ]percentiles?\b/,
    ],
    [
      "mean",
      /平均|アベレージ|(?:1|一)[件回枚](?:あ|当)たり|客単価|(?:1|一)(?:注文|取引|予約)(?:あ|当)たり|\baverages?\b|\bper (?:order|transaction|purchase|booking|visit)\b|\bmeans?\b|\bavg\b|\bon average\b|\btypical\b/,
    ],
    [
      "sum",
      /合計|総計|総額|総数|累計|トータル|\btotals?\b|\bsums?\b|\bsum of\b|\baggregate\b|\boverall amount\b/,
    ],
    ["max", /最高値|最大値|ピーク値|\bmax(?:imum)?s?\b(?! by)|\bpeak value\b/],
    [
      "min",
      /最低値|最小値|\bminimums?\b|\bmin(?= ?(?:and|&|\/|or) (?:the )?max)|\bmax(?:imum)? ?(?:and|&|\/|or) (?:the )?min\b/,
    ],
    ["deviation", /標準偏差|\bstandard deviations?\b|\bstd\.?(?: ?dev)?\b|\bstdev\b/],
    ["variance", /(?<!拡)分散(?!型|配置|投資|処理|化|し|さ)|\bvariances?\b/],
  ];

/** The 95 in p95, "95th percentile" and 「95パーセンタイル」. */
export const percentiles: RegExp = eitherOf([
  /\bp ?(5|10|25|7\d|8\d|9\d(?:\.\d+)?)\b/,
  /(?<!\btop )\b(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)?[- ]?(?:percentiles?|%-?(?:ile|tile))\b/,
  /(\d{1,2}(?:\.\d+)?)(?:パーセンタイル|%タイル|パーセント点|%点)/,
]);
