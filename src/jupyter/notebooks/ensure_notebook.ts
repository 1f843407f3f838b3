import { AppError } from "../../base/errors.ts";
import { newNotebook } from "../nbformat/new_notebook.ts";
import { createNotebook, notebookBody } from "../rest/contents.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { statByListing } from "../rest/stat.ts";
import type { EnsureNotebookOptions } from "../sessions/sessions.ts";
import { largestChecked, loadExisting } from "./load_notebook.ts";
import { folderMissing } from "./notebook_errors.ts";

/**
 * Creates the notebook that a session is to be started for, if it does not exist. An existing file is never overwritten; it is
 * an error if that is something else, or cannot be read.
 */
export async function ensureNotebook(
  http: JupyterHttp,
  path: string,
  { kernel, signal }: EnsureNotebookOptions,
): Promise<void> {
  const there = await statByListing(http, path, { signal, folderMissing: () => folderMissing(path) });
  if (there?.type === "notebook") {
    if ((there.size ?? 0) <= largestChecked) await loadExisting(http, there.path, { signal });
    return;
  }
  if (there !== null) {
    throw new AppError("not_a_notebook", `Cannot start a session for "${path}": it is a ${there.type}`, {
      hint: "Give the path of a notebook (.ipynb), or none; file_list shows what there is",
    });
  }
  const notebook = newNotebook(await kernel());
  try {
    await createNotebook(http, path, notebookBody(notebook));
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    if (error.status === 409) return void await loadExisting(http, path, { signal });
    throw new AppError("file_not_found", `Cannot create notebook "${path}": the server could not write it`, {
      hint: "Use a folder of file_list that can be written, or make one: execute_code with os.makedirs",
      cause: error,
    });
  }
}
