/** Histograms, boxes and scatter plots in words. */

// @ts-types="@types/d3-array"
import { maxIndex, sum } from "d3-array";
import { type Context, say } from "../draw/page.ts";
import type { Distribution, Histogram } from "../plan/distribution.ts";
import type { Points } from "../plan/points.ts";
import { levelsOf } from "../plan/reference_lines.ts";
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

function oneSample(
  context: Context,
  { column, name, all, bins, heights: [counts = new Float64Array()] }: Histogram,
): string[] {
  const style = styleOf(column, context.language);
  const write = (value: number) => exactNumber(style, value);
  const count = all.length.toLocaleString("en");
  const bin = maxIndex(counts);
  const share = percent((counts[bin] ?? 0) / sum(counts));
  const [from, to] = [bins.edges[bin] ?? 0, bins.edges[bin + 1] ?? 0];
  const range = bins.discrete
    ? write(from + 0.5)
    : say(context, { ja: `${write(from)}〜${write(to)}`, en: `${write(from)} to ${write(to)}` });
  const [low, high] = [write(all[0] ?? 0), write(all.at(-1) ?? 0)];
  const [average, middle] = [write(meanOf(all)), write(quantile(all, 0.5))];
  return [
    say(context, {
      ja: `${name}は${low}から${high}に分布し、平均は${average}、中央値は${middle}です（n=${count}）。`,
      en:
        `${name} ranges from ${low} to ${high}, with a mean of ${average} and a median of ${middle} (n=${count}).`,
    }),
    say(context, {
      ja: `最も多い区間は${range}（全体の${share}）です。`,
      en: `The fullest bin is ${range} (${share} of all).`,
    }),
  ];
}

/** Groups of values compared: medians, and who spreads the most. */
export function summarizeGroups(context: Context, data: Distribution): string[] {
  const { boxes, all, name, column } = data;
  const style = styleOf(column, context.language);
  const write = (value: number) => exactNumber(style, value);
  const namesWith = (values: readonly number[], value: number) =>
    listed(context, placesWith(values, value).map((at) => boxes[at]?.name ?? ""), 2);
  const [low, high, count] = [write(all[0] ?? 0), write(all.at(-1) ?? 0), all.length.toLocaleString("en")];
  const range = say(context, {
    ja: `${name}は${low}から${high}の範囲です（${boxes.length}区分、n=${count}）。`,
    en: `${name} ranges from ${low} to ${high} (${boxes.length} groups, n=${count}).`,
  });
  const levels = levelsIn(context, data);
  if (boxes.length < 2) return [range, ...levels];
  const medians = boxes.map(({ median }) => median);
  const [top, bottom] = [Math.max(...medians), Math.min(...medians)];
  const [highest, lowest] = [namesWith(medians, top), namesWith(medians, bottom)];
  const spreads = boxes.map(({ q1, q3 }) => q3 - q1);
  const most = Math.max(...spreads);
  const points = plainNumber(most * 100);
  const written = style.ratio
    ? say(context, { ja: `${points}ポイント`, en: `${points} points` })
    : write(most);
  const widest = namesWith(spreads, most);
  return [
    range,
    say(context, {
      ja: `中央値は${highest}の${write(top)}が最も高く、${lowest}の${write(bottom)}が最も低いです。`,
      en: `The median is highest for ${highest} (${write(top)}) and lowest for ${lowest} (${write(bottom)}).`,
    }),
    ...(most > 0
      ? [say(context, {
        ja: `ばらつき（四分位範囲）は${widest}の${written}が最大です。`,
        en: `The interquartile range is largest for ${widest} (${written}).`,
      })]
      : []),
    ...levels,
  ];
}

const strengths = {
  ja: ["弱い", "中程度の", "強い"],
  en: ["weak", "moderate", "strong"],
} as const;

export function summarizePoints(context: Context, data: Points): string[] {
  const { x, y, count, fit, logs, panels } = data;
  const { language, spec } = context;
  const n = count.toLocaleString("en");
  if (fit === null) {
    const ja = `${n}点の図です。${x.name}はすべて同じ値です。`;
    return [say(context, { ja, en: `${n} points; ${x.name} is the same in all of them.` })];
  }
  const scale = logs.x || logs.y ? say(context, { ja: "（対数で）", en: " on the logarithmic scale" }) : "";
  const r = labelFormat({ language, unit: "", ratio: false }, 1)(fit.r) + scale;
  const size = Math.abs(fit.r);
  const word = strengths[language][size >= 0.7 ? 2 : size >= 0.4 ? 1 : 0];
  const first = size < 0.1
    ? say(context, {
      ja: `${x.name}と${y.name}にはほとんど相関がありません（r=${r}、n=${n}）。`,
      en: `${y.name} and ${x.name} are hardly correlated (r = ${r}, n = ${n}).`,
    })
    : say(context, {
      ja: `${x.name}と${y.name}には${word}${fit.r > 0 ? "正" : "負"}の相関があります（r=${r}、n=${n}）。`,
      en: `${y.name} and ${x.name} have a ${word} ${fit.r > 0 ? "positive" : "negative"} correlation ` +
        `(r = ${r}, n = ${n}).`,
    });
  const isFitted = x.kind !== "time" && (spec.lines ?? []).some(({ kind }) => kind === "regression");
  const perPanel = say(context, {
    ja: "回帰直線は図ごとに引いています。全体では次のとおりです。",
    en: "Each panel has its own regression line; for all points together:",
  });
  return isFitted
    ? [first, ...(panels.length > 1 ? [perPanel] : []), slopeText(context, data, fit.slope)]
    : [first];
}

/** How much y changes by the regression line, in steps that suit the axes. */
function slopeText(context: Context, { x, y, logs }: Points, slope: number): string {
  const change = plainNumber(logs.y ? 10 ** slope : slope);
  const ja = `${x.name}が${logs.x ? "10倍になると" : "1増えると"}${y.name}は${change}`;
  const step = `for each ${logs.x ? "tenfold" : "unit"} of ${x.name}`;
  return say(context, {
    ja: `回帰直線では、${ja}${logs.y ? "倍になります" : "変わります"}。`,
    en: `According to the regression line, ${y.name} ${
      logs.y ? "is multiplied" : "changes"
    } by ${change} ${step}.`,
  });
}
