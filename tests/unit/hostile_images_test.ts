/** Small pictures and figures that ask for all memory or all time there is. */

import assert from "node:assert/strict";
import { endlessImages, hostileFigures, swellingImages } from "../../scripts/fuzz/hostile_images.ts";
import { AppError } from "../../src/base/errors.ts";
import { stripPng } from "../../src/imaging/png.ts";
import { RendererProcesses } from "../harness/renderer.ts";

const bounds = { maxEdge: 1568, maxBytes: 700_000 };
const mostMemory = 400_000_000;

Deno.test("the renderer stays small over pictures that ask for memory, and goes on", async (t) => {
  await using renderer = new RendererProcesses();
  for (const { name, ...picture } of swellingImages()) {
    await t.step(name, async () => {
      await renderer.client.fitImage({ ...picture, ...bounds }).catch(assertRefused);
      if (Deno.build.os !== "linux") return;
      const peak = renderer.started.at(-1)?.peak ?? Infinity;
      assert.ok(peak < mostMemory, `${peak} bytes`);
    });
  }
  assert.equal(renderer.started.length < 4, true, "few of them damage it");
});

Deno.test("the renderer is killed over pictures and figures that take too long or too much memory", async (t) => {
  await using renderer = new RendererProcesses({ timeout: () => AbortSignal.timeout(1_500) });
  for (const { name, ...picture } of endlessImages()) {
    await t.step(name, async () => {
      await assert.rejects(renderer.client.fitImage({ ...picture, ...bounds }), /it took over 10 s/);
      await renderer.started.at(-1)?.ended;
    });
  }
  for (const { name, form, spec } of hostileFigures) {
    await t.step(name, async () => {
      const drawing = renderer.client.drawFigure({ form, json: JSON.stringify(spec), maxEdge: 100 });
      await assert.rejects(drawing, /it took over 20 s|it needs too much memory/);
      await renderer.started.at(-1)?.ended;
    });
  }
});

Deno.test("the renderer ends itself where it needs too much memory, and the next one works", async () => {
  await using renderer = new RendererProcesses();
  const [, swelling] = hostileFigures;
  const drawing = renderer.client.drawFigure({
    form: "vega",
    json: JSON.stringify(swelling?.spec),
    maxEdge: 100,
  });
  await assert.rejects(drawing, /Cannot draw image: it needs too much memory/);
  assert.equal((await renderer.client.drawPlaceholder({ text: "a", width: 90, height: 50 })).width, 90);
  assert.deepEqual(renderer.log, []);
});

Deno.test("a renderer whose heap is full ends at V8's limit, and that is said", async () => {
  const fill = "const lists = []; while (true) lists.push(new Array(100000).fill(0.5));";
  await using renderer = new RendererProcesses({ main: new URL(`data:application/javascript,${fill}`) });
  const drawing = renderer.client.drawPlaceholder({ text: "a", width: 90, height: 50 });
  await assert.rejects(drawing, /Cannot draw image: it needs too much memory/);
});

Deno.test("barePng keeps the pixels and their transparency and nothing else", async () => {
  const whole = await Deno.readFile(new URL("./output/data/matplotlib.png", import.meta.url));
  const names = (
    png: Uint8Array,
  ) => [...new TextDecoder("latin1").decode(png).matchAll(/IHDR|PLTE|tEXt|pHYs|IEND/g)];
  assert.ok(names(whole).length > 2);
  const bare = stripPng(whole);
  assert.deepEqual(names(bare).map(String), ["IHDR", "IEND"]);
  assert.deepEqual(stripPng(bare), bare);
  assert.ok(stripPng(whole.subarray(0, 200)).length <= 200, "a picture that was cut off");
});

function assertRefused(error: unknown): void {
  assert.ok(error instanceof AppError, String(error));
  assert.match(error.message, /^Cannot draw image: /);
}
