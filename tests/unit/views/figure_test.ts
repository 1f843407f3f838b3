import assert from "node:assert/strict";
import { drawable, withoutForeignImages } from "../../../src/views/figure/check_plotly.ts";
import { fittedLayout } from "../../../src/views/figure/narrow.ts";
import { themedLayout, vegaConfig } from "../../../src/views/figure/theme.ts";

const known = new Set(["scatter", "bar"]);

Deno.test("a figure with an unknown kind of trace is left to the server", () => {
  assert.equal(drawable({ data: [{ type: "bar" }, { type: "scatter3d" }] }, known), undefined);
  assert.deepEqual(drawable({ data: [{ y: [1] }, { type: "bar" }], layout: { title: "t" } }, known), {
    data: [{ y: [1] }, { type: "bar" }],
    layout: { title: "t" },
  });
  assert.deepEqual(drawable({}, known), { data: [], layout: {} });
});

Deno.test("few points that were meant for WebGL are drawn as SVG, many are left to the server", () => {
  assert.deepEqual(drawable({ data: [{ type: "scattergl", y: [1, 2] }] }, known)?.["data"], [
    { type: "scatter", y: [1, 2] },
  ]);
  const many = Array.from({ length: 20_001 }, () => 1);
  assert.equal(drawable({ data: [{ type: "scattergl", y: many }] }, known), undefined);
  const bytes = { dtype: "f8", bdata: "A".repeat(300_000) };
  assert.equal(drawable({ data: [{ type: "scattergl", y: bytes }] }, known), undefined);
});

Deno.test("images that a figure only points to are left out, wherever they are", () => {
  const own = { source: "data:image/png;base64,AA==", x: 0 };
  const labels = { customdata: [{ source: "https://example.com" }], meta: { source: "survey" } };
  const figure = {
    data: [{ type: "image", source: "//example.com/a.png", ...labels }, {
      type: "sankey",
      link: { source: [0, 1] },
    }],
    layout: {
      images: [{ source: "https://example.com/b.png", x: 1 }, own],
      template: { layout: { imagedefaults: { source: "file:///c.png" } } },
      updatemenus: [{ buttons: [{ args: [{ "images[0].source": "http://example.com/d.png" }] }] }],
    },
    frames: [{ layout: { images: [{ source: "blob:e" }] } }],
  };
  assert.deepEqual(withoutForeignImages(figure), {
    isComplete: false,
    figure: {
      data: [{ type: "image", ...labels }, { type: "sankey", link: { source: [0, 1] } }],
      layout: {
        images: [{ x: 1 }, own],
        template: { layout: { imagedefaults: {} } },
        updatemenus: [{ buttons: [{ args: [{}] }] }],
      },
      frames: [{ layout: { images: [{}] } }],
    },
  });
  const complete = { data: [{ y: [1, 2], ...labels }], layout: { images: [own] } };
  assert.deepEqual(withoutForeignImages(complete), { figure: complete, isComplete: true });
});

Deno.test("a dark theme changes the colours that nobody has chosen", () => {
  const colours = { ink: "white", line: "grey" };
  const usual = {
    template: { layout: { plot_bgcolor: "#E5ECF6", xaxis: { gridcolor: "white", ticks: "" } } },
  };
  const { template } = themedLayout(usual, colours);
  assert.deepEqual(template, {
    layout: {
      plot_bgcolor: "rgba(0,0,0,0)",
      paper_bgcolor: "rgba(0,0,0,0)",
      font: { color: "white" },
      legend: { bgcolor: "rgba(0,0,0,0)" },
      xaxis: { gridcolor: "grey", linecolor: "grey", zerolinecolor: "grey", ticks: "" },
      yaxis: { gridcolor: "grey", linecolor: "grey", zerolinecolor: "grey" },
    },
  });
  for (const chosen of [{ paper_bgcolor: "pink" }, { plot_bgcolor: "#fff" }]) {
    assert.deepEqual(themedLayout(chosen, colours), chosen);
  }
  assert.deepEqual(themedLayout(usual, undefined), usual);
  assert.deepEqual(vegaConfig(undefined), {});
});

Deno.test("in a narrow chat the legend is below the plot and the title on several lines", () => {
  const layout = {
    title: { text: "Rides per day at all stations of the city" },
    legend: { title: { text: "s" } },
  };
  assert.deepEqual(fittedLayout(layout, 700), layout);
  const { title, legend } = fittedLayout(layout, 200);
  assert.deepEqual(title, {
    text: "Rides per day at all<br>stations of the city",
    font: { size: 14 },
  });
  assert.deepEqual(legend, {
    orientation: "h",
    x: 0,
    y: 0,
    yref: "container",
    yanchor: "bottom",
    title: { text: "" },
  });
  const placed = { title: "<b>Rides</b> per day at all stations", legend: { x: 0.5 } };
  assert.deepEqual(fittedLayout(placed, 200), placed);
});
