import { z } from "zod";
import {
  cardOutput,
  idArgument,
  idsArgument,
  itemArguments,
  priorityArgument,
} from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const updateItem = defineKnowledgeTool({
  name: "update_item",
  title: "Update an item",
  description:
    "Changes the given fields of an item and leaves the others. tags, related and related_notebooks replace the whole " +
    "list; add_relations adds to it.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    id: idArgument.describe("Id of the item"),
    type: z.string().optional().describe("New kind of item"),
    title: z.string().optional().describe("New title, 1 to 200 characters"),
    ...itemArguments,
    status: z.string().optional().describe("New status; any may follow any other"),
    priority: priorityArgument.optional().describe("New priority"),
    related: idsArgument.optional().describe("Ids of all items it is linked to"),
    tags: z.array(z.string()).optional().describe("All of its tags"),
  }),
  output: cardOutput,
  run: ({ id, ...changes }, knowledge) => knowledge.updateItem(id, changes),
});
