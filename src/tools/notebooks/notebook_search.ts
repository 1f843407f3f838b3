import { z } from "zod";
import { notebooksAt } from "../../jupyter/notebooks/list_notebooks.ts";
import { defineTool } from "../../tool.ts";

export const notebookSearch = defineTool({
  name: "notebook_search",
  title: "Search notebooks",
  description:
    "Searches the sources and outputs of all notebooks under a folder for a text or a regular expression; returns " +
    "path, cell and line. Use notebook_get to read the cells found, notebook_list for names only.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    query: z.string().min(1).max(1_000).describe("Text, or a regular expression"),
    regex: z.boolean().default(false).describe("query is a regular expression (RE2 syntax)"),
    ignore_case: z.boolean().default(true).describe("Ignore upper and lower case"),
    within: z.enum(["sources", "outputs", "both"]).default("both").describe("Where to look"),
    path: z.string().default("").describe("Folder or notebook; default: the root"),
    limit: z.number().int().min(1).max(500).default(50).describe("Max. results"),
    session_id: z.string().optional().describe("Not needed").meta({ hidden: true }),
  }),
  async run({ path, limit, ...query }, { services: { http, search }, signal }) {
    const { notebooks, truncated } = await notebooksAt(http, { path, recursive: true, limit: 1_000, signal });
    const result = await search.search(notebooks, { ...query, limit, signal });
    return { data: { ...result, truncated: result.truncated || truncated } };
  },
});
