import { z } from "zod";
import { listVariables } from "../../jupyter/inspect/variables.ts";
import { defineTool } from "../../tool.ts";
import { oneSession } from "../arguments.ts";

export const getVariables = defineTool({
  name: "get_variables",
  title: "List variables",
  description:
    "Lists a session's variables with type and size or value: tables first. Works while a cell runs.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: oneSession,
    all: z.boolean().default(false).describe("Also modules, functions, classes, _names"),
    limit: z.number().int().min(1).max(1_000).default(100).describe("Max. results"),
    cursor: z.string().regex(/^\d{1,9}$/, 'expected next_cursor of a reply, such as "100"').optional()
      .describe("`next_cursor` of the last reply"),
  }),
  async run({ session_id, all, limit, cursor }, { services: { sessions }, signal }) {
    const start = Number(cursor ?? 0);
    const { kernel } = await sessions.kernelOf(session_id, { signal });
    const { variables, total, left_out } = await listVariables(kernel, { all, start, limit, signal });
    const end = start + variables.length;
    return {
      data: {
        variables,
        ...(kernel.stateLostNote === undefined ? {} : { note: kernel.stateLostNote }),
        ...(Object.keys(left_out).length === 0 ? {} : { left_out }),
        ...(end < total ? { total, next_cursor: String(end) } : {}),
      },
    };
  },
});
