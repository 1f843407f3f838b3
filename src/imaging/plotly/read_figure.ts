/** A Plotly figure as traces on subplots: which axes there are, what stands on them, which traces are drawn together. */

import { label } from "../../base/describe_values.ts";
import { type JsonRecord, recordAt, recordsAt, textAt } from "../../base/json.ts";
import { numberAt, numberOf, unreadableArray, valuesAt } from "../../base/plotly_values.ts";
import { type Axis, letterOf, makeAxis, nameOf } from "./axis.ts";
import { colourOf, colourway } from "./colours.ts";
import { rowsOf } from "./draw_heatmaps.ts";
import { boxPlaces, givenFences, hasQuartiles } from "./given_boxes.ts";
import { gridded } from "./heatmap_grid.ts";
import { isLegendOnly, legendEntries, type LegendEntry } from "./legend_entries.ts";
import { matched } from "./matched_axes.ts";
import { isFlat, positionName } from "./spreads.ts";
import type { Trace } from "./trace.ts";

export interface ReadFigure {
  readonly layout: JsonRecord;
  readonly subplots: readonly Subplot[];
  readonly pies: readonly JsonRecord[];
  /** What the legend lists, in its order. */
  readonly entries: readonly LegendEntry[];
}

/** The traces on one pair of axes. */
export interface Subplot {
  readonly x: Axis;
  readonly y: Axis;
  readonly traces: readonly Trace[];
}

const cartesian = new Set(["scatter", "scattergl", "bar", "histogram", "box", "violin", "heatmap"]);

/** What keeps a figure from being drawn, or null. */
export function undrawable(figure: JsonRecord): string | null {
  const traces = shownTraces(figure);
  if (traces.length === 0) return "it has no traces";
  const other = traces.find((trace) => !cartesian.has(typeOf(trace)) && typeOf(trace) !== "pie");
  if (other !== undefined) return `traces of type ${JSON.stringify(label(typeOf(other)))} are not drawn here`;
  // Without its values a trace would be drawn over the numbers of its points, and nobody would see that it is wrong.
  const unread = traces.map(unreadableArray).find((dtype) => dtype !== null);
  return unread === undefined ? null : `an array of it (${JSON.stringify(label(unread))}) cannot be read`;
}

export function readFigure(figure: JsonRecord): ReadFigure {
  const layout = recordAt(figure, "layout");
  const colours = colourway(layout);
  const numbered = recordsAt(figure, "data").map((spec, number) => ({ spec: withJoinedNames(spec), number }));
  // Traces that are in the legend only have their colour all the same.
  const listed = numbered.filter(({ spec }) => spec["visible"] !== false).map(({ spec, number }, index) => {
    const name = label(textAt(spec, "name")) || `trace ${number}`;
    const type = typeOf(spec);
    return {
      spec: type === "heatmap" ? gridded(spec) : spec,
      type,
      name,
      colour: ownColour(spec) ?? colours.at(index),
    };
  });
  const named = listed.filter(({ spec }) => !isLegendOnly(spec));
  const plotted = named.filter(({ type }) => type !== "pie");
  const axes = axesOf(plotted, layout);
  const traces = plotted.flatMap((trace): Trace[] => {
    const x = axes.get(axisId(trace.spec, "x"));
    const y = axes.get(axisId(trace.spec, "y"));
    if (x === undefined || y === undefined) return [];
    return [{ ...trace, x, y, opacity: numberAt(trace.spec, "opacity", 1) }];
  });
  const pairs = Map.groupBy(traces, ({ x, y }) => `${x.id} ${y.id}`);
  return {
    layout,
    subplots: [...pairs.values()].flatMap((some) =>
      some[0] === undefined ? [] : [{ x: some[0].x, y: some[0].y, traces: some }]
    ),
    pies: named.filter(({ type }) => type === "pie").map(({ spec }) => spec),
    entries: legendEntries(listed, layout),
  };
}

function shownTraces(figure: JsonRecord): readonly JsonRecord[] {
  return recordsAt(figure, "data").filter((trace) => trace["visible"] !== false && !isLegendOnly(trace));
}

/** Names in levels (`[["2023", "2023"], ["H1", "H2"]]`) as one name for each place. */
function withJoinedNames(spec: JsonRecord): JsonRecord {
  const joined = (["x", "y"] as const).flatMap((letter) => {
    const levels = spec[letter];
    if (!Array.isArray(levels) || levels.length < 2 || !levels.every(Array.isArray)) return [];
    const [first = []] = levels;
    return [[letter, first.map((_: unknown, index: number) => nameOf(levels.map((level) => level[index])))]];
  });
  return joined.length === 0 ? spec : { ...spec, ...Object.fromEntries(joined) };
}

function typeOf(trace: JsonRecord): string {
  return textAt(trace, "type") || "scatter";
}

function ownColour(spec: JsonRecord): string | undefined {
  const mode = textAt(spec, "mode");
  const marker = colourOf(recordAt(spec, "marker")["color"]);
  const given = colourOf(recordAt(spec, "line")["color"]);
  const line = isClear(given) ? undefined : given;
  return mode.includes("markers") ? marker ?? line : line ?? marker ?? colourOf(spec["fillcolor"]);
}

/** Whether a colour shows nothing: the boxes of a strip chart have such lines. */
function isClear(colour: string | undefined): boolean {
  return colour === "transparent" || /^rgba\(.*,\s*0(?:\.0+)?\s*\)$/.test(colour ?? "");
}

function axisId(spec: JsonRecord, letter: "x" | "y"): string {
  const given = textAt(spec, `${letter}axis`);
  return /^[xy]\d{0,3}$/.test(given) && given.startsWith(letter) ? given : letter;
}

type Named = Pick<Trace, "spec" | "type" | "name">;

/** Axes that must match have their values in common, so that they are of one kind and one order. */
function axesOf(traces: readonly Named[], layout: JsonRecord): ReadonlyMap<string, Axis> {
  const values = new Map<string, unknown[]>();
  for (const trace of traces) {
    for (const letter of ["x", "y"] as const) {
      const id = axisId(trace.spec, letter);
      const list = values.get(id) ?? [];
      for (const value of valuesOn(trace, letter)) list.push(value);
      values.set(id, list);
    }
  }
  const rootOf = (id: string) => matched(layout, id);
  const together = new Map<string, unknown[]>();
  for (const [id, list] of values) {
    const all = together.get(rootOf(id)) ?? [];
    for (const value of list) all.push(value);
    together.set(rootOf(id), all);
  }
  return new Map([...values.keys()].map((id) => {
    const letter = letterOf(id);
    const root = rootOf(id);
    const sizes = () => sizesOf(traces.filter(({ spec }) => rootOf(axisId(spec, letter)) === root), letter);
    const bars = traces.filter(({ spec, type }) => type === "bar" && rootOf(axisId(spec, letter)) === root)
      .flatMap(({ spec }) =>
        (textAt(spec, "orientation") === "h") === (letter === "y") ? valuesAt(spec, letter) : []
      );
    return [id, makeAxis(id, { values: together.get(root) ?? [], bars, sizes }, layout)];
  }));
}

/** What stands at each name of an axis: the numbers along the other one, or one for each time that it comes. */
function sizesOf(traces: readonly Named[], letter: "x" | "y"): ReadonlyMap<string, readonly number[]> {
  const sizes = new Map<string, number[]>();
  for (const { spec } of traces) {
    const others = valuesAt(spec, letter === "x" ? "y" : "x");
    valuesAt(spec, letter).forEach((name, index) => {
      const size = others.length === 0 ? 1 : numberOf(others[index]);
      if (Number.isNaN(size)) return;
      const list = sizes.get(nameOf(name)) ?? [];
      list.push(size);
      sizes.set(nameOf(name), list);
    });
  }
  return sizes;
}

function valuesOn(trace: Named, letter: "x" | "y"): readonly unknown[] {
  const { spec, type } = trace;
  if (type === "box" || type === "violin") {
    const along = isFlat({ spec }) ? "y" : "x";
    if (hasQuartiles(spec)) {
      return letter === along ? boxPlaces(trace, letter) : givenFences(spec).map(({ median }) => median);
    }
    if (letter === along) {
      return letter in spec ? valuesAt(spec, letter).map(plainKey) : [positionName(trace)];
    }
  }
  if (type === "heatmap" && !(letter in spec)) {
    const rows = rowsOf(spec);
    return Array.from({ length: letter === "y" ? rows.length : rows[0]?.length ?? 0 }, (_, index) => index);
  }
  return valuesAt(spec, letter).map(plainKey);
}

function plainKey(value: unknown): unknown {
  return Array.isArray(value) ? nameOf(value) : value;
}
