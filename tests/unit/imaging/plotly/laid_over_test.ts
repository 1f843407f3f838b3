/** What a layout lays over its plots stands where Plotly would have it: annotations and shapes. */

import assert from "node:assert/strict";
import { isRecord, type JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const bar = { type: "bar", x: ["a", "b", "c", "d"], y: [1, 4, 2, 3] };
/** The plot of a figure of this size is 600 wide and 320 high. */
const size = { width: 760, height: 480 };

function valueAt(record: JsonRecord, key: string): unknown {
  const channel = record[key];
  return isRecord(channel) ? channel["value"] : undefined;
}

/** The lines and the place of each annotation. */
function notesOf(spec: JsonRecord): unknown[] {
  return [...recordsWith(spec, "text", "angle", "dy")].filter((note) => valueAt(note, "text") !== undefined)
    .map((note) => [
      valueAt(note, "text"),
      Math.round(Number(valueAt(note, "x"))),
      Math.round(Number(valueAt(note, "y"))),
    ]);
}

const pathsOf = (spec: JsonRecord) => [...recordsWith(spec, "path")].map((shape) => valueAt(shape, "path"));

Deno.test("a text in the middle of a ring is drawn, with its lines below each other", () => {
  const pie = { type: "pie", labels: ["p", "q"], values: [1, 2], hole: 0.5 };
  const note = { text: "Total<br>3", x: 0.5, y: 0.5, showarrow: false };
  assert.deepEqual(notesOf(specOf([pie], { ...size, annotations: [note] })), [[["Total", "3"], 300, 160]]);
});

Deno.test("shapes and annotations stand between the names of an axis, by number and by name", () => {
  const shapes = [
    { type: "rect", x0: 0.5, x1: 2.5, y0: 0, y1: 1, yref: "y domain" },
    { type: "line", x0: "c", x1: "c", y0: 0, y1: 1, yref: "y domain" },
  ];
  const annotations = [{ x: 1, y: 1, yref: "paper", text: "second", showarrow: false }];
  const spec = specOf([bar], { ...size, shapes, annotations });
  assert.deepEqual(pathsOf(spec), ["M150,320H450V0H150Z", "M375,320L375,0"]);
  assert.deepEqual(notesOf(spec), [[["second"], 225, 0]]);
});

Deno.test("annotations on axes of logarithms are given as these, shapes and the texts of lines are not", () => {
  const yaxis = { type: "log", range: [0, 4] };
  const layout = {
    ...size,
    yaxis,
    shapes: [{ type: "line", x0: 0, x1: 1, xref: "x domain", y0: 100, y1: 100 }],
    annotations: [
      { x: 2, y: 3, text: "here", showarrow: false },
      { x: 0.5, xref: "x domain", y: 100, text: "limit", showarrow: false },
    ],
  };
  const spec = specOf([{ x: [1, 3], y: [1, 5_000], mode: "lines" }], layout);
  assert.deepEqual(pathsOf(spec), ["M0,160L600,160"]);
  assert.deepEqual(notesOf(spec), [[["here"], 300, 80], [["limit"], 300, 160]]);
});

Deno.test("circles are ellipses, and paths go through the values of their axes", () => {
  const axes = { xaxis: { range: [0, 6] }, yaxis: { range: [0, 4] } };
  const shapes = [
    { type: "circle", x0: 1, x1: 3, y0: 1, y1: 2 },
    { type: "path", path: "M 0,0 L 6,4 H 3 Z" },
    { type: "path", path: "M 0,0 L nowhere,4 Z" },
  ];
  const spec = specOf([{ x: [0, 6], y: [0, 4] }], { ...size, ...axes, shapes });
  assert.deepEqual(pathsOf(spec), [
    "M100,200A100,40,0,1,1,300,200A100,40,0,1,1,100,200Z",
    "M0,320L600,0H300Z",
  ]);
});

Deno.test("an axis reaches as far as the shapes on it, and an annotation beyond a given range is not drawn", () => {
  const line = { x: [1, 2], y: [1, 2], mode: "lines" };
  const shapes = [{ type: "line", x0: 0, x1: 1, xref: "x domain", y0: 9, y1: 9 }];
  const domain = (layout: JsonRecord) =>
    [...recordsWith(specOf([line], layout), "name", "domain", "range")].find(({ name }) => name === "y")
      ?.["domain"];
  assert.deepEqual(domain({ shapes }), [0.6, 9.4]);
  const given = { shapes, yaxis: { range: [0, 3] } };
  assert.deepEqual([domain(given), pathsOf(specOf([line], given))], [[0, 3], []]);
  const far = {
    shapes: [{ type: "rect", xref: "paper", x0: 0, x1: 1, y0: -90, y1: 2 }],
    yaxis: { range: [0, 3] },
  };
  const [group] = [...recordsWith(specOf([line], { ...size, ...far }), "clip", "x", "y", "height")];
  const [top, height] = ["y", "height"].map((key) => group === undefined ? NaN : Number(valueAt(group, key)));
  assert.equal((top ?? NaN) + (height ?? NaN), 320, "seen as far as the axis reaches");
  const annotations = [{ x: 1, y: 9, text: "far", showarrow: false }];
  assert.deepEqual(notesOf(specOf([line], { annotations, yaxis: { range: [0, 3] } })), []);
});

Deno.test("shapes that lie below the traces are drawn before them", () => {
  const rect = { type: "rect", x0: 0, x1: 1, y0: 0, y1: 1 };
  const marks = (layer: string) => {
    const list = specOf([bar], { shapes: [{ ...rect, layer }] })["marks"];
    const text = (Array.isArray(list) ? list : []).map((mark) => JSON.stringify(mark));
    return text.findIndex((one) => one.includes('"path"')) < text.findIndex((one) => one.includes('"axes"'));
  };
  assert.deepEqual([marks("below"), marks("above")], [true, false]);
});
