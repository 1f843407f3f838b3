import { z } from "zod";
import { count } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const suggestTags = defineKnowledgeTool({
  name: "suggest_tags",
  title: "Suggest tags",
  description:
    "Lists tags that begin with a text, ignoring width and case, most used first. Use it to reuse an existing tag.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    prefix: z.string().describe("Beginning of the tag; empty for the most used"),
    limit: count(1, 20).default(10).describe("At most this many tags"),
  }),
  output: z.object({ tags: z.array(z.string()) }),
  async run({ prefix, limit }, knowledge) {
    return { tags: await knowledge.suggestTags(prefix, limit) };
  },
});
