/** Where boxes and violins stand: values by their positions, and the room that each of them has. */

import { type JsonRecord, textAt } from "../../base/json.ts";
import { listOf, numberAt, valuesAt } from "../../base/plotly_values.ts";
import { nameOf } from "./axis.ts";
import { groupOf } from "./bar_slots.ts";
import { boxPlaces, type Fences, givenFences, hasQuartiles } from "./given_boxes.ts";
import { matched } from "./matched_axes.ts";
import { fencesOf } from "./quartiles.ts";
import { type Shape, turned } from "./shapes.ts";
import { thinnedDots } from "./spread_dots.ts";
import type { Drawing, Trace } from "./trace.ts";

export interface Sample {
  readonly at: number;
  /** Ascending; none where only their quartiles are given. */
  readonly values: Float64Array;
  readonly fences: Fences;
}

/** The middle of a box or a violin, and half of its width. */
export interface SpreadPlace {
  readonly trace: Trace;
  readonly at: number;
  readonly half: number;
}

interface SpreadOptions {
  /** What settings of the layout begin with. */
  readonly kind: "box" | "violin";
  readonly layout: JsonRecord;
  /** The traces of this kind in the whole figure. */
  readonly all: readonly Trace[];
  readonly draw: (sample: Sample, place: SpreadPlace) => Shape[];
}

export function drawSpreads(traces: readonly Trace[], options: SpreadOptions): Drawing {
  const spreads = traces.map((trace) => ({ trace, samples: samplesOf(trace) }));
  const unit = unitOf(spreads.flatMap(({ samples }) => samples));
  const shapes = spreads.flatMap(({ trace, samples }) => {
    const { shift, half } = roomOf(trace, { traces, unit, ...options });
    const drawn = samples.flatMap((sample) => options.draw(sample, { trace, at: sample.at + shift, half }));
    return isFlat(trace) ? turned(drawn) : drawn;
  });
  return { shapes, padded: true, thinned: [thinnedDots(spreads)] };
}

interface RoomOptions extends SpreadOptions {
  readonly traces: readonly Trace[];
  /** The distance between positions. */
  readonly unit: number;
}

/** How wide something may be, and how far beside its position it stands where others stand there too. */
function roomOf(trace: Trace, { traces, kind, layout, all, unit }: RoomOptions) {
  const width = numberAt(trace.spec, "width", 0);
  if (width > 0) return { shift: 0, half: width / 2 };
  const step = trace[positionLetter(trace)].kind === "category" ? 1 : unit;
  const room = step * (1 - numberAt(layout, `${kind}gap`, 0.3));
  const half = room / 2 * (1 - numberAt(layout, `${kind}groupgap`, 0.3));
  if (textAt(layout, `${kind}mode`) !== "group" || all.length < 2) return { shift: 0, half };
  const groups = groupsBeside(trace, { layout, all });
  const [index, count] = groups.length > 0
    ? [Math.max(0, groups.indexOf(groupOf(trace))), groups.length]
    : [traces.indexOf(trace), traces.length];
  return { shift: room * ((index + 0.5) / count - 0.5), half: half / count };
}

/** The offset groups along the axis of a trace, in their order. */
function groupsBeside(
  trace: Trace,
  { layout, all }: Pick<SpreadOptions, "layout" | "all">,
): readonly string[] {
  const letter = positionLetter(trace);
  const root = matched(layout, trace[letter].id);
  const beside = all.filter((one) =>
    positionLetter(one) === letter && matched(layout, one[letter].id) === root
  );
  return [...new Set(beside.map(groupOf))].filter((group) => group !== "");
}

export function isFlat({ spec }: Pick<Trace, "spec">): boolean {
  if (hasQuartiles(spec)) return textAt(spec, "orientation") === "h" || (!("x" in spec) && "y" in spec);
  return textAt(spec, "orientation") === "h" || (!("y" in spec) && "x" in spec);
}

/** The axis along which the positions are. */
function positionLetter(trace: Trace): "x" | "y" {
  return isFlat(trace) ? "y" : "x";
}

export function samplesOf(trace: Trace): readonly Sample[] {
  const at = positionLetter(trace);
  const size = at === "x" ? "y" : "x";
  if (hasQuartiles(trace.spec)) return givenSamples(trace, at);
  const places = listOf(trace.spec[at]);
  const lists = new Map<number, number[]>();
  valuesAt(trace.spec, size).forEach((value, index) => {
    const place = trace[at].at(places === null ? positionName(trace) : keyOf(trace[at].kind, places[index]));
    const number = trace[size].at(value);
    if (place === null || number === null) return;
    const list = lists.get(place) ?? [];
    list.push(number);
    lists.set(place, list);
  });
  return [...lists].map(([place, list]) => {
    const values = Float64Array.from(list).sort();
    return { at: place, values, fences: fencesOf(values, textAt(trace.spec, "quartilemethod")) };
  });
}

function givenSamples(trace: Trace, at: "x" | "y"): Sample[] {
  const places = boxPlaces(trace, at);
  return givenFences(trace.spec).flatMap((fences, index) => {
    const place = trace[at].at(keyOf(trace[at].kind, places[index]));
    return place === null || Number.isNaN(fences.median)
      ? []
      : [{ at: place, values: new Float64Array(), fences }];
  });
}

function keyOf(kind: string, value: unknown): unknown {
  return kind === "category" && value !== null && value !== undefined ? nameOf(value) : value;
}

/** Where a trace stands that names no position: at its own name. */
export function positionName({ spec, name }: Pick<Trace, "spec" | "name">): string {
  // Plotly Express writes a blank where the legend tells traces apart.
  const given = spec["x0"] ?? spec["y0"];
  return typeof given === "string" ? given : name;
}

function unitOf(samples: readonly Sample[]): number {
  const places = [...new Set(samples.map(({ at }) => at))].toSorted((a, b) => a - b);
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  return gaps.length === 0 ? 1 : gaps.reduce((least, gap) => Math.min(least, gap));
}
