/** The variables of a kernel. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { byLanguage } from "./language.ts";
import { inspectPython, inspectR } from "./look.ts";
import { pythonPrograms } from "./python/programs.ts";
import { rPrograms } from "./r/programs.ts";

export interface ListVariablesOptions {
  /** Also modules, functions, classes and names that begin with an underscore. */
  readonly all: boolean;
  readonly start: number;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

const listSchema = z.object({
  variables: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  total: z.number(),
  /** How many were left out, by what they are. */
  left_out: z.record(z.string(), z.number()),
});

export type VariableList = z.infer<typeof listSchema>;

export function listVariables(kernel: Kernel, options: ListVariablesOptions): Promise<VariableList> {
  const { signal, ...args } = options;
  const look = { args, schema: listSchema, signal };
  return byLanguage(kernel, {
    python: () => inspectPython(kernel, { ...look, source: pythonPrograms.variables }),
    r: () => inspectR(kernel, { ...look, source: rPrograms.variables }),
  });
}
