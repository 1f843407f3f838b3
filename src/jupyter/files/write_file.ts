/**
 * Writes files so that readers see all of a file or nothing of it, as far as Jupyter's contents API allows.
 *
 * 1. A new file is uploaded under a temporary name, in parts if it is large, and renamed when it is complete. Jupyter refuses
 *    a name that has been taken meanwhile, so a new file never replaces another.
 * 2. An existing file is replaced by one request: Jupyter keeps a copy until the new content is on disk, and restores it on
 *    failure. Swapping files by renames would confuse editors that have the file open.
 * 3. A notebook that may be open as a shared document is never replaced: its room would lose unsaved edits.
 * 4. A write that has begun is finished even if the caller is gone. What is on disk is compared with what was sent.
 */

import { AppError } from "../../base/errors.ts";
import { asRecord, tryParseJson } from "../../base/json.ts";
import { detectCollaboration } from "../rest/collaboration.ts";
import {
  type ContentsModel,
  putDirectory,
  putFile,
  removeTemporary,
  renamePath,
  statPath,
  statWithHash,
} from "../rest/contents.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { probeFile } from "../rest/files.ts";
import { listSessions } from "../rest/sessions.ts";
import { notebookPathOf } from "../sessions/session_reference.ts";
import {
  fileExists,
  folderMissing,
  linkOutsideRoot,
  notRegularFile,
  unusablePath,
  writeRefused,
} from "../rest/file_errors.ts";
import { folderOf } from "../rest/file_path.ts";
import { statByListing } from "../rest/stat.ts";
import { sha256 } from "../../base/text.ts";

export interface NewFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly overwrite: boolean;
  readonly createFolders: boolean;
}

export interface WrittenFile {
  readonly model: ContentsModel;
  readonly isNew: boolean;
  /** Folders that were created for it. */
  readonly folders: readonly string[];
}

/** Bytes of one request; JupyterLab's uploads are of this order too. */
const chunkBytes = 4_000_000;
/** Bytes of a file that is replaced, in one request. */
const mostReplaced = 100_000_000;

export async function writeFile(
  http: JupyterHttp,
  file: NewFile,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  if (/\.ipynb$/i.test(file.path)) refuseBrokenNotebook(file);
  const missing = file.createFolders ? await missingFolders(http, file.path, signal) : [];
  const there = missing.length > 0
    ? null
    // A new file gets its name last, which Jupyter refuses if it is taken: hidden files are safe.
    : await (file.overwrite
      ? lookUp(http, file.path, signal)
      : statByListing(http, file.path, { signal, stat: lookUp }));
  if (there !== null && (!file.overwrite || there.type === "directory")) {
    throw fileExists(file.path, there.type);
  }
  if (there?.type === "notebook") {
    await refuseOpenNotebook(http, file.path, (await detectCollaboration(http, signal)).kind !== "none");
  }
  if (there?.writable === false) throw notWritable(file.path);
  if (there !== null) await refuseSpecialFile(http, file.path, signal);
  if (there === null && !file.createFolders) await checkFolder(http, file.path, signal);
  signal?.throwIfAborted();
  for (const folder of missing) await explaining(file.path, () => putDirectory(http, folder));
  await explaining(file.path, () => there === null ? create(http, file) : replace(http, file));
  const model = await check(http, file);
  return { model, isNew: there === null, folders: missing };
}

/** What is at the path; Jupyter fails on paths through a file and on names that are too long. */
async function lookUp(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<ContentsModel | null> {
  try {
    return await statPath(http, path, signal);
  } catch (error) {
    throw error instanceof StatusError ? unusablePath("write", path, error) : error;
  }
}

/** Writing to a pipe blocks the whole server, and the target of a link out of the root may be one. */
async function refuseSpecialFile(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<void> {
  const probed = await probeFile(http, path, signal);
  if (probed.kind === "no_file") throw notRegularFile(path);
  if (probed.kind === "outside" && probed.isLink) throw linkOutsideRoot(path);
}

async function create(http: JupyterHttp, { path, bytes }: NewFile): Promise<void> {
  const folder = folderOf(path);
  const name = `upload-${crypto.randomUUID().slice(0, 8)}.tmp`;
  const temporary = folder === "" ? name : `${folder}/${name}`;
  try {
    for (const part of parts(bytes)) await putFile(http, temporary, part);
    await renamePath(http, temporary, path);
  } catch (error) {
    await removeTemporary(http, temporary);
    if (error instanceof StatusError && error.status === 409) throw fileExists(path, "file");
    throw error;
  }
}

function* parts(bytes: Uint8Array) {
  for (let at = 0, chunk = 1; at === 0 || at < bytes.length; at += chunkBytes, chunk++) {
    const content = bytes.subarray(at, at + chunkBytes).toBase64();
    const isLast = at + chunkBytes >= bytes.length;
    const isWhole = isLast && at === 0;
    yield { format: "base64" as const, content, ...(isWhole ? {} : { chunk: isLast ? -1 : chunk }) };
  }
}

async function replace(http: JupyterHttp, { path, bytes }: NewFile): Promise<void> {
  if (bytes.length > mostReplaced) {
    throw new AppError(
      "too_large",
      `Cannot replace "${path}": ${bytes.length} bytes do not fit into one request`,
      { hint: "Write a new file, under another path" },
    );
  }
  await putFile(http, path, { format: "base64", content: bytes.toBase64() });
}

/** The folders above a file that do not exist, from the top down: a missing path is never requested. */
async function missingFolders(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const names = path.split("/").slice(0, -1);
  const folders = names.map((_, index) => names.slice(0, index + 1).join("/"));
  for (const [index, folder] of folders.entries()) {
    const there = await statByListing(http, folder, { signal, stat: lookUp });
    if (there === null) return folders.slice(index);
    if (there.type !== "directory") throw folderIsFile(path, folder);
  }
  return [];
}

async function checkFolder(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<void> {
  const folder = folderOf(path);
  if (folder === "") return;
  const there = await lookUp(http, folder, signal);
  if (there === null) throw folderMissing(path, folder);
  if (there.type !== "directory") throw folderIsFile(path, folder);
}

function folderIsFile(path: string, folder: string): AppError {
  return new AppError("conflict", `Cannot write "${path}": "${folder}" is a file, not a folder`, {
    hint: "Use another path",
  });
}

async function refuseOpenNotebook(http: JupyterHttp, path: string, isShared: boolean): Promise<void> {
  const open = isShared ||
    (await listSessions(http)).some((one) =>
      notebookPathOf(one) === path && (one.kernel.connections ?? 0) > 0
    );
  if (!open) return;
  throw new AppError("conflict", `Cannot replace notebook "${path}": it may be open, with unsaved changes`, {
    hint: "Change it with notebook_edit_cell and notebook_add_cell, or write it under another path",
  });
}

/** Jupyter writes any content under such a name, and then cannot open it. */
function refuseBrokenNotebook({ path, bytes }: NewFile): void {
  if (holdsNotebook(new TextDecoder().decode(bytes))) return;
  throw new AppError("invalid_argument", `Cannot write "${path}": the content is not a notebook`, {
    hint: "Make a notebook with notebook_create, or write this under a name that does not end in .ipynb",
  });
}

/** Whether it is a notebook of any version: before version 4, cells are in worksheets. */
function holdsNotebook(text: string): boolean {
  const { nbformat, cells, worksheets } = asRecord(tryParseJson(text));
  if (typeof nbformat !== "number") return false;
  return cells === undefined ? worksheets !== undefined : Array.isArray(cells);
}

function notWritable(path: string): AppError {
  return new AppError("read_only", `Cannot write "${path}": the Jupyter server may not write this file`, {
    hint: "Make the file writable, or use another path",
  });
}

async function explaining(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof AppError && error.code !== "conflict" && error.code !== "too_large"
      ? writeRefused(path, error)
      : error;
  }
}

/** Compares what is on disk with what was sent: by its hash, or by its size if the server has no hash. */
async function check(http: JupyterHttp, { path, bytes }: NewFile): Promise<ContentsModel> {
  const model = await statWithHash(http, path);
  // For a link the server reports the hash of the file, but the size of the link.
  const isSame = model !== null &&
    (model.hash ? model.hash === await sha256(bytes) : (model.size ?? bytes.length) === bytes.length);
  if (isSame) return { ...model, size: bytes.length };
  throw new AppError("conflict", `Cannot confirm "${path}": its content on the server is not what was sent`, {
    hint: "A save hook of Jupyter, or another program, changed it: look with file_read",
  });
}
