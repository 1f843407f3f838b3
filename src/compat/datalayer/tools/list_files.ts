import { z } from "zod";
import { AppError } from "../../../base/errors.ts";
import { listDirectory } from "../../../jupyter/rest/contents.ts";
import { StatusError } from "../../../jupyter/rest/http.ts";
import { defineTool, type ToolContext } from "../define_tool.ts";
import { errorRow, matching, type Row, rowOf } from "../file_rows.ts";
import { outsideRoot, plainPath } from "../plain_path.ts";
import { tabTable } from "../tables.ts";

export const listFiles = defineTool({
  name: "list_files",
  title: "List Files",
  description: "Lists files and folders of the Jupyter server, with subfolders down to a depth, as a table.",
  effect: "read",
  idempotent: true,
  kind: "files.list",
  shape: "table",
  ttlMs: 30_000,
  input: z.object({
    path: z.string().default("").describe("Folder to start in; empty for the root"),
    max_depth: z.int().min(0).max(3).default(1).describe("Levels of subfolders; 0 for the folder alone"),
    start_index: z.int().min(0).default(0).describe("First row to show"),
    limit: z.int().min(0).default(25).describe("Most rows; 0 for all"),
    pattern: z.string().default("").describe("Glob for paths, such as *.py or **/*.ipynb"),
  }),
  async run({ path: given, max_depth, start_index, limit, pattern }, context) {
    const folder = plainPath(given);
    const found = await walk(folder, max_depth, context);
    const root = given || "root";
    if (found.length === 0) return { value: `No files found in path '${root}'` };
    const sorted = found.toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
    const { rows, warning } = matching(sorted, { pattern, folder, given });
    if (rows.length === 0) return { value: `No files matching pattern '${pattern}' found in path '${root}'` };
    const isPast = start_index >= rows.length;
    const late = isPast
      ? `[WARNING] Start index is greater than the number of files: start_index=${start_index}, ` +
        `total_files=${rows.length}. Reset start_index to 0. \n`
      : "";
    const start = isPast ? 0 : start_index;
    const end = limit > 0 ? Math.min(start + limit, rows.length) : rows.length;
    const table = tabTable(["Path", "Type", "Size", "Last_Modified"], rows.slice(start, end));
    return { value: `${warning}${late}Showing ${start}-${end} of ${rows.length} files\n\n${table}` };
  },
});

async function walk(path: string, depth: number, context: ToolContext): Promise<Row[]> {
  const { http } = context.client.servers.documents;
  const outside = outsideRoot(path);
  if (outside !== undefined) return [errorRow(path, outside)];
  try {
    const entries = await listDirectory(http, path, context.signal);
    if (entries === null) return [errorRow(path, `404: file or directory '/${path}' does not exist`)];
    const inner = await Promise.all(
      entries.map((entry) =>
        entry.type === "directory" && depth > 0 ? walk(entry.path, depth - 1, context) : []
      ),
    );
    return entries.flatMap((entry, place) => [rowOf(entry), ...(inner[place] ?? [])]);
  } catch (error) {
    if (!(error instanceof AppError) || path === "") throw error;
    return [
      errorRow(path, error instanceof StatusError ? `${error.status}: ${error.reason}` : error.message),
    ];
  }
}
