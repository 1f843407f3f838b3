/** Characters that the font of the charts lacks. */

import assert from "node:assert/strict";
import { encodeChart } from "../../../src/charts/encode_chart.ts";
import { drawFigure } from "../../../src/imaging/draw_figure.ts";
import { substituteGlyphs } from "../../../src/imaging/missing_glyphs.ts";
import { requestOf } from "./examples.ts";

Deno.test("characters that the font lacks leave a sign in the picture", async () => {
  const request = requestOf({ data: "k,v\n한국,1\nabc,2", query: "compare v by k" }, { format: "svg" });
  const { metadata } = await encodeChart(request);
  assert.match(JSON.stringify(metadata["warnings"]), /which the picture shows as □: 한 국/);
});

Deno.test("characters that the font lacks are written in plain letters where these mean the same", async () => {
  const request = requestOf({ data: "取引先,売上\n㈱山田,2\n㌔商会,1", query: "取引先別の売上" }, {
    format: "svg",
  });
  assert.deepEqual((await encodeChart(request)).metadata["warnings"], []);
  const { svg } = substituteGlyphs("<text>㈱山田</text><text>㌔商会 한</text>");
  assert.equal(svg, "<text>(株)山田</text><text>キロ商会 □</text>");
});

Deno.test("of very many characters that the font lacks it is said how many there are", async () => {
  const names = Array.from({ length: 30 }, (_, k) => String.fromCodePoint(0xac00 + k)).join("");
  const request = requestOf({ data: `k,v\n${names},1\nabc,2`, query: "compare v by k" }, {
    format: "svg",
    spec: { title: names },
  });
  assert.match(JSON.stringify((await encodeChart(request)).metadata["warnings"]), /and 10 more/);
});

Deno.test("characters that the font lacks are told of figures too", async () => {
  const altair = {
    data: { values: [{ k: "한", v: 1 }, { k: "㈱北", v: 2 }] },
    mark: "bar",
    encoding: { x: { field: "k", type: "nominal" }, y: { field: "v", type: "quantitative" } },
  };
  const { note } = await drawFigure({ form: "vega-lite", json: JSON.stringify(altair), maxEdge: 400 });
  assert.equal(note, "the font lacks these characters, which the picture shows as □: 한");
  const plotly = {
    data: [{ type: "bar", x: ["a", "b"], y: [1, 2] }],
    layout: { title: { text: "🎉 sold" } },
  };
  const drawn = await drawFigure({ form: "plotly", json: JSON.stringify(plotly), maxEdge: 400 });
  assert.match(drawn.note ?? "", /🎉/u);
});
