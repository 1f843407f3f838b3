/** Lines, bars and heat maps in words: what is highest and lowest, and how it changed. */

import { type Context, say } from "../draw/context.ts";
import { extentOf } from "../draw/scales.ts";
import type { Grid, Series } from "../plan/grid.ts";
import { barValues, coursesOf, levelsOf } from "../plan/reference_lines.ts";
import { exactNumber } from "../text/format_number.ts";
import { gridStyle, measureName, withinSentence } from "../draw/titles.ts";
import { changeText, levelSentence, listed, percent, placesWith } from "./sentence_parts.ts";

/** Of one series along x, or of several. */
export function summarizeLines(context: Context, grid: Grid): string[] {
  const series = grid.panels.flatMap((panel) =>
    panel.series.map((one) => ({ ...one, name: nameIn(panel.name, one.name, grid) }))
  );
  if (grid.facet === null && grid.panels.length > 1) {
    // Panels of different measures, each on its own scale.
    return grid.panels.flatMap(({ name, series }, at) =>
      series.slice(0, 1).map((one) =>
        courseSentence(context, { ...grid, measures: grid.measures.slice(at, at + 1) }, { series: one, name })
      )
    );
  }
  const [only] = series;
  const lines = lineSentences(context, grid, series);
  if (only === undefined) return [];
  if (series.length === 1) {
    return [
      courseSentence(context, grid, { series: only, name: measureName(context, grid) }),
      ...extremes(context, grid, [only]),
      ...lines,
    ];
  }
  return [
    endSentence(context, grid, series),
    ...largestChange(context, grid, series),
    ...extremes(context, grid, series),
    ...lines,
  ];
}

function nameIn(panel: string, name: string, { facet }: Grid): string {
  return facet === null ? name : [panel, name].filter((part) => part !== "").join(" · ");
}

function lineSentences(context: Context, grid: Grid, series: readonly Series[]): string[] {
  const { spec, language } = context;
  const style = gridStyle(context, grid);
  const all = Float64Array.from(series.flatMap(({ values }) => [...values]));
  const levels = grid.panels.length > 1 ? [] : levelsOf(spec.lines ?? [], all, { style, language });
  const at = grid.x.at ?? Float64Array.from(grid.x.labels, (_, place) => place);
  const points = { at, values: series[0]?.values ?? new Float64Array(), unit: grid.x.unit };
  const courses = coursesOf(spec.lines ?? [], points, language).map(({ label }) => label);
  return levelSentence(context, levels, courses);
}

function courseSentence(
  context: Context,
  grid: Grid,
  { series, name }: { readonly series: Series; readonly name: string },
): string {
  const { values } = series;
  const style = gridStyle(context, grid);
  const write = (value: number) => exactNumber(style, value);
  const first = values.findIndex((value) => !Number.isNaN(value));
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  if (first < 0) return say(context, { ja: `${name}には値がありません。`, en: `${name} has no values.` });
  const [from, to] = [values[first] ?? NaN, values[last] ?? NaN];
  const [start, end] = [grid.x.labels[first] ?? "", grid.x.labels[last] ?? ""];
  if (first === last) {
    return say(context, {
      ja: `${name}は${start}の${write(from)}だけです。`,
      en: `${name} is ${write(from)} (${start}), the only value.`,
    });
  }
  const change = changeText(context, [from, to], style);
  return say(context, {
    ja: `${name}は${start}の${write(from)}から${end}の${write(to)}へ${change}しました。`.replace(
      "変化なししました",
      "で変化がありません",
    ),
    en: `${name} went from ${write(from)} (${start}) to ${write(to)} (${end}), ${change}.`,
  });
}

function extremes(context: Context, grid: Grid, series: readonly Series[]): string[] {
  const style = gridStyle(context, grid);
  const [least, most] = extentOf(series.map(({ values }) => values));
  if (least === most || grid.x.labels.length < 3) return [];
  const place = (value: number) => {
    const places = series.flatMap(({ name, values }) =>
      placesWith(values, value).map((at) => {
        const x = grid.x.labels[at] ?? "";
        return series.length === 1 ? x : say(context, { ja: `${name}、${x}`, en: `${name}, ${x}` });
      })
    );
    return listed(context, places, 2);
  };
  return [say(context, {
    ja: `最大は${exactNumber(style, most)}（${place(most)}）、最小は${exactNumber(style, least)}（${
      place(least)
    }）です。`,
    en: `The highest is ${exactNumber(style, most)} (${place(most)}), the lowest ${
      exactNumber(style, least)
    } (${place(least)}).`,
  })];
}

/** Who is first and last at the end. */
function endSentence(context: Context, grid: Grid, series: readonly Series[]): string {
  const style = gridStyle(context, grid);
  const name = measureName(context, grid);
  const last = grid.x.labels.findLastIndex((_, at) =>
    series.some(({ values }) => !Number.isNaN(values[at] ?? NaN))
  );
  const there = series.filter(({ values }) => !Number.isNaN(values[last] ?? NaN));
  const ranked = there.toSorted((a, b) => (b.values[last] ?? 0) - (a.values[last] ?? 0));
  const [top, bottom] = [ranked[0], ranked.at(-1)];
  const end = grid.x.labels[last] ?? "";
  if (top === undefined || bottom === undefined) return "";
  const write = (one: Series) => exactNumber(style, one.values[last] ?? NaN);
  const count = series.length;
  if (top === bottom) {
    return say(context, {
      ja: `${end}の${name}は${top.name}の${write(top)}だけです（${count}系列）。`,
      en: `At ${end}, ${name} is known of ${top.name} only: ${write(top)} (${count} series).`,
    });
  }
  return say(context, {
    ja: `${end}の${name}は${top.name}が${write(top)}で最も大きく、${bottom.name}が${
      write(bottom)
    }で最も小さいです（${count}系列）。`,
    en: `At the end (${end}), ${top.name} is highest with ${write(top)} and ${bottom.name} lowest with ${
      write(bottom)
    }: ${name}, ${count} series.`,
  });
}

function largestChange(context: Context, grid: Grid, series: readonly Series[]): string[] {
  const style = gridStyle(context, grid);
  const changes = series.filter(({ rest }) => !rest).map(({ name, values }) => ({
    name,
    from: values.find((value) => !Number.isNaN(value)) ?? NaN,
    to: values.findLast((value) => !Number.isNaN(value)) ?? NaN,
  })).filter(({ from, to }) => from !== to && !Number.isNaN(from + to));
  const most = changes.reduce<(typeof changes)[number] | undefined>(
    (a, b) => a === undefined || Math.abs(b.to - b.from) > Math.abs(a.to - a.from) ? b : a,
    undefined,
  );
  if (most === undefined) return [];
  const write = (value: number) => exactNumber(style, value);
  const change = changeText(context, [most.from, most.to], style);
  return [say(context, {
    ja: `変化が最も大きいのは${most.name}で、${write(most.from)}から${write(most.to)}へ${change}しました。`,
    en: `${most.name} changed most: from ${write(most.from)} to ${write(most.to)}, ${change}.`,
  })];
}

export function summarizeBars(context: Context, grid: Grid): string[] {
  const series = grid.panels[0]?.series ?? [];
  const [first] = series;
  if (first === undefined) return [];
  if (series.length === 1) return singleBars(context, grid, first);
  const { spec, language } = context;
  const levels = levelsOf(spec.lines ?? [], barValues(spec, series), {
    style: gridStyle(context, grid),
    language,
  });
  return [...groupedBars(context, grid, series), ...levelSentence(context, levels)];
}

function singleBars(context: Context, grid: Grid, { values }: Series): string[] {
  const { spec, language } = context;
  const style = gridStyle(context, grid);
  const name = measureName(context, grid);
  // What the limit left over is no group of its own.
  const own = grid.x.rest === true ? values.slice(0, -1) : values;
  const [least, most] = extentOf([own]);
  const count = own.filter((value) => !Number.isNaN(value)).length;
  const write = (value: number) => exactNumber(style, value);
  const names = (value: number) =>
    listed(context, placesWith(own, value).map((at) => grid.x.labels[at] ?? ""), 2);
  const levels = levelSentence(context, levelsOf(spec.lines ?? [], values, { style, language }));
  if (count === 1) {
    return [
      say(context, {
        ja: `${name}は${names(most)}の${write(most)}だけです。`,
        en: `${name}: ${names(most)} is ${write(most)}.`,
      }),
      ...levels,
    ];
  }
  const total = spec.normalize === undefined && (grid.aggregate === "sum" || grid.aggregate === "count")
    ? values.reduce((sum, value) => Number.isNaN(value) ? sum : sum + value, 0)
    : NaN;
  if (least === most) {
    return [
      say(context, {
        ja: `${count}件の${name}はすべて${write(most)}です。`,
        en: `${name} is ${write(most)} in all ${count} groups.`,
      }),
      ...levels,
    ];
  }
  const rest = total > 0 && least >= 0
    ? say(context, {
      ja: `全体は${write(total)}で、最大は全体の${percent(most / total)}です。`,
      en: `The total is ${write(total)}, of which the highest is ${percent(most / total)}.`,
    })
    : "";
  return [
    say(context, {
      ja: `${count}件のうち、${name}は${names(most)}が${write(most)}で最も大きく、${names(least)}が${
        write(least)
      }で最も小さいです。`,
      en: `Of ${count} groups, the highest ${withinSentence(name)} is ${write(most)} (${
        names(most)
      }), the lowest ${write(least)} (${names(least)}).`,
    }),
    ...(rest === "" ? [] : [rest]),
    ...levels,
  ];
}

/** Bars of several series, and heat maps. */
export function groupedBars(context: Context, grid: Grid, series: readonly Series[]): string[] {
  const style = gridStyle(context, grid);
  const name = measureName(context, grid);
  const [least, most] = extentOf(series.map(({ values }) => values));
  const where = (value: number) =>
    listed(
      context,
      series.flatMap((one) =>
        placesWith(one.values, value).map((at) =>
          say(context, { ja: `${grid.x.labels[at]}の${one.name}`, en: `${one.name}, ${grid.x.labels[at]}` })
        )
      ),
      2,
    );
  const write = (value: number) => exactNumber(style, value);
  const first = say(context, {
    ja: `${name}が最も大きいのは${where(most)}（${write(most)}）、最も小さいのは${where(least)}（${
      write(least)
    }）です。`,
    en: `The highest ${withinSentence(name)} is ${write(most)} (${where(most)}), the lowest ${
      write(least)
    } (${where(least)}).`,
  });
  const led = leaders(series, grid.x.labels.length);
  const leader = series[led.indexOf(Math.max(...led))];
  if (leader === undefined || series.length < 2) return [first];
  const count = Math.max(...led);
  return [
    first,
    say(context, {
      ja: `${grid.x.labels.length}区分中${count}区分で${leader.name}が首位です。`,
      en: `${leader.name} leads in ${count} of ${grid.x.labels.length}.`,
    }),
  ];
}

/** In how many places each series is the highest. */
function leaders(series: readonly Series[], size: number): number[] {
  const counts = series.map(() => 0);
  for (let at = 0; at < size; at++) {
    const [, most] = extentOf([series.map(({ values }) => values[at] ?? NaN)]);
    const first = series.findIndex(({ values }) => values[at] === most);
    if (first >= 0) counts[first] = (counts[first] ?? 0) + 1;
  }
  return counts;
}

export function summarizeHeatmap(context: Context, grid: Grid): string[] {
  const series = grid.panels[0]?.series ?? [];
  return groupedBars(context, grid, series).slice(0, 1);
}
