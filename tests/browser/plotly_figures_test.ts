/** Plotly figures as we draw them, beside what plotly.js draws in Chromium with the same font and outlines. */

import assert from "node:assert/strict";
import { chromium, type Page } from "playwright-core";
import script from "plotly.js-dist-min/plotly.min.js" with { type: "bytes" };
import { findChromium } from "../../scripts/suite/find_chromium.ts";
import { type JsonRecord, recordsAt } from "../../src/base/json.ts";
import { fontBytes } from "../../src/imaging/font.ts";
import { drawPlotly } from "../../src/imaging/plotly/draw_plotly.ts";
import { outlinesOf } from "../../src/imaging/plotly/outlines.ts";
import { decodeRaster } from "../../src/imaging/raster.ts";
import { zoomSvg } from "../../src/imaging/svg.ts";
import { difference, plotlyCorpus } from "../harness/plotly_corpus.ts";

/** Of 255 a pixel. Two rasterisers smooth edges differently; a label that is a pixel off shows. */
const most = 0.8;
/** Hatches consist of smoothed edges alone. */
const exceptions: Readonly<Record<string, number>> = { bar_patterns: 3.5 };

Deno.test("Plotly figures look as in Chromium", async (t) => {
  const executablePath = await findChromium();
  assert.ok(executablePath !== undefined, "Chromium is not installed");
  const isRoot = Deno.build.os !== "windows" && Deno.uid() === 0;
  const args = ["--disable-gpu", "--disable-quic", "--font-render-hinting=none", "--disable-lcd-text"];
  const browser = await chromium.launch({
    executablePath,
    args: [...args, ...(isRoot ? ["--no-sandbox"] : [])],
  });
  try {
    const page = await plotlyPage(await browser.newPage({ viewport: { width: 1000, height: 1000 } }));
    for (const { name, figure } of plotlyCorpus()) {
      await t.step(name, async () => {
        const { svg } = await drawPlotly(figure);
        const ours = await zoomSvg(svg, 1);
        const theirs = decodeRaster(await screenshot(page, figure, ours), { maxEdge: 5_000, orientation: 1 });
        const { mean } = difference(ours, theirs);
        const limit = exceptions[name] ?? most;
        assert.ok(mean <= limit, `mean difference ${mean.toFixed(2)}`);
      });
    }
  } finally {
    await browser.close();
  }
});

async function plotlyPage(page: Page): Promise<Page> {
  await page.setContent(`<style>
    @font-face { font-family: embedded; src: url(data:font/ttf;base64,${fontBytes.toBase64()}) }
    * { font-family: embedded !important; font-synthesis: none }
    body { margin: 0 }
    #figure { width: 700px; height: 450px }
  </style><div id="figure"></div>`);
  await page.addScriptTag({ content: new TextDecoder().decode(script) });
  const names = ["world_110m", "usa_110m"];
  const topojson = await Promise.all(names.map(async (name) => `"${name}":${await outlinesOf(name)}`));
  await page.evaluate(
    `PlotlyGeoAssets = { topojson: {${topojson.join(",")}} }; document.fonts.load("12px embedded")`,
  );
  return page;
}

async function screenshot(
  page: Page,
  figure: JsonRecord,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const data = recordsAt(figure, "data").map((trace) => ({
    ...trace,
    type: String(trace["type"] ?? "scatter").replace(/gl$/, ""),
  }));
  await page.evaluate(`Plotly.purge("figure"),
    Plotly.newPlot("figure", ${JSON.stringify(data)}, ${
    JSON.stringify(figure["layout"])
  }, { staticPlot: true })
      .then(() => undefined)`);
  return await page.screenshot({ clip: { x: 0, y: 0, width, height } });
}
