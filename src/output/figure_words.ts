/**
 * Figures in words, for models that do not see images or misread them. Only matplotlib's figures are inspected in the
 * kernel; Plotly and Vega figures are described from their JSON.
 *
 * 1. Best effort: a kernel that is busy, slow or gone only costs the reply its descriptions.
 * 2. Words go to an image only if it is clear which figure it shows.
 */

import { kernelFigures } from "../jupyter/inspect/figures.ts";
import type { Execution } from "../jupyter/kernel/execution.ts";
import type { KernelPool } from "../jupyter/kernel/pool.ts";
import type { Output } from "../jupyter/nbformat/outputs.ts";
import type { FigureWords } from "../services.ts";
import { textOf } from "./mime_bundles.ts";
import { sha256 } from "../base/text.ts";

/** What IPython prints of a figure that it shows. */
const figureName = /^<\w+ size [\d.e+]+x[\d.e+]+ with \d+ Axes>$/;

/** Media types in which matplotlib's figures are shown. */
const kinds = ["image/png", "image/svg+xml", "image/jpeg"];
/** Matplotlib gives the parts of every SVG other names, and its date. */
const namesInSvg = /<dc:date>[^<]*|[A-Za-z_][0-9a-f]{10}\b/g;

export class KernelFigureWords implements FigureWords {
  readonly #kernels: KernelPool;
  readonly #isOn: boolean;
  readonly #words = new WeakMap<Output, string>();
  /** Keys of the figures that were there at the last inspection, by kernel. */
  readonly #seen = new Map<string, readonly string[]>();

  constructor(kernels: KernelPool, { isOn }: { readonly isOn: boolean }) {
    this.#kernels = kernels;
    this.#isOn = isOn;
  }

  async describe(executions: readonly Execution[], signal?: AbortSignal): Promise<void> {
    const ended = executions.filter(({ status }) => status !== "running");
    const kernelId = ended[0]?.kernelId;
    if (!this.#isOn || kernelId === undefined) return;
    const outputs = ended.flatMap(({ outputs }) => outputs.outputs()).filter((one) => !this.#words.has(one));
    const shown = await Promise.all(outputs.flatMap((output) => figureImage(output)));
    if (shown.length === 0) return;
    const byName = Map.groupBy(shown, ({ name }) => name).entries();
    const images = Object.fromEntries(byName.map(([name, some]) => [name, figuresShown(some)]));
    const seen = this.#seen.get(kernelId) ?? [];
    const runTime = ended.reduce((sum, { elapsed }) => sum + elapsed, 0);
    const options = { images, kinds, runTime, seen, signal };
    const figures = await kernelFigures(this.#kernels.get(kernelId), options).catch(() => undefined);
    if (figures === undefined) return;
    this.#seen.set(kernelId, figures.seen);
    for (const { output, hash } of shown) {
      const words = figures.words.get(hash) ?? "";
      if (words !== "") this.#words.set(output, words);
    }
  }

  of(output: Output): string | undefined {
    return this.#words.get(output);
  }
}

interface FigureImage {
  readonly output: Output;
  /** What Python calls the figure. */
  readonly name: string;
  /** SHA-256 of the image as the kernel has sent it, for SVG without what differs every time. */
  readonly hash: string;
}

/** The hashes of the images, once for each figure: the value of a cell may be a figure that it also shows. */
function figuresShown(images: readonly FigureImage[]): string[] {
  const displayed = images.filter(({ output }) => output.output_type === "display_data").map(({ hash }) =>
    hash
  );
  return [...displayed, ...new Set(images.map(({ hash }) => hash)).difference(new Set(displayed))];
}

/** The image of a figure that matplotlib has shown, if the output is one. */
function figureImage(output: Output): Promise<FigureImage>[] {
  if (output.output_type !== "display_data" && output.output_type !== "execute_result") return [];
  const name = textOf(output.data["text/plain"]) ?? "";
  const kind = kinds.find((type) => type in output.data);
  if (kind === undefined || !figureName.test(name)) return [];
  const sent = (textOf(output.data[kind]) ?? "").replaceAll(/\s/g, "");
  const image = kind === "image/svg+xml" ? sent.replaceAll(namesInSvg, "") : sent;
  return [sha256(image).then((hash) => ({ output, name, hash }))];
}
