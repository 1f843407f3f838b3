/**
 * Decides before anything is drawn whether a figure can be: by the types of its traces, and by bounds on what it contains.
 *
 * Figures come from untrusted code, and some numbers in them cost gigabytes or hours: a tiny step over a long range, a
 * format that is padded to a million characters. The bounds are far above what a person can read; figures at each of them
 * take one to five seconds of a processor. What slips through (noise with contours, a step that is small for values which
 * only plotly.js computes) ends with the process, by its limits of time and memory.
 */

import { isRecord, type JsonRecord, recordAt, recordsAt, textAt } from "../../base/json.ts";
import { listOf } from "../../base/plotly_values.ts";

/** What kinds of traces need that is not there; null for those that are drawn. Kinds that are not listed are unknown. */
const traceTypes: ReadonlyMap<string, string | null> = new Map([
  ...named(
    "bar barpolar box candlestick carpet choropleth contour contourcarpet funnel funnelarea heatmap histogram " +
      "histogram2d histogram2dcontour icicle image indicator ohlc parcats pie quiver sankey scatter scattercarpet " +
      "scattergeo scattergl scatterpolar scatterpolargl scattersmith scatterternary sunburst table treemap violin " +
      "waterfall",
    null,
  ),
  ...named(
    "cone isosurface mesh3d parcoords scatter3d splom streamtube surface volume heatmapgl pointcloud",
    "WebGL, which is not available here",
  ),
  ...named(
    "choroplethmap densitymap scattermap choroplethmapbox densitymapbox scattermapbox",
    "map tiles from the network, which are not loaded here",
  ),
]);

function named(types: string, missing: string | null): (readonly [string, string | null])[] {
  return types.split(" ").map((type) => [type, missing]);
}

/** Most of each that a figure may have. */
const most = {
  traces: 500,
  values: 2_000_000,
  /** Of a trace whose every value becomes a shape. */
  points: 50_000,
  linePoints: 300_000,
  cells: 1_000_000,
  contourCells: 250_000,
  sectors: 1_000,
  texts: 5_000,
  bins: 2_000,
  ticks: 500,
  annotations: 500,
  shapes: 1_000,
  subplots: 150,
  listed: 1_000,
  edge: 10_000,
  pixels: 25_000_000,
  fontSize: 500,
  characters: 5_000,
  allCharacters: 100_000,
  formatWidth: 100,
  depth: 50,
} as const;

/** Throws an error that says why the figure cannot be drawn. */
export function checkFigure(figure: JsonRecord): void {
  const traces = shownTraces(figure);
  const layout = recordAt(figure, "layout");
  checkTypes(traces);
  checkCount("traces", traces.length, most.traces);
  let values = 0;
  for (const trace of traces) values += checkTrace(trace);
  checkCount("values", values, most.values);
  const places = traces.map((trace) =>
    ["xaxis", "yaxis", "subplot", "geo"].map((key) => trace[key] ?? "").join()
  );
  checkCount("subplots", new Set(places).size, most.subplots);
  checkLayout(layout);
  checkSpans(layout, traces);
  for (const part of [layout, ...traces]) checkParts(part, 0);
  const characters = [layout, ...traces].reduce((sum, part) => sum + textLength(part), 0);
  checkCount("characters of text", characters, most.allCharacters);
}

/** The traces that would be visible. */
export function shownTraces(figure: JsonRecord): readonly JsonRecord[] {
  return recordsAt(figure, "data").filter((trace) => trace["visible"] !== false);
}

function checkTypes(traces: readonly JsonRecord[]): void {
  for (const trace of traces) {
    const type = textAt(trace, "type") || "scatter";
    const missing = traceTypes.get(type);
    if (missing !== null) {
      throw new Error(`traces of type "${type}" need ${missing ?? "a newer plotly.js than there is here"}`);
    }
  }
}

function checkCount(what: string, count: number, limit: number): void {
  if (!(count <= limit)) {
    throw new Error(
      `it has ${count.toLocaleString("en")} ${what}, and at most ${limit.toLocaleString("en")} are drawn`,
    );
  }
}

const gridTypes = new Set(["heatmap", "image", "histogram2d"]);
const contourTypes = new Set(["contour", "contourcarpet", "histogram2dcontour"]);
const sectorTypes = new Set(["pie", "sunburst", "treemap", "icicle", "funnelarea", "sankey", "parcats"]);
/** Types that draw a summary, or only the rows that are visible; boxes and violins unless they show every value. */
const summaryTypes = new Set(["histogram", "table", "violin", "box"]);

/** Checks one trace; returns the number of its values. */
function checkTrace(trace: JsonRecord): number {
  const type = textAt(trace, "type") || "scatter";
  const arrays = Object.values(trace).map(valueCount);
  const longest = Math.max(0, ...arrays);
  if (gridTypes.has(type)) checkCount("cells", valueCount(trace["z"]), most.cells);
  else if (contourTypes.has(type)) checkCount("cells", valueCount(trace["z"]), most.contourCells);
  else if (sectorTypes.has(type)) checkSectors(trace, longest);
  else if (!summaryTypes.has(type) || trace["points"] === "all" || trace["boxpoints"] === "all") {
    checkCount("points", longest, isLine(trace, type) ? most.linePoints : most.points);
  }
  if (showsTexts(trace, type)) {
    checkCount("texts", gridTypes.has(type) ? valueCount(trace["z"]) : longest, most.texts);
  }
  checkBins(trace);
  return arrays.reduce((sum, count) => sum + count, 0);
}

/** Whether the points of a trace become one line. */
function isLine(trace: JsonRecord, type: string): boolean {
  const mode = textAt(trace, "mode");
  return (type === "scatter" || type === "scattergl") && (mode === "" || mode === "lines");
}

function checkSectors(trace: JsonRecord, longest: number): void {
  const parts = ["node", "link"].flatMap((name) => Object.values(recordAt(trace, name)).map(valueCount));
  const dimensions = recordsAt(trace, "dimensions").map(({ values }) => valueCount(values));
  checkCount("sectors", Math.max(longest, ...parts, ...dimensions), most.sectors);
}

function showsTexts(trace: JsonRecord, type: string): boolean {
  if (typeof trace["texttemplate"] === "string" && trace["texttemplate"] !== "") return true;
  if (type.startsWith("scatter")) return textAt(trace, "mode").includes("text");
  return ["bar", "funnel", "waterfall"].includes(type) && trace["text"] !== undefined;
}

/** The numbers in a list, a list of lists or a typed array. */
function valueCount(value: unknown): number {
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, inner) => sum + (Array.isArray(inner) ? valueCount(inner) : 1), 0);
  }
  return isRecord(value) && typeof value["bdata"] === "string" ? typedLength(value) : 0;
}

const itemBytes: Readonly<Record<string, number>> = {
  ...{ i1: 1, u1: 1, u1c: 1, i2: 2, u2: 2, i4: 4, u4: 4, f4: 4, f8: 8 },
  ...{ int8: 1, uint8: 1, uint8c: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, float64: 8 },
};

/** How many numbers a typed array has; refuses one that declares more than it has. */
function typedLength(array: JsonRecord): number {
  const bytes = textAt(array, "bdata").length * 3 / 4;
  const length = Math.floor(bytes / (itemBytes[textAt(array, "dtype")] ?? 1));
  const sides = String(array["shape"] ?? length).split(",").map(Number);
  const declared = sides.reduce((product, side) => product * side, 1);
  if (!(declared <= length) || sides.some((side) => side > length)) {
    throw new Error("a typed array in it declares more values than it has");
  }
  return length;
}

/** The steps of histograms, contours and violins, which may be far smaller than what they divide. */
function checkBins(trace: JsonRecord): void {
  for (const name of ["nbinsx", "nbinsy", "ncontours"]) checkCount("bins", numberAt(trace, name), most.bins);
  for (const name of ["xbins", "ybins", "contours"]) {
    const { start, end, size } = recordAt(trace, name);
    checkSteps("bins", { from: start, to: end, step: size }, most.bins);
  }
  const bandwidth = numberAt(trace, "bandwidth");
  if (bandwidth > 0) {
    const values = [trace["y"], trace["x"]].flatMap((list) => Array.isArray(list) ? list : []);
    const numbers = values.filter((value) => typeof value === "number");
    const span = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
    checkCount("steps of a violin", span / bandwidth, most.points);
  }
}

function checkLayout(layout: JsonRecord): void {
  for (const edge of ["width", "height"] as const) {
    const length = numberAt(layout, edge);
    if (length > most.edge) {
      throw new Error(`its ${edge} is ${length} pixels, over the limit of ${most.edge}`);
    }
  }
  checkCount("pixels", numberAt(layout, "width") * numberAt(layout, "height"), most.pixels);
  checkCount("annotations", recordsAt(layout, "annotations").length, most.annotations);
  checkCount("shapes", recordsAt(layout, "shapes").length, most.shapes);
  checkCount("images", recordsAt(layout, "images").length, most.annotations);
  const { rows, columns } = recordAt(layout, "grid");
  checkCount("subplots", (Number(rows) || 1) * (Number(columns) || 1), most.subplots);
  for (const name of ["sliders", "updatemenus"]) {
    for (const control of recordsAt(layout, name)) {
      const { length } = [...recordsAt(control, "steps"), ...recordsAt(control, "buttons")];
      checkCount("steps", length, most.listed);
    }
  }
}

/** Keys under which data is, not settings. */
const dataKeys = new Set("bdata source geojson path hovertext hovertemplate customdata frames".split(" "));

/** Checks the settings in every part: axes, fonts, colour bars, formats, texts. */
function checkParts(part: JsonRecord, depth: number): void {
  if (depth > most.depth) throw new Error("it is nested too deeply");
  checkAxis(part);
  for (const [key, value] of Object.entries(part)) {
    if (dataKeys.has(key)) continue;
    if (typeof value === "string") checkText(key, value);
    else if (Array.isArray(value)) checkItems(key, value, depth);
    else if (isRecord(value)) checkParts(value, depth + 1);
  }
  const size = numberAt(part, "size");
  if ("family" in part && size > most.fontSize) throw new Error(`it has a font of ${size} pixels`);
}

/** The characters of settings, such as names, which are all drawn; lists of texts are data. */
function textLength(part: JsonRecord): number {
  return Object.entries(part).reduce((sum, [key, value]) => {
    if (dataKeys.has(key) || key === "template") return sum;
    if (typeof value === "string") return sum + value.length;
    if (Array.isArray(value)) {
      return sum + value.filter(isRecord).reduce((inner, one) => inner + textLength(one), 0);
    }
    return isRecord(value) ? sum + textLength(value) : sum;
  }, 0);
}

function checkItems(key: string, items: readonly unknown[], depth: number): void {
  for (const item of items) {
    if (typeof item === "string") checkText(key, item);
    else if (isRecord(item)) checkParts(item, depth + 1);
  }
}

/** The ticks of anything that is scaled. */
function checkAxis(axis: JsonRecord): void {
  checkCount("ticks", numberAt(axis, "nticks"), most.ticks);
  checkCount("ticks", Math.max(valueCount(axis["tickvals"]), valueCount(axis["ticktext"])), most.ticks);
  const range = Array.isArray(axis["range"]) ? axis["range"] : [];
  for (const step of [axis["dtick"], recordAt(axis, "minor")["dtick"]]) {
    checkSteps("ticks", { from: range[0], to: range[1], step }, most.ticks);
  }
}

/** The ticks of axes whose range the data decide, also where a template sets their step. */
function checkSpans(layout: JsonRecord, traces: readonly JsonRecord[]): void {
  const template = recordAt(recordAt(layout, "template"), "layout");
  for (const letter of ["x", "y"]) {
    const axes = [layout, template].flatMap((part) =>
      Object.entries(part).filter(([key]) => key.startsWith(`${letter}axis`)).map(([, axis]) => axis)
    );
    const steps = axes.filter(isRecord).filter((axis) => !Array.isArray(axis["range"])).flatMap((axis) => [
      axis["dtick"],
      recordAt(axis, "minor")["dtick"],
    ]);
    if (steps.every((step) => step === undefined)) continue;
    const values = traces.flatMap((trace) => Array.from(listOf(trace[letter]) ?? [], timeOrNumber));
    const known = values.filter(Number.isFinite);
    const from = known.reduce((least, value) => Math.min(least, value), Infinity);
    const to = known.reduce((greatest, value) => Math.max(greatest, value), -Infinity);
    for (const step of steps) if (from < to) checkSteps("ticks", { from, to, step }, most.ticks);
  }
}

interface Steps {
  readonly from: unknown;
  readonly to: unknown;
  readonly step: unknown;
}

function checkSteps(what: string, { from, to, step }: Steps, limit: number): void {
  const [start, end, size] = [from, to, step].map(timeOrNumber);
  if (start === undefined || end === undefined || size === undefined || size === 0) return;
  const count = Math.abs((end - start) / size);
  if (!Number.isNaN(count)) checkCount(what, Math.ceil(count), limit);
}

function timeOrNumber(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return NaN;
  const months = /^M(\d+)$/.exec(value)?.[1];
  if (months !== undefined) return Number(months) * 30 * 86_400_000;
  const number = Number(value);
  return Number.isNaN(number) ? Date.parse(value) : number;
}

/** A number in d3's language of formats: fill, sign, width and so on. */
const numberFormat = /^(?:.?[<>=^])?[+\-( ]?[$#]?0?(\d+)?,?(?:\.(\d+))?~?[a-z%]?$/i;

function checkText(key: string, text: string): void {
  if (text.length > most.characters) {
    throw new Error(`it has a text of ${text.length.toLocaleString("en")} characters`);
  }
  const formats = /format/i.test(key)
    ? [text]
    : key.endsWith("template")
    ? Array.from(text.matchAll(/:([^}|]*)/g), ([, format = ""]) => format)
    : [];
  for (const format of formats) {
    const [, width = "0", precision = "0"] = numberFormat.exec(format) ?? [];
    const length = Math.max(Number(width), Number(precision));
    if (length > most.formatWidth) {
      throw new Error(`it has a format that makes texts of ${length} characters`);
    }
  }
}

function numberAt(record: JsonRecord, key: string): number {
  const value = record[key];
  return typeof value === "number" ? value : typeof value === "string" ? Number(value) || 0 : 0;
}
