/** Lines that follow a series, as sentences ask for them: moving averages and straight trends. */

import type { AuxiliaryKind } from "../../base/chart_terms.ts";
import type { AuxiliaryWish, WindowUnit } from "./auxiliary_wish.ts";
import { eitherOf } from "./either_of.ts";

const words: readonly (readonly [AuxiliaryKind, RegExp])[] = [
  [
    "moving_avg",
    /移動平均(?:線|ライン)?|(?<!\d)\d{1,3}(?:日|週|か月)線|\b(?:moving|rolling) (?:\d+[- ]\w+ )?(?:averages?|means?)\b|\b\d+[- ](?:day|week|month|quarter|year|hour)s? averages?\b|\bsmooth\w*/gi,
  ],
  [
    "regression",
    eitherOf([
      /回帰(?!分析)(?:直線|線)?|近似(?:直|曲)?線|(?:線形|直線)(?:の)?(?:近似|トレンド)/,
      /(?:トレンド|傾向|趨勢)(?:の)?(?:ライン|直?線)|\bregression(?: lines?)?\b|\btrend ?-?lines?\b/,
      /\b(?:linear|straight-line|fitted) trends?\b/,
      /\bwith (?:an? |its |the )?(?:overall |long-term |general )?trend\b(?! (?:of|in|over|by|for|across|per)\b)/,
      /\bbest[- ]fit(?: lines?)?\b|\blinear fits?\b|\bfitted lines?\b|\bleast[- ]squares\b/,
    ], "gi"),
  ],
];

/** The sentence without the lines that follow a series, whose words (trend, average) say nothing of the chart. */
export function withoutCourses(query: string): string {
  return words.reduce((text, [, pattern]) => text.replaceAll(pattern, " "), query);
}

export function courseWishes(query: string): AuxiliaryWish[] {
  const window = windowOf(query);
  return words.filter(([, pattern]) => query.search(pattern) >= 0).map(([kind]) =>
    kind === "moving_avg" && window !== null ? { kind, window } : { kind }
  );
}

const windowForms: readonly RegExp[] = [
  /(\d{1,3})\s*(か月|ヶ月|カ月|ヵ月|月|日|週|年|四半期|時間|点|期|項|試合|戦|回|件|個|レース|サンプル)?(?:間)?(?:の)?\s*移動平均/,
  /移動平均(?:線)?\s*\(?\s*(\d{1,3})\s*(か月|ヶ月|カ月|ヵ月|月|日|週|年|四半期|時間|点|期|項)?/,
  // Of prices these are so many days of trade.
  /(?<!\d)(\d{1,3})(?:日|週|か月)線/,
  /\b(\d{1,3})[\s-]*(hour|day|week|month|quarter|year|point|period)?s?[\s-]*(?:moving|rolling|average)/i,
  /\b(?:moving|rolling) (\d{1,3})[\s-]*(hour|day|week|month|quarter|year|point|period)?/i,
];

const windowUnits: readonly (readonly [WindowUnit, RegExp])[] = [
  ["hour", /^(?:時間|hour)/i],
  ["day", /^(?:日|day)/i],
  ["week", /^(?:週|week)/i],
  ["quarter", /^(?:四半期|quarter)/i],
  ["month", /^(?:[かヶカヵ]?月|month)/i],
  ["year", /^(?:年|year)/i],
];

/** How much a moving average is asked to take together. */
function windowOf(query: string): NonNullable<AuxiliaryWish["window"]> | null {
  const found = windowForms.map((form) => form.exec(query)).find((match) => match !== null);
  const count = Number(found?.[1] ?? 0);
  if (count < 2) return null;
  const unit = windowUnits.find(([, pattern]) => pattern.test(found?.[2] ?? ""))?.[0] ?? null;
  return { count, unit };
}
