/** What a histogram shows, in two or three sentences. */

import { type Context, say } from "../context.ts";
import type { Level } from "../sheet/levels.ts";
import { exactNumber, type NumberStyle } from "../text/format_number.ts";
import { mean, quantile } from "../values/aggregate.ts";
import type { Bins } from "../values/bins.ts";
import { levelSentence } from "./level_sentence.ts";
import { percent } from "./percent.ts";

export interface DistributionWords {
  readonly name: string;
  readonly style: NumberStyle;
  readonly bins: Bins;
  readonly counts: readonly number[];
  readonly levels: readonly Level[];
}

export function distributionSentences(
  context: Context,
  sorted: Float64Array,
  words: DistributionWords,
): string[] {
  const { page } = context;
  const { name, style, bins, counts } = words;
  if (sorted.length === 0) {
    return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  }
  const number = (value: number) => exactNumber(style, value);
  const [least = NaN, most = least] = [sorted[0], sorted.at(-1)];
  if (least === most) {
    return [
      say(page, {
        ja: `${name}はすべて${number(least)}です（n=${sorted.length}）。`,
        en: `All values of ${name} are ${number(least)} (n=${sorted.length}).`,
      }),
      ...levelSentence(context, words.levels),
    ];
  }
  const peak = counts.indexOf(Math.max(...counts));
  const share = percent((counts[peak] ?? 0) / sorted.length * 100);
  const from = bins.edges[peak] ?? 0;
  const to = bins.edges[peak + 1] ?? 0;
  const where = bins.discrete
    ? { ja: `${number(from + 0.5)}`, en: `${number(from + 0.5)}` }
    : bins.open.above && peak === counts.length - 1
    ? { ja: `${number(from)}以上`, en: `${number(from)} and above` }
    : bins.open.below && peak === 0
    ? { ja: `${number(to)}未満`, en: `below ${number(to)}` }
    : { ja: `${number(from)}〜${number(to)}`, en: `${number(from)} to ${number(to)}` };
  return [
    say(page, {
      ja: `${name}は${number(least)}から${number(most)}に分布し、平均は${number(mean(sorted))}、中央値は${
        number(quantile(sorted, 0.5))
      }です（n=${sorted.length}）。`,
      en: `${name} ranges from ${number(least)} to ${number(most)}, with a mean of ${
        number(mean(sorted))
      } and a median of ${number(quantile(sorted, 0.5))} (n=${sorted.length}).`,
    }),
    say(page, {
      ja: `最も多いのは${where.ja}で、全体の${share}%を占めます。${skewText(page.language, sorted)}`,
      en: `Most values are at ${where.en}: ${share}% of all. ${skewText(page.language, sorted)}`,
    }).trim(),
    outlierText(context, sorted, number),
    ...levelSentence(context, words.levels),
  ].filter((text) => text !== "");
}

function skewText(language: "ja" | "en", sorted: Float64Array): string {
  const spread = quantile(sorted, 0.75) - quantile(sorted, 0.25);
  if (sorted.length < 8 || spread === 0) return "";
  const lean = (mean(sorted) - quantile(sorted, 0.5)) / spread;
  if (lean > 0.1) {
    return language === "ja" ? "大きい値の側に裾が長い分布です。" : "The tail towards large values is long.";
  }
  if (lean < -0.1) {
    return language === "ja" ? "小さい値の側に裾が長い分布です。" : "The tail towards small values is long.";
  }
  return language === "ja" ? "ほぼ左右対称です。" : "It is roughly symmetric.";
}

function outlierText({ page }: Context, sorted: Float64Array, number: (value: number) => string): string {
  const low = quantile(sorted, 0.25);
  const high = quantile(sorted, 0.75);
  const reach = 3 * (high - low);
  if (reach === 0 || sorted.length < 8) return "";
  const far = sorted.filter((value) => value < low - reach || value > high + reach);
  if (far.length === 0) return "";
  const example = number(far.at(-1) ?? 0);
  return say(page, {
    ja: `大きく外れた値が${far.length}個あります（例: ${example}）。`,
    en: `${
      far.length === 1 ? "One value lies" : `${far.length} values lie`
    } far outside (such as ${example}).`,
  });
}
