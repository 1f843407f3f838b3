import { z } from "zod";
import { notebooksAt } from "../../jupyter/notebooks/list_notebooks.ts";
import { fittingEntries } from "../../output/text_budget.ts";
import { defineTool } from "../../tool.ts";
import { unneededSession } from "../arguments.ts";

/** Bytes reserved for the other fields of the reply. */
const frameBytes = 3_000;

export const notebookSearch = defineTool({
  name: "notebook_search",
  title: "Search notebooks",
  description:
    "Searches the sources and outputs of all notebooks under a folder; returns path, cell and line.",
  isRare: true,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    query: z.string().min(1).max(1_000).describe("Text to find"),
    regex: z.boolean().default(false).describe("query is a regular expression (RE2)"),
    ignore_case: z.boolean().default(true).describe("Ignore case"),
    within: z.enum(["sources", "outputs", "both"]).default("both").describe("Where to look"),
    path: z.string().default("").describe("Folder or notebook; default: the root"),
    limit: z.number().int().min(1).max(500).default(50).describe("Max. results"),
    session_id: unneededSession,
  }),
  async run({ path, limit, ...query }, { services: { http, presenter, search }, signal }) {
    const { notebooks, truncated } = await notebooksAt(http, { path, recursive: true, limit: 1_000, signal });
    const result = await search.search(notebooks, { ...query, limit, signal });
    const matches = fittingEntries(result.matches, presenter.textBytes() - frameBytes);
    const isCut = matches.length < result.matches.length;
    const isWhole = !result.truncated && !truncated && !isCut;
    const { truncated: _, ...rest } = result;
    return {
      data: {
        ...rest,
        matches,
        ...(isWhole ? {} : { truncated: true }),
        ...(isCut ? { hint: "More matches than fit: search fewer notebooks, or for less" } : {}),
      },
    };
  },
});
