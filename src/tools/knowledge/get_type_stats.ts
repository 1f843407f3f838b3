import { z } from "zod";
import { typeStatsOutput } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const getTypeStats = defineKnowledgeTool({
  name: "get_type_stats",
  title: "Get statistics by type",
  description:
    "Lists the types in use: how many items each has, when one was last changed, relations per item.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: typeStatsOutput,
  async run(_, knowledge) {
    return { types: await knowledge.typeStats() };
  },
});
