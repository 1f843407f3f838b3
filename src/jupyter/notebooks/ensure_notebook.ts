/** Has a notebook where a session is to start. A file that is there is never written over. */

import { AppError } from "../../base/errors.ts";
import { statByListing } from "../rest/stat.ts";
import { newNotebook } from "../nbformat/new_notebook.ts";
import { NotebookFile } from "./notebook_file.ts";
import { type ContentsModel, notebookBody, putNotebook } from "../rest/contents.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import type { EnsureNotebookOptions } from "../sessions/sessions.ts";

/** Bytes; a notebook over this was not written by a program of ten years ago. */
const largestChecked = 5_000_000;

/** Creates a notebook that is not there; throws where something else is, or what cannot be read. */
export async function ensureNotebook(
  http: JupyterHttp,
  path: string,
  { kernel, signal }: EnsureNotebookOptions,
): Promise<void> {
  const there = await statByListing(http, path, { signal });
  if (there?.type === "notebook") return await checkNotebook(http, there, signal);
  if (there !== null) {
    throw new AppError("not_a_notebook", `Cannot start a session for "${path}": it is a ${there.type}`, {
      hint: "Give the path of a notebook (.ipynb), or none; file_list shows what there is",
    });
  }
  const notebook = newNotebook(await kernel());
  try {
    await putNotebook(http, path, { ...notebookBody(notebook), signal });
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    throw new AppError("file_not_found", `Cannot create notebook "${path}": the server could not write it`, {
      hint: "Use a folder of file_list that can be written, or make one: execute_code with os.makedirs",
      cause: error,
    });
  }
}

/** Throws where the file at this place cannot be read as a notebook. */
async function checkNotebook(
  http: JupyterHttp,
  { path, size }: ContentsModel,
  signal: AbortSignal | undefined,
): Promise<void> {
  if ((size ?? 0) <= largestChecked) await new NotebookFile(http, path).read(signal);
}
