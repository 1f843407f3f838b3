/** One value of a kernel, bounded. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { byLanguage } from "./language.ts";
import { inspectPython, inspectR } from "./look.ts";
import { pythonPrograms } from "./python/programs.ts";
import { rPrograms } from "./r/programs.ts";
import { translateRefusals } from "./refusal.ts";
import { tableArguments, tableSchema } from "./table_info.ts";
import { formatPath, type VariablePath } from "./variable_path.ts";

export interface ValueOptions {
  readonly maxDepth: number;
  readonly maxItems: number;
  readonly maxChars: number;
  /** Bytes of the whole answer. */
  readonly maxBytes: number;
  /** How many items or characters to pass over. */
  readonly start: number;
  readonly signal?: AbortSignal;
}

const pictureSchema = z.object({
  png: z.string(),
  width: z.number(),
  height: z.number(),
  mode: z.string().optional(),
});

const figureSchema = z.object({ form: z.enum(["plotly", "vega-lite"]), json: z.string() });

const valueSchema = z.union([
  z.object({ table: tableSchema }),
  z.object({ type: z.string(), picture: pictureSchema }),
  z.object({ type: z.string(), figure: figureSchema }),
  z.object({
    type: z.string(),
    value: z.unknown(),
    size: z.string().optional(),
    /** What was left out, and where: a path, or the name of a part that no path leads to. */
    cut: z.array(
      z.looseObject({ path: z.string().optional(), part: z.string().optional(), left_out: z.string() }),
    ),
  }),
]);

export type VariableValue = z.infer<typeof valueSchema>;

export function variableValue(
  kernel: Kernel,
  path: VariablePath,
  options: ValueOptions,
): Promise<VariableValue> {
  const args = {
    path,
    shown_path: formatPath(path),
    max_depth: options.maxDepth,
    max_items: options.maxItems,
    max_chars: options.maxChars,
    max_in_all: totalChars(options),
    start: options.start,
    ...tableArguments({ headRows: 5, askedForHead: false }),
  };
  const look = { args, schema: valueSchema, limit: 30_000, signal: options.signal };
  return translateRefusals({ path, news: kernel.stateLostNote }, () =>
    byLanguage(kernel, {
      python: () => inspectPython(kernel, { ...look, source: pythonPrograms.value }),
      r: () => inspectR(kernel, { ...look, source: rPrograms.value }),
    }));
}

/** Characters that a model reads in one go. */
const defaultMaxChars = 40_000;
/** What an item takes at the least where many are asked for. */
const charsPerItem = 200;
/** Bytes that a character may take: JSON in a text block escapes some twice. */
const maxBytesPerChar = 8;

/** Characters of the whole value, which its parts share: more where more of each part is asked for. */
function totalChars({ maxItems, maxChars, maxBytes }: ValueOptions): number {
  return Math.min(
    Math.max(defaultMaxChars, maxChars, maxItems * charsPerItem),
    Math.floor(maxBytes / maxBytesPerChar),
  );
}
