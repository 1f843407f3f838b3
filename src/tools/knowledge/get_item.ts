import { z } from "zod";
import { idArgument, itemOutput } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const getItem = defineKnowledgeTool({
  name: "get_item",
  title: "Get an item",
  description: "Returns one item in full: content, tags, related ids, notebooks. search_items finds ids.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ id: idArgument.describe("Id of the item") }),
  output: itemOutput,
  run: ({ id }, knowledge) => knowledge.getItem(id),
});
