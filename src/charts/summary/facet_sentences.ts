/** What distributions beside each other show, in two or three sentences. */

import { type Context, say } from "../context.ts";
import { closeNumber, comparedNumbers, isSame, type NumberStyle } from "./text/format_number.ts";
import { listed } from "./text/listed.ts";
import { quantile } from "../values/aggregate.ts";
import type { Facet } from "../values/facets.ts";
import { differenceText } from "./difference_text.ts";
import { tiedWith } from "./ties.ts";

export function facetSentences(
  context: Context,
  facets: readonly Facet[],
  { name, style }: { name: string; style: NumberStyle },
): string[] {
  const { page } = context;
  // Those that are not shown by name count as well: the highest of all may be among them.
  const boxes = facets.flatMap((facet) => facet.rest ?? [facet]).filter(({ values }) => values.length > 0)
    .map(boxOf);
  const left = facets.reduce((sum, { rest = [] }) => sum + rest.length, 0);
  if (boxes.length === 0) {
    return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  }
  const number = closeNumber(style, [
    Math.min(...boxes.map(({ low }) => low)),
    Math.max(...boxes.map(({ high }) => high)),
  ]);
  const range = rangeSentence(context, boxes, { name, number });
  if (boxes.length === 1) {
    const median = number(boxes[0]?.median ?? 0);
    return [range, say(page, { ja: `中央値は${median}です。`, en: `The median is ${median}.` })];
  }
  return [
    range,
    medianSentence(context, boxes, { number, style }),
    spreadSentence(context, boxes, style),
    restSentence(context, { shown: boxes.length - left, left }),
  ].filter((text) => text !== "");
}

function medianSentence(
  { page }: Context,
  named: readonly Box[],
  { number: usual, style }: {
    readonly number: (value: number) => string;
    readonly style: NumberStyle;
  },
): string {
  const medians = named.map(({ name, median }) => ({ name, value: median }));
  const apart = comparedNumbers(style, medians.map(({ value }) => value));
  const written = (as: (value: number) => string) => new Set(medians.map(({ value }) => as(value))).size;
  const number = written(usual) < written(apart) ? apart : usual;
  const ranked = medians.toSorted((a, b) => b.value - a.value);
  const [top] = ranked;
  const bottom = ranked.at(-1);
  if (top === undefined || bottom === undefined) return "";
  const [highest, lowest] = [number(top.value), number(bottom.value)];
  if (highest === lowest) {
    return say(page, {
      ja: `中央値はどれも${highest}です。`,
      en: `The median is ${highest} in all of them.`,
    });
  }
  const [high, low] = [top, bottom].map((end) =>
    listed(tiedWith(end, { among: medians, number }), page.language)
  );
  return say(page, {
    ja: ranked.length === 2
      ? `中央値は${high}が${highest}で、${low}の${lowest}より高いです。`
      : `中央値は${high}の${highest}が最も高く、${low}の${lowest}が最も低いです。`,
    en: `The median is highest for ${high} (${highest}) and lowest for ${low} (${lowest}).`,
  });
}

interface Words {
  readonly name: string;
  readonly number: (value: number) => string;
}

function rangeSentence({ page }: Context, boxes: readonly Box[], { name, number }: Words): string {
  const least = number(Math.min(...boxes.map((box) => box.low)));
  const most = number(Math.max(...boxes.map((box) => box.high)));
  const total = boxes.reduce((sum, box) => sum + box.count, 0).toLocaleString("en");
  const groups = boxes.length.toLocaleString("en");
  const parts = boxes.length === 1 ? "part" : "parts";
  return say(page, {
    ja: `${name}は${least}から${most}の範囲です（${groups}区分、n=${total}）。`,
    en: `${name} ranges from ${least} to ${most} (${groups} ${parts}, n=${total}).`,
  });
}

function spreadSentence({ page }: Context, named: readonly Box[], style: NumberStyle): string {
  const spreads = named.map(({ name, spread }) => ({ name, value: spread }));
  const [widest] = spreads.toSorted((a, b) => b.value - a.value);
  if (widest === undefined || widest.value === 0) return "";
  const spread = differenceText(style, widest.value);
  const names = spreads.filter(({ value }) => isSame(value, widest.value)).map(({ name }) => name);
  if (names.length === named.length && names.length > 1) {
    return say(page, {
      ja: `ばらつき（四分位範囲）はどれも${spread}です。`,
      en: `The interquartile range is ${spread} in all of them.`,
    });
  }
  return say(page, {
    ja: `ばらつき（四分位範囲）は${listed(names, "ja")}が${spread}で最大です。`,
    en: `${listed(names, "en")} ${names.length === 1 ? "spreads" : "spread"} the most ` +
      `(interquartile range ${spread}).`,
  });
}

type Box = ReturnType<typeof boxOf>;

function boxOf({ name, values }: Facet) {
  const sorted = Float64Array.from(values).sort();
  return {
    name,
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
