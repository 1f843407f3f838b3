import { isNotANotebook } from "./load_notebook.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import type { NotebookFile } from "./notebook_file.ts";

/** The notebook in a file, which is not kept; undefined while the server is writing it, which it empties first. */
export async function readIfNotebook(
  file: NotebookFile,
  signal?: AbortSignal,
): Promise<Notebook | undefined> {
  try {
    return await readUncached(file, signal);
  } catch (error) {
    if (!isNotANotebook(error)) throw error;
    return undefined;
  }
}

/** The notebook in a file, which is not kept; throws where it stays something else. */
export async function readUncached(file: NotebookFile, signal?: AbortSignal): Promise<Notebook> {
  try {
    return (await file.read(signal)).notebook;
  } finally {
    file.forget();
  }
}
