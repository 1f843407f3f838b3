/** A Vega-Lite chart, as Altair makes them, in a few lines: each view's mark, encodings and data. */

import { plural } from "../base/text.ts";
import { describeValues, label } from "../base/describe_values.ts";
import { isRecord, type JsonRecord, recordAt, recordsAt, textAt } from "../base/json.ts";

const shownViews = 20;
const deepestView = 20;
const composition: Readonly<Record<string, string>> = {
  layer: "layers",
  hconcat: "views side by side",
  vconcat: "views one below the other",
  concat: "views in a grid",
};

export function vegaLiteDigest(spec: JsonRecord): string {
  const title = titleOf(spec["title"]);
  const views = viewsOf(spec, {
    datasets: recordAt(spec, "datasets"),
    data: undefined,
    encoding: {},
    depth: 0,
  });
  const together = Object.keys(composition).find((key) => Array.isArray(spec[key]));
  const head = [
    `Vega-Lite chart${title === "" ? "" : ` "${title}"`}`,
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
  const title = titleOf(spec["title"]);
  const channels = Object.entries(inherited.encoding).flatMap(([channel, definition]) => {
    const definitions = Array.isArray(definition)
      ? definition.filter(isRecord)
      : isRecord(definition)
      ? [definition]
      : [];
    return definitions.map((one) => ({ channel, field: textAt(one, "field"), said: encodingWords(one) }));
  }).filter(({ said }) => said !== "");
  const told = channels.map(({ channel, said }) => `${channel} ${said}`);
  const fields = new Set(channels.map(({ field }) => field).filter((field) => field !== ""));
  const head = `- ${mark || "view"}${title === "" || "datasets" in spec ? "" : ` "${title}"`}`;
  return [`${head}: ${told.join("; ") || "no encodings"}`, dataWords(inherited, fields)].join("; ");
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
  return `${value}${type === "" ? "" : ` (${type})`}${title === "" ? "" : ` "${title}"`}`;
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

function titleOf(title: unknown): string {
  if (typeof title === "string") return label(title);
  if (Array.isArray(title)) return label(title.filter((line) => typeof line === "string").join(" "));
  if (!isRecord(title)) return "";
  return titleOf(title["text"]);
}
