import { z } from "zod";
import { idArgument, idsArgument } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const addRelations = defineKnowledgeTool({
  name: "add_relations",
  title: "Add relations",
  description:
    "Links an item to others, both ways: all of them or, if one does not exist, none. Existing links " +
    "are skipped.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    sourceId: idArgument.describe("Id of the one item"),
    targetIds: idsArgument.describe("Ids of the others"),
  }),
  output: z.object({ sourceId: z.number(), added: z.array(z.number()), skipped: z.array(z.number()) }),
  async run(request, knowledge) {
    const { changed: added, skipped } = await knowledge.addRelations(request);
    return { sourceId: request.sourceId, added, skipped };
  },
});
