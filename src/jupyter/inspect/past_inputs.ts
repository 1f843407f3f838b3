/** What ran in a kernel before: the source under a count, as the kernel keeps it for the person. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { byLanguage, inspectPython } from "./inspection.ts";
import { pythonPrograms } from "./programs.ts";

export interface PastInputsOptions {
  readonly counts: readonly number[];
  /** Milliseconds after which the kernel counts as out of reach. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PastInputs {
  /** Sources by count; those that are very long or forgotten are left out. */
  readonly inputs: ReadonlyMap<number, string>;
  /** The count of the run that is under way, or else of the next one. */
  readonly count: number;
}

const replySchema = z.object({ inputs: z.record(z.string(), z.string()), count: z.number() });

/** Looks into a kernel that is connected; undefined where its language keeps no inputs. */
export function pastInputs(kernel: Kernel, options: PastInputsOptions): Promise<PastInputs | undefined> {
  const { counts, limit, signal } = options;
  return byLanguage<Promise<PastInputs | undefined>>(kernel, {
    r: () => Promise.resolve(undefined),
    python: async () => {
      const look = { source: pythonPrograms.inputs, args: { counts }, schema: replySchema, limit, signal };
      const { inputs, count } = await inspectPython(kernel, look);
      return {
        inputs: new Map(Object.entries(inputs).map(([key, source]) => [Number(key), source])),
        count,
      };
    },
  });
}
