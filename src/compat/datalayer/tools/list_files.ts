/** The tool `list_files`: a walk through folders, and globs over their paths. */

import { z } from "zod";
import { AppError } from "../../../base/errors.ts";
import { type ContentsModel, listDirectory } from "../../../jupyter/rest/contents.ts";
import { StatusError } from "../../../jupyter/rest/http.ts";
import { defineTool, type ToolContext } from "../define_tool.ts";
import { outsideRoot, plainPath } from "../plain_path.ts";
import { tabTable } from "../tables.ts";

export const listFiles = defineTool({
  name: "list_files",
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

/** A row of the table; its path is relative to the root until {@linkcode matching} prefixes the folder as given. */
type Row = readonly [path: string, type: string, size: string, modified: string];

function errorRow(path: string, text: string): Row {
  return [path, "error", "", `Error: ${text}`];
}

function rowOf({ path, type, size, last_modified }: ContentsModel): Row {
  return [
    path,
    type,
    typeof size === "number" ? sizeText(size) : "",
    (last_modified ?? "").slice(0, 19).replace("T", " "),
  ];
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)}KB` : `${(bytes / 1024 ** 2).toFixed(1)}MB`;
}

interface Listed {
  readonly pattern: string;
  readonly folder: string;
  /** The folder as it was given. */
  readonly given: string;
}

/** The rows that match a pattern, relative to the root or to the listed folder, in the form in which they are shown. */
function matching(
  found: readonly Row[],
  { pattern, folder, given }: Listed,
): { rows: readonly Row[]; warning: string } {
  const within = (path: string) => path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  const shown = ([path, ...rest]: Row): Row => [
    path === folder ? given : shownPath(within(path), given),
    ...rest,
  ];
  if (pattern === "") return { rows: found.map(shown), warning: "" };
  try {
    const matcher = globMatcher(pattern);
    const isNamed = (row: Row) => [row[0], within(row[0]), shown(row)[0]].some((path) => matcher.test(path));
    return { rows: found.filter(isNamed).map(shown), warning: "" };
  } catch {
    return {
      rows: found.map(shown),
      warning: `[WARNING] Invalid glob pattern '${pattern}', skipping pattern filter. \n`,
    };
  }
}

/** A path in the listed folder, prefixed by that folder as it was given. */
function shownPath(within: string, given: string): string {
  const front = given.replace(/\/+$/, "");
  return front === "" ? within : `${front}/${within}`;
}

/** A glob as a regular expression: `*` and `?` stay within a folder, `**` spans folders; throws if it is invalid. */
export function globMatcher(pattern: string): RegExp {
  const parts = pattern.matchAll(/\*\*\/|\*\*|\*|\?|\[[^\]]+\]|[^*?[]+|\[/g);
  return new RegExp(`^${[...parts].map(([part]) => expression(part)).join("")}$`);
}

function expression(part: string): string {
  if (part === "**/") return "(?:[^/]+/)*";
  if (part === "**") return ".*";
  if (part === "*") return "[^/]*";
  if (part === "?") return "[^/]";
  if (part.length > 1 && part.startsWith("[")) {
    const body = part.slice(1, -1).replaceAll("\\", "\\\\");
    return `[${body.startsWith("!") ? `^${body.slice(1)}` : body}]`;
  }
  return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
}
