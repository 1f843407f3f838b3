/** What a picture of a figure leaves out is told in it and beside it. */

import assert from "node:assert/strict";
import { isRecord, type JsonRecord } from "../../../../src/base/json.ts";
import { fontMetrics } from "../../../../src/imaging/vega_svg.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

Deno.test("plotlyToVega says in the picture what it leaves out", () => {
  const y = Array.from({ length: 20_000 }, (_, k) => k % 97);
  assert.match(JSON.stringify(specOf([{ mode: "markers", y }])), /Of 20000 points one in 3 is drawn/);
  const row = Array.from({ length: 500 }, (_, k) => k);
  const z = Array.from({ length: 500 }, () => row);
  assert.match(JSON.stringify(specOf([{ type: "heatmap", z }])), /Of the rows and columns one in 3 is drawn/);
  assert.doesNotMatch(JSON.stringify(specOf([{ mode: "markers", y: [1, 2] }])), /is drawn/);
});

Deno.test("plotlyToVega tells all that it leaves out, each once, in the picture and beside it", () => {
  const many = (count: number) => Array.from({ length: count }, (_, k) => k % 97);
  const dots = (count: number, axis: string) => ({ mode: "markers", y: many(count), xaxis: axis });
  const scales = Array.from({ length: 6 }, (_, k) => ({
    mode: "markers",
    y: [1, 2],
    marker: { color: [k, 20 + k], showscale: true },
  }));
  const spec = specOf([dots(20_000, "x"), dots(20_000, "x2"), dots(30_000, "x3"), ...scales]);
  const leftOut = "Of 20000 points one in 3 is drawn; Of 30000 points one in 4 is drawn; " +
    "Of 6 scales of colours 4 have their key here";
  assert.deepEqual(spec["usermeta"], { leftOut });
  const wide = specOf([dots(20_000, "x"), dots(30_000, "x2")], { width: 900 });
  assert.match(
    JSON.stringify(wide["marks"]),
    /"Of 20000 points one in 3 is drawn; Of 30000 points one in 4 /,
  );
  const note = [...recordsWith(spec["marks"], "text", "baseline")].map(({ text }) => text).filter(isRecord)
    .map(({ value }) => String(value)).find((text) => text.startsWith("Of 20000")) ?? "";
  const width = fontMetrics.width(note, 11);
  assert.ok(width > 300 && width <= Number(spec["width"]), "no wider than the plots");
  assert.equal(specOf([{ y: [1, 2] }])["usermeta"], undefined);
});

Deno.test("plotlyToVega tells how many texts, annotations and shapes it draws of too many", () => {
  const many = <T>(count: number, item: T) => Array.from({ length: count }, () => item);
  const told = (trace: JsonRecord, layout: JsonRecord = {}) => specOf([trace], layout)["usermeta"];
  const texts = (text: readonly string[]) => ({ mode: "text", y: text.map((_, k) => k), text });
  assert.deepEqual(told(texts(many(300, "a"))), { leftOut: "Of 300 texts at points only 200 are drawn" });
  assert.equal(told(texts(many(200, "a"))), undefined);
  const late = specOf([texts([...many(300, ""), "late"])]);
  assert.equal(late["usermeta"], undefined);
  assert.match(JSON.stringify(late), /"text":"late"/);
  const note = { x: 1, y: 1, text: "a", showarrow: false };
  const line = { type: "line", x0: 0, x1: 1, y0: 1, y1: 2 };
  const hidden = many(100, { visible: false });
  const over = (count: number) => ({
    annotations: [...hidden, ...many(count, note)],
    shapes: [...hidden, ...many(count, line)],
  });
  assert.deepEqual(told({ y: [1, 2] }, over(501)), {
    leftOut: "Of 501 shapes only 500 are drawn; Of 501 annotations only 500 are drawn",
  });
  assert.equal(told({ y: [1, 2] }, over(500)), undefined);
});
