import { z } from "zod";
import { idArgument, idsArgument, shared } from "../../knowledge/tool_schemas.ts";
import { defineTool } from "../../tool.ts";

export const removeRelations = defineTool({
  ...shared,
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
  async run(request, { services, signal }) {
    const knowledge = await services.knowledge.open(signal);
    const { changed: removed, skipped } = await knowledge.removeRelations(request);
    return { data: { sourceId: request.sourceId, removed, skipped } };
  },
});
