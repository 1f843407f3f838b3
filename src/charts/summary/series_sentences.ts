/** What lines over time show, in two or three sentences. */

import { type Context, say } from "../context.ts";
import { noteSentence } from "../plan/chart_warnings.ts";
import { exactNumber, type NumberStyle } from "./text/format_number.ts";
import { coursesOf } from "../values/courses.ts";
import type { TimeSeries } from "../values/time_series.ts";
import { levelSentence, type ToldLevel } from "./level_sentence.ts";
import { severalSentences } from "./several_series.ts";
import { singleSentences } from "./single_series.ts";

export interface SeriesWords {
  readonly name: string;
  readonly style: NumberStyle;
  readonly levels?: readonly ToldLevel[];
}

export function seriesSentences(context: Context, data: TimeSeries, words: SeriesWords): string[] {
  const sentences = data.series.length === 1 && data.groups <= 1
    ? singleSentences(context, data, words)
    : severalSentences(context, data, words);
  const lines = [...(words.levels ?? []), ...courseLabels(context, data, words.style)];
  const partial = data.partial === "" ? "" : noteSentence(data.partial, context.page.language);
  return [...sentences, partial, ...levelSentence(context, lines)].filter((text) => text !== "");
}

/** What the moving average and the straight line are; of a single series also where the line leads. */
function courseLabels(context: Context, data: TimeSeries, style: NumberStyle): ToldLevel[] {
  if (data.series.length === 0) return [];
  return coursesOf(context, data, 0).map(({ kind, label, values }) => {
    if (kind !== "regression" || data.series.length > 1) return { label };
    const [from, to] = [values[0] ?? 0, values.at(-1) ?? 0].map((value) => exactNumber(style, value));
    return {
      label: say(context.page, {
        ja: `${label}（${from}から${to}）`,
        en: `${label} (from ${from} to ${to})`,
      }),
    };
  });
}
