/** What a histogram shows, in two or three sentences. */

import { type Context, say } from "../context.ts";
import type { Level } from "../draw/sheet/levels.ts";
import { closeNumber, exactNumber, type NumberStyle } from "./text/format_number.ts";
import { listed } from "./text/listed.ts";
import { mean, quantile } from "../values/aggregate.ts";
import type { Bins } from "../values/bins.ts";
import { peaksOf } from "../values/peaks.ts";
import { skewness } from "../values/skewness.ts";
import { levelSentence } from "./level_sentence.ts";
import { percent } from "./percent.ts";
import { reachedByValues } from "./reached_levels.ts";

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
  const { name, style } = words;
  if (sorted.length === 0) {
    return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  }
  const number = closeNumber(style, [sorted[0] ?? 0, sorted.at(-1) ?? 0]);
  const count = sorted.length.toLocaleString("en");
  const [least = NaN, most = least] = [sorted[0], sorted.at(-1)];
  if (least === most) {
    return [
      say(page, {
        ja: `${name}はすべて${number(least)}です（n=${count}）。`,
        en: `All values of ${name} are ${number(least)} (n=${count}).`,
      }),
      ...levelSentence(context, words.levels),
    ];
  }
  const [middle, half] = [number(mean(sorted)), number(quantile(sorted, 0.5))];
  return [
    say(page, {
      ja: `${name}は${number(least)}から${
        number(most)
      }に分布し、平均は${middle}、中央値は${half}です（n=${count}）。`,
      en: `${name} ranges from ${number(least)} to ${number(most)}, with a mean of ${middle} ` +
        `and a median of ${half} (n=${count}).`,
    }),
    fullestText(context, sorted, words),
    formText(context, sorted, words),
    farText(context, sorted, number),
    ...levelSentence(context, reachedByValues(context, sorted, words.levels)),
  ].filter((text) => text !== "");
}

/** What a bin holds, in words; its edges have few digits, all of which are told. */
function binName(bins: Bins, bin: number, style: NumberStyle): { readonly ja: string; readonly en: string } {
  const [from = 0, to = 0] = bins.edges.slice(bin, bin + 2).map((edge) => exactNumber(style, edge, 8));
  if (bins.discrete) {
    const value = exactNumber(style, (bins.edges[bin] ?? 0) + 0.5);
    return { ja: value, en: value };
  }
  if (bins.open.above && bin === bins.edges.length - 2) return { ja: `${from}以上`, en: `${from} and above` };
  if (bins.open.below && bin === 0) return { ja: `${to}未満`, en: `below ${to}` };
  return { ja: `${from}〜${to}`, en: `${from} to ${to}` };
}

function fullestText({ page }: Context, sorted: Float64Array, { bins, counts, style }: DistributionWords) {
  const most = Math.max(...counts);
  const share = percent(most / sorted.length * 100);
  const where = binName(bins, counts.indexOf(most), style);
  return bins.discrete
    ? say(page, {
      ja: `最も多い値は${where.ja}（全体の${share}%）です。`,
      en: `The most frequent value is ${where.en} (${share}% of all).`,
    })
    : say(page, {
      ja: `最も多い区間は${where.ja}（全体の${share}%）です。`,
      en: `The fullest bin is ${where.en} (${share}% of all).`,
    });
}

/** More peaks are no form that could be told: numbers that people like to round to make such ones. */
const mostPeaks = 3;

/** Its peaks where it has several, else the side of its tail. */
function formText(
  { page }: Context,
  sorted: Float64Array,
  { bins, counts, style }: DistributionWords,
): string {
  // An open bin is as high as its values are many, wherever they lie.
  const first = bins.open.below ? 1 : 0;
  const closed = counts.slice(first, bins.open.above ? -1 : undefined);
  const peaks = peaksOf(closed).map((peak) => peak + first);
  if (peaks.length === 1 || peaks.length > mostPeaks) return say(page, skewTexts(sorted));
  const names = peaks.map((peak) => binName(bins, peak, style));
  return say(page, {
    ja: `山が${peaks.length}つあり（${names.map(({ ja }) => ja).join("、")}）、その間に谷があります。`,
    en: `It has ${peaks.length === 2 ? "two" : "three"} peaks, at ${
      listed(names.map(({ en }) => en), "en")
    }, with ${peaks.length === 2 ? "a valley" : "valleys"} between them.`,
  });
}

function skewTexts(sorted: Float64Array): { readonly ja: string; readonly en: string } {
  if (sorted.length < 8) return { ja: "", en: "" };
  // A few values that are far away are told on their own, and are no tail.
  const skew = skewness(nearOf(sorted));
  if (skew >= 0.5) {
    return { ja: "大きい値の側に裾が長い分布です。", en: "The tail towards large values is long." };
  }
  if (skew <= -0.5) {
    return { ja: "小さい値の側に裾が長い分布です。", en: "The tail towards small values is long." };
  }
  return { ja: "ほぼ左右対称です。", en: "It is roughly symmetric." };
}

/** All but those that are far from the others; all where most are one value. */
function nearOf(sorted: Float64Array): Float64Array {
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  const reach = 3 * (high - low);
  if (reach === 0) return sorted;
  return sorted.filter((value) => value >= low - reach && value <= high + reach);
}

function farText({ page }: Context, sorted: Float64Array, number: (value: number) => string): string {
  const near = nearOf(sorted);
  const count = sorted.length - near.length;
  if (count === 0 || sorted.length < 8) return "";
  const middle = quantile(sorted, 0.5);
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const farthest = number(most - middle >= middle - least ? most : least);
  const shown = count.toLocaleString("en");
  return say(page, {
    ja: count === 1
      ? `大きく外れた値が1個あります（${farthest}）。`
      : `大きく外れた値が${shown}個あります（最も遠いのは${farthest}）。`,
    en: count === 1
      ? `One value lies far outside (${farthest}).`
      : `${shown} values lie far outside (the farthest is ${farthest}).`,
  });
}
