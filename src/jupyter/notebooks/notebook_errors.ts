/** Errors about notebook files and shared documents, with hints that say what to do. */

import { AppError } from "../../base/errors.ts";
import { bySimilarity } from "../../base/similarity.ts";
import { notANotebook } from "../nbformat/parse_notebook.ts";
import { type ContentsModel, folderEntries } from "../rest/contents.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { isDiskFull } from "../rest/file_errors.ts";

const mostListed = 10;

/** The error for a path at which there is nothing, with the notebooks beside it. */
export async function notebookMissing(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<AppError> {
  const folder = path.split("/").slice(0, -1).join("/");
  const entries = await folderEntries(http, folder, signal);
  const state = entries === null ? `there is no folder "${folder}"` : "file does not exist";
  const available = nearest(entries ?? await folderEntries(http, "", signal) ?? [], path);
  return new AppError("notebook_not_found", `Cannot open notebook "${path}": ${state}`, {
    hint: available.length === 0
      ? "Make it with notebook_create, or find others with notebook_list"
      : "Use one of the notebooks in `available`, find others with notebook_list, or make it with notebook_create",
    details: { available },
  });
}

/** The error for a file whose text the server would not give. */
export function notReadable(path: string, there: ContentsModel | null, cause: StatusError): AppError {
  return there?.type === "directory"
    ? notANotebook(path, "it is a folder")
    : notANotebook(path, /utf-?8/i.test(cause.reason) ? "its content is not text (UTF-8)" : cause.reason);
}

export function notebookExists(path: string, type: string): AppError {
  const what = type === "directory" ? "a folder" : `a ${type}`;
  return new AppError("conflict", `Cannot create notebook "${path}": ${what} of this name already exists`, {
    hint: "Use another name, or change the existing one with notebook_add_cell and notebook_edit_cell",
  });
}

export function notWritable(path: string, cause?: unknown): AppError {
  return new AppError(
    "read_only",
    `Cannot write notebook "${path}": it is read-only, the Jupyter server may not write this file`,
    {
      hint: "Make the file writable, or make a copy under another name with notebook_create",
      cause,
    },
  );
}

/** The error for a write that the server refused. */
export function writeRefused(path: string, cause: StatusError): AppError {
  // Before files that are missing, which Jupyter may say of its own copy.
  if (isDiskFull(cause.reason)) {
    return new AppError(
      "read_only",
      `Cannot write notebook "${path}": the disk of the Jupyter server is full`,
      {
        hint: "Free some space there, or clear large outputs with notebook_clear_outputs, then try again",
        cause,
      },
    );
  }
  if (/permission denied|errno 13|read-only file system/i.test(cause.reason)) return notWritable(path, cause);
  if (cause.status === 404 || /errno 2\b|no such file/i.test(cause.reason)) {
    return folderMissing(path, cause);
  }
  if (cause.status === 413) {
    return new AppError(
      "too_large",
      `Cannot write notebook "${path}": the Jupyter server takes no file of this size`,
      {
        hint: "Clear large outputs with notebook_clear_outputs, or raise ServerApp.max_body_size",
        cause,
      },
    );
  }
  return new AppError("forbidden", `Cannot write notebook "${path}": ${cause.reason}`, {
    hint: "The log of the Jupyter server may say more",
    cause,
  });
}

export function folderMissing(path: string, cause?: unknown): AppError {
  return new AppError("file_not_found", `Cannot write notebook "${path}": its folder does not exist`, {
    hint: "Use a folder of file_list, or make this one: execute_code with os.makedirs",
    cause,
  });
}

/** The notebooks of a folder, those with the most similar name first. */
function nearest(entries: readonly ContentsModel[], path: string): readonly string[] {
  const notebooks = entries.filter((entry) => entry.type === "notebook").map((entry) => entry.path);
  return bySimilarity(notebooks, nameOf(path), nameOf).slice(0, mostListed);
}

function nameOf(path: string): string {
  return (path.split("/").at(-1) ?? "").replace(/\.ipynb$/i, "");
}

/** The error for an edit of cells that someone else edited meanwhile. */
export function changedMeanwhile(path: string, touched: readonly string[]): AppError {
  const cells = touched.length === 0 ? "" : ` (cells ${touched.slice(0, mostListed).join(", ")})`;
  return new AppError(
    "conflict",
    `Cannot change notebook "${path}": somebody else changed the same part${cells}`,
    { hint: "Look at it again with notebook_get, then repeat the edit if it still makes sense" },
  );
}

/** What the server finds wrong with a notebook: its first line; the rest is the notebook itself. */
export function validationNote(message: string): string {
  return message.split("\n", 1).join("").slice(0, 300);
}

/** The error for a shared document that lacks what its file has, though nobody has taken it out. */
export function partOfDocumentLost(path: string): AppError {
  return new AppError(
    "conflict",
    `Cannot use notebook "${path}": Jupyter has lost a part of its shared document, and the file has other cells`,
    {
      hint:
        "If somebody is typing in it, call again in a moment. Otherwise work in a copy of the file, which is whole; or " +
        "close the notebook everywhere, stop Jupyter, delete .jupyter_ystore.db where Jupyter was started, and start it again",
    },
  );
}

/** The error for a change of a notebook of which the shared document, which someone has open, does not hold a part. */
export function partUnshareable(path: string, what: string): AppError {
  return new AppError("unsupported", `Cannot change notebook "${path}": ${what} would be lost`, {
    hint: "Jupyter's shared document does not hold it: have the person close the notebook, then call again",
  });
}

/** The error for a file that the server could not write, such as on a full disk. */
export function notSaved(path: string): AppError {
  return new AppError(
    "read_only",
    `Cannot save notebook "${path}": the Jupyter server did not write the file`,
    {
      hint: "The log of the Jupyter server says why; the disk may be full",
    },
  );
}

/** What to say of an edit that is in the shared document and not in the file. */
export const unsaved =
  "The Jupyter server has the change but has not written the file yet: if someone is typing, it waits for a pause; " +
  "otherwise its log may say why";
export const replacementOverwritten =
  "Someone had replaced the file by something that is not a notebook, and Jupyter's own save of the shared document has " +
  "overwritten that: ask the person whether they have a copy of it";
export const overtaken = "The file holds something else: another program is writing it at the same time";
