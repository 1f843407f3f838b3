import { z } from "zod";
import { shared } from "../../knowledge/tool_schemas.ts";
import { defineTool } from "../../tool.ts";

const typeStats = z.object({
  type: z.string(),
  count: z.number(),
  lastUsed: z.string(),
  avgRelations: z.number(),
});

export const getTypeStats = defineTool({
  ...shared,
  name: "get_type_stats",
  title: "Get statistics by type",
  description:
    "Lists the types in use: how many items each has, when one was last changed, relations per item.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: z.object({ types: z.array(typeStats) }),
  async run(_, { services, signal }) {
    const knowledge = await services.knowledge.open(signal);
    return { data: { types: await knowledge.typeStats() } };
  },
});
