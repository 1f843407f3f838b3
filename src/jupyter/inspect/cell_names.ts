/** Which names the cells of a Python notebook bind and need, read from their code in a kernel. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { inspect } from "./inspection.ts";

const cellNames = z.object({
  /** Names that exist once the cell has run. */
  bound: z.array(z.string()),
  /** Names without which the cell cannot run. */
  needed: z.array(z.string()),
  /** Names that functions of the cell use when they are called. */
  later: z.array(z.string()),
  /** Whether the cell may bind names that cannot be read from it, such as by `from module import *`. */
  is_open: z.boolean(),
  /** Why the cell is not Python. */
  error: z.string().optional(),
});

export type CellNames = z.infer<typeof cellNames>;

/** Milliseconds. */
const limit = 20_000;

/** Whether the names of a kernel's language can be read. */
export function canReadNames({ inspector: { info: { language } } }: Kernel): boolean {
  return language === "python" || language === "ipython";
}

/** Reads the code of a connected Python kernel's notebook, without running it. */
export function readCellNames(
  kernel: Kernel,
  sources: readonly string[],
  signal?: AbortSignal,
): Promise<readonly CellNames[]> {
  return inspect(kernel, "names", { args: { sources }, schema: z.array(cellNames), limit, signal });
}
