import { isNoNotebook } from "./load_notebook.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import type { NotebookFile } from "./notebook_file.ts";

/** The notebook in a file, which is not kept; undefined while the server is writing it, which it empties first. */
export async function peekAt(file: NotebookFile, signal?: AbortSignal): Promise<Notebook | undefined> {
  try {
    return await readOnce(file, signal);
  } catch (error) {
    if (!isNoNotebook(error)) throw error;
    return undefined;
  }
}

/** The notebook in a file, which is not kept; throws where it stays something else. */
export async function readOnce(file: NotebookFile, signal?: AbortSignal): Promise<Notebook> {
  try {
    return (await file.read(signal)).notebook;
  } finally {
    file.forget();
  }
}
