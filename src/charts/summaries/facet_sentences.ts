/** What distributions beside each other show, in two or three sentences. */

import { quantile } from "../aggregate.ts";
import { type Context, say } from "../context.ts";
import type { Facet } from "../facets.ts";
import { exactNumber, type NumberStyle } from "../format_number.ts";

export function facetSentences(
  context: Context,
  facets: readonly Facet[],
  { name, style }: { name: string; style: NumberStyle },
): string[] {
  const { page } = context;
  const boxes = facets.filter((facet) => facet.values.length > 0).map(boxOf);
  const number = (value: number) => exactNumber(style, value);
  const least = Math.min(...boxes.map((box) => box.low));
  const most = Math.max(...boxes.map((box) => box.high));
  const named = boxes.filter(({ rest }) => rest === 0);
  const groups = named.length + boxes.reduce((sum, { rest }) => sum + rest, 0);
  const ranked = named.toSorted((a, b) => b.median - a.median);
  const [top] = ranked;
  const bottom = ranked.at(-1);
  if (top === undefined || bottom === undefined) {
    return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  }
  const total = boxes.reduce((sum, box) => sum + box.count, 0);
  const range = say(page, {
    ja: `${name}は${number(least)}から${number(most)}の範囲です（${groups}区分、n=${total}）。`,
    en: `${name} ranges from ${number(least)} to ${number(most)} (${groups} ${
      groups === 1 ? "part" : "parts"
    }, n=${total}).`,
  });
  if (boxes.length === 1) {
    return [
      range,
      say(page, { ja: `中央値は${number(top.median)}です。`, en: `The median is ${number(top.median)}.` }),
    ];
  }
  const [widest] = named.toSorted((a, b) => b.spread - a.spread);
  return [
    range,
    say(page, {
      ja: `中央値は${top.name}の${number(top.median)}が最も高く、${bottom.name}の${
        number(bottom.median)
      }が最も低いです。`,
      en: `The median is highest for ${top.name} (${number(top.median)}) and lowest for ${bottom.name} (${
        number(bottom.median)
      }).`,
    }),
    widest === undefined || widest.spread === 0 ? "" : say(page, {
      ja: `ばらつき（四分位範囲）は${widest.name}が${number(widest.spread)}で最大です。`,
      en: `${widest.name} spreads the most (interquartile range ${number(widest.spread)}).`,
    }),
    restSentence(context, { shown: named.length, left: groups - named.length }),
  ].filter((text) => text !== "");
}

function boxOf({ name, rest = 0, values }: Facet) {
  const sorted = Float64Array.from(values).sort();
  return {
    name,
    rest,
    count: sorted.length,
    low: sorted[0] ?? 0,
    high: sorted.at(-1) ?? 0,
    median: quantile(sorted, 0.5),
    spread: quantile(sorted, 0.75) - quantile(sorted, 0.25),
  };
}

function restSentence({ page }: Context, { shown, left }: { shown: number; left: number }): string {
  if (left === 0) return "";
  return say(page, {
    ja: `値の多い${shown}区分を示し、残りの${left}区分は「その他」にまとめました。`,
    en: `The ${shown} with the most values are shown, the other ${left} together as "Other".`,
  });
}
