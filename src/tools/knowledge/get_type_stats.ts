import { z } from "zod";
import { shared, typeStatsOutput } from "../../knowledge/tool_schemas.ts";
import { defineTool } from "../../tool.ts";

export const getTypeStats = defineTool({
  ...shared,
  name: "get_type_stats",
  title: "Get statistics by type",
  description:
    "Lists the types in use: how many items each has, when one was last changed, relations per item.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: typeStatsOutput,
  async run(_, { services, signal }) {
    const knowledge = await services.knowledge.open(signal);
    return { data: { types: await knowledge.typeStats() } };
  },
});
