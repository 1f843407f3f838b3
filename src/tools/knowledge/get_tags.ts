import { z } from "zod";
import { tagCounts } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

const mostTags = 5_000;

export const getTags = defineKnowledgeTool({
  name: "get_tags",
  title: "Get tags",
  description:
    "Lists the tags with the number of items each has, most used first. suggest_tags finds tags by their beginning.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: z.object({ tags: tagCounts, total: z.number(), truncated: z.boolean() }),
  async run(_, knowledge) {
    const { tags, total } = await knowledge.tags(mostTags);
    return { tags, total, truncated: total > tags.length };
  },
});
