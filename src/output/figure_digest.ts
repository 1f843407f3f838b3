/**
 * Interactive figures (Plotly, Vega-Lite, Vega) in a few lines: kind, title, axes, series with counts and ranges.
 *
 * Such a figure is a specification with all of its data; a model needs neither the dump nor the page around it.
 */

import { describeValues, label } from "../base/describe_values.ts";
import { isRecord, type JsonRecord, jsonWithin, recordAt, recordsAt, textAt } from "../base/json.ts";
import { listOf, shownFrame } from "../base/plotly_values.ts";
import type { FigureForm } from "../base/protocol.ts";
import { plural } from "../base/text.ts";
import { plainNumbers } from "../jupyter/nbformat/exact_json.ts";
import type { MimeBundle } from "../jupyter/nbformat/outputs.ts";
import { plainText } from "./plain_text.ts";

/** A figure of a kernel: a specification in one of the languages that are known here. */
export interface Figure {
  readonly library: "plotly" | "altair";
  readonly form: FigureForm;
  readonly spec: JsonRecord;
}

const digests: Readonly<Record<FigureForm, (spec: JsonRecord) => string>> = {
  plotly: plotlyDigest,
  vega: vegaDigest,
  "vega-lite": vegaLiteDigest,
};

/** What the figure in a bundle shows, or null when there is none. */
export function figureDigest(bundle: MimeBundle): string | null {
  const figure = figureOf(bundle);
  return figure === null ? null : specDigest(figure);
}

export function specDigest({ form, spec }: Pick<Figure, "form" | "spec">): string {
  return plainText(digests[form](plainNumbers(spec)));
}

/** The figure in a bundle, or null when there is none. */
export function figureOf(bundle: MimeBundle): Figure | null {
  for (const [type, spec] of Object.entries(bundle)) {
    if (!isRecord(spec)) continue;
    if (type === "application/vnd.plotly.v1+json") return { library: "plotly", form: "plotly", spec };
    // Altair writes `application/vnd.vegalite.v6.json` today and wrote `…v5+json`, or `…v5.20.1+json`, before.
    const [, language] = /^application\/vnd\.(vegalite|vega)\.v\d+(?:\.\d+)*[.+]json$/.exec(type) ?? [];
    if (language !== undefined) {
      return { library: "altair", form: language === "vega" ? "vega" : "vega-lite", spec };
    }
  }
  const html = bundle["text/html"];
  return typeof html === "string" ? figureInHtml(html) : null;
}

/** The default renderers of Altair, and older ones of Plotly, send a page whose script holds the specification. */
function figureInHtml(html: string): Figure | null {
  if (html.includes("vegaEmbed")) {
    const call = html.lastIndexOf("})({");
    const spec = call < 0 ? undefined : jsonWithin(html, call + 3)?.value;
    if (!isRecord(spec)) return null;
    const isVega = String(spec["$schema"] ?? "").includes("/vega/");
    return { library: "altair", spec, form: isVega ? "vega" : "vega-lite" };
  }
  const call = /Plotly\.newPlot\(\s*(?:"[^"]{1,100}"|'[^']{1,100}')\s*,\s*(?=\[)/.exec(html);
  if (call === null) return null;
  const data = jsonWithin(html, call.index + call[0].length);
  if (data === null) return null;
  const gap = /^\s*,\s*/.exec(html.slice(data.end, data.end + 200));
  const layout = gap === null ? undefined : jsonWithin(html, data.end + gap[0].length)?.value;
  return { library: "plotly", spec: { data: data.value, layout: layout ?? {} }, form: "plotly" };
}

const shownTraces = 30;
const shownNotes = 10;

/** Attributes that hold data, in the order of the digest. */
const dataKeys =
  "x y z lat lon locations labels parents ids values r theta a b c open high low close base error_y".split(
    " ",
  );

function plotlyDigest(figure: JsonRecord): string {
  const traces = recordsAt(figure, "data");
  const layout = recordAt(figure, "layout");
  const lines = [
    `Plotly figure${quoted(titleOf(layout["title"]))}, ${traces.length} ${plural(traces.length, "trace")}`,
    ...axisLines(layout),
    ...traces.slice(0, shownTraces).map(traceLine),
  ];
  const more = traces.length - shownTraces;
  if (more > 0) lines.push(`… and ${more} more ${plural(more, "trace")}`);
  const notes = recordsAt(layout, "annotations").map((note) => label(textAt(note, "text"))).filter((t) =>
    t !== ""
  );
  if (notes.length > 0) {
    lines.push(
      `annotations: ${notes.slice(0, shownNotes).join("; ")}${notes.length > shownNotes ? "; …" : ""}`,
    );
  }
  const frame = shownFrame(figure);
  if (frame !== "") lines.push(`animation: described above is ${frame}`);
  return lines.join("\n");
}

function axisLines(layout: JsonRecord): string[] {
  const scene = recordAt(layout, "scene");
  const axes = [...Object.entries(layout), ...Object.entries(scene)].filter(([key]) =>
    /^[xyz]axis\d*$/.test(key)
  );
  const lines = axes.flatMap(([key, axis]) => {
    const title = titleOf(recordAt({ axis }, "axis")["title"]);
    const type = textAt(axis, "type");
    const words = [title === "" ? "" : `"${title}"`, type === "" || type === "-" ? "" : `(${type})`];
    const description = words.filter((word) => word !== "").join(" ");
    return description === "" ? [] : [`${key.replace("axis", " axis ").trim()}: ${description}`];
  });
  const colour = titleOf(recordAt(recordAt(layout, "coloraxis"), "colorbar")["title"]);
  const legend = titleOf(recordAt(layout, "legend")["title"]);
  if (colour !== "") lines.push(`color: "${colour}"`);
  if (legend !== "") lines.push(`legend: "${legend}"`);
  return lines;
}

function traceLine(trace: JsonRecord): string {
  const type = textAt(trace, "type") || "scatter";
  const mode = textAt(trace, "mode");
  const name = label(textAt(trace, "name"));
  const columns = dataKeys.flatMap((key) => {
    const values = listOf(trace[key]);
    return values === null || values.length === 0 ? [] : [{ key, values }];
  });
  const head = `- ${type}${mode === "" ? "" : ` (${mode})`}${quoted(name)}${hiddenWord(trace)}`;
  const points = Math.max(0, ...columns.map(({ values }) => values.length));
  const parts = columns.map(({ key, values }) => `${key} ${describeValues(values)}`);
  if (typeof trace["value"] === "number") parts.push(`value ${trace["value"]}`);
  if (columns.length === 0) return parts.length === 0 ? head : `${head}: ${parts.join("; ")}`;
  const unit = plural(points, columns[0]?.key === "z" ? "row" : "point");
  return `${head}: ${points} ${unit}; ${parts.join("; ")}`;
}

/** Marks a trace that the image does not show. */
function hiddenWord({ visible }: JsonRecord): string {
  if (visible === "legendonly") return ", not shown (in the legend only)";
  return visible === false ? ", not shown" : "";
}

const shown = 20;

function vegaDigest(spec: JsonRecord): string {
  const marks = recordsAt(spec, "marks").map((mark) => textAt(mark, "type")).filter((type) => type !== "");
  const axes = recordsAt(spec, "axes").flatMap((axis) => {
    const name = label(textAt(axis, "title"));
    return name === "" ? [] : [`${textAt(axis, "orient") || "axis"} axis: "${name}"`];
  });
  return [
    `Vega chart${quoted(titleOf(spec["title"]))}, marks: ${[...new Set(marks)].join(", ") || "none"}`,
    ...new Set(axes),
    ...recordsAt(spec, "data").slice(0, shown).flatMap(dataLine),
  ].join("\n");
}

function dataLine(data: JsonRecord): string[] {
  if (!Array.isArray(data["values"])) return [];
  const rows = data["values"].filter(isRecord);
  const columns = Object.keys(rows[0] ?? {}).slice(0, shown).map((field) =>
    `${field} ${describeValues(rows.map((row) => row[field]))}`
  );
  const { length } = data["values"];
  const name = label(textAt(data, "name"));
  return [[`- data "${name}": ${length} ${plural(length, "row")}`, ...columns].join("; ")];
}

const shownViews = 20;
const deepestView = 20;
const composition: Readonly<Record<string, string>> = {
  layer: "layers",
  hconcat: "views side by side",
  vconcat: "views one below the other",
  concat: "views in a grid",
};

function vegaLiteDigest(spec: JsonRecord): string {
  const views = viewsOf(spec, {
    datasets: recordAt(spec, "datasets"),
    data: undefined,
    encoding: {},
    depth: 0,
  });
  const together = Object.keys(composition).find((key) => Array.isArray(spec[key]));
  const head = [
    `Vega-Lite chart${quoted(titleOf(spec["title"]))}`,
    together === undefined ? "" : `${views.length} ${composition[together]}`,
  ];
  const lines = [head.filter((word) => word !== "").join(", "), ...views.slice(0, shownViews)];
  if (views.length > shownViews) lines.push(`… and ${views.length - shownViews} more views`);
  return lines.join("\n");
}

/** What a view takes over from those around it. */
interface Inherited {
  readonly datasets: JsonRecord;
  readonly data: unknown;
  readonly encoding: JsonRecord;
  readonly depth: number;
}

function viewsOf(spec: JsonRecord, outer: Inherited): string[] {
  const inner: Inherited = {
    datasets: outer.datasets,
    depth: outer.depth + 1,
    data: spec["data"] ?? outer.data,
    encoding: { ...outer.encoding, ...recordAt(spec, "encoding") },
  };
  if (inner.depth > deepestView) return [];
  const parts = Object.keys(composition).flatMap((key) => recordsAt(spec, key));
  if (parts.length > 0) return parts.flatMap((part) => viewsOf(part, inner));
  if (isRecord(spec["spec"])) {
    const facet = isRecord(spec["facet"]) ? facetEncoding(spec["facet"]) : {};
    return viewsOf(spec["spec"], { ...inner, encoding: { ...inner.encoding, ...facet } });
  }
  return [viewLine(spec, inner)];
}

/** `facet` is either one field, or a row and a column. */
function facetEncoding(facet: JsonRecord): JsonRecord {
  return "field" in facet ? { facet } : facet;
}

function viewLine(spec: JsonRecord, inherited: Inherited): string {
  const mark = typeof spec["mark"] === "string" ? spec["mark"] : textAt(spec["mark"], "type");
  const title = "datasets" in spec ? "" : titleOf(spec["title"]);
  const channels = Object.entries(inherited.encoding).flatMap(([channel, definition]) => {
    const definitions = Array.isArray(definition)
      ? definition.filter(isRecord)
      : isRecord(definition)
      ? [definition]
      : [];
    return definitions.map((one) => ({ channel, field: textAt(one, "field"), words: encodingWords(one) }));
  }).filter(({ words }) => words !== "");
  const parts = channels.map(({ channel, words }) => `${channel} ${words}`);
  const fields = new Set(channels.map(({ field }) => field).filter((field) => field !== ""));
  const head = `- ${mark || "view"}${quoted(title)}`;
  return [`${head}: ${parts.join("; ") || "no encodings"}`, dataWords(inherited, fields)].join("; ");
}

function encodingWords(definition: JsonRecord): string {
  const field = textAt(definition, "field");
  const aggregate = textAt(definition, "aggregate");
  const timeUnit = textAt(definition, "timeUnit");
  const binned = definition["bin"] === true || isRecord(definition["bin"]);
  const wraps = [aggregate, timeUnit, binned ? "bin" : ""].filter((word) => word !== "");
  const value = wraps.reduce((inner, outer) => `${outer}(${inner})`, field);
  if (value === "") return "datum" in definition ? `at ${label(String(definition["datum"]))}` : "";
  const type = textAt(definition, "type");
  const title = titleOf(definition["title"]) || titleOf(recordAt(definition, "axis")["title"]);
  return `${value}${type === "" ? "" : ` (${type})`}${quoted(title)}`;
}

function dataWords(inherited: Inherited, fields: ReadonlySet<string>): string {
  const data = inherited.data;
  const url = textAt(data, "url");
  if (url !== "") return `data from ${label(url)}`;
  const named = inherited.datasets[textAt(data, "name")];
  const values = Array.isArray(named)
    ? named
    : isRecord(data) && Array.isArray(data["values"])
    ? data["values"]
    : null;
  if (values === null) return "data not inline";
  const rows = values.filter(isRecord);
  const columns = [...fields].flatMap((field) => {
    const column = rows.map((row) => row[field]);
    // A field that no row has is made by a transform.
    return column.every((value) => value === undefined) ? [] : [`${field} ${describeValues(column)}`];
  });
  return [`${values.length} ${plural(values.length, "row")}`, ...columns].join("; ");
}

/** A title is a text, its lines, or an object that has it. */
function titleOf(title: unknown): string {
  if (typeof title === "string") return label(title);
  if (Array.isArray(title)) return label(title.filter((line) => typeof line === "string").join(" "));
  return isRecord(title) ? titleOf(title["text"]) : "";
}

/** Follows what it belongs to; nothing if there is none. */
function quoted(name: string): string {
  return name === "" ? "" : ` "${name}"`;
}
