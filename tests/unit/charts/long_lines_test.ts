/** What is laid over a line costs no more than what is drawn of it, however many rows it is of. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { pixelsOf } from "../../../src/charts/draw/sheet/free_places.ts";
import type { Panel } from "../../../src/charts/draw/sheet/sheet.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

const panel: Panel = { left: 0, top: 0, width: 900, height: 600, x: [0, 1], y: [0, 1], layers: [] };

function zigzag(points: number) {
  return Array.from({ length: points }, (_, k) => ({ x: k / points, y: k % 2, color: "", series: 0 }));
}

Deno.test("lines that cross a place again and again are one point there", () => {
  const squares = 301 * 201;
  assert.ok(pixelsOf(panel, Array.from({ length: 4 }, () => zigzag(1200))).length <= squares);
  const [once, twice] = [[zigzag(40)], [zigzag(40), zigzag(40)]];
  assert.deepEqual(pixelsOf(panel, twice), pixelsOf(panel, once));
});

const start = Date.UTC(2024, 0, 1);
const minutes = csv(
  "at,level",
  Array.from({ length: 60_000 }, (_, k) => {
    const time = new Date(start + k * 60_000).toISOString().slice(0, 16);
    return [time, 500 + Math.round(450 * Math.sin(k * k))];
  }),
);

/** The times of the points of each line, from that of the data on. */
function drawn(query: string): number[][] {
  const { spec, metadata } = makeChart(requestOf({ data: minutes, query }), {
    measure: (text, size) => text.length * size * 0.6,
  });
  assert.equal(metadata.pattern_id, "P01");
  const layers = JSON.stringify(spec).split(`"data":`).filter((layer) => layer.includes(`"type":"line"`));
  return layers.map((layer) => [...layer.matchAll(/"x":(\d+)/g)].map(([, time]) => Number(time)));
}

Deno.test("a level line or a course over many thousand rows has no more points than are drawn of the line", () => {
  for (
    const [query, lines] of [
      ["level over time with a mean line", 1],
      ["level over time with a moving average", 2],
      ["level over time with a 7-day moving average", 2],
      ["level over time with a trend line", 2],
    ] as const
  ) {
    const points = drawn(query).map(({ length }) => length);
    assert.equal(points.length, lines, query);
    for (const count of points) assert.ok(count > 100 && count < 1300, `${query}: ${count}`);
  }
});

Deno.test("a moving average goes from its first whole window to the last value", () => {
  const [, [first = 0, ...others] = []] = drawn("level over time with a 7-day moving average");
  const week = 7 * 24 * 3_600_000;
  assert.ok(
    first >= start + week - 60_000 && first < start + week + 2 * 3_600_000,
    new Date(first).toISOString(),
  );
  assert.equal(others.at(-1), start + 59_999 * 60_000);
});
