import assert from "node:assert/strict";
import { decodeBase85, encodeBase85 } from "../../../src/views/figure/base85.ts";
import { drawable, withoutForeignImages } from "../../../src/views/figure/check_plotly.ts";
import { fittedLayout } from "../../../src/views/figure/fit_plotly.ts";
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
  const most = { dtype: "f8", bdata: new Uint8Array(20_000 * 8).toBase64() };
  assert.equal(drawable({ data: [{ type: "scattergl", y: most }] }, known)?.["data"] !== undefined, true);
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
  const colours = { page: "black", ink: "white", faint: "silver", line: "grey" };
  const usual = {
    template: { layout: { plot_bgcolor: "#E5ECF6", xaxis: { gridcolor: "white", ticks: "" } } },
  };
  const clear = "rgba(0,0,0,0)";
  const { template, ...backgrounds } = themedLayout(usual, colours);
  assert.deepEqual(backgrounds, { paper_bgcolor: "black", plot_bgcolor: clear });
  assert.deepEqual(template, {
    layout: {
      plot_bgcolor: "#E5ECF6",
      font: { color: "white" },
      legend: { bgcolor: clear },
      modebar: { bgcolor: "black", color: "silver", activecolor: "white" },
      sliderdefaults: { bgcolor: "silver", bordercolor: "grey", tickcolor: "silver" },
      updatemenudefaults: { bgcolor: "#e5ecf6", bordercolor: "grey", font: { color: "#2a3f5f" } },
      xaxis: { gridcolor: "grey", linecolor: "grey", zerolinecolor: "grey", ticks: "" },
      yaxis: { gridcolor: "grey", linecolor: "grey", zerolinecolor: "grey" },
    },
  });
  const white = { template: { layout: { paper_bgcolor: "white", plot_bgcolor: "white" } } };
  for (const chosen of [{ paper_bgcolor: "pink" }, { plot_bgcolor: "#fff" }, white]) {
    assert.deepEqual(themedLayout(chosen, colours), chosen);
  }
  for (const seen of ["transparent", "rgba(0, 0, 0, 0)", "#FFF0", "#ffffff00"]) {
    const { template } = themedLayout({ ...usual, paper_bgcolor: seen, plot_bgcolor: seen }, colours);
    assert.notDeepEqual(template, usual.template, `behind ${seen} is the page`);
  }
  assert.deepEqual(themedLayout(usual, undefined), usual);
  assert.deepEqual(vegaConfig({}, undefined), {});
  assert.equal(vegaConfig({ background: "transparent" }, colours)["background"], "black");
  assert.deepEqual(vegaConfig({ config: { background: "white" } }, colours), {});
});

Deno.test("bytes come back from base 85, which needs no escape anywhere", () => {
  for (let length = 0; length < 9; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 2 === 0 ? 255 : 0);
    assert.deepEqual(decodeBase85(encodeBase85(bytes)), bytes);
  }
  const many = crypto.getRandomValues(new Uint8Array(50_000));
  const text = encodeBase85(many);
  assert.deepEqual(decodeBase85(text), many);
  assert.equal(text.length, 62_501);
  assert.doesNotMatch(text, /[<&"\\\s]/);
});

Deno.test("long titles are on several lines, and in a narrow chat the legend is below the plot", () => {
  const layout = {
    title: { text: "Rides per day at all stations of the city" },
    legend: { title: { text: "s" } },
    margin: { t: 60 },
  };
  assert.deepEqual(fittedLayout(layout, 700), { ...layout, title: { ...layout.title, font: {} } });
  const { title, legend, margin } = fittedLayout(layout, 200);
  assert.deepEqual(title, {
    text: "Rides per day at all<br>stations of the city",
    font: { size: 14 },
    ...{ y: 1, yref: "container", yanchor: "top", pad: { t: 14 } },
  });
  assert.deepEqual(margin, { t: 78 });
  assert.deepEqual(legend, {
    orientation: "h",
    x: 0,
    y: 0,
    yref: "container",
    yanchor: "bottom",
    title: { text: "" },
  });
  const long = {
    title: { text: "many words ".repeat(12).trim(), font: { size: 20 } },
    margin: { l: 5, t: 64 },
  };
  const fitted = fittedLayout(long, 700);
  assert.match(String(Reflect.get(Object(fitted["title"]), "text")), /^(many words ?){5}<br>/);
  assert.deepEqual(fitted["margin"], { l: 5, t: 116 });
  const placed = { title: "<b>Rides</b> per day at all stations", legend: { x: 0.5 } };
  assert.deepEqual(fittedLayout(placed, 200), placed);
});
