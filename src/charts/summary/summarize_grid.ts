/** Lines, bars and heat maps in words: what is highest and lowest, and how it changed. */

// @ts-types="@types/d3-array"
import { greatest, maxIndex, sum } from "d3-array";
import { type Context, say } from "../draw/page.ts";
import { extentOf } from "../draw/scales.ts";
import type { Grid, Series } from "../plan/grid.ts";
import { allValues, barValues, levelsOf, trendLinesOf } from "../plan/reference_lines.ts";
import { exactNumber } from "../text/format_number.ts";
import { gridStyle, measureName, withinSentence } from "../draw/captions.ts";
import { changeText, levelSentence, listed, percent, placesWith } from "./sentence_parts.ts";

/** How a grid is written: its numbers, and the name of what they are. */
interface Writing {
  readonly context: Context;
  readonly grid: Grid;
  readonly name: string;
  /** Of the measure, within a sentence. */
  readonly within: string;
  readonly write: (value: number) => string;
  /** "up 38%". */
  readonly change: (from: number, to: number) => string;
}

function writingOf(context: Context, grid: Grid): Writing {
  const style = gridStyle(context, grid);
  const name = measureName(context, grid);
  return {
    context,
    grid,
    name,
    within: withinSentence(name),
    write: (value) => exactNumber(style, value),
    change: (from, to) => changeText(context, [from, to], style),
  };
}

const isKnown = (value: number) => !Number.isNaN(value);

/** Of one series along x, or of several. */
export function summarizeLines(context: Context, grid: Grid): string[] {
  const { facet, panels, measures } = grid;
  if (facet === null && panels.length > 1) {
    // Panels of different measures, each on its own scale.
    return panels.map(({ name, series }, at) =>
      courseSentence(writingOf(context, { ...grid, measures: measures.slice(at, at + 1) }), name, series[0])
    );
  }
  const nameIn = (panel: string, name: string) => [panel, name].filter((part) => part !== "").join(" · ");
  const series = panels.flatMap((panel) =>
    panel.series.map((one) => ({ ...one, name: facet === null ? one.name : nameIn(panel.name, one.name) }))
  );
  const writing = writingOf(context, grid);
  return [
    ...(series.length === 1
      ? [courseSentence(writing, writing.name, series[0])]
      : [endSentence(writing, series), ...largestChange(writing, series)]),
    ...extremes(writing, series),
    ...lineSentences(context, grid, series),
  ];
}

function lineSentences(context: Context, grid: Grid, series: readonly Series[]): string[] {
  const { spec, language } = context;
  const levels = grid.panels.length > 1 ? [] : levelsOf(spec, allValues(series), gridStyle(context, grid));
  const at = grid.x.at ?? Float64Array.from(grid.x.labels.keys());
  const points = { at, values: series[0]?.values ?? new Float64Array(), unit: grid.x.unit };
  const trendLines = trendLinesOf(spec.lines ?? [], points, language).map(({ label }) => label);
  return levelSentence(context, levels, trendLines);
}

function courseSentence({ context, grid, write, change }: Writing, name: string, series?: Series): string {
  const values = series?.values ?? new Float64Array();
  const [first, last] = [values.findIndex(isKnown), values.findLastIndex(isKnown)];
  if (first < 0) return say(context, { ja: `${name}には値がありません。`, en: `${name} has no values.` });
  const [from, to] = [values[first] ?? NaN, values[last] ?? NaN];
  const [start, end] = [grid.x.labels[first] ?? "", grid.x.labels[last] ?? ""];
  if (first === last) {
    return say(context, {
      ja: `${name}は${start}の${write(from)}だけです。`,
      en: `${name} is ${write(from)} (${start}), the only value.`,
    });
  }
  const changed = from === to ? "で変化がありません" : `${change(from, to)}しました`;
  return say(context, {
    ja: `${name}は${start}の${write(from)}から${end}の${write(to)}へ${changed}。`,
    en: `${name} went from ${write(from)} (${start}) to ${write(to)} (${end}), ${change(from, to)}.`,
  });
}

function extremes({ context, grid, write }: Writing, series: readonly Series[]): string[] {
  const [least, most] = extentOf(series.map(({ values }) => values));
  if (least === most || grid.x.labels.length < 3) return [];
  const place = (value: number) => {
    const places = series.flatMap(({ name, values }) =>
      placesWith(values, value).map((at) => {
        const x = grid.x.labels[at] ?? "";
        return series.length === 1 ? x : say(context, { ja: `${name}、${x}`, en: `${name}, ${x}` });
      })
    );
    const [shown, where] = [write(value), listed(context, places, 2)];
    return say(context, { ja: `${shown}（${where}）`, en: `${shown} (${where})` });
  };
  return [say(context, {
    ja: `最大は${place(most)}、最小は${place(least)}です。`,
    en: `The highest is ${place(most)}, the lowest ${place(least)}.`,
  })];
}

/** Who is first and last at the end. */
function endSentence({ context, grid, name, write }: Writing, series: readonly Series[]): string {
  const { labels } = grid.x;
  const last = labels.findLastIndex((_, at) => series.some(({ values }) => isKnown(values[at] ?? NaN)));
  const ranked = series.map((one) => ({ name: one.name, value: one.values[last] ?? NaN }))
    .filter(({ value }) => isKnown(value)).toSorted((a, b) => b.value - a.value);
  const [top, bottom] = [ranked[0], ranked.at(-1)];
  const [end, count] = [labels[last] ?? "", series.length];
  if (top === undefined || bottom === undefined) return "";
  const [high, low] = [write(top.value), write(bottom.value)];
  return say(
    context,
    top === bottom
      ? {
        ja: `${end}の${name}は${top.name}の${high}だけです（${count}系列）。`,
        en: `At ${end}, only ${top.name} has a value for ${name}: ${high} (${count} series).`,
      }
      : {
        ja:
          `${end}の${name}は${top.name}が${high}で最も大きく、${bottom.name}が${low}で最も小さいです（${count}系列）。`,
        en:
          `At the end (${end}), ${top.name} is highest with ${high} and ${bottom.name} lowest with ${low}: ${name}, ${count} series.`,
      },
  );
}

function largestChange({ context, write, change }: Writing, series: readonly Series[]): string[] {
  const changes = series.filter(({ rest }) => !rest).map(({ name, values }) => ({
    name,
    from: values.find(isKnown) ?? NaN,
    to: values.findLast(isKnown) ?? NaN,
  })).filter(({ from, to }) => from !== to && isKnown(from + to));
  const most = greatest(changes, ({ from, to }) => Math.abs(to - from));
  if (most === undefined) return [];
  const { name, from, to } = most;
  return [say(context, {
    ja: `変化が最も大きいのは${name}で、${write(from)}から${write(to)}へ${change(from, to)}しました。`,
    en: `${name} changed most: from ${write(from)} to ${write(to)}, ${change(from, to)}.`,
  })];
}

export function summarizeBars(context: Context, grid: Grid): string[] {
  const { spec } = context;
  const series = grid.panels[0]?.series ?? [];
  const [first, ...others] = series;
  if (first === undefined) return [];
  const writing = writingOf(context, grid);
  const levels = levelsOf(spec, barValues(spec, series), gridStyle(context, grid));
  return [
    ...(others.length === 0 ? singleBars(writing, first) : groupedBars(writing, series)),
    ...levelSentence(context, levels),
  ];
}

function singleBars({ context, grid, name, within, write }: Writing, { values }: Series): string[] {
  const { x: { labels, rest }, aggregate } = grid;
  // What the limit left over is not a group of its own.
  const own = rest === true ? values.slice(0, -1) : values;
  const [least, most] = extentOf([own]);
  const count = own.filter(isKnown).length;
  const names = (value: number) => listed(context, placesWith(own, value).map((at) => labels[at] ?? ""), 2);
  const [high, low] = [write(most), write(least)];
  if (count === 1) {
    return [
      say(context, {
        ja: `${name}は${names(most)}の${high}だけです。`,
        en: `${name}: ${names(most)} is ${high}.`,
      }),
    ];
  }
  if (least === most) {
    return [
      say(context, {
        ja: `${count}件の${name}はすべて${high}です。`,
        en: `${name} is ${high} in all ${count} groups.`,
      }),
    ];
  }
  const isTotal = context.spec.normalize === undefined && (aggregate === "sum" || aggregate === "count");
  const total = sum(values);
  const share = percent(most / total);
  return [
    say(context, {
      ja: `${count}件のうち、${name}は${names(most)}が${high}で最も大きく、${
        names(least)
      }が${low}で最も小さいです。`,
      en: `Of ${count} groups, the highest ${within} is ${high} (${names(most)}), the lowest ${low} (${
        names(least)
      }).`,
    }),
    ...(isTotal && total > 0 && least >= 0
      ? [say(context, {
        ja: `全体は${write(total)}で、最大は全体の${share}です。`,
        en: `The total is ${write(total)}, of which the highest is ${share}.`,
      })]
      : []),
  ];
}

/** Bars of several series, and heat maps. */
function groupedBars(
  { context, grid: { x: { labels } }, name, within, write }: Writing,
  series: readonly Series[],
): string[] {
  const [least, most] = extentOf(series.map(({ values }) => values));
  const where = (value: number) => {
    const places = series.flatMap((one) =>
      placesWith(one.values, value).map((at) =>
        say(context, { ja: `${labels[at]}の${one.name}`, en: `${one.name}, ${labels[at]}` })
      )
    );
    return listed(context, places, 2);
  };
  const first = say(context, {
    ja: `${name}が最も大きいのは${where(most)}（${write(most)}）、最も小さいのは${where(least)}（${
      write(least)
    }）です。`,
    en: `The highest ${within} is ${write(most)} (${where(most)}), the lowest ${write(least)} (${
      where(least)
    }).`,
  });
  // In how many places each series is the highest.
  const tops = labels.map((_, at) => maxIndex(series, ({ values }) => values[at] ?? NaN));
  const led = series.map((_, index) => tops.filter((top) => top === index).length);
  const leader = maxIndex(led);
  const [all, count] = [labels.length, led[leader] ?? 0];
  const who = series[leader]?.name ?? "";
  return series.length < 2 ? [first] : [
    first,
    say(context, {
      ja: `${all}区分中${count}区分で${who}が首位です。`,
      en: `${who} leads in ${count} of ${all}.`,
    }),
  ];
}

export function summarizeHeatmap(context: Context, grid: Grid): string[] {
  return groupedBars(writingOf(context, grid), grid.panels[0]?.series ?? []).slice(0, 1);
}
