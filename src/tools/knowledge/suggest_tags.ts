import { z } from "zod";
import { shared, suggestionLimit } from "../../knowledge/tool_schemas.ts";
import { defineTool } from "../../tool.ts";

export const suggestTags = defineTool({
  ...shared,
  name: "suggest_tags",
  title: "Suggest tags",
  description:
    "Lists tags that begin with a text, ignoring width and case, most used first. Use it to reuse an existing tag.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    prefix: z.string().describe("Beginning of the tag; empty for the most used"),
    limit: suggestionLimit,
  }),
  output: z.object({ tags: z.array(z.string()) }),
  async run({ prefix, limit }, { services, signal }) {
    const knowledge = await services.knowledge.open(signal);
    return { data: { tags: await knowledge.suggestTags(prefix, limit) } };
  },
});
