/** What grouped bars show, in two or three sentences. */

import { type Context, say } from "../context.ts";
import { exactNumber, type NumberStyle } from "../format_number.ts";
import type { GroupMatrix } from "../group_matrix.ts";
import type { Level } from "../levels.ts";
import type { Series } from "../named_series.ts";
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
  const cells = cellsOf(matrix);
  const [first] = cells;
  if (first === undefined) {
    return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  }
  const high = cells.reduce((best, cell) => cell.value > best.value ? cell : best, first);
  const low = cells.reduce((best, cell) => cell.value < best.value ? cell : best, first);
  const number = (value: number) => exactNumber(style, value);
  const [highest, lowest] = [number(high.value), number(low.value)];
  return [
    say(page, {
      ja: `${name}が最も大きいのは${high.place}の${high.series}（${highest}）、` +
        `最も小さいのは${low.place}の${low.series}（${lowest}）です。`,
      en: `The highest ${name} is ${highest} (${high.series}, ${high.place}), ` +
        `the lowest ${lowest} (${low.series}, ${low.place}).`,
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

/** The bars that are there, of the groups that are shown by name. */
function cellsOf({ names, series }: GroupMatrix) {
  return series.filter(({ other }) => !other).flatMap(({ name, values }) =>
    names.flatMap((place, at) => {
      const value = values[at] ?? NaN;
      return Number.isNaN(value) ? [] : [{ series: name, place, value }];
    })
  );
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
  const gaps = names.flatMap((place, at) => gapAt(place, { named, at }));
  const [widest] = gaps.toSorted((a, b) => b.gap - a.gap);
  if (widest === undefined) return "";
  const wins = Map.groupBy(gaps, ({ leader }) => leader);
  const [[leader, times] = ["", []]] = [...wins].toSorted(([, a], [, b]) => b.length - a.length);
  const gap = number(widest.gap);
  return say(page, {
    ja: `差が最も大きいのは${widest.place}（${widest.leader}と${widest.last}の差は${gap}）で、` +
      `${leader}が${gaps.length}区分中${times.length}区分で首位です。`,
    en: `The gap is widest at ${widest.place} (${gap} between ${widest.leader} and ${widest.last}); ` +
      `${leader} leads in ${times.length} of ${gaps.length}.`,
  });
}

function gapAt(place: string, { named, at }: { readonly named: readonly Series[]; readonly at: number }) {
  const ranked = named.filter(({ values }) => !Number.isNaN(values[at] ?? NaN))
    .toSorted((a, b) => (b.values[at] ?? 0) - (a.values[at] ?? 0));
  const [top] = ranked;
  const bottom = ranked.at(-1);
  if (top === undefined || bottom === undefined || top === bottom) return [];
  const gap = (top.values[at] ?? 0) - (bottom.values[at] ?? 0);
  return [{ place, leader: top.name, last: bottom.name, gap }];
}
