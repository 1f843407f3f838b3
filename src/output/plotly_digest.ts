/** A Plotly figure in a few lines. */

import { plural } from "../base/text.ts";
import { describeValues, label } from "../base/describe_values.ts";
import { type JsonRecord, recordAt, recordsAt, textAt } from "../base/json.ts";
import { listOf, shownFrame } from "../base/plotly_arrays.ts";
const shownTraces = 30;
const shownNotes = 10;

/** Attributes that hold data, in the order in which they are told. */
const dataKeys =
  "x y z lat lon locations labels parents ids values r theta a b c open high low close base error_y".split(
    " ",
  );

export function plotlyDigest(figure: JsonRecord): string {
  const traces = recordsAt(figure, "data");
  const layout = recordAt(figure, "layout");
  const title = titleOf(layout["title"]);
  const lines = [
    `Plotly figure${title === "" ? "" : ` "${title}"`}, ${traces.length} ${plural(traces.length, "trace")}`,
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
  if (frame !== "") lines.push(`animation: told above is ${frame}`);
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
    const said = words.filter((word) => word !== "").join(" ");
    return said === "" ? [] : [`${key.replace("axis", " axis ").trim()}: ${said}`];
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
  const head = `- ${type}${mode === "" ? "" : ` (${mode})`}${name === "" ? "" : ` "${name}"`}${
    hiddenWord(trace)
  }`;
  const points = Math.max(0, ...columns.map(({ values }) => values.length));
  const told = columns.map(({ key, values }) => `${key} ${describeValues(values)}`);
  if (typeof trace["value"] === "number") told.push(`value ${trace["value"]}`);
  if (columns.length === 0) return told.length === 0 ? head : `${head}: ${told.join("; ")}`;
  const unit = plural(points, columns[0]?.key === "z" ? "row" : "point");
  return `${head}: ${points} ${unit}; ${told.join("; ")}`;
}

/** A trace that the picture does not show is told as such. */
function hiddenWord({ visible }: JsonRecord): string {
  if (visible === "legendonly") return ", not shown (in the legend only)";
  return visible === false ? ", not shown" : "";
}

function titleOf(title: unknown): string {
  if (typeof title === "string") return label(title);
  return label(textAt(title, "text"));
}
