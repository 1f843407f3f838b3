/** Figures of a Python kernel in words: matplotlib's, and so seaborn's and pandas', as they are just after a run. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { byLanguage, inspectPython } from "./inspection.ts";
import { pythonPrograms } from "./programs.ts";

const replySchema = z.object({
  figures: z.array(z.object({ name: z.string(), id: z.number(), text: z.string() })),
});

/** A figure that the kernel still knows, oldest first; `name` is what Python calls it, with its size. */
export type KernelFigure = z.infer<typeof replySchema>["figures"][number];

export interface KernelFiguresOptions {
  /** What Python calls the figures that were shown. */
  readonly names: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds that a reply may take longer for this. */
const limit = 1_500;
const mostFigures = 20;

export function kernelFigures(kernel: Kernel, options: KernelFiguresOptions): Promise<KernelFigure[]> {
  const { names, signal } = options;
  return byLanguage<Promise<KernelFigure[]>>(kernel, {
    r: () => Promise.resolve([]),
    python: async () => {
      const args = { names, most: mostFigures };
      const inspection = { source: pythonPrograms.figures, args, schema: replySchema, limit, signal };
      return (await inspectPython(kernel, { ...inspection, isPassing: true })).figures;
    },
  });
}
