import { z } from "zod";
import { deepest, fixedFolder, globMatcher, isDeep } from "../../jupyter/files/glob.ts";
import { filePath } from "../../jupyter/rest/file_path.ts";
import { toSeconds } from "../../base/text.ts";
import { fittingEntries } from "../../output/text_budget.ts";
import { cursorAfter, listFiles } from "../../jupyter/files/list_files.ts";
import { defineTool } from "../../tool.ts";
import { unneededSession } from "../arguments.ts";

/** Bytes reserved for the other fields of the reply. */
const frameBytes = 2_000;

export const fileList = defineTool({
  name: "file_list",
  title: "List files",
  description: "Lists files and folders of the Jupyter server with type, size and time.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    path: z.string().default("").describe("Folder"),
    recursive: z.boolean().default(false).describe("Include subfolders"),
    glob: z.string().min(1).optional().describe("Such as *.csv or data/**/*.parquet"),
    limit: z.number().int().min(1).max(1_000).default(200).describe("Max. results").meta({ hidden: true }),
    cursor: z.string().optional().describe("`next_cursor` of the last reply"),
    session_id: unneededSession,
  }),
  async run({ path: given, recursive, glob, limit, cursor }, { services: { http, presenter }, signal }) {
    const path = filePath(given);
    const found = await listFiles(http, {
      path,
      depth: glob !== undefined && isDeep(glob) ? deepest(glob) : recursive ? Infinity : 1,
      within: glob === undefined ? "" : fixedFolder(glob),
      matches: glob === undefined ? () => true : await globMatcher(glob),
      limit,
      cursor,
      signal,
    });
    const all = found.entries.map(({ name, path, type, size, last_modified }) => ({
      ...{ name, path, type },
      ...(typeof size === "number" ? { size } : {}),
      ...(last_modified ? { last_modified: toSeconds(last_modified) } : {}),
    }));
    const entries = fittingEntries(all, presenter.textBytes() - frameBytes);
    const nextCursor = entries.length < all.length
      ? cursorAfter(entries.at(-1)?.path ?? "")
      : found.nextCursor;
    return {
      data: {
        path,
        entries,
        ...(found.isCut || nextCursor !== null ? { truncated: true } : {}),
        ...(nextCursor === null ? {} : { next_cursor: nextCursor }),
        ...(found.notes.length === 0 ? {} : { notes: found.notes }),
      },
    };
  },
});
