import { z } from "zod";
import { idArgument, shared } from "../../knowledge/tool_schemas.ts";
import { defineTool } from "../../tool.ts";

export const deleteItem = defineTool({
  ...shared,
  name: "delete_item",
  title: "Delete an item",
  description:
    "Permanently deletes an item and its relations. To keep it, use update_item with status Closed.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({ id: idArgument.describe("Id of the item") }),
  output: z.object({ id: z.number(), type: z.string(), title: z.string(), deleted: z.boolean() }),
  async run({ id }, { services, signal }) {
    const knowledge = await services.knowledge.open(signal);
    const { type, title } = await knowledge.deleteItem(id);
    return { data: { id, type, title, deleted: true } };
  },
});
