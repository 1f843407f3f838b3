/**
 * What the commands know of the tools without starting the server. In the executable this module is only its value:
 * `scripts/compile.ts` replaces it, so that the launcher does not contain the tools.
 */

import { z } from "zod";
import { toolsets } from "../../tools/mod.ts";

/** One field of a tool's input schema. */
export const fieldSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get anyOf() {
    return z.array(fieldSchema).optional();
  },
  get items() {
    return fieldSchema.optional();
  },
});

const toolSchema = z.object({
  toolset: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  annotations: z.looseObject({ readOnlyHint: z.boolean(), destructiveHint: z.boolean() }),
  inputSchema: z.looseObject({
    properties: z.record(z.string(), fieldSchema),
    required: z.array(z.string()).optional(),
  }),
  /** Fields that are accepted and not listed. */
  unlistedArguments: z.record(z.string(), fieldSchema),
});

export type ToolField = z.infer<typeof fieldSchema>;
export type ReferenceTool = z.infer<typeof toolSchema>;

/** Every tool of every toolset. */
export const reference: readonly ReferenceTool[] = toolsets.flatMap(({ name: toolset, tools }) =>
  tools.map((tool) => toolSchema.parse({ toolset, ...tool, inputSchema: tool.inputSchema }))
);
