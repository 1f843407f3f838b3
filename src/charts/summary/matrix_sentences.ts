/** What grouped bars show, in two or three sentences. */

import { type Context, say } from "../context.ts";
import type { Language } from "../../base/chart_terms.ts";
import { areUnlike } from "../plan/unlike_measures.ts";
import type { Level } from "../draw/sheet/levels.ts";
import type { Page } from "../draw/sheet/page.ts";
import { comparedNumbers, isSame, type NumberStyle } from "./text/format_number.ts";
import { listed } from "./text/listed.ts";
import type { GroupMatrix } from "../values/group_matrix.ts";
import type { Series } from "../values/named_series.ts";
import { allSeries } from "./all_series.ts";
import { differenceText } from "./difference_text.ts";
import { levelSentence } from "./level_sentence.ts";
import { measuredText } from "./measured_text.ts";
import { plannedSentence } from "./planned_sentence.ts";
import { reachedByNamed } from "./reached_levels.ts";
import { shownSentence } from "./shown_sentence.ts";
import { type Named, tiedWith } from "./ties.ts";

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
  const series = allSeries(context, matrix);
  const all = matrix.left !== null && matrix.places <= matrix.names.length;
  const cells = cellsOf(matrix.names, { series, language: page.language });
  const [first] = cells;
  if (first === undefined) {
    return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  }
  const high = cells.reduce((best, cell) => cell.value > best.value ? cell : best, first);
  const low = cells.reduce((best, cell) => cell.value < best.value ? cell : best, first);
  const unlike = areUnlike(context, matrix.series);
  const measured = (of: string) => measuredText(context, of, matrix);
  const extremes = unlike
    ? eachSentences(context, { cells, all, style, measured })
    : [extremesSentence(context, { cells, all, high, low, style, measured: measured(name) })];
  return [
    plannedSentence(context, matrix),
    ...extremes,
    unlike ? "" : gapSentence(context, matrix.names, { series, all, style }),
    shownSentence(context, matrix),
    placesSentence(context, matrix),
    ...levelSentence(context, unlike ? levels : reachedByNamed(context, cells, { levels })),
  ].filter((text) => text !== "");
}

/** The ends of each series, where none can be held against another. */
function eachSentences(
  context: Context,
  { cells, all, style, measured }: {
    readonly cells: readonly Cell[];
    readonly all: boolean;
    readonly style: NumberStyle;
    readonly measured: (name: string) => string;
  },
): string[] {
  return [...Map.groupBy(cells, ({ series }) => series)].flatMap(([name, own]) => {
    const ranked = own.toSorted((a, b) => b.value - a.value).map((cell) => ({ ...cell, name: cell.place }));
    const [high, low] = [ranked[0], ranked.at(-1)];
    if (high === undefined || low === undefined) return [];
    return [extremesSentence(context, { cells: ranked, all, high, low, style, measured: measured(name) })];
  });
}

interface Cell extends Named {
  readonly series: string;
  readonly place: string;
}

/** What each group has at each place, where it has something. */
function cellsOf(
  names: readonly string[],
  { series, language }: { readonly series: readonly Series[]; readonly language: Language },
): Cell[] {
  return series.flatMap(({ name, values }) =>
    names.flatMap((place, at) => {
      const value = values[at] ?? NaN;
      const both = language === "ja" ? `${place}の${name}` : `${name}, ${place}`;
      return Number.isNaN(value) ? [] : [{ name: both, series: name, place, value }];
    })
  );
}

function extremesSentence(
  { page }: Context,
  { cells, all, high, low, style, measured }: {
    readonly cells: readonly Cell[];
    /** Whether these are all of the data. */
    readonly all: boolean;
    readonly high: Cell;
    readonly low: Cell;
    readonly style: NumberStyle;
    readonly measured: string;
  },
): string {
  const number = comparedNumbers(style, cells.map(({ value }) => value));
  const [highest, lowest] = [number(high.value), number(low.value)];
  if (highest === lowest) {
    return say(page, {
      ja: `${measured}はすべて${highest}です。`,
      en: `${measured} is ${highest} everywhere.`,
    });
  }
  const among = cells;
  const [highs, lows] = [high, low].map((cell) => {
    const [first = "", ...others] = tiedWith(cell, { among, number });
    const more = others.length;
    return more === 0 ? first : say(page, { ja: `${first}ほか${more}個`, en: `${first} and ${more} more` });
  });
  return say(page, {
    ja: `${
      all ? "" : "表示した中で"
    }${measured}が最も大きいのは${highs}（${highest}）、最も小さいのは${lows}（${lowest}）です。`,
    en: `${all ? "The" : "Of those shown, the"} highest ${measured} is ${highest} (${highs}), ` +
      `the lowest ${lowest} (${lows}).`,
  });
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
  names: readonly string[],
  { series, all, style }: {
    readonly series: readonly Series[];
    readonly all: boolean;
    readonly style: NumberStyle;
  },
): string {
  const gaps = names.flatMap((place, at) => gapAt(place, { series, at }));
  const [widest] = gaps.toSorted((a, b) => b.gap - a.gap);
  if (widest === undefined || widest.gap === 0) return "";
  const gap = differenceText(style, widest.gap);
  const places = gaps.filter((one) => isSame(one.gap, widest.gap)).map(({ place }) => place);
  const whose = places.length > 1 ? { ja: "差は", en: "" } : {
    ja: `${widest.leader}と${widest.last}の差は`,
    en: ` between ${widest.leader} and ${widest.last}`,
  };
  const lead = leadText(page, gaps);
  return say(page, {
    ja: `${all ? "" : "その中で"}差が最も大きいのは${listed(places, "ja")}（${whose.ja}${gap}）${
      lead === "" ? "" : `で、${lead}`
    }です。`,
    en: `${all ? "The gap" : "Among them, the gap"} is widest at ${listed(places, "en")} ` +
      `(${gap}${whose.en})${lead === "" ? "" : `; ${lead}`}.`,
  });
}

type Gap = ReturnType<typeof gapAt>[number];

/** Who is ahead of all others at most places. */
function leadText(page: Page, gaps: readonly Gap[]): string {
  const wins = Map.groupBy(gaps.filter(({ alone }) => alone), ({ leader }) => leader);
  const times = Math.max(0, ...[...wins.values()].map((list) => list.length));
  if (times === 0) return "";
  const leaders = [...wins].filter(([, list]) => list.length === times).map(([leader]) => leader);
  const names = listed(leaders, page.language);
  const places = gaps.length;
  return leaders.length === 1
    ? say(page, {
      ja: `${names}が${places}区分中${times}区分で首位`,
      en: `${names} leads in ${times} of ${places}`,
    })
    : say(page, {
      ja: `${names}がそれぞれ${places}区分中${times}区分で首位`,
      en: `${names} lead in ${times} of ${places} each`,
    });
}

/** The first and the last at a place, and whether the first is ahead of all others. */
function gapAt(place: string, { series, at }: { readonly series: readonly Series[]; readonly at: number }) {
  const ranked = series.filter(({ values }) => !Number.isNaN(values[at] ?? NaN))
    .toSorted((a, b) => (b.values[at] ?? 0) - (a.values[at] ?? 0));
  const [top, second] = ranked;
  const bottom = ranked.at(-1);
  if (top === undefined || second === undefined || bottom === undefined) return [];
  const value = ({ values }: Series) => values[at] ?? 0;
  return [{
    place,
    leader: top.name,
    alone: value(top) > value(second),
    last: bottom.name,
    gap: value(top) - value(bottom),
  }];
}
