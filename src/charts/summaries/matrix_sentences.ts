/** What grouped bars show, in two or three sentences. */

import { type Context, say } from "../context.ts";
import { exactNumber, type NumberStyle } from "../format_number.ts";
import type { GroupMatrix } from "../group_matrix.ts";
import type { Level } from "../levels.ts";
import { levelSentence } from "./level_sentence.ts";
import { shownSentence } from "./shown_sentence.ts";

export function matrixSentences(
  context: Context,
  matrix: GroupMatrix,
  { name, style, levels }: {
    readonly name: string;
    readonly style: NumberStyle;
    readonly levels: readonly Level[];
  },
): string[] {
  const { page } = context;
  const cells = matrix.series.filter(({ other }) => !other).flatMap(({ name: series, values }) =>
    matrix.names.flatMap((place, at) => {
      const value = values[at] ?? NaN;
      return Number.isNaN(value) ? [] : [{ series, place, value }];
    })
  );
  const [first] = cells;
  if (first === undefined) {
    return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  }
  const high = cells.reduce((best, cell) => cell.value > best.value ? cell : best, first);
  const low = cells.reduce((best, cell) => cell.value < best.value ? cell : best, first);
  const number = (value: number) => exactNumber(style, value);
  return [
    say(page, {
      ja: `${name}が最も大きいのは${high.place}の${high.series}（${
        number(high.value)
      }）、最も小さいのは${low.place}の${low.series}（${number(low.value)}）です。`,
      en: `The highest ${name} is ${number(high.value)} (${high.series}, ${high.place}), the lowest ${
        number(low.value)
      } (${low.series}, ${low.place}).`,
    }),
    gapSentence(context, matrix, number),
    shownSentence(context, {
      groups: matrix.groups,
      named: matrix.series.filter(({ other }) => !other).length,
      averaged: matrix.averagedOther,
    }),
    placesSentence(context, matrix),
    ...levelSentence(context, levels),
  ].filter((text) => text !== "");
}

function placesSentence({ page }: Context, { names, places }: GroupMatrix): string {
  if (places <= names.length) return "";
  return say(page, {
    ja: `横軸は${places}個のうち${names.length}個だけを示しています。`,
    en: `Only ${names.length} of ${places} are on the axis.`,
  });
}

/** Where the groups are furthest apart, and who leads how often. */
function gapSentence(
  { page }: Context,
  { names, series }: GroupMatrix,
  number: (value: number) => string,
): string {
  const named = series.filter(({ other }) => !other);
  if (named.length < 2) return "";
  const gaps = names.flatMap((place, at) => {
    const ranked = named.filter(({ values }) => !Number.isNaN(values[at] ?? NaN))
      .toSorted((a, b) => (b.values[at] ?? 0) - (a.values[at] ?? 0));
    const [top] = ranked;
    const bottom = ranked.at(-1);
    if (top === undefined || bottom === undefined || top === bottom) return [];
    return [{
      place,
      leader: top.name,
      last: bottom.name,
      gap: (top.values[at] ?? 0) - (bottom.values[at] ?? 0),
    }];
  });
  const [widest] = gaps.toSorted((a, b) => b.gap - a.gap);
  if (widest === undefined) return "";
  const wins = Map.groupBy(gaps, ({ leader }) => leader);
  const [[leader, times] = ["", []]] = [...wins].toSorted(([, a], [, b]) => b.length - a.length);
  return say(page, {
    ja: `差が最も大きいのは${widest.place}（${widest.leader}と${widest.last}の差は${
      number(widest.gap)
    }）で、${leader}が${gaps.length}区分中${times.length}区分で首位です。`,
    en: `The gap is widest at ${widest.place} (${
      number(widest.gap)
    } between ${widest.leader} and ${widest.last}); ${leader} leads in ${times.length} of ${gaps.length}.`,
  });
}
