/** What SQLite says, in words that tell a person what to do. */

import { AppError } from "../base/errors.ts";

/** SQLite's primary result codes, which are the low byte of what it reports. */
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  notDatabase: 26,
};

/** Thrown where the full-text index does not know what it must. */
export class DamagedIndex extends Error {
  override readonly name = "DamagedIndex";
}

/** Whether another process holds the database just now. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  // Some calls report no number, only the text.
  return code === codes.busy || code === codes.locked ||
    (error instanceof Error && /database (table )?is locked/.test(error.message));
}

/** Whether SQLite could not write beside the file, which it does even to read. */
export function isUnwritable(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.cannotOpen || code === codes.readOnly;
}

/** Turns an error of SQLite or of the file system into one of ours; gives back any other as it is. */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const trouble = troubleOf(error);
  if (trouble === undefined) return error;
  return failure(path, { ...trouble, cause: error });
}

/** Whether an error is about the file, its disk or who else uses it, rather than about what is in it. */
export function isFileTrouble(error: unknown): boolean {
  return error instanceof Error && troubleOf(error) !== undefined;
}

/** What SQLite's error says of a file, in words; undefined for an error that is not about the file. */
export function stateOfFile(error: unknown): string | undefined {
  return error instanceof Error ? troubleOf(error)?.state : undefined;
}

export function failure(
  path: string,
  { state, hint, cause }: Trouble & { readonly cause?: unknown },
): AppError {
  return new AppError("database_error", `Cannot use the knowledge base "${path}": ${state}`, { hint, cause });
}

export function gone(path: string): AppError {
  return failure(path, {
    state: "its file was deleted or moved while in use",
    hint: "Put it back, or start jupyter-mcp again",
  });
}

export function replaced(path: string): AppError {
  return failure(path, {
    state: "its file was replaced by another while in use",
    hint: "Nothing was changed; call again to use the one that is there now",
  });
}

export function lostLog(path: string): AppError {
  return failure(path, {
    state: "its log (-wal or -shm) was deleted or replaced while in use",
    hint:
      "This call changed nothing; call again, and leave the files beside the base alone while a server runs",
  });
}

export function changing(path: string): AppError {
  return failure(path, { state: "another program keeps changing its file", hint: "Try again" });
}

export function missing(path: string): AppError {
  return failure(path, { state: "there is none", hint: "Name its folder with --knowledge-dir" });
}

/** The number that the original gives a server that is too busy. */
const serverError = -32000;

export function tooMany(path: string, waiting: number): AppError {
  return new AppError(
    "database_error",
    `Cannot use the knowledge base "${path}": another program keeps it busy and ${waiting} calls wait already`,
    { hint: "Nothing was changed; try again when some of them are answered", details: { code: serverError } },
  );
}

interface Trouble {
  readonly state: string;
  readonly hint: string;
}

function troubleOf(error: Error): Trouble | undefined {
  if (isBusy(error)) {
    return { state: "another program keeps it busy", hint: "Try again; nothing was changed" };
  }
  if (error instanceof DamagedIndex) return damagedIndex;
  const said = error.message;
  switch (primaryCode(error)) {
    case codes.full:
      return full;
    case codes.readOnly:
      return readOnly;
    case codes.corrupt:
    case codes.notDatabase:
      return damaged;
    case codes.io:
      return {
        state: "the disk reports an error",
        hint: "Nothing was changed; check the disk and its space",
      };
    case codes.cannotOpen:
      return unopened;
    case codes.constraint:
      // A constraint of ours is named; the full-text index has some of its own, which hold unless it is damaged.
      return said === "constraint failed" ? damagedIndex : undefined;
  }
  if (/too large to be represented as a JavaScript number/.test(said)) return tooLarge;
  if (/disk is full/.test(said)) return full;
  if (/readonly|read-only/i.test(said)) return readOnly;
  if (/malformed|not a database/.test(said)) return damaged;
  const { NotCapable, PermissionDenied } = Deno.errors;
  if (/unable to open/.test(said) || error instanceof NotCapable || error instanceof PermissionDenied) {
    return unopened;
  }
  return undefined;
}

const full: Trouble = { state: "the disk is full", hint: "Nothing was changed; make room and try again" };
const readOnly: Trouble = {
  state: "its file or folder is read-only",
  hint: "Nothing was changed; make it writable, or name another folder with --knowledge-dir",
};
const damaged: Trouble = {
  state: "the file is damaged or no database",
  hint: "It was left as it is; move it away and put back a copy (*.backup beside it), or import an export",
};
const damagedIndex: Trouble = {
  state: "its search index is damaged",
  hint:
    "The items are whole: jupyter-mcp knowledge export writes them to files, which can be imported into a new " +
    "folder; or put back a copy (*.backup beside the file)",
};
const tooLarge: Trouble = {
  state: "it holds a number that is too large to work with",
  hint: "Where it is the id of an item, starting jupyter-mcp without --read-only gives that item another",
};
const unopened: Trouble = {
  state: "its file cannot be opened for reading and writing",
  hint:
    "Make its folder readable and writable, which SQLite needs even to read; or name another with --knowledge-dir",
};

function primaryCode(error: unknown): number | undefined {
  const code = error instanceof Error ? Reflect.get(error, "errcode") : undefined;
  return typeof code === "number" ? code & 0xff : undefined;
}
