/** Pies: parts of a whole as sectors of a circle. */

import { label } from "../describe_values.ts";
import { type JsonRecord, recordAt } from "../json_view.ts";
import { listOf, numberAt, numberOf, valuesAt } from "./arrays.ts";
import { colourOf } from "./colours.ts";
import type { LegendEntry } from "./read_figure.ts";
import type { Spec } from "./vega_marks.ts";

export interface PieOptions {
  readonly width: number;
  readonly height: number;
  readonly colourAt: (index: number) => string;
}

interface Part {
  readonly name: string;
  readonly value: number;
  readonly colour: string;
}

/** Parts narrower than this have no room for their share. */
const smallestLabelled = 0.03;

export function pieMarks(
  pies: readonly JsonRecord[],
  options: PieOptions,
): { marks: Spec[]; entries: LegendEntry[] } {
  const names: string[] = [];
  const drawn = pies.map((pie) => pieMark(pie, partsOf(pie, { names, colourAt: options.colourAt }), options));
  const entries = pies.flatMap((pie) => partsOf(pie, { names, colourAt: options.colourAt }))
    .map(({ name, colour }) => ({ name, colour }));
  const seen = new Set<string>();
  return {
    marks: drawn,
    entries: entries.filter(({ name }) => !seen.has(name) && seen.add(name) !== undefined),
  };
}

/** The sums of each label; the colour of a label is the same in all pies. */
function partsOf(
  pie: JsonRecord,
  { names, colourAt }: { names: string[]; colourAt: (index: number) => string },
): Part[] {
  const labels = valuesAt(pie, "labels");
  const values = listOf(pie["values"]);
  const colours = valuesAt(recordAt(pie, "marker"), "colors");
  const sums = new Map<string, { value: number; colour: string | undefined }>();
  const count = Math.max(labels.length, values?.length ?? 0);
  for (let index = 0; index < count; index++) {
    const name = label(String(labels[index] ?? index));
    const value = values === null ? 1 : numberOf(values[index]);
    if (!(value > 0)) continue;
    const known = sums.get(name);
    sums.set(name, { value: (known?.value ?? 0) + value, colour: known?.colour ?? colourOf(colours[index]) });
  }
  const parts = [...sums].map(([name, { value, colour }]) => ({ name, value, colour }));
  const sorted = pie["sort"] === false ? parts : parts.toSorted((a, b) => b.value - a.value);
  return sorted.map(({ name, value, colour }) => {
    if (!names.includes(name)) names.push(name);
    return { name, value, colour: colour ?? colourAt(names.indexOf(name)) };
  });
}

function pieMark(pie: JsonRecord, parts: readonly Part[], { width, height }: PieOptions): Spec {
  const domain = recordAt(pie, "domain");
  const [left, right] = sides(domain["x"]);
  const [bottom, top] = sides(domain["y"]);
  const room = { width: (right - left) * width, height: (top - bottom) * height };
  const radius = Math.min(room.width, room.height) / 2 * 0.95;
  const hole = Math.min(0.95, Math.max(0, numberAt(pie, "hole", 0)));
  const centre: Spec = {
    x: { value: left * width + room.width / 2 },
    y: { value: (1 - top) * height + room.height / 2 },
  };
  return {
    type: "group",
    data: [{ name: "parts", values: slicesOf(pie, parts) }],
    marks: [sectors({ centre, radius, hole }), shares({ centre, radius, hole })],
  };
}

interface Ring {
  readonly centre: Spec;
  readonly radius: number;
  /** Of the radius; 0 for a whole pie. */
  readonly hole: number;
}

function sectors({ centre, radius, hole }: Ring): Spec {
  return {
    type: "arc",
    from: { data: "parts" },
    encode: {
      enter: {
        ...centre,
        startAngle: { field: "from" },
        endAngle: { field: "to" },
        innerRadius: { value: radius * hole },
        outerRadius: { value: radius },
        fill: { field: "colour" },
        stroke: { value: "white" },
      },
    },
  };
}

function shares({ centre, radius, hole }: Ring): Spec {
  return {
    type: "text",
    from: { data: "parts" },
    encode: {
      enter: {
        ...centre,
        radius: { value: radius * (hole > 0 ? (1 + hole) / 2 : 0.68) },
        theta: { field: "middle" },
        text: { field: "text" },
        fill: { value: "#ffffff" },
        stroke: { value: "#00000030" },
        strokeWidth: { value: 0.3 },
        align: { value: "center" },
        baseline: { value: "middle" },
        fontSize: { value: 12 },
      },
    },
  };
}

/** The angles of the parts, one after the other, and their shares in words. */
function slicesOf(pie: JsonRecord, parts: readonly Part[]) {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  let angle = numberAt(pie, "rotation", 0) * Math.PI / 180;
  return parts.map(({ value, colour }) => {
    const from = angle;
    // Plotly goes counter-clockwise unless told otherwise.
    angle += (pie["direction"] === "clockwise" ? 1 : -1) * value / total * 2 * Math.PI;
    const share = value / total;
    const text = share < smallestLabelled ? "" : `${Number((share * 100).toPrecision(3))}%`;
    return { from, to: angle, middle: (from + angle) / 2, colour, text };
  });
}

function sides(value: unknown): readonly [number, number] {
  const list = listOf(value);
  const [from, to] = [numberOf(list?.[0]), numberOf(list?.[1])];
  return from >= 0 && to <= 1 && from < to ? [from, to] : [0, 1];
}
