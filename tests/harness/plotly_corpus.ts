/**
 * Plotly figures as plotly.py 7 sends them, with one template for all that bring none, and how pictures of them are
 * compared.
 */

import { isRecord, type JsonRecord, recordAt } from "../../src/base/json.ts";
import type { Raster } from "../../src/imaging/raster.ts";

const folder = new URL("../corpus/plotly/", import.meta.url);

export interface CorpusFigure {
  readonly name: string;
  readonly figure: JsonRecord;
  /** The small picture of it that is committed. */
  readonly raster: URL;
}

export function plotlyCorpus(): CorpusFigure[] {
  const template = readJson(new URL("template.json", folder));
  const names = [...Deno.readDirSync(new URL("figures/", folder))].map(({ name }) =>
    name.replace(/\.json$/, "")
  );
  return names.sort().map((name) => {
    const figure = readJson(new URL(`figures/${name}.json`, folder));
    const layout = { template, ...recordAt(figure, "layout") };
    return { name, figure: { ...figure, layout }, raster: new URL(`rasters/${name}.png`, folder) };
  });
}

function readJson(url: URL): JsonRecord {
  const value: unknown = JSON.parse(Deno.readTextFileSync(url));
  if (!isRecord(value)) throw new Error(`${url} is not an object`);
  return value;
}

/** How far two pictures of the same size are apart, of 255: on average, and in the block of pixels where it is most. */
export function difference(one: Raster, other: Raster) {
  if (one.width !== other.width || one.height !== other.height) return { mean: 255, block: 255 };
  const blocks = new Map<number, number>();
  let sum = 0;
  for (let at = 0; at < one.pixels.length; at += 4) {
    const pixel = at / 4;
    const [x, y] = [pixel % one.width, Math.floor(pixel / one.width)];
    let here = 0;
    for (let channel = at; channel < at + 3; channel++) {
      here += Math.abs((one.pixels[channel] ?? 0) - (other.pixels[channel] ?? 0)) / 3;
    }
    sum += here;
    const block = Math.floor(y / blockEdge) * 10_000 + Math.floor(x / blockEdge);
    blocks.set(block, (blocks.get(block) ?? 0) + here / blockEdge ** 2);
  }
  return { mean: sum / (one.width * one.height), block: Math.max(0, ...blocks.values()) };
}

const blockEdge = 12;
