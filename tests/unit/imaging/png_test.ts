import assert from "node:assert/strict";
import { opaquePng } from "../../../src/imaging/png.ts";
import { decodeRaster } from "../../../src/imaging/raster.ts";

Deno.test("flatPng keeps every pixel and tells the resolution", async () => {
  const pixels = Uint8Array.from(
    { length: 5 * 4 * 4 },
    (_, index) => index % 4 === 3 ? 255 : (index * 37) % 256,
  );
  const png = await opaquePng({ pixels, width: 5, height: 4 }, 300);
  const decoded = decodeRaster(png, { maxEdge: 100, orientation: 1 });
  assert.deepEqual([decoded.width, decoded.height], [5, 4]);
  assert.deepEqual([...decoded.pixels], [...pixels]);
  const at = new TextDecoder("latin1").decode(png).indexOf("pHYs");
  assert.equal(new DataView(png.buffer).getUint32(at + 4), Math.round(300 / 0.0254));
});
