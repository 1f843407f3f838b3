/** What ran in a kernel before: sources by execution count, as the kernel keeps them for the person. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { inspect, languageOf } from "./inspection.ts";

interface PastInputsOptions {
  readonly counts: readonly number[];
  /** Milliseconds after which the kernel counts as busy. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

interface PastInputs {
  /** Sources by execution count, without very long or forgotten ones. */
  readonly inputs: ReadonlyMap<number, string>;
  /** The execution count of the current run, or else of the next one. */
  readonly count: number;
}

const replySchema = z.object({ inputs: z.record(z.string(), z.string()), count: z.number() });

/** Inspects a connected kernel; undefined if its language keeps no inputs. */
export async function pastInputs(
  kernel: Kernel,
  { counts, limit, signal }: PastInputsOptions,
): Promise<PastInputs | undefined> {
  if (languageOf(kernel) === "r") return undefined;
  const { inputs, count } = await inspect(kernel, "inputs", {
    args: { counts },
    schema: replySchema,
    limit,
    signal,
  });
  return { inputs: new Map(Object.entries(inputs).map(([key, source]) => [Number(key), source])), count };
}
