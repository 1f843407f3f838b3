/** Histograms of a figure have the bins that Plotly itself takes of the same values. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const day = 86_400_000;

/** The middle of each bar that is drawn, and its height. */
function bars(data: readonly JsonRecord[], layout: JsonRecord = {}) {
  const traces = data.map((trace) => ({ type: "histogram", ...trace }));
  return [...recordsWith(specOf(traces, layout), "kind", "x2", "fill")].map(({ x, x2, y2 }) =>
    [(Number(x) + Number(x2)) / 2, Number(y2)].map((number) => Number(number.toFixed(4)))
  );
}
const heights = (trace: JsonRecord) => bars([trace]).map(([, height]) => height);
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, k) => new Date(Date.parse(from) + k * day).toISOString().slice(0, 10));

Deno.test("dates are counted by the months that a histogram asks for", () => {
  const x = days("2023-01-01", 365);
  const months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  assert.deepEqual(heights({ x, xbins: { size: "M1" } }), months);
  assert.deepEqual(heights({ x, xbins: { size: "M3" } }), [90, 91, 92, 92]);
  assert.deepEqual(heights({ x: days("2023-03-01", 400), xbins: { size: "M12" } }), [306, 94]);
  const given = { start: "2023-01-15", end: "2023-04-15", size: "M1" };
  assert.deepEqual(heights({ x, xbins: given }), [31, 28, 31], "and nothing outside of its bins");
});

Deno.test("weeks begin where a histogram of dates begins", () => {
  const x = days("2024-01-01", 21);
  const xbins = { start: "2024-01-01", end: "2024-01-22", size: 7 * day };
  const middles = ["2024-01-04T12:00Z", "2024-01-11T12:00Z", "2024-01-18T12:00Z"].map(Date.parse);
  assert.deepEqual(bars([{ x, xbins }]), middles.map((middle) => [middle, 7]));
});

Deno.test("dates without bins of their own are counted by days, weeks, months or years as they are spread", () => {
  const widths = (trace: JsonRecord) => {
    const middles = bars([trace]).map(([middle = NaN]) => middle);
    return Math.round(((middles[2] ?? NaN) - (middles[1] ?? NaN)) / day);
  };
  assert.equal(widths({ x: days("2023-01-03", 300) }), 30);
  assert.equal(widths({ x: days("2023-01-03", 70), nbinsx: 12 }), 7);
  assert.equal(widths({ x: days("2024-01-01", 366), nbinsx: 366 }), 1);
  assert.equal(bars([{ x: days("2024-01-01", 366), nbinsx: 12 }]).length, 12);
  const years = Array.from({ length: 10 }, (_, k) => `${2010 + k}-01-01`);
  assert.equal(bars([{ x: years, xbins: { size: "M12" } }]).length, 10);
});

Deno.test("numbers without bins of their own have those of Plotly", () => {
  const whole = [1, 1, 2, 3, 3, 3, 6];
  assert.deepEqual(bars([{ x: whole }]), [[0.5, 2], [2.5, 4], [6.5, 1]]);
  const wave = Array.from({ length: 400 }, (_, k) => Math.sin(k) * 50);
  assert.equal(bars([{ x: wave }]).length, 11);
  const bell = Array.from({ length: 500 }, (_, k) => {
    const share = (k + 0.5) / 500;
    return Math.log(share / (1 - share)) / 1.702;
  });
  const middles = bars([{ x: bell }]).map(([middle = NaN]) => middle);
  assert.deepEqual(middles.slice(10, 12).map((middle) => Number(middle.toFixed(2))), [-1.5, -1.3]);
});

Deno.test("histograms stand beside each other unless the layout says otherwise", () => {
  const data = [{ x: [1, 1, 2] }, { x: [1, 2, 2] }];
  assert.deepEqual(bars(data), [[0.8, 2], [1.8, 1], [1.2, 1], [2.2, 2]]);
  assert.deepEqual(bars(data, { barmode: "stack" }), [[1, 2], [2, 1], [1, 3], [2, 3]]);
});

Deno.test("histograms over each other have bins of their own unless they name a group", () => {
  const wide = { x: Array.from({ length: 40 }, (_, k) => k * 10 + 0.5) };
  const narrow = { x: Array.from({ length: 40 }, (_, k) => k / 40 + 0.013) };
  const widths = (more: JsonRecord) => {
    const traces = [wide, narrow].map((trace) => ({ type: "histogram", ...trace, ...more }));
    const rects = recordsWith(specOf(traces, { barmode: "overlay" }), "kind", "x2", "fill");
    return new Set([...rects].map(({ x, x2 }) => (Number(x2) - Number(x)).toFixed(4))).size;
  };
  assert.deepEqual([widths({}), widths({ bingroup: "x" })], [2, 1]);
});

Deno.test("bins of several histograms are as wide as those of the first, and each counts where it says", () => {
  const data = [
    { x: [3, 7, 12, 13, 18], xbins: { start: 0, end: 20, size: 5 } },
    { x: [22, 27, 28, 29, 41], xbins: { start: 20, end: 50, size: 10 } },
  ];
  assert.deepEqual(bars(data), [[2.5, 1], [7.5, 1], [12.5, 2], [17.5, 1], [22.5, 1], [27.5, 3], [42.5, 1]]);
  const other = [data[0] ?? {}, { x: [31, 32] }];
  assert.deepEqual(bars(other).at(-1), [32.5, 2], "also where another begins and ends elsewhere");
});

Deno.test("sums go up or down, with their bin, half of it or without it", () => {
  const x = [0.5, 0.5, 0.5, 1.5, 1.5, 2.5];
  const sums = (more: JsonRecord, xbins: JsonRecord = { start: 0, end: 3, size: 1 }) =>
    heights({ x, xbins, cumulative: { enabled: true, ...more } });
  assert.deepEqual(sums({}), [3, 5, 6]);
  assert.deepEqual(sums({ direction: "decreasing" }), [6, 3, 1]);
  assert.deepEqual(sums({ currentbin: "half" }), [1.5, 4, 5.5]);
  assert.deepEqual(sums({ currentbin: "exclude" }), [3, 5]);
  assert.deepEqual(sums({ currentbin: "exclude" }, { size: 1 }), [3, 5, 6], "with a bin for the last sum");
  assert.deepEqual(sums({ currentbin: "exclude", direction: "decreasing" }, { size: 1 }), [6, 3, 1]);
});

Deno.test("a histogram that lies has the bins of its own axis, and what is outside of them is not counted", () => {
  const lying = { type: "histogram", y: [1, 2, 3, 11, 12, 25, 70], ybins: { start: 0, end: 30, size: 10 } };
  const rects = [...recordsWith(specOf([lying]), "kind", "x2", "fill")];
  assert.deepEqual(rects.map(({ y, y2, x2 }) => [(Number(y) + Number(y2)) / 2, x2]), [[5, 3], [15, 2], [
    25,
    1,
  ]]);
  assert.deepEqual(heights({ x: [-3, 1, 5, 15, 95], xbins: { start: 0, end: 20, size: 10 } }), [2, 1]);
});
