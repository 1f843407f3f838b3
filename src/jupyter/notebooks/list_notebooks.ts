/** Finds notebooks below a folder, within limits on notebooks and folders. Links to a folder above are not followed. */

import { AppError } from "../../base/errors.ts";
import { filePath } from "../rest/file_path.ts";
import { LinkLoops } from "../files/link_loops.ts";
import { type ContentsModel, listDirectory, statPath } from "../rest/contents.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { stampOf } from "./load_notebook.ts";
import { notebookPath } from "../sessions/session_reference.ts";

export interface ListOptions {
  readonly path: string;
  readonly recursive: boolean;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

interface FoundNotebooks {
  readonly notebooks: readonly ContentsModel[];
  readonly truncated: boolean;
}

const mostFolders = 500;
/** Folders in which nobody keeps notebooks. */
const skipped = new Set(["node_modules", "__pycache__", "site-packages", "venv", "env"]);

export async function listNotebooks(http: JupyterHttp, options: ListOptions): Promise<FoundNotebooks> {
  const { recursive, limit, signal } = options;
  const folders = [filePath(options.path)];
  const loops = new LinkLoops();
  const notebooks: ContentsModel[] = [];
  for (let at = 0; at < folders.length; at++) {
    const folder = folders[at] ?? "";
    if (at >= mostFolders || notebooks.length >= limit) {
      return { notebooks: notebooks.slice(0, limit), truncated: true };
    }
    const inside = await entries(http, folder, { isStart: at === 0, signal });
    if (loops.has(folder, inside)) continue;
    for (const entry of inside) {
      if (entry.type === "notebook") notebooks.push(entry);
      else if (entry.type === "directory" && recursive && !skipped.has(entry.name)) folders.push(entry.path);
    }
  }
  return { notebooks: notebooks.slice(0, limit), truncated: notebooks.length > limit };
}

async function entries(
  http: JupyterHttp,
  folder: string,
  { isStart, signal }: { readonly isStart: boolean; readonly signal: AbortSignal | undefined },
): Promise<readonly ContentsModel[]> {
  const all = await listDirectory(http, folder, signal).catch((error) => {
    // Best effort: a subfolder that cannot be read is skipped.
    if (!(error instanceof StatusError)) throw error;
    if (!isStart) return [];
    throw error.status === 400 ? notAFolder(folder, error) : error;
  });
  if (all !== null) return all.toSorted((a, b) => a.name.localeCompare(b.name));
  throw new AppError("file_not_found", `Cannot list folder "${folder}": it does not exist`, {
    hint: "Paths are relative to the Jupyter root; leave path out for the root",
  });
}

function notAFolder(path: string, cause: StatusError): AppError {
  const isNotebook = path.toLowerCase().endsWith(".ipynb");
  return new AppError("invalid_argument", `Cannot look for notebooks in "${path}": it is not a folder`, {
    hint: isNotebook ? "Read it with notebook_get" : "Give a folder; file_list shows what there is",
    cause,
  });
}

interface NamedNotebook {
  readonly path: string;
  /** Differs if the file has been written in between; undefined if there is no such file. */
  readonly stamp: string | undefined;
}

/** The notebooks that a path refers to: one notebook, with or without `.ipynb`, or all below a folder. */
export async function notebooksAt(
  http: JupyterHttp,
  options: ListOptions,
): Promise<{ readonly notebooks: readonly NamedNotebook[]; readonly truncated: boolean }> {
  const { path, signal } = options;
  const named = notebookPath(path);
  if (path.toLowerCase().endsWith(".ipynb")) {
    const there = await statPath(http, named, signal);
    return {
      notebooks: [{ path: named, stamp: there === null ? undefined : stampOf(there) }],
      truncated: false,
    };
  }
  const { notebooks, truncated } = await listNotebooks(http, options).catch(
    async (error): Promise<FoundNotebooks> => {
      if (!(error instanceof AppError) || error.code !== "file_not_found") throw error;
      const there = await statPath(http, named, signal);
      if (there?.type !== "notebook") throw error;
      return { notebooks: [there], truncated: false };
    },
  );
  return { notebooks: notebooks.map((one) => ({ path: one.path, stamp: stampOf(one) })), truncated };
}
