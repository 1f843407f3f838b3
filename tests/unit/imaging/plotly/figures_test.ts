/**
 * Every kind of figure looks as it did when somebody last looked at it. To accept new pictures:
 *
 *     rm tests/corpus/plotly/rasters/*.png && deno task test:unit plotly/figures
 */

import assert from "node:assert/strict";
import { drawFigure } from "../../../../src/imaging/draw_figure.ts";
import { decodeRaster } from "../../../../src/imaging/raster.ts";
import { difference, plotlyCorpus } from "../../../harness/plotly_corpus.ts";

const maxEdge = 240;
const most = { mean: 0.5, block: 15 };

Deno.test("Plotly figures look like the committed pictures", async (t) => {
  for (const { name, figure, raster } of plotlyCorpus()) {
    await t.step(name, async () => {
      const { bytes } = await drawFigure({ form: "plotly", json: JSON.stringify(figure), maxEdge });
      const known = await Deno.readFile(raster).catch(() => null);
      if (known === null) {
        await Deno.writeFile(raster, bytes);
        assert.fail(`${raster.pathname} is new: look at it and commit it`);
      }
      const read = (png: Uint8Array) => decodeRaster(png, { maxEdge, orientation: 1 });
      const { mean, block } = difference(read(bytes), read(known));
      assert.ok(
        mean <= most.mean && block <= most.block,
        `mean ${mean.toFixed(2)}, block ${block.toFixed(1)}`,
      );
    });
  }
});
