import { z } from "zod";
import { idArgument, itemOutput, shared } from "../../knowledge/tool_schemas.ts";
import { defineTool } from "../../tool.ts";

export const getItem = defineTool({
  ...shared,
  name: "get_item",
  title: "Get an item",
  description: "Returns one item in full: content, tags, related ids, notebooks. search_items finds ids.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ id: idArgument.describe("Id of the item") }),
  output: itemOutput,
  async run({ id }, { services, signal }) {
    const knowledge = await services.knowledge.open(signal);
    return { data: { ...await knowledge.getItem(id) } };
  },
});
