import { z } from "zod";
import { deepest, fixedFolder, globMatcher, isDeep } from "../../jupyter/files/glob.ts";
import { filePath } from "../../jupyter/rest/file_path.ts";
import { listFiles } from "../../jupyter/files/list_files.ts";
import { defineTool } from "../../tool.ts";

export const fileList = defineTool({
  name: "file_list",
  title: "List files",
  description: "Lists files and folders on the Jupyter server with type, size and time, without hidden ones.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    path: z.string().default("").describe("Folder; default: the Jupyter root"),
    recursive: z.boolean().default(false).describe("Include subfolders"),
    glob: z.string().min(1).optional().describe("Such as *.csv or data/**/*.parquet"),
    limit: z.number().int().min(1).max(1_000).default(200).describe("Max. results"),
    cursor: z.string().optional().describe("next_cursor of the last result"),
    session_id: z.string().optional().describe("Not needed").meta({ hidden: true }),
  }),
  async run({ path: given, recursive, glob, limit, cursor }, { services: { http }, signal }) {
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
    return {
      data: {
        path,
        entries: found.entries.map(({ name, path, type, size, last_modified }) => ({
          name,
          path,
          type,
          size: size ?? null,
          last_modified: last_modified ?? null,
        })),
        truncated: found.isCut || found.nextCursor !== null,
        ...(found.nextCursor === null ? {} : { next_cursor: found.nextCursor }),
        ...(found.notes.length === 0 ? {} : { notes: found.notes }),
      },
    };
  },
});
