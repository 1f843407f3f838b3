import { z } from "zod";
import { statsOutput } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const getStats = defineKnowledgeTool({
  name: "get_stats",
  title: "Get statistics",
  description:
    "Counts items by type, status and priority, relations and the most used tags, with averages of the graph.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: statsOutput,
  run: (_, knowledge) => knowledge.stats(),
});
