import { z } from "zod";
import { limitArgument, offsetArgument, searchOutput } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const searchItems = defineKnowledgeTool({
  name: "search_items",
  title: "Search items",
  description:
    "Searches titles, descriptions and contents, best hits first, with an excerpt; get_item returns the full item. " +
    'All words must occur. Also OR, NOT or -word, "a phrase", (groups), and fields: type: status: priority: tag: ' +
    "category: notebook: is:open|closed created: updated: date:, as in tag:a,b or created:>=2026-01-01 or " +
    "updated:2026-01-01..2026-02-01. To list without words use list_items.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    query: z.string().describe("What to look for; empty finds everything, newest first"),
    types: z.array(z.string()).optional().describe("Only items of these types"),
    limit: limitArgument,
    offset: offsetArgument,
  }),
  output: searchOutput,
  async run(options, knowledge) {
    const { warnings, ...page } = await knowledge.searchItems(options);
    return { ...page, ...(warnings.length === 0 ? {} : { warnings }) };
  },
});
