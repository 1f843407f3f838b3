import { z } from "zod";
import { idArgument } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const deleteItem = defineKnowledgeTool({
  name: "delete_item",
  title: "Delete an item",
  description:
    "Permanently deletes an item and its relations. To keep it, use update_item with status Closed.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({ id: idArgument.describe("Id of the item") }),
  output: z.object({ id: z.number(), type: z.string(), title: z.string(), deleted: z.boolean() }),
  async run({ id }, knowledge) {
    const { type, title } = await knowledge.deleteItem(id);
    return { id, type, title, deleted: true };
  },
});
