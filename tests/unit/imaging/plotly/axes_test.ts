/** Axes of a figure stand where it has them, also the third and the fourth of one plot. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

/** By its title, on which side an axis is and how far away from its plot. */
function sides(layout: JsonRecord) {
  const data = ["y", "y2", "y3"].map((yaxis, index) => ({
    x: [1, 2],
    y: [10 ** index, 2],
    yaxis,
    name: yaxis,
  }));
  const axes = [...recordsWith(specOf(data, { width: 760, ...layout }), "orient", "scale", "titlePadding")];
  return Object.fromEntries(axes.map(({ title, orient, offset }) => [title, [orient, offset]]));
}

Deno.test("an axis that is free of its plot stands where its position says", () => {
  const layout = {
    xaxis: { domain: [0.1, 0.9], title: { text: "x" } },
    yaxis: { title: { text: "one" } },
    yaxis2: { title: { text: "two" }, anchor: "free", overlaying: "y", side: "left", position: 0 },
    yaxis3: { title: { text: "three" }, anchor: "free", overlaying: "y", side: "right", position: 0.95 },
  };
  assert.deepEqual(sides(layout), {
    x: ["bottom", undefined],
    one: ["left", undefined],
    two: ["left", 60],
    three: ["right", 30],
  });
});

Deno.test("an axis that moves itself stands beyond those on its side, and the legend beyond it", () => {
  const axis = (text: string) => ({ title: { text }, anchor: "free", overlaying: "y", autoshift: true });
  const layout = {
    yaxis: { title: { text: "one" } },
    yaxis2: { title: { text: "two" }, anchor: "x", overlaying: "y", side: "right" },
    yaxis3: { ...axis("three"), side: "right" },
  };
  const { one, two, three } = sides(layout);
  assert.deepEqual([one, two, three], [["left", undefined], ["right", undefined], ["right", 64]]);
  const offsets = (more: JsonRecord) => {
    const data = ["y", "y2", "y3"].map((yaxis) => ({ y: [1, 2], yaxis }));
    return [...recordsWith(specOf(data, { ...layout, ...more }), "labelLimit", "symbolStrokeWidth")][0]
      ?.["offset"];
  };
  assert.deepEqual([offsets({}), offsets({ yaxis3: { ...axis("three"), side: "left" } })], [128, 64]);
});
