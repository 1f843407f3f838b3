/** The notebooks that a caller means by a path: one, with or without `.ipynb`, or all under a folder. */

import { AppError } from "../../base/errors.ts";
import { stampOf } from "./file_look.ts";
import { type FoundNotebooks, listNotebooks, type ListOptions } from "./list_notebooks.ts";
import { statPath } from "../rest/contents.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { notebookPath } from "../sessions/session_reference.ts";

export interface NamedNotebook {
  readonly path: string;
  /** Differs where the file has been written in between; undefined where there is no such file. */
  readonly stamp: string | undefined;
}

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
