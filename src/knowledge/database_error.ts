/** Errors of SQLite and of the file system, in words that say what to do. */

import { AppError } from "../base/errors.ts";

/** SQLite's primary result codes: the low byte of `errcode`. */
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

/** Thrown if the full-text index does not know the items it must. */
export class DamagedIndex extends Error {
  override readonly name = "DamagedIndex";
}

interface Trouble {
  readonly state: string;
  readonly hint: string;
}

const busy: Trouble = { state: "another program keeps it busy", hint: "Nothing was changed; try again" };
const full: Trouble = { state: "the disk is full", hint: "Nothing was changed; make room and try again" };
const readOnly: Trouble = {
  state: "its file or folder is read-only",
  hint: "Nothing was changed; make it writable, or name another folder with --knowledge-dir",
};
const io: Trouble = {
  state: "the disk reports an error",
  hint: "Nothing was changed; check the disk and its space",
};
const damaged: Trouble = {
  state: "the file is damaged or not a database",
  hint: "It was left as it is; move it away, then put back a copy of it or import an export",
};
const damagedIndex: Trouble = {
  state: "its search index is damaged",
  hint:
    "The items are whole: jupyter-mcp knowledge export writes them to files, which can be imported into a " +
    "new folder",
};
const tooLarge: Trouble = {
  state: "it holds a number that is too large to work with",
  hint: "It was left as it is; put back a copy of it, or import an export into a new folder",
};
const unopened: Trouble = {
  state: "its file cannot be opened",
  hint: "Make its folder readable and writable, or name another with --knowledge-dir",
};

/** What SQLite says if it gives no number. */
const phrases: readonly (readonly [RegExp, Trouble])[] = [
  [/too large to be represented as a JavaScript number/, tooLarge],
  [/disk is full/, full],
  [/readonly|read-only/i, readOnly],
  [/malformed|not a database/, damaged],
  [/^no such (table|column): /, damaged],
  [/unable to open/, unopened],
];

/** SQLITE_READONLY_DBMOVED, an extended code. */
const moved = 1032;

/** Whether the same may succeed later: another connection holds a lock, or the file was replaced just now. */
export function isBusy(error: unknown): boolean {
  const code = errorCode(error) === moved ? codes.busy : primaryCode(error);
  return code === codes.busy || code === codes.locked ||
    (error instanceof Error && /database (table )?is locked/.test(error.message));
}

/** Turns an error of SQLite or of the file system into one of ours; returns any other as it is. */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof AppError) return error;
  const trouble = troubleOf(error);
  return trouble === undefined ? error : failure(path, { ...trouble, cause: error });
}

/** What is wrong with a file according to SQLite's error; undefined for an error that is not about the file. */
export function stateOfFile(error: unknown): string | undefined {
  return troubleOf(error)?.state;
}

export function failure(
  path: string,
  { state, hint, cause }: Trouble & { readonly cause?: unknown },
): AppError {
  return new AppError("database_error", `Cannot use the knowledge base "${path}": ${state}`, { hint, cause });
}

/** The number that Shirokuma gives a server that is too busy. */
const serverError = -32000;

export function tooManyWaiting(path: string, waiting: number): AppError {
  const message = `Cannot use the knowledge base "${path}": ${busy.state} and ${waiting} calls wait already`;
  const hint = "Nothing was changed; try again when some of them are answered";
  return new AppError("database_error", message, { hint, details: { code: serverError } });
}

function troubleOf(error: unknown): Trouble | undefined {
  if (isBusy(error)) return busy;
  if (error instanceof DamagedIndex) return damagedIndex;
  if (!(error instanceof Error)) return undefined;
  const { NotCapable, PermissionDenied } = Deno.errors;
  if (error instanceof NotCapable || error instanceof PermissionDenied) return unopened;
  switch (primaryCode(error)) {
    case codes.full:
      return full;
    case codes.readOnly:
      return readOnly;
    case codes.corrupt:
    case codes.notDatabase:
      return damaged;
    case codes.io:
      return io;
    case codes.cannotOpen:
      return unopened;
    case codes.constraint:
      // Our own constraints are named; those of the full-text index hold unless it is damaged.
      return error.message === "constraint failed" ? damagedIndex : undefined;
  }
  return phrases.find(([phrase]) => phrase.test(error.message))?.[1];
}

function primaryCode(error: unknown): number | undefined {
  const code = errorCode(error);
  return code === undefined ? undefined : code & 0xff;
}

function errorCode(error: unknown): number | undefined {
  const code = error instanceof Error ? Reflect.get(error, "errcode") : undefined;
  return typeof code === "number" ? code : undefined;
}
