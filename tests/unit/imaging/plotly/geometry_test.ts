/** What the stand-in for the DOM measures, against what Chromium measures with the same font. */

import assert from "node:assert/strict";
import { fontMetrics } from "../../../../src/imaging/font.ts";
import { SvgElement } from "../../../../src/imaging/plotly/dom/elements.ts";

const widths: readonly (readonly [text: string, size: number, sixtyFourths: number])[] = [
  ["Profit", 12, 2106],
  ["Profit", 17, 2984],
  ["AV.", 14, 1308],
  ["AV.", 9, 841],
  ["渋谷", 12, 1537],
  ["渋谷", 14, 1792],
  ["10", 20, 1588],
];

Deno.test("shapedWidth knows kerning, ligatures and the rounding of Chromium", () => {
  for (const [text, size, sixtyFourths] of widths) {
    assert.equal(fontMetrics.shapedWidth(text, size) * 64, sixtyFourths, `${text} at ${size}`);
  }
});

function element(name: string, attributes: Readonly<Record<string, string>>, text = ""): SvgElement {
  const made = new SvgElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

Deno.test("a text's box follows anchor, size and lines", () => {
  const text = element("text", { x: "100", y: "50", "text-anchor": "end", style: "font-size: 12px" }, "渋谷");
  const width = 1537 / 64;
  assert.deepEqual(text.getBBox(), { x: 100 - width, y: 37, width, height: 17 });
  const lines = element("text", { style: "font-size: 10px" });
  lines.appendChild(element("tspan", { x: "0", y: "0", dy: "0em" }, "月"));
  lines.appendChild(element("tspan", { x: "0", y: "0", dy: "1.3em" }, "月月"));
  assert.deepEqual(lines.getBBox(), { x: 0, y: -11, width: 20, height: 27 });
  assert.equal(lines.getComputedTextLength(), 30);
});

Deno.test("boxes of groups follow transforms and leave out what is not drawn", () => {
  const group = element("g", { transform: "translate(10,20) rotate(90)" });
  group.appendChild(element("rect", { x: "0", y: "0", width: "30", height: "5" }));
  group.appendChild(element("circle", { cx: "0", cy: "0", r: "900", style: "display: none" }));
  const clip = element("clipPath", {});
  clip.appendChild(element("rect", { width: "900", height: "900" }));
  group.appendChild(clip);
  const { left, top, width, height } = group.getBoundingClientRect();
  assert.deepEqual([left, top, width, height].map(Math.round), [5, 20, 5, 30]);
});

const paths: readonly (readonly [d: string, length: number, half: readonly [number, number]])[] = [
  ["M0,0L30,40", 50, [15, 20]],
  ["M0,0h10v10h-10z", 40, [10, 10]],
  ["M10,0A10,10 0 0 1 -10,0", Math.PI * 10, [0, 10]],
  ["M10,0A10,10 0 01-10,0", Math.PI * 10, [0, 10]],
  ["m0,0 10,0 0,10", 20, [10, 0]],
  ["M0,0Q5,0 10,0T20,0", 20, [10, 0]],
  ["M0,0C0,10 20,10 20,0", 27.88, [10, 7.5]],
];

Deno.test("paths have lengths and points", () => {
  for (const [d, length, [x, y]] of paths) {
    const path = element("path", { d });
    assert.ok(Math.abs(path.getTotalLength() - length) < 0.5, `${d}: ${path.getTotalLength()}`);
    const half = path.getPointAtLength(path.getTotalLength() / 2);
    assert.ok(Math.hypot(half.x - x, half.y - y) < 0.2, `${d}: ${half.x},${half.y}`);
  }
});

Deno.test("selectors find what plotly.js asks for", () => {
  const root = element("svg", {});
  const layer = root.appendChild(element("g", { class: "layer above" }));
  const marker = layer.appendChild(element("path", { class: "point", id: "one", "data-index": "3" }));
  const deep = layer.appendChild(element("g", {})).appendChild(element("path", { d: "M0,0" }));
  const found: Readonly<Record<string, readonly SvgElement[]>> = {
    "g.layer > path": [marker],
    ".layer path": [marker, deep],
    "path:not([d])": [marker],
    '.above [data-index="3"]': [marker],
    'g[class^="lay"], #one': [layer, marker],
    ":first-child": [layer, marker, deep],
    "text": [],
  };
  for (const [selector, elements] of Object.entries(found)) {
    assert.deepEqual(root.querySelectorAll(selector), elements, selector);
  }
  assert.throws(() => root.querySelector("a ~ b"), /not supported/);
});
