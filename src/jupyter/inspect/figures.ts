/** Figures of a Python kernel in words: matplotlib's, and so seaborn's and pandas', as they are just after a run. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { inspect, languageOf } from "./inspection.ts";

const replySchema = z.object({
  words: z.array(z.tuple([z.string(), z.string()])),
  seen: z.array(z.string()),
});

interface KernelFigures {
  /** Words by the SHA-256 of the image they describe; images of which the figure is uncertain have none. */
  readonly words: ReadonlyMap<string, string>;
  /** Keys of all figures that the kernel still knows. */
  readonly seen: readonly string[];
}

interface KernelFiguresOptions {
  /** SHA-256 of the images that were shown, in base64, by what Python calls their figures. */
  readonly images: Readonly<Record<string, readonly string[]>>;
  /** Media types of images, in the order in which one of them is taken. */
  readonly kinds: readonly string[];
  /** Milliseconds that the run took in which they were drawn. */
  readonly runTime: number;
  /** Keys of the figures that were there before. */
  readonly seen: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds that a reply may take longer for this, without the drawing. */
const limit = 900;
/** Figures are drawn again if several were shown: for as long as their run took, within these limits. */
const drawing = { least: 900, most: 5_000 };

export async function kernelFigures(kernel: Kernel, options: KernelFiguresOptions): Promise<KernelFigures> {
  if (languageOf(kernel) === "r") return { words: new Map(), seen: [] };
  const { images, kinds, runTime, seen, signal } = options;
  const drawingTime = Math.min(drawing.most, Math.max(drawing.least, runTime));
  const found = await inspect(kernel, "figures", {
    args: { images, kinds, seen, drawing_seconds: drawingTime / 1_000 },
    schema: replySchema,
    limit: limit + drawingTime,
    skipsRetry: true,
    keepsGarbage: true,
    signal,
  });
  return { words: new Map(found.words), seen: found.seen };
}
