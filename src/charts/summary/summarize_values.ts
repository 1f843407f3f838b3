/** Histograms, boxes and scatter plots in words. */

import { type Context, say } from "../draw/context.ts";
import type { Distribution, Histogram } from "../plan/distribution.ts";
import type { Points } from "../plan/points.ts";
import { levelsOf } from "../plan/reference_lines.ts";
import type { Box } from "../plan/samples.ts";
import { meanOf, quantile } from "../plan/values.ts";
import { exactNumber, labelFormat, styleOf } from "../text/format_number.ts";
import { levelSentence, listed, percent, placesWith, plainNumber } from "./sentence_parts.ts";

export function summarizeHistogram(context: Context, data: Histogram): string[] {
  return data.samples.length > 1
    ? summarizeGroups(context, data)
    : [...oneSample(context, data), ...levelsIn(context, data)];
}

function levelsIn(context: Context, data: Distribution): string[] {
  const style = styleOf(data.column, context.language);
  return levelSentence(context, levelsOf(context.spec, data.all, style));
}

function oneSample(context: Context, { column, name, all, bins, heights }: Histogram): string[] {
  const style = styleOf(column, context.language);
  const write = (value: number) => exactNumber(style, value);
  const count = all.length.toLocaleString("en");
  const [counts] = heights;
  const most = counts?.reduce((a, b) => Math.max(a, b), 0) ?? 0;
  const total = counts?.reduce((a, b) => a + b, 0) ?? 1;
  const bin = counts?.indexOf(most) ?? 0;
  const [from, to] = [bins.edges[bin] ?? 0, bins.edges[bin + 1] ?? 0];
  const range = bins.discrete
    ? write(from + 0.5)
    : say(context, { ja: `${write(from)}〜${write(to)}`, en: `${write(from)} to ${write(to)}` });
  const [low, middle, high] = [all[0] ?? 0, quantile(all, 0.5), all.at(-1) ?? 0];
  return [
    say(context, {
      ja: `${name}は${write(low)}から${write(high)}に分布し、平均は${write(meanOf(all))}、中央値は${
        write(middle)
      }です（n=${count}）。`,
      en: `${name} ranges from ${write(low)} to ${write(high)}, with a mean of ${
        write(meanOf(all))
      } and a median of ${write(middle)} (n=${count}).`,
    }),
    say(context, {
      ja: `最も多い区間は${range}（全体の${percent(most / total)}）です。`,
      en: `The fullest bin is ${range} (${percent(most / total)} of all).`,
    }),
  ];
}

/** Groups of values compared: medians, and who spreads the most. */
export function summarizeGroups(context: Context, data: Distribution): string[] {
  const { boxes, all, name, column } = data;
  const style = styleOf(column, context.language);
  const write = (value: number) => exactNumber(style, value);
  const medians = boxes.map(({ median }) => median);
  const [top, bottom] = [Math.max(...medians), Math.min(...medians)];
  const names = (value: number) =>
    listed(context, placesWith(medians, value).map((at) => boxes[at]?.name ?? ""), 2);
  const range = say(context, {
    ja: `${name}は${write(all[0] ?? 0)}から${write(all.at(-1) ?? 0)}の範囲です（${boxes.length}区分、n=${
      all.length.toLocaleString("en")
    }）。`,
    en: `${name} ranges from ${write(all[0] ?? 0)} to ${write(all.at(-1) ?? 0)} (${boxes.length} groups, n=${
      all.length.toLocaleString("en")
    }).`,
  });
  if (boxes.length < 2) return [range, ...levelsIn(context, data)];
  return [
    range,
    say(context, {
      ja: `中央値は${names(top)}の${write(top)}が最も高く、${names(bottom)}の${
        write(bottom)
      }が最も低いです。`,
      en: `The median is highest for ${names(top)} (${write(top)}) and lowest for ${names(bottom)} (${
        write(bottom)
      }).`,
    }),
    ...spreadSentence(
      context,
      boxes,
      (value) =>
        style.ratio
          ? say(context, {
            ja: `${plainNumber(value * 100)}ポイント`,
            en: `${plainNumber(value * 100)} points`,
          })
          : write(value),
    ),
    ...levelsIn(context, data),
  ];
}

function spreadSentence(context: Context, boxes: readonly Box[], write: (value: number) => string): string[] {
  const spreads = boxes.map(({ q1, q3 }) => q3 - q1);
  const most = Math.max(...spreads);
  const names = listed(context, placesWith(spreads, most).map((at) => boxes[at]?.name ?? ""), 2);
  if (!(most > 0)) return [];
  return [say(context, {
    ja: `ばらつき（四分位範囲）は${names}の${write(most)}が最大です。`,
    en: `The interquartile range is largest for ${names} (${write(most)}).`,
  })];
}

export function summarizePoints(context: Context, data: Points): string[] {
  const { x, y, count, fit, logs } = data;
  const n = count.toLocaleString("en");
  if (fit === null) {
    return [
      say(context, {
        ja: `${n}点の図です。${x.name}はすべて同じ値です。`,
        en: `${n} points; ${x.name} is the same in all of them.`,
      }),
    ];
  }
  const value = labelFormat({ language: context.language, unit: "", ratio: false }, 1)(fit.r);
  const isLog = logs.x || logs.y;
  const r = isLog ? `${value}${say(context, { ja: "（対数で）", en: " on the logarithmic scale" })}` : value;
  const size = Math.abs(fit.r);
  const strength = size >= 0.7 ? 2 : size >= 0.4 ? 1 : size >= 0.1 ? 0 : -1;
  const words = {
    ja: ["弱い", "中程度の", "強い"][strength] ?? "",
    en: ["weak", "moderate", "strong"][strength] ?? "",
  };
  const first = strength < 0
    ? say(context, {
      ja: `${x.name}と${y.name}にはほとんど相関がありません（r=${r}、n=${n}）。`,
      en: `${y.name} and ${x.name} are hardly correlated (r = ${r}, n = ${n}).`,
    })
    : say(context, {
      ja: `${x.name}と${y.name}には${words.ja}${fit.r > 0 ? "正" : "負"}の相関があります（r=${r}、n=${n}）。`,
      en: `${y.name} and ${x.name} have a ${words.en} ${
        fit.r > 0 ? "positive" : "negative"
      } correlation (r = ${r}, n = ${n}).`,
    });
  if (x.kind === "time" || !(context.spec.lines ?? []).some(({ kind }) => kind === "regression")) {
    return [first];
  }
  return [
    first,
    ...(data.panels.length > 1 ? [panelText(context)] : []),
    slopeText(context, data, fit.slope),
  ];
}

function panelText(context: Context): string {
  return say(context, {
    ja: "回帰直線は図ごとに引いています。全体では次のとおりです。",
    en: "Each panel has a regression line of its own; of all points together:",
  });
}

/** How much y changes by the regression line, in steps that suit the axes. */
function slopeText(context: Context, { x, y, logs }: Points, slope: number): string {
  const step = logs.x
    ? { ja: `${x.name}が10倍になると`, en: `for each tenfold of ${x.name}` }
    : { ja: `${x.name}が1増えると`, en: `for each unit of ${x.name}` };
  const change = logs.y ? plainNumber(10 ** slope) : plainNumber(slope);
  return logs.y
    ? say(context, {
      ja: `回帰直線では、${step.ja}${y.name}は${change}倍になります。`,
      en: `By the regression line ${y.name} is multiplied by ${change} ${step.en}.`,
    })
    : say(context, {
      ja: `回帰直線では、${step.ja}${y.name}は${change}変わります。`,
      en: `By the regression line ${y.name} changes by ${change} ${step.en}.`,
    });
}
