/**
 * Reads a notebook file, with patience: Jupyter empties a file before it writes it, so that whoever reads meanwhile
 * finds nothing, or a part.
 */

import { AppError } from "../errors.ts";
import { withIds } from "./nbformat/cell_ids.ts";
import type { Notebook } from "./nbformat/notebook.ts";
import { parseNotebookText } from "./nbformat/parse_notebook.ts";
import { notReadable } from "./notebook_errors.ts";
import { type ContentsModel, getText, statPath, type TextModel } from "./rest/contents.ts";
import { type JupyterHttp, StatusError } from "./rest/http.ts";
import { pause } from "./rest/retry.ts";

export interface FileState {
  readonly notebook: Notebook;
  /** Tells this content of the file from any other: its hash, or its time and size on older servers. */
  readonly hash: string;
}

/** Milliseconds until a file that cannot be read is looked at again. */
const nextLook = 100;
/** Milliseconds that a file which was written just now may stay unreadable; an empty one has yet to be written. */
const patience = { part: 1_500, empty: 4_000 } as const;
/** Milliseconds within which a file counts as written just now. */
const justNow = 5_000;

/** The notebook in a file, with an id on every cell; null where there is no file. */
export async function loadNotebook(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<FileState | null> {
  const began = performance.now();
  for (let last: string | undefined;;) {
    const model = await textOf(http, path, signal);
    if (model === null) return null;
    try {
      return { notebook: withIds(parseNotebookText(model.content, path)), hash: hashOf(model) };
    } catch (error) {
      // Somebody else may be writing it: what stays as it is is no notebook.
      if (last === model.content && !isUnderWay(model, performance.now() - began)) throw error;
      if (!isNoNotebook(error)) throw error;
      last = model.content;
      await pause(nextLook * (0.5 + Math.random()), signal);
    }
  }
}

/** Whether a file is what two saves of notebooks at the same moment leave; what is anything else is somebody's. */
export async function isInPieces(http: JupyterHttp, path: string): Promise<boolean> {
  const text = (await textOf(http, path))?.content ?? "";
  return text.trimStart().startsWith("{") && !isJson(text);
}

export function hashOf(model: ContentsModel): string {
  return model.hash ?? `${model.last_modified} ${model.size}`;
}

export function isNoNotebook(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "not_a_notebook";
}

/** Whether somebody may yet finish writing the file. */
function isUnderWay({ content, last_modified }: TextModel, waited: number): boolean {
  const age = Math.abs(Date.now() - Date.parse(last_modified ?? ""));
  return age < justNow && waited < (content === "" ? patience.empty : patience.part) && !isJson(content);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function textOf(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<TextModel | null> {
  try {
    return await getText(http, path, signal);
  } catch (error) {
    if (!(error instanceof StatusError) || error.status !== 400) throw error;
    throw notReadable(path, await statPath(http, path, signal), error);
  }
}
