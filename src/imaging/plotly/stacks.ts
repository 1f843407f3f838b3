/**
 * Scatter traces on each other, as Plotly stacks them: every trace of a group has a value at every position of the
 * group. Where it has none of its own that is zero (`stackgaps: "infer zero"`, the default), or lies on the straight
 * line between its neighbours (`"interpolate"`). The first trace of a group decides for all.
 */

import { textAt } from "../../base/json.ts";
import { coordinatesOf, type Place } from "./places.ts";
import { along, type Trace } from "./trace.ts";

export interface Stacked {
  /** The upper and the lower edge, without gaps, along all positions of the group. */
  readonly top: readonly Place[];
  readonly bottom: readonly Place[];
  /** One for each point that the trace itself has; null where none is to be marked. */
  readonly points: readonly (Place | null)[];
}

/** The stacked traces with their edges; those of no group are not among them. */
export function stackedPlaces(traces: readonly Trace[]): ReadonlyMap<Trace, Stacked> {
  const groups = Map.groupBy(traces, ({ spec }) => textAt(spec, "stackgroup"));
  groups.delete("");
  return new Map([...groups.values()].flatMap(stackedGroup));
}

interface Options {
  readonly flat: boolean;
  readonly interpolates: boolean;
  /** What all traces together make at every position; null where they are left as they are. */
  readonly whole: number | null;
}

function optionsOf(first: Trace): Options {
  const norm = textAt(first.spec, "groupnorm");
  return {
    flat: along(first).at === "y",
    interpolates: textAt(first.spec, "stackgaps") === "interpolate",
    whole: norm === "percent" ? 100 : norm === "fraction" ? 1 : null,
  };
}

function stackedGroup(traces: readonly Trace[]): [Trace, Stacked][] {
  const [first] = traces;
  if (first === undefined) return [];
  const options = optionsOf(first);
  const own = traces.map((trace) => sizesOf(trace, options));
  const positions = [...new Set(own.flatMap((sizes) => [...sizes.keys()]))].toSorted((a, b) => a - b);
  const sizes = own.map((known) => filled(known, positions, options));
  const whole = positions.map((_, at) => sizes.reduce((sum, one) => sum + (one[at] ?? 0), 0));
  const share = (value: number, at: number) =>
    options.whole === null ? value : value * options.whole / (whole[at] || options.whole);
  const sums = new Array<number>(positions.length).fill(0);
  return traces.map((trace, index) => {
    const edge = () =>
      positions.map((position, at) => placeOf([position, share(sums[at] ?? 0, at)], options));
    const bottom = edge();
    sizes[index]?.forEach((size, at) => sums[at] = (sums[at] ?? 0) + size);
    const top = edge();
    return [trace, { top, bottom, points: pointsOf(trace, { positions, top, options }) }];
  });
}

/** The size at each position that a trace has; NaN where it is a gap. */
function sizesOf(trace: Trace, { flat }: Options): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const [x, y] of coordinatesOf(trace)) {
    const [position, size] = flat ? [y, x] : [x, y];
    if (position !== null && (size !== null || !sizes.has(position))) sizes.set(position, size ?? NaN);
  }
  return sizes;
}

function filled(
  known: ReadonlyMap<number, number>,
  positions: readonly number[],
  { interpolates }: Options,
): number[] {
  const sizes = positions.map((position) => known.get(position) ?? NaN);
  if (!interpolates) return sizes.map((size) => Number.isNaN(size) ? 0 : size);
  const places = Array.from(sizes.keys()).filter((at) => !Number.isNaN(sizes[at] ?? NaN));
  let next = 0;
  return sizes.map((_, at) => {
    while ((places[next] ?? Infinity) < at) next++;
    const [before, after] = [places[next - 1] ?? places[next], places[next] ?? places[next - 1]];
    // Without any value of its own a trace is flat.
    if (before === undefined || after === undefined) return 0;
    const [low, high] = [sizes[before] ?? 0, sizes[after] ?? 0];
    const [from, to] = [positions[before] ?? 0, positions[after] ?? 0];
    return from === to ? low : low + (high - low) * ((positions[at] ?? 0) - from) / (to - from);
  });
}

interface Edge {
  readonly positions: readonly number[];
  readonly top: readonly Place[];
  readonly options: Options;
}

/** Plotly marks zeros that it has inferred, and nothing where it has interpolated. */
function pointsOf(trace: Trace, { positions, top, options }: Edge): (Place | null)[] {
  const places = new Map(positions.map((position, at) => [position, top[at] ?? null]));
  return coordinatesOf(trace).map(([x, y]) => {
    const [position, size] = options.flat ? [y, x] : [x, y];
    return position === null || (size === null && options.interpolates) ? null : places.get(position) ?? null;
  });
}

function placeOf([position, size]: Place, { flat }: Options): Place {
  return flat ? [size, position] : [position, size];
}
