import { z } from "zod";
import { shared, tagCounts } from "../../knowledge/tool_schemas.ts";
import { defineTool } from "../../tool.ts";

const mostTags = 5_000;

export const getTags = defineTool({
  ...shared,
  name: "get_tags",
  title: "Get tags",
  description:
    "Lists the tags with the number of items each has, most used first. suggest_tags finds tags by their beginning.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: z.object({ tags: tagCounts, total: z.number(), truncated: z.boolean() }),
  async run(_, { services, signal }) {
    const knowledge = await services.knowledge.open(signal);
    const { tags, total } = await knowledge.tags(mostTags);
    return { data: { tags, total, truncated: total > tags.length } };
  },
});
