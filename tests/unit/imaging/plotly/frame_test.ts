/** What stands around the plots of a figure: titles, the legend, the key to colours, the frame of an animation. */

import assert from "node:assert/strict";
import { figureDigest } from "../../../../src/output/figure_digest.ts";
import { isRecord, type JsonRecord } from "../../../../src/base/json.ts";
import { plotlyToVega } from "../../../../src/imaging/plotly/to_vega.ts";
import { fontMetrics, vegaSvg } from "../../../../src/imaging/vega_svg.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

const line = (more: JsonRecord = {}) => ({ x: [1, 2], y: [1, 2], mode: "lines", ...more });

/** The texts of a picture from the top to the bottom of its source. */
async function textsOf(spec: JsonRecord, part = ""): Promise<string[]> {
  const svg = await vegaSvg(spec);
  return [...svg.slice(Math.max(0, svg.indexOf(part))).matchAll(/>([^<>]+)<\/t(?:ext|span)>/g)].map((
    [, text],
  ) => text ?? "");
}

Deno.test("titles have their lines, and a second title below", async () => {
  const title = { text: "<b>Sales</b> &amp; costs<br>by month", subtitle: { text: "in ¥" } };
  const texts = await textsOf(specOf([line()], { title, xaxis: { title: { text: "one<br>two" } } }));
  for (const text of ["Sales &amp; costs", "by month", "in ¥", "one", "two"]) {
    assert.ok(texts.includes(text), text);
  }
});

Deno.test("the legend has an entry for each trace, also where two have one name", async () => {
  const legend = await textsOf(
    specOf([line({ name: "a" }), line({ name: "a" }), line({ name: "b<br>c" })]),
    "role-legend",
  );
  assert.deepEqual(legend, ["a", "a", "b c"]);
});

Deno.test("groups of the legend have their titles", async () => {
  const one = line({ name: "a", legendgroup: "1", legendgrouptitle: { text: "First" } });
  const spec = specOf([one, line({ name: "b", legendgroup: "1" }), line({ name: "c" })], {
    legend: { title: { text: "All" } },
  });
  assert.deepEqual((await textsOf(spec, "role-legend")).toSorted(), ["All", "First", "a", "b", "c"]);
});

Deno.test("a trace beside a pie is in the legend as well", async () => {
  const pie = { type: "pie", labels: ["p"], values: [1], domain: { x: [0, 0.4] } };
  assert.ok((await textsOf(specOf([pie, line({ name: "a" })]), "role-legend")).includes("a"));
});

Deno.test("the key to colours has the ticks and texts that the figure gives it", () => {
  const key = (colorbar: JsonRecord) => {
    const spec = specOf([{
      mode: "markers",
      x: [1, 2],
      y: [1, 2],
      marker: { color: [0, 100], showscale: true, colorbar },
    }]);
    const signal = [...recordsWith(spec, "name", "value")].find(({ name }) => name === "number_texts");
    return isRecord(signal?.["value"]) ? Object.entries(signal["value"]).flat() : [];
  };
  assert.deepEqual(key({ tickvals: [0, 100], ticktext: ["low", "<i>high</i>"] }), [
    "0",
    "low",
    "100",
    "high",
  ]);
  assert.deepEqual(key({ dtick: 50, ticksuffix: "%" }), ["0", "0%", "50", "50%", "100", "100%"]);
});

Deno.test("a figure that moves says which of its frames is shown", () => {
  const frames = [{ name: "2001" }, { name: "2002" }];
  const sliders = [{ currentvalue: { prefix: "year=" }, steps: [{ label: "2001" }, { label: "2002" }] }];
  const figure = { data: [line()], frames, layout: { sliders } };
  assert.match(
    JSON.stringify(plotlyToVega(figure, { measure: fontMetrics.width })),
    /"Animation, frame 1 of 2 \(year=2001\)"/,
  );
  assert.match(
    figureDigest({ "application/vnd.plotly.v1+json": figure }) ?? "",
    /animation: described above is frame 1 of 2 \(year=2001\)$/,
  );
  const plain = { data: [line()], frames };
  assert.match(JSON.stringify(plotlyToVega(plain, { measure: fontMetrics.width })), /frame 1 of 2 \(2001\)/);
});

Deno.test("a dark theme is dark everywhere, and its texts are light", () => {
  const theme = { paper_bgcolor: "rgb(17,17,17)", plot_bgcolor: "rgb(17,17,17)", font: { color: "#f2f5fa" } };
  const layout = {
    template: { layout: theme },
    title: { text: "T" },
    annotations: [{ x: 1, y: 1, text: "n" }],
  };
  const bar = { type: "bar", x: ["a", "b"], y: [1, 2], text: ["p", "q"], textposition: "outside" };
  const pie = { type: "pie", values: [1, 2], textposition: "outside", domain: { x: [0.8, 1] } };
  const spec = specOf([bar, pie], layout);
  assert.equal(spec["background"], "rgb(17,17,17)");
  const text = JSON.stringify(spec);
  assert.doesNotMatch(text, /#2a3f5f|"white"/);
  assert.match(text, /"fill":"#f2f5fa"/);
  assert.equal(specOf([bar], { ...layout, font: { color: "red" } })["background"], "rgb(17,17,17)");
  assert.match(JSON.stringify(specOf([bar], { ...layout, font: { color: "red" } })), /"titleColor":"red"/);
});
