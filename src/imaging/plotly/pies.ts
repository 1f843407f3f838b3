/** Pies: parts of a whole as sectors of a circle. */

import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { listOf, numberAt, numberOf } from "../../base/plotly_values.ts";
import { colourOf, inkOn } from "./colours.ts";
import type { LegendEntry } from "./legend_entries.ts";
import { pieColours } from "./pie_colours.ts";
import { type Part, partsOf } from "./pie_parts.ts";
import { letterSize, type Ring, textPlaces } from "./pie_texts.ts";
import { lineHeight, lineShift } from "./text_lines.ts";
import { titleLines } from "./vega_axis.ts";
import type { Spec } from "./vega_marks.ts";

export interface PieOptions {
  readonly width: number;
  readonly height: number;
  readonly layout: JsonRecord;
  readonly measure: (text: string, size: number) => number;
  /** Of texts, and of what lies behind them. */
  readonly ink: string;
  readonly ground: string;
}

export function pieMarks(
  pies: readonly JsonRecord[],
  options: PieOptions,
): { readonly marks: readonly Spec[]; readonly entries: readonly LegendEntry[] } {
  const colourFor = pieColours(options.layout);
  const drawn = pies.map((pie) => ({ pie, parts: partsOf(pie, colourFor) }));
  const entries = new Map<string, LegendEntry>();
  for (const { pie, parts } of drawn) {
    if (pie["showlegend"] === false) continue;
    for (const { name, colour } of parts) {
      if (!entries.has(name)) {
        entries.set(name, { name, colour, symbol: "square", group: "", isFaded: false });
      }
    }
  }
  return {
    marks: ringed(drawn, options).map((one) => pieMark(one, options)),
    entries: [...entries.values()],
  };
}

interface DrawnPie {
  readonly pie: JsonRecord;
  readonly parts: readonly Part[];
}

/** Pies in rooms of one size are circles of one size: a smaller one would look like less. */
function ringed(pies: readonly DrawnPie[], options: PieOptions): readonly (DrawnPie & { ring: Ring })[] {
  const placed = pies.map((one) => ({ ...one, ring: ringOf(one.pie, one.parts, options) }));
  const roomOf = (pie: JsonRecord) => {
    const { width, height } = roomIn(pie, options);
    return `${textAt(pie, "scalegroup")} ${Math.round(width)} ${Math.round(height)}`;
  };
  const rooms = Map.groupBy(placed, ({ pie }) => roomOf(pie));
  return placed.map((one) => {
    const radius = Math.min(...(rooms.get(roomOf(one.pie)) ?? [one]).map(({ ring }) => ring.radius));
    return { ...one, ring: { ...one.ring, radius } };
  });
}

function pieMark({ pie, parts, ring }: DrawnPie & { readonly ring: Ring }, options: PieOptions): Spec {
  const { ink, ground } = options;
  const title = titleLines(pie["title"]);
  const line = recordAt(recordAt(pie, "marker"), "line");
  const edge = {
    stroke: { value: colourOf(line["color"]) ?? ground },
    strokeWidth: { value: numberAt(line, "width", 1) },
  };
  const slices = slicesOf(pie, parts, { ...options, ring });
  return {
    type: "group",
    data: [
      { name: "parts", values: slices },
      { name: "leaders", values: slices.filter(({ isLed }) => isLed) },
    ],
    marks: [
      sectors(ring, edge),
      leaders(ink),
      texts(),
      ...(title.length === 0 ? [] : [titleMark(title, { pie, ring, ink })]),
    ],
  };
}

/** The circle in the middle of the room of a pie: what is drawn out of it and written around it takes its part. */
function ringOf(pie: JsonRecord, parts: readonly Part[], options: PieOptions): Ring {
  const room = roomIn(pie, options);
  const isBeside = textAt(pie, "textposition") !== "inside" && parts.some(({ share }) => share < 0.03);
  const around = textAt(pie, "textposition") === "outside" || isBeside ? 0.25 : 0;
  const most = parts.reduce((most, { pull }) => Math.max(most, pull), around);
  const hole = Math.min(0.95, Math.max(0, numberAt(pie, "hole", 0)));
  const above = isTitleAbove(pie, hole) ? titleLines(pie["title"]).length * lineHeight + 8 : 0;
  return {
    x: room.left + room.width / 2,
    y: room.top + above + (room.height - above) / 2,
    radius: Math.max(10, Math.min(room.width, room.height - above) / 2 * 0.95 / (1 + most)),
    hole,
  };
}

/** The part of the figure that a pie has, in pixels. */
function roomIn(pie: JsonRecord, { width, height }: Pick<PieOptions, "width" | "height">) {
  const domain = recordAt(pie, "domain");
  const [left, right] = sides(domain["x"]);
  const [bottom, top] = sides(domain["y"]);
  return {
    left: left * width,
    top: (1 - top) * height,
    width: (right - left) * width,
    height: (top - bottom) * height,
  };
}

/** A title stands above its pie unless it is told to stand elsewhere, or there is a hole for it. */
function isTitleAbove(pie: JsonRecord, hole: number): boolean {
  const position = textAt(recordAt(pie, "title"), "position");
  return position === "" ? hole === 0 : position.startsWith("top");
}

const centre: Spec = { x: { field: "x" }, y: { field: "y" } };

function sectors({ radius, hole }: Ring, edge: Spec): Spec {
  const place = {
    startAngle: { field: "from" },
    endAngle: { field: "to" },
    innerRadius: { value: radius * hole },
    outerRadius: { value: radius },
  };
  const enter = { ...centre, ...place, fill: { field: "colour" }, ...edge };
  return { type: "arc", from: { data: "parts" }, encode: { enter } };
}

function leaders(ink: string): Spec {
  const place = {
    x: { field: "leadX" },
    y: { field: "leadY" },
    x2: { field: "textX" },
    y2: { field: "textY" },
  };
  const enter = { ...place, stroke: { value: ink }, strokeWidth: { value: 0.5 } };
  return { type: "rule", from: { data: "leaders" }, encode: { enter } };
}

function texts(): Spec {
  const place = { x: { field: "textX" }, y: { field: "textY" }, dx: { field: "dx" }, dy: { field: "dy" } };
  const look = {
    text: { field: "text" },
    fill: { field: "ink" },
    align: { field: "align" },
    baseline: { value: "middle" },
    fontSize: { value: letterSize },
    lineHeight: { value: lineHeight },
  };
  return { type: "text", from: { data: "parts" }, encode: { enter: { ...place, ...look } } };
}

/** The angles of the parts, one after the other, and what is written at them. */
function slicesOf(
  pie: JsonRecord,
  parts: readonly Part[],
  { ring, measure, ink }: PieOptions & { readonly ring: Ring },
) {
  const isClockwise = pie["direction"] === "clockwise";
  // Plotly's other way begins at the far end of the first part, so that this one lies where it always does.
  let angle = numberAt(pie, "rotation", 0) * Math.PI / 180 +
    (isClockwise ? 0 : (parts[0]?.share ?? 0) * 2 * Math.PI);
  const wedges = parts.map((part) => {
    const from = angle;
    angle += (isClockwise ? 1 : -1) * part.share * 2 * Math.PI;
    return { ...part, from, to: angle, middle: (from + angle) / 2, half: part.share * Math.PI };
  });
  const places = textPlaces(wedges, { ring, position: textAt(pie, "textposition"), measure });
  return wedges.map(({ from, to, middle, pull, colour, lines }, index) => {
    const place = places[index] ?? null;
    const text = place === null ? [] : lines;
    const [leadX, leadY] = place?.from ?? [0, 0];
    return {
      x: ring.x + Math.sin(middle) * pull * ring.radius,
      y: ring.y - Math.cos(middle) * pull * ring.radius,
      from,
      to,
      middle,
      colour,
      text,
      ink: place?.isInside === false ? ink : textColour(pie, colour),
      align: place?.align ?? "center",
      textX: place?.x ?? 0,
      textY: place?.y ?? 0,
      dx: place?.align === "left" ? 3 : place?.align === "right" ? -3 : 0,
      dy: lineShift(text.length, "middle"),
      isLed: (place?.from ?? null) !== null,
      leadX,
      leadY,
    };
  });
}

function textColour(pie: JsonRecord, colour: string): string {
  const own = ["insidetextfont", "textfont"].map((key) => colourOf(recordAt(pie, key)["color"]));
  return own.find((one) => one !== undefined) ?? inkOn(colour);
}

interface TitleOptions {
  readonly pie: JsonRecord;
  readonly ring: Ring;
  readonly ink: string;
}

function titleMark(lines: readonly string[], { pie, ring, ink }: TitleOptions): Spec {
  const position = textAt(recordAt(pie, "title"), "position");
  const isBelow = position.startsWith("bottom");
  const baseline = isTitleAbove(pie, ring.hole) ? "bottom" : isBelow ? "top" : "middle";
  const side = isBelow ? 1 : baseline === "bottom" ? -1 : 0;
  const font = recordAt(recordAt(pie, "title"), "font");
  const enter = {
    x: { value: ring.x },
    y: { value: ring.y + side * (ring.radius + 8) },
    dy: { value: lineShift(lines.length, baseline) },
    text: { value: lines },
    align: { value: "center" },
    baseline: { value: baseline },
    fontSize: { value: Math.min(30, Math.max(letterSize, numberAt(font, "size", letterSize))) },
    lineHeight: { value: lineHeight },
    fill: { value: colourOf(font["color"]) ?? ink },
  };
  return { type: "text", encode: { enter } };
}

function sides(value: unknown): readonly [number, number] {
  const list = listOf(value);
  const [from, to] = [numberOf(list?.[0]), numberOf(list?.[1])];
  return from >= 0 && to <= 1 && from < to ? [from, to] : [0, 1];
}
