/** Pies: parts of a whole as sectors of a circle. */

import { label } from "../describe_values.ts";
import { type JsonRecord, recordAt, textAt } from "../json_view.ts";
import { listOf, numberAt, numberOf, valuesAt } from "./arrays.ts";
import { colourOf, ink, inkOn } from "./colours.ts";
import type { LegendEntry } from "./read_figure.ts";
import { filledTemplate, ownText, templateAt } from "./text_template.ts";
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
  /** How far it is drawn out of the pie, of the radius. */
  readonly pull: number;
  readonly text: unknown;
  /** What its text is made by; empty where nothing is given. */
  readonly template: string;
}

/** Parts narrower than this have no room for their text. */
const smallestLabelled = 0.03;
const letterSize = 12;
const lineHeight = letterSize + 2;

export function pieMarks(
  pies: readonly JsonRecord[],
  options: PieOptions,
): { marks: Spec[]; entries: LegendEntry[] } {
  const names: string[] = [];
  const drawn = pies.map((pie) => pieMark(pie, partsOf(pie, { names, colourAt: options.colourAt }), options));
  const entries = pies.flatMap((pie) => partsOf(pie, { names, colourAt: options.colourAt }))
    .map(({ name, colour }) => ({ name, colour, symbol: "square", group: "" }));
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
  const pulls = valuesAt(pie, "pull").map(numberOf);
  const sums = new Map<string, Omit<Part, "name" | "colour"> & { readonly colour: string | undefined }>();
  const count = Math.max(labels.length, values?.length ?? 0);
  for (let index = 0; index < count; index++) {
    const name = label(String(labels[index] ?? index));
    const value = values === null ? 1 : numberOf(values[index]);
    if (!(value > 0)) continue;
    const known = sums.get(name);
    const pull = (pulls.length === 1 ? pulls[0] : pulls[index]) || 0;
    sums.set(name, {
      value: (known?.value ?? 0) + value,
      colour: known?.colour ?? colourOf(colours[index]),
      pull: known?.pull ?? Math.min(1, Math.max(0, pull)),
      text: known?.text ?? ownText(pie, index),
      template: known?.template ?? templateAt(pie, index),
    });
  }
  const parts = [...sums].map(([name, part]) => ({ name, ...part }));
  const sorted = pie["sort"] === false ? parts : parts.toSorted((a, b) => b.value - a.value);
  return sorted.map(({ name, colour, ...part }) => {
    if (!names.includes(name)) names.push(name);
    return { name, ...part, colour: colour ?? colourAt(names.indexOf(name)) };
  });
}

function pieMark(pie: JsonRecord, parts: readonly Part[], { width, height }: PieOptions): Spec {
  const domain = recordAt(pie, "domain");
  const [left, right] = sides(domain["x"]);
  const [bottom, top] = sides(domain["y"]);
  const room = { width: (right - left) * width, height: (top - bottom) * height };
  const isOutside = textAt(pie, "textposition") === "outside";
  // Parts that are drawn out and texts around it take their room from the pie.
  const most = parts.reduce((most, { pull }) => Math.max(most, pull), isOutside ? 0.25 : 0);
  const radius = Math.min(room.width, room.height) / 2 * 0.95 / (1 + most);
  const hole = Math.min(0.95, Math.max(0, numberAt(pie, "hole", 0)));
  const place = isOutside ? 1.06 : hole > 0 ? (1 + hole) / 2 : 0.68;
  const ring: Ring = {
    x: left * width + room.width / 2,
    y: (1 - top) * height + room.height / 2,
    radius,
  };
  return {
    type: "group",
    data: [{ name: "parts", values: slicesOf(pie, parts, { ...ring, isOutside }) }],
    marks: [
      sectors(radius, hole),
      texts(radius * place),
    ],
  };
}

interface Ring {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const centre: Spec = { x: { field: "x" }, y: { field: "y" } };

function sectors(radius: number, hole: number): Spec {
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

function texts(radius: number): Spec {
  return {
    type: "text",
    from: { data: "parts" },
    encode: {
      enter: {
        ...centre,
        radius: { value: radius },
        theta: { field: "middle" },
        text: { field: "text" },
        dy: { field: "dy" },
        fill: { field: "ink" },
        align: { field: "align" },
        baseline: { value: "middle" },
        fontSize: { value: letterSize },
        lineHeight: { value: lineHeight },
      },
    },
  };
}

/** The angles of the parts, one after the other, and what is written on them. */
function slicesOf(
  pie: JsonRecord,
  parts: readonly Part[],
  { x, y, radius, isOutside }: Ring & { readonly isOutside: boolean },
) {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  let angle = numberAt(pie, "rotation", 0) * Math.PI / 180;
  return parts.map((part) => {
    const from = angle;
    // Plotly goes counter-clockwise unless told otherwise.
    angle += (pie["direction"] === "clockwise" ? 1 : -1) * part.value / total * 2 * Math.PI;
    const share = part.value / total;
    const middle = (from + angle) / 2;
    const text = share < smallestLabelled ? [] : textOf(pie, { ...part, share });
    return {
      x: x + Math.sin(middle) * part.pull * radius,
      y: y - Math.cos(middle) * part.pull * radius,
      from,
      to: angle,
      middle,
      colour: part.colour,
      text,
      ink: isOutside ? ink : inkOn(part.colour),
      align: !isOutside ? "center" : Math.sin(middle) < 0 ? "right" : "left",
      dy: -(text.length - 1) * lineHeight / 2,
    };
  });
}

/** The lines that a part carries: what its template or `textinfo` asks for, its share where neither is given. */
function textOf(
  pie: JsonRecord,
  { name, value, text, template, share }: Part & { readonly share: number },
): readonly string[] {
  if (textAt(pie, "textposition") === "none") return [];
  const percent = `${Number((share * 100).toPrecision(3))}%`;
  if (template !== "") {
    return [filledTemplate(template, { label: name, value, text, percent: share, percentLabel: percent })];
  }
  const wanted = new Set((textAt(pie, "textinfo") || "percent").split("+"));
  const lines = { label: name, text, value: value.toLocaleString("en"), percent };
  return Object.entries(lines).filter(([key, line]) => wanted.has(key) && line !== undefined)
    .map(([, line]) => String(line));
}

function sides(value: unknown): readonly [number, number] {
  const list = listOf(value);
  const [from, to] = [numberOf(list?.[0]), numberOf(list?.[1])];
  return from >= 0 && to <= 1 && from < to ? [from, to] : [0, 1];
}
