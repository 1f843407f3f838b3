/** What a drawn figure does and does not contain, and what is said about it. */

import assert from "node:assert/strict";
import type { JsonRecord } from "../../../../src/base/json.ts";
import { drawPlotly } from "../../../../src/imaging/plotly/draw_plotly.ts";

const draw = (data: readonly JsonRecord[], layout: JsonRecord = {}, frames: readonly JsonRecord[] = []) =>
  drawPlotly({ data, layout, frames });

Deno.test("no script, link, listener or foreign image gets from a figure into the SVG", async () => {
  const { svg, notes } = await draw([{ y: [1], name: "</text><script>alert(1)</script>" }], {
    showlegend: true,
    title: { text: '<a href="https://example.com" target="_blank">link</a> <img src=x onerror="alert(2)">' },
    images: [
      { source: "https://example.com/a.png", x: 0, y: 1, sizex: 1, sizey: 1 },
      { source: 'data:image/svg+xml,<svg onload="alert(3)"/>', x: 0, y: 1, sizex: 1, sizey: 1 },
    ],
    annotations: [{ text: "<a href='javascript:alert(4)'>x</a>", x: 0, y: 1 }],
  });
  assert.doesNotMatch(
    svg,
    /<script|<a[\s>]|<foreignObject|<[^>]*\son\w+=|href="(?!#|data:image\/png)|javascript:/i,
  );
  assert.doesNotMatch(svg.replaceAll(/xmlns(?::xlink)?="[^"]*"/g, ""), /https?:/);
  assert.match(svg, />link</);
  assert.deepEqual(notes, ["images that the figure points to are not loaded"]);
});

Deno.test("an image that is part of the figure is drawn", async () => {
  const source = "data:image/png;base64,iVBORw0KGgo=";
  const { svg, notes } = await draw([{ y: [1] }], { images: [{ source, x: 0, y: 1, sizex: 1, sizey: 1 }] });
  assert.ok(svg.includes(`href="${source}"`));
  assert.deepEqual(notes, []);
});

Deno.test("an animation is drawn as it begins, and that is said", async () => {
  const layout = {
    sliders: [{ currentvalue: { prefix: "year=" }, steps: [{ label: "1952" }, { label: "2007" }] }],
  };
  const { svg, notes } = await draw([{ y: [1], name: "first", showlegend: true }], layout, [
    { name: "1952", data: [{ y: [1] }] },
    { name: "2007", data: [{ y: [9], name: "second" }] },
  ]);
  assert.match(svg, />first</);
  assert.doesNotMatch(svg, />second</);
  assert.deepEqual(notes, ["the picture shows frame 1 of 2 (year=1952) of an animation"]);
});

Deno.test("a map names the places that its outlines lack", async () => {
  const { notes } = await draw([{ type: "choropleth", locations: ["JPN", "MUS", "XXX"], z: [1, 2, 3] }]);
  assert.deepEqual(notes, ["the outlines of the map lack MUS, XXX"]);
});

const failing: Readonly<Record<string, readonly [JsonRecord, JsonRecord?]>> = {
  'the figure points to "https://example.com/a.json", and nothing is loaded': [
    { type: "choropleth", geojson: "https://example.com/a.json", locations: [1], z: [1] },
  ],
  'there are no outlines for the map "antarctica_110m" here': [
    { type: "choropleth", locations: ["ATA"], z: [1] },
    { geo: { scope: "antarctica" } },
  ],
};

Deno.test("a figure that cannot be drawn says why, and the next one is drawn", async () => {
  for (const [why, [trace, layout]] of Object.entries(failing)) {
    await assert.rejects(draw([trace], layout), { message: why });
    assert.match((await draw([{ y: [1, 2] }])).svg, /^<svg /);
  }
});

Deno.test("traces for WebGL that SVG can show are drawn as SVG", async () => {
  const { svg } = await draw([{ type: "scattergl", mode: "markers", y: [1, 2, 3] }]);
  assert.equal(svg.match(/<path [^>]*d="M[^"]*A[^"]*Z"/g)?.length, 3);
});

Deno.test("texts have no characters that XML forbids, and no fonts but the embedded one", async () => {
  const { svg } = await draw([{ y: [1] }], {
    title: { text: "a\u0000b\uD800c & d < e", font: { family: '"Courier New", monospace' } },
  });
  assert.match(svg, />abc &amp; d &#60; e</);
  assert.doesNotMatch(svg, /font-family/);
});
