import { z } from "zod";
import { count, idArgument, walkOutput } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const getRelatedItems = defineKnowledgeTool({
  name: "get_related_items",
  title: "Get related items",
  description:
    "Follows the relations of an item, both ways, up to 3 steps: the items reached with their distance, and the edges " +
    "between them, without contents. At most 500 items; truncated says whether there are more.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    id: idArgument.describe("Id of the item to start from"),
    depth: count(1, 3).default(1).describe("Steps along relations, 1 to 3"),
    types: z.array(z.string()).optional().describe("Types to show; items of all types are followed"),
  }),
  output: walkOutput,
  run: ({ id, depth, types }, knowledge) => knowledge.relatedItems({ id, depth, types }),
});
