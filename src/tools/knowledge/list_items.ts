import { z } from "zod";
import { limitArgument, listOutput, offsetArgument, priorityArgument } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const listItems = defineKnowledgeTool({
  name: "list_items",
  title: "List items",
  description:
    "Lists items by type, status, priority and tags, without contents. search_items searches for words.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    type: z.string().optional().describe("Only items of this type"),
    status: z.array(z.string()).optional().describe("Only items of one of these statuses"),
    priority: z.array(priorityArgument).optional().describe("Only items of one of these priorities"),
    tags: z.array(z.string()).optional().describe("Only items that have all of these tags"),
    limit: limitArgument,
    offset: offsetArgument,
    sortBy: z.enum(["created", "updated", "priority"]).default("updated").describe("What to sort by"),
    sortOrder: z.enum(["asc", "desc"]).default("desc").describe("desc: newest or most urgent first"),
  }),
  output: listOutput,
  run: (options, knowledge) => knowledge.listItems(options),
});
