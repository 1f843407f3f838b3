import { z } from "zod";
import { idArgument, idsArgument } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const removeRelations = defineKnowledgeTool({
  name: "remove_relations",
  title: "Remove relations",
  description:
    "Removes the links between an item and others, both ways; the items are kept. Links that do not exist are skipped.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    sourceId: idArgument.describe("Id of the one item"),
    targetIds: idsArgument.describe("Ids of the others"),
  }),
  output: z.object({ sourceId: z.number(), removed: z.array(z.number()), skipped: z.array(z.number()) }),
  async run(request, knowledge) {
    const { changed: removed, skipped } = await knowledge.removeRelations(request);
    return { sourceId: request.sourceId, removed, skipped };
  },
});
