import { z } from "zod";
import { shared, statsOutput } from "../../knowledge/tool_schemas.ts";
import { defineTool } from "../../tool.ts";

export const getStats = defineTool({
  ...shared,
  name: "get_stats",
  title: "Get statistics",
  description:
    "Counts items by type, status and priority, relations and the most used tags, with averages of the graph.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: statsOutput,
  async run(_, { services, signal }) {
    const knowledge = await services.knowledge.open(signal);
    return { data: { ...await knowledge.stats() } };
  },
});
