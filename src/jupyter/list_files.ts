/**
 * What a folder holds, or all that is below it; bounded in requests and in time.
 *
 * The order is that of the paths, so that a cursor, which holds the last path shown, still means the same place when
 * files have come or gone.
 */

import { AppError } from "../errors.ts";
import { fileMissing } from "./file_errors.ts";
import { LinkLoops } from "./link_loops.ts";
import { type ContentsModel, listDirectory } from "./rest/contents.ts";
import { type JupyterHttp, StatusError } from "./rest/http.ts";

export interface ListFilesOptions {
  readonly path: string;
  readonly recursive: boolean;
  /** By the path relative to the folder. */
  readonly matches: (path: string) => boolean;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
}

export interface ListedFiles {
  readonly entries: readonly ContentsModel[];
  readonly nextCursor: string | null;
  /** Folders below that were not looked into, and why. */
  readonly notes: readonly string[];
  readonly isCut: boolean;
}

const mostFolders = 1_000;
const mostEntries = 50_000;
const timeLimit = 10_000;
const cursorMark = "after:";
/** Where programs keep what no person wants listed. */
const passedOver = new Set(["node_modules", "__pycache__", "site-packages", "venv"]);

export async function listFiles(http: JupyterHttp, options: ListFilesOptions): Promise<ListedFiles> {
  const cursor = placeOf(options);
  const found = options.recursive ? await walk(http, options) : {
    entries: await folder(http, options.path, options.signal),
    notes: [],
    isCut: false,
  };
  const prefix = options.path === "" ? "" : `${options.path}/`;
  const { limit, matches } = options;
  const all = found.entries.filter(({ path }) => matches(path.slice(prefix.length)))
    .toSorted((a, b) => compare(a.path, b.path))
    .filter(({ path }) => cursor === undefined || compare(path, cursor) > 0);
  const entries = all.slice(0, limit);
  return {
    entries,
    nextCursor: all.length > limit ? `${cursorMark}${entries.at(-1)?.path ?? ""}` : null,
    notes: found.notes,
    isCut: found.isCut,
  };
}

/** The path that a cursor stands for. */
function placeOf({ cursor, path }: ListFilesOptions): string | undefined {
  if (cursor === undefined) return undefined;
  const place = cursor.slice(cursorMark.length);
  if (cursor.startsWith(cursorMark) && place.startsWith(path === "" ? "" : `${path}/`) && place !== "") {
    return place;
  }
  throw new AppError(
    "invalid_argument",
    `Cannot go on from cursor "${cursor.slice(0, 100)}": it is none of this folder`,
    {
      hint: "Give next_cursor of the last answer as it is, with the same path; or leave it out",
    },
  );
}

interface Walked {
  readonly entries: readonly ContentsModel[];
  readonly notes: readonly string[];
  readonly isCut: boolean;
}

async function walk(http: JupyterHttp, options: ListFilesOptions): Promise<Walked> {
  const { now = () => performance.now(), signal } = options;
  const deadline = now() + timeLimit;
  const folders = [options.path];
  const entries: ContentsModel[] = [];
  const left = new Set<string>();
  const loops = new LinkLoops();
  let unreadable = 0;
  let at = 0;
  while (at < folders.length && at < mostFolders && entries.length < mostEntries && now() <= deadline) {
    const path = folders[at] ?? "";
    at++;
    const inside = await (at === 1 ? folder(http, path, signal) : below(http, path, signal));
    if (inside === null) unreadable++;
    if (inside === null || loops.has(path, inside)) continue;
    for (const entry of inside) {
      entries.push(entry);
      if (entry.type !== "directory") continue;
      if (passedOver.has(entry.name)) left.add(entry.name);
      else folders.push(entry.path);
    }
  }
  const isCut = at < folders.length;
  const notes = [
    ...(isCut ? [`Only ${at} folders were looked into: name a folder with path`] : []),
    ...(unreadable > 0 ? [`${unreadable} folders cannot be read`] : []),
    ...(loops.found.length > 0
      ? [`Links to a folder above, not followed: ${loops.found.slice(0, 10).join(", ")}`]
      : []),
    ...(left.size > 0 ? [`Not looked into: ${[...left].join(", ")}`] : []),
  ];
  return { entries, notes, isCut };
}

async function folder(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<readonly ContentsModel[]> {
  try {
    const inside = await listDirectory(http, path, signal);
    if (inside === null) throw await fileMissing(http, path, signal);
    return inside.filter(isShown);
  } catch (error) {
    if (!(error instanceof StatusError) || error.status !== 400) throw error;
    throw new AppError("invalid_argument", `Cannot list "${path}": it is not a folder`, {
      hint: "Read it with file_read or file_get",
      cause: error,
    });
  }
}

/** A folder below that cannot be read is no reason to show nothing. */
async function below(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<readonly ContentsModel[] | null> {
  try {
    return (await listDirectory(http, path, signal))?.filter(isShown) ?? null;
  } catch (error) {
    if (error instanceof StatusError) return null;
    throw error;
  }
}

function isShown({ name }: ContentsModel): boolean {
  return !name.startsWith(".");
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
