/**
 * Figures in words, for models that do not see images or misread them. Only matplotlib's figures are inspected in the
 * kernel; Plotly and Vega figures are described from their JSON.
 *
 * 1. Best effort: a kernel that is busy, slow or gone only costs the reply its descriptions.
 * 2. Words go to an image only if it is clear which figure it shows.
 */

import type { KernelFigure } from "../jupyter/inspect/figures.ts";
import { kernelFigures } from "../jupyter/inspect/figures.ts";
import type { Execution } from "../jupyter/kernel/execution.ts";
import type { KernelPool } from "../jupyter/kernel/pool.ts";
import type { Output } from "../jupyter/nbformat/outputs.ts";
import type { FigureWords } from "../tool.ts";

/** What IPython prints of a figure that it shows. */
const figureName = /^<\w+ size [\d.e+]+x[\d.e+]+ with \d+ Axes>$/;

export class KernelFigureWords implements FigureWords {
  readonly #kernels: KernelPool;
  readonly #isOn: boolean;
  readonly #words = new WeakMap<Output, string>();
  /** Ids of the figures that have been described, by kernel. */
  readonly #told = new Map<string, ReadonlySet<number>>();

  constructor(kernels: KernelPool, { isOn }: { readonly isOn: boolean }) {
    this.#kernels = kernels;
    this.#isOn = isOn;
  }

  async describe(executions: readonly Execution[], signal?: AbortSignal): Promise<void> {
    const ended = executions.filter(({ status }) => status !== "running");
    const kernelId = ended[0]?.kernelId;
    const shown = ended.flatMap(({ outputs }) => outputs.outputs()).flatMap((output) => named(output));
    const unread = shown.filter(({ output }) => !this.#words.has(output));
    if (!this.#isOn || kernelId === undefined || unread.length === 0) return;
    const names = [...new Set(unread.map(({ name }) => name))];
    const figures = await kernelFigures(this.#kernels.get(kernelId), { names, signal }).catch(() => []);
    const told = this.#told.get(kernelId) ?? new Set();
    for (const name of names) {
      const outputs = unread.filter((one) => one.name === name).map(({ output }) => output);
      const found = matchFigures(figures.filter((one) => one.name === name), { told, count: outputs.length });
      found.forEach(({ text }, place) => {
        const output = outputs[place];
        if (output !== undefined && text !== "") this.#words.set(output, text);
      });
    }
    this.#told.set(kernelId, new Set([...told, ...figures.map(({ id }) => id)].slice(-mostTold)));
  }

  of(output: Output): string | undefined {
    return this.#words.get(output);
  }
}

const mostTold = 500;

function named(output: Output): { readonly output: Output; readonly name: string }[] {
  if (output.output_type !== "display_data" && output.output_type !== "execute_result") return [];
  const text = output.data["text/plain"];
  const name = typeof text === "string" ? text : Array.isArray(text) ? text.join("") : "";
  const isImage = Object.keys(output.data).some((type) => type.startsWith("image/"));
  return isImage && figureName.test(name) ? [{ output, name }] : [];
}

/** Matches figures to images: the figures not described before if there are as many as images, otherwise none. */
function matchFigures(
  figures: readonly KernelFigure[],
  { told, count }: { readonly told: ReadonlySet<number>; readonly count: number },
): readonly KernelFigure[] {
  const fresh = figures.filter(({ id }) => !told.has(id));
  return fresh.length === count ? fresh : [];
}
