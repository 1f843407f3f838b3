import assert from "node:assert/strict";
import { decodeRaster, encodeJpeg, onWhite, orientPixels } from "../../../src/imaging/raster.ts";

/** One grey value per pixel, as RGBA. */
function raster(width: number, values: readonly number[]) {
  return {
    width,
    height: values.length / width,
    pixels: Uint8Array.from(values.flatMap((v) => [v, v, v, 255])),
  };
}

function values(pixels: Uint8Array): number[] {
  return [...pixels].filter((_, index) => index % 4 === 0);
}

Deno.test("orientPixels turns and mirrors as EXIF says", () => {
  const stored = raster(3, [1, 2, 3, 4, 5, 6]);
  const upright: Record<number, readonly [number, readonly number[]]> = {
    1: [3, [1, 2, 3, 4, 5, 6]],
    2: [3, [3, 2, 1, 6, 5, 4]],
    3: [3, [6, 5, 4, 3, 2, 1]],
    4: [3, [4, 5, 6, 1, 2, 3]],
    5: [2, [1, 4, 2, 5, 3, 6]],
    6: [2, [4, 1, 5, 2, 6, 3]],
    7: [2, [6, 3, 5, 2, 4, 1]],
    8: [2, [3, 6, 2, 5, 1, 4]],
  };
  for (const [orientation, [width, expected]] of Object.entries(upright)) {
    const turned = orientPixels(stored, Number(orientation));
    assert.deepEqual([turned.width, values(turned.pixels)], [width, expected], orientation);
  }
});

Deno.test("a photograph taken upright has its left side on top after decoding", async () => {
  const bytes = await Deno.readFile(new URL("../output/data/rotated.jpg", import.meta.url));
  const { width, height, pixels } = decodeRaster(bytes, { maxEdge: 100, orientation: 6 });
  assert.deepEqual([width, height], [20, 40]);
  const [red, , blue] = pixels;
  assert.ok(red !== undefined && red > 200 && blue !== undefined && blue < 60, "red is above blue");
});

Deno.test("what is see-through becomes white in a JPEG", async () => {
  const bytes = await Deno.readFile(new URL("../output/data/transparent.png", import.meta.url));
  const decoded = decodeRaster(bytes, { maxEdge: 100, orientation: 1 });
  assert.equal(decoded.pixels.at(-1), 0);
  const back = decodeRaster(encodeJpeg(onWhite(decoded), 90), { maxEdge: 100, orientation: 1 });
  assert.deepEqual([...back.pixels.slice(-4)], [255, 255, 255, 255]);
});
