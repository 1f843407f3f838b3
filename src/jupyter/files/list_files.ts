/**
 * What a folder contains, or everything below it; bounded in requests and in time.
 *
 * 1. Entries are ordered by path, so that a cursor, which holds the last path shown, still means the same place if files have
 *    been added or removed.
 * 2. Folders are walked in that order as well: the walk ends as soon as there is enough to show, and skips what lies before
 *    the cursor.
 */

import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/text.ts";
import { type ContentsModel, folderEntries, listDirectory } from "../rest/contents.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { fileMissing } from "../rest/file_errors.ts";
import { LinkLoops } from "./link_loops.ts";

export interface ListFilesOptions {
  readonly path: string;
  /** How many folders deep; 1 for the folder alone. */
  readonly depth: number;
  /** The subfolder that contains everything that matches, if known; otherwise "". */
  readonly within: string;
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
  /** Subfolders that were not listed, and why. */
  readonly notes: readonly string[];
  readonly isCut: boolean;
}

const mostFolders = 1_000;
const mostEntries = 50_000;
const timeLimit = 10_000;
const cursorMark = "after:";
/** Folders in which programs keep their own files. */
const passedOver = new Set(["node_modules", "__pycache__", "site-packages", "venv"]);

export async function listFiles(http: JupyterHttp, options: ListFilesOptions): Promise<ListedFiles> {
  const { entries: found, notes, isCut } = await walk(http, options, placeOf(options));
  const entries = found.slice(0, options.limit);
  return {
    entries,
    nextCursor: found.length > options.limit ? cursorAfter(entries.at(-1)?.path ?? "") : null,
    notes,
    isCut,
  };
}

/** The cursor of a list that continues after this path. */
export function cursorAfter(path: string): string {
  return `${cursorMark}${path}`;
}

/** The path in a cursor. */
function placeOf({ cursor, path }: ListFilesOptions): string | undefined {
  if (cursor === undefined) return undefined;
  const place = cursor.slice(cursorMark.length);
  if (cursor.startsWith(cursorMark) && place.startsWith(path === "" ? "" : `${path}/`) && place !== "") {
    return place;
  }
  throw new AppError(
    "invalid_argument",
    `Cannot continue from cursor "${cursor.slice(0, 100)}": it does not belong to this folder`,
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

/** A position in the walk: an entry, or the content of a folder. */
type Stop = { readonly entry: ContentsModel } | { readonly inside: string; readonly depth: number };

/** Matching entries in order, and one more than requested if there is one. */
async function walk(http: JupyterHttp, options: ListFilesOptions, cursor = ""): Promise<Walked> {
  const { path: root, within, limit, matches, now = () => performance.now(), signal } = options;
  const deadline = now() + timeLimit;
  const prefix = root === "" ? "" : `${root}/`;
  const levels = within === "" ? 0 : within.split("/").length;
  // Positions that are still to come, the next one last.
  const stops: Stop[] = [{ inside: `${prefix}${within}`.replace(/\/$/, ""), depth: 1 + levels }];
  const entries: ContentsModel[] = [];
  const skipped = new Skipped();
  let [folders, seen] = [0, 0];
  for (let stop = stops.pop(); stop !== undefined && entries.length <= limit; stop = stops.pop()) {
    if ("entry" in stop) {
      const { path } = stop.entry;
      if (compare(path, cursor) > 0 && matches(path.slice(prefix.length))) entries.push(stop.entry);
      continue;
    }
    if (isBefore(stop.inside, cursor)) continue;
    if (folders === mostFolders || seen >= mostEntries || now() > deadline) {
      return { entries, notes: skipped.notes(folders), isCut: true };
    }
    const inside = await (stop.inside === root ? folder : below)(http, stop.inside, signal);
    // If the folder of a pattern does not exist, nothing matches; if the requested folder does not, that is an error.
    if (folders++ === 0 && inside === null) {
      await folder(http, root, signal);
      break;
    }
    if (skipped.has(stop.inside, inside)) continue;
    seen += inside?.length ?? 0;
    const depth = stop.depth < options.depth ? stop.depth : undefined;
    for (const next of stopsOf(inside ?? [], depth, skipped)) stops.push(next);
  }
  return { entries, notes: skipped.notes(), isCut: false };
}

/** The entries of a folder as positions in the walk, the first one last; with the content of its folders if requested. */
function stopsOf(inside: readonly ContentsModel[], depth: number | undefined, skipped: Skipped): Stop[] {
  const keyed = inside.flatMap((entry): [string, Stop][] => {
    const own: [string, Stop] = [entry.path, { entry }];
    if (depth === undefined || entry.type !== "directory" || skipped.passesOver(entry)) return [own];
    return [own, [`${entry.path}/`, { inside: entry.path, depth: depth + 1 }]];
  });
  return keyed.toSorted(([one], [other]) => compare(other, one)).map(([, stop]) => stop);
}

/** Whether the whole content of a folder comes before a path. */
function isBefore(path: string, place: string): boolean {
  const inside = path === "" ? "" : `${path}/`;
  return !place.startsWith(inside) && compare(inside, place) < 0;
}

/** Folders that were not listed, and why. */
class Skipped {
  readonly #loops = new LinkLoops();
  readonly #passedOver = new Set<string>();
  #unreadable = 0;

  /** Whether nothing of a folder is shown. */
  has(path: string, inside: readonly ContentsModel[] | null): boolean {
    if (inside === null) this.#unreadable++;
    return inside === null || this.#loops.has(path, inside);
  }

  passesOver({ name }: ContentsModel): boolean {
    if (passedOver.has(name)) this.#passedOver.add(name);
    return passedOver.has(name);
  }

  /** `most` is given if the limit on folders was reached. */
  notes(most?: number): readonly string[] {
    const loops = this.#loops.found;
    return [
      ...(most === undefined ? [] : [`Only ${most} folders were listed: name a folder with path`]),
      ...(this.#unreadable > 0
        ? [`${this.#unreadable} ${plural(this.#unreadable, "folder")} cannot be read`]
        : []),
      ...(loops.length > 0
        ? [`Links to a folder above, not followed: ${loops.slice(0, 10).join(", ")}`]
        : []),
      ...(this.#passedOver.size > 0 ? [`Not listed: ${[...this.#passedOver].join(", ")}`] : []),
    ];
  }
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
      hint: "Read it with file_read",
      cause: error,
    });
  }
}

/** A subfolder that cannot be read does not make the listing fail. */
async function below(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<readonly ContentsModel[] | null> {
  return (await folderEntries(http, path, signal))?.filter(isShown) ?? null;
}

function isShown({ name }: ContentsModel): boolean {
  return !name.startsWith(".");
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
