/** Figures of a Python kernel in words: matplotlib's, and so seaborn's and pandas', as they are just after a run. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { byLanguage, inspectPython } from "./inspection.ts";
import { pythonPrograms } from "./programs.ts";

const replySchema = z.object({
  words: z.array(z.tuple([z.string(), z.string()])),
  seen: z.array(z.string()),
});

export interface KernelFigures {
  /** Words by the SHA-256 of the image they describe; images of which the figure is uncertain have none. */
  readonly words: ReadonlyMap<string, string>;
  /** Keys of all figures that the kernel still knows. */
  readonly seen: readonly string[];
}

export interface KernelFiguresOptions {
  /** SHA-256 of the images that were shown, in base64, by what Python calls their figures. */
  readonly images: Readonly<Record<string, readonly string[]>>;
  /** Keys of the figures that were there before. */
  readonly seen: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds that a reply may take longer for this. */
const limit = 1_800;

export function kernelFigures(kernel: Kernel, options: KernelFiguresOptions): Promise<KernelFigures> {
  const { images, seen, signal } = options;
  return byLanguage<Promise<KernelFigures>>(kernel, {
    r: () => Promise.resolve({ words: new Map(), seen: [] }),
    python: async () => {
      const inspection = {
        source: pythonPrograms.figures,
        args: { images, seen },
        schema: replySchema,
        limit,
        signal,
      };
      const found = await inspectPython(kernel, { ...inspection, skipsRetry: true });
      return { words: new Map(found.words), seen: found.seen };
    },
  });
}
