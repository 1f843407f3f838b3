/** Labels that can be read: none over another, none struck through. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { isRecord, type JsonRecord } from "../../../src/base/json.ts";
import { fontMetrics } from "../../../src/imaging/font.ts";
import { requestOf } from "./examples.ts";
import { csv } from "./tables.ts";

function specOf(data: string, query: string, options: Parameters<typeof requestOf>[1] = {}): JsonRecord {
  const { spec } = makeChart(requestOf({ data, query }, options), { measure: fontMetrics.width });
  assert.ok(isRecord(spec));
  return spec;
}

interface Item {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** The number of its layer, and whether that is only the white around another. */
  readonly layer: number;
  readonly halo: boolean;
}

function itemsOf(spec: JsonRecord): Item[] {
  const layers = Array.isArray(spec["layer"]) ? spec["layer"] : [];
  return layers.flatMap((one, layer): Item[] => {
    if (!isRecord(one) || !isRecord(one["mark"]) || one["mark"]["type"] !== "text") return [];
    const halo = one["mark"]["stroke"] === "white";
    const values = isRecord(one["data"]) && Array.isArray(one["data"]["values"]) ? one["data"]["values"] : [];
    return values.filter(isRecord).map((item) => ({
      text: String(item["text"]),
      x: Number(item["x"]),
      y: Number(item["y"]),
      size: Number(item["size"]),
      layer,
      halo,
    }));
  });
}

function itemOf(spec: JsonRecord, text: string): Item {
  const found = itemsOf(spec).find((item) => item.text === text && !item.halo);
  assert.ok(found, text);
  return found;
}

Deno.test("the values of negative bars do not stand on the names of the bars", () => {
  const upright = specOf("k,v\nA,120\nB,-80\nC,30\nD,-200\nE,60", "compare v by k");
  // Both hang from their upper edge.
  assert.ok(itemOf(upright, "D").y - itemOf(upright, "−200").y >= itemOf(upright, "−200").size);
  const rows = Array.from({ length: 13 }, (_, k) => [`Rather long name ${"ABCDEFGHIJKLM"[k]}`, k * 30 - 200]);
  const lying = specOf(csv("k,v", rows), "compare v by k");
  const value = itemOf(lying, "−200");
  const left = value.x - fontMetrics.width(value.text, value.size);
  assert.ok(left > itemOf(lying, "Rather long name A").x, "the value ends before the name begins");
});

const steady = csv(
  "month,v",
  [3000, 3500, 3725, 3725, 4448, 3724, 3723, 3600, 3900, 3725, 3718, 3900].map((
    value,
    k,
  ) => [`2024-${String(k + 1).padStart(2, "0")}`, value]),
);

Deno.test("lines that lie close have names apart and strokes of their own", () => {
  const auxiliary = ["mean_line", "median_line", "target_line"];
  const spec = specOf(steady, "v trend, target 3720", { auxiliary });
  const [mean, median, target] = ["Mean 3,724", "Median 3,725", "Target 3,720"].map((text) =>
    itemOf(spec, text)
  );
  assert.ok(mean && median && target);
  for (const [a, b] of [[mean, median], [mean, target], [median, target]] as const) {
    assert.ok(Math.abs(a.y - b.y) >= a.size, `${a.text} and ${b.text}`);
  }
  assert.equal([...JSON.stringify(spec).matchAll(/"strokeDash":\[9,4\]/g)].length, 1);
});

Deno.test("lines through bars leave the values of the bars readable", () => {
  for (const names of ["ABCDE", "ABCDEFGHIJKLM"]) {
    const rows = [...names].map((name, k) => [names.length > 5 ? `Rather long name ${name}` : name, 40 + k]);
    const spec = specOf(csv("k,v", rows), "compare v by k", { auxiliary: ["mean_line"] });
    const layers = Array.isArray(spec["layer"]) ? spec["layer"] : [];
    const line = layers.findIndex((layer) => /"rule".*"strokeWidth":1\.8/.test(JSON.stringify(layer)));
    const values = itemsOf(spec).filter(({ text, size }) =>
      text === "42" && size < itemOf(spec, "42").size + 1
    );
    assert.ok(line >= 0 && values.every(({ layer }) => layer > line), "drawn over the line");
    assert.ok(values.some(({ halo }) => halo), "with white around them");
  }
});

Deno.test("the label of a bar that reaches the highest tick leaves the name of the axis alone", () => {
  for (const highest of [1200, 1190, 1100, 640]) {
    const rows = ["飲料", "菓子", "生鮮", "雑貨"].map((name, k) => [name, Math.round(highest / (k + 1))]);
    const spec = specOf(csv("分類,売上（万円）", rows), "分類別の売上の構成比");
    const items = itemsOf(spec);
    const name = items.find(({ text }) => text === "売上（万円）");
    const label = items.find(({ text }) => text.startsWith(`${highest.toLocaleString("en")} (`));
    assert.ok(name !== undefined && label !== undefined, items.map(({ text }) => text).join(" | "));
    // The one is named by its middle, the other by its foot.
    assert.ok(name.y + name.size / 2 <= label.y - label.size, `${highest}: ${name.y} ${label.y}`);
  }
});

Deno.test("titles say what is shown as a person would", () => {
  const people = csv(
    "性別,区分,身長",
    Array.from({ length: 24 }, (_, k) => ["男女"[k % 2] ?? "", "甲乙丙"[k % 3] ?? "", k]),
  );
  assert.ok(JSON.stringify(specOf(people, "性別ごとの平均身長")).includes('"性別の身長"'));
  assert.ok(JSON.stringify(specOf(people, "区分別・性別の件数")).includes('"区分・性別の件数"'));
  const roles = csv("役職,年収,残業", [["部長", 900, 20], ["課長", 700, 22]]);
  assert.ok(JSON.stringify(specOf(roles, "役職別の平均年収と平均残業")).includes('"役職別の年収・残業"'));
  const orders = csv(
    "shop,returned,v",
    Array.from({ length: 8 }, (_, k) => [`s${k % 2}`, k % 3 ? "no" : "yes", k]),
  );
  assert.ok(
    JSON.stringify(specOf(orders, "v by shop excluding returned ones")).includes("returned: without yes"),
  );
});

Deno.test("the name of a moving average leaves the number of a peak at the right readable", () => {
  const days = Array.from({ length: 30 }, (_, k) => k);
  const visits = (peak: number) =>
    csv(
      "day,visits",
      days.map((k) => [`2024-09-${String(k + 1).padStart(2, "0")}`, k === peak ? 1993 : 1200 + k]),
    );
  const name = /moving average$/;
  const at = (peak: number) => {
    const spec = specOf(visits(peak), "daily visits with a 7-day moving average");
    const course = itemsOf(spec).find(({ text, halo }) => name.test(text) && !halo);
    assert.ok(course);
    return { course, peak: itemOf(spec, "1,993") };
  };
  const right = at(28);
  assert.ok(right.peak.y < right.peak.size * 0.4, "they are at one height");
  const half = fontMetrics.width(right.peak.text, right.peak.size) / 2;
  assert.ok(right.course.x < right.peak.x - half, "it ends before the number begins");
  assert.ok(at(3).course.x > right.course.x, "it is at the right side where that is free");
});
