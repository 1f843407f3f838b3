/** Errors about files, with hints that say what to do. */

import { AppError } from "../../base/errors.ts";
import { bySimilarity } from "../../base/similarity.ts";
import { type ContentsModel, folderEntries } from "./contents.ts";
import { folderOf, nameOf } from "./file_path.ts";
import { type JupyterHttp, StatusError } from "./http.ts";

const mostListed = 10;

/** The error for a path that does not exist, with the files and folders next to it. */
export async function fileMissing(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<AppError> {
  const folder = folderOf(path);
  const entries = await folderEntries(http, folder, signal);
  const state = entries === null
    ? `there is no folder "${folder}"`
    : isHidden(path)
    ? "it does not exist, or is hidden"
    : "it does not exist";
  return new AppError("file_not_found", `Cannot open "${path}": ${state}`, {
    hint: isHidden(path)
      ? "Jupyter hides files that begin with a dot unless ContentsManager.allow_hidden is set"
      : "Paths are relative to the Jupyter root; call file_list to see what there is",
    details: { available: nearest(entries ?? await folderEntries(http, "", signal) ?? [], path) },
  });
}

export function pathIsFolder(path: string): AppError {
  return new AppError("invalid_argument", `Cannot read "${path}": it is a folder`, {
    hint: "Call file_list to see what it contains",
  });
}

export function notRegularFile(path: string, cause?: unknown): AppError {
  return new AppError("unsupported", `Cannot open "${path}": it is not a regular file, or is a broken link`, {
    hint: "It may be a pipe or a device: use execute_code to see what it is",
    cause,
  });
}

export function linkOutsideRoot(path: string): AppError {
  return new AppError(
    "forbidden",
    `Cannot open "${path}": it is a link out of the Jupyter root, or a broken one`,
    { hint: "Read it in the kernel: use execute_code, or give session_id if it is a table" },
  );
}

/** The error for a path that the server cannot handle. */
export function unusablePath(action: "open" | "write", path: string, cause: unknown): AppError {
  return new AppError(
    "invalid_argument",
    `Cannot ${action} "${path}": the Jupyter server cannot use this path`,
    {
      hint: "A name in it may be too long, a folder in it may be a file, or links may form a loop",
      cause,
    },
  );
}

export function fileExists(path: string, type: string): AppError {
  const isDirectory = type === "directory";
  return new AppError(
    "conflict",
    `Cannot write "${path}": ${isDirectory ? "a folder" : "a file"} of this name exists`,
    { hint: isDirectory ? "Use another path" : "Set overwrite to replace it, or use another path" },
  );
}

export function folderMissing(path: string, folder: string): AppError {
  return new AppError("file_not_found", `Cannot write "${path}": there is no folder "${folder}"`, {
    hint: "Set create_folders to make it, or use another path",
  });
}

/** The error for a write that the server rejected. */
export function writeRefused(path: string, cause: AppError): AppError {
  const message = cause instanceof StatusError ? cause.reason : "";
  const refuse = (code: AppError["code"], state: string, hint: string) =>
    new AppError(code, `Cannot write "${path}": ${state}`, { hint, cause });
  if (isDiskFull(message)) {
    return refuse(
      "read_only",
      "the disk of the Jupyter server is full",
      "Free some space there, then try again",
    );
  }
  if (/permission denied|errno (1|13|30)\b|read-only file system/i.test(message) || isForbidden(cause)) {
    return refuse("read_only", "the Jupyter server may not write there", "Use another path");
  }
  if (cause instanceof StatusError && cause.status === 413) {
    return refuse(
      "too_large",
      "the Jupyter server does not accept a file of this size",
      "Write it in parts from the kernel",
    );
  }
  if (isHidden(path)) {
    const hint = "Use a name without a leading dot, or set ContentsManager.allow_hidden";
    return refuse("forbidden", "the Jupyter server does not allow hidden files", hint);
  }
  return cause instanceof StatusError
    ? refuse("forbidden", withoutPaths(message), "The log of the Jupyter server may say more")
    : cause;
}

/** The token was accepted just now, so this is about the file. */
function isForbidden({ code }: AppError): boolean {
  return code === "auth_failed" || code === "forbidden";
}

/** The server's message without paths on its disk. */
function withoutPaths(message: string): string {
  return message.replace(/:?\s*'[^']*'/g, "").slice(0, 300);
}

function isHidden(path: string): boolean {
  return path.split("/").some((segment) => segment.startsWith("."));
}

function nearest(entries: readonly ContentsModel[], path: string): readonly string[] {
  const paths = entries.map((entry) => entry.path).toSorted();
  return bySimilarity(paths, nameOf(path), nameOf).slice(0, mostListed);
}

/**
 * Whether a write was rejected for lack of space or quota. If a first write fails half-way, Jupyter fails to restore its
 * backup copy and reports that instead.
 */
export function isDiskFull(message: string): boolean {
  return /errno (28|122)\b|no space left|quota/i.test(message) || /errno 2\b.*[/\\]\.~/i.test(message);
}
