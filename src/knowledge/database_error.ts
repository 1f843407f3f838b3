/** Errors of SQLite and of the file system, in words that say what to do. */

import { AppError } from "../base/errors.ts";

/** Thrown if the full-text index does not know the items it must. */
export class DamagedIndex extends Error {
  override readonly name = "DamagedIndex";
}

interface Trouble {
  /** SQLite's primary result codes, the low byte of `errcode`. */
  readonly codes?: readonly number[];
  /** What SQLite says if it gives no code. */
  readonly phrase?: RegExp;
  readonly state: string;
  readonly hint: string;
}

const busy: Trouble = {
  // SQLITE_BUSY and SQLITE_LOCKED.
  codes: [5, 6],
  phrase: /database (table )?is locked/,
  state: "another program keeps it busy",
  hint: "Nothing was changed; try again",
};
const damagedIndex: Trouble = {
  // Our own constraints are named; those of the full-text index hold unless it is damaged.
  phrase: /^constraint failed$/,
  state: "its search index is damaged",
  hint:
    "The items are whole: jupyter-mcp knowledge export writes them to files, which can be imported into a " +
    "new folder",
};
const unopened: Trouble = {
  codes: [14],
  phrase: /unable to open/,
  state: "its file cannot be opened",
  hint: "Make its folder readable and writable, or name another with --knowledge-dir",
};

const troubles: readonly Trouble[] = [
  busy,
  damagedIndex,
  {
    phrase: /too large to be represented as a JavaScript number/,
    state: "it holds a number that is too large to work with",
    hint: "It was left as it is; put back a copy of it, or import an export into a new folder",
  },
  {
    codes: [13],
    phrase: /disk is full/,
    state: "the disk is full",
    hint: "Nothing was changed; free some space and try again",
  },
  {
    codes: [8],
    phrase: /readonly|read-only/i,
    state: "its file or folder is read-only",
    hint: "Nothing was changed; make it writable, or name another folder with --knowledge-dir",
  },
  {
    codes: [10],
    state: "the disk reports an error",
    hint: "Nothing was changed; check the disk and its space",
  },
  {
    // SQLITE_CORRUPT and SQLITE_NOTADB.
    codes: [11, 26],
    phrase: /malformed|not a database|^no such (table|column): /,
    state: "the file is damaged or not a database",
    hint: "It was left as it is; move it away, then put back a copy of it or import an export",
  },
  unopened,
];

/** SQLITE_READONLY_DBMOVED, an extended code: the file was replaced just now. */
const moved = 1032;

/** Whether the same may succeed later: another connection holds a lock, or the file was replaced just now. */
export function isBusy(error: unknown): boolean {
  return troubleOf(error) === busy;
}

/** Turns an error of SQLite or of the file system into one of ours; returns any other as it is. */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof AppError) return error;
  const trouble = troubleOf(error);
  return trouble === undefined ? error : failure(path, { ...trouble, cause: error });
}

/** What is wrong with a file according to SQLite; undefined for an error that is not about the file. */
export function stateOfFile(error: unknown): string | undefined {
  return troubleOf(error)?.state;
}

export function failure(
  path: string,
  { state, hint, cause }: Pick<Trouble, "state" | "hint"> & { readonly cause?: unknown },
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
  if (!(error instanceof Error) || error instanceof AppError) return undefined;
  if (error instanceof DamagedIndex) return damagedIndex;
  const { NotCapable, PermissionDenied } = Deno.errors;
  if (error instanceof NotCapable || error instanceof PermissionDenied) return unopened;
  const code: unknown = Reflect.get(error, "errcode");
  if (code === moved) return busy;
  return troubles.find(({ codes, phrase }) =>
    (typeof code === "number" && codes?.includes(code & 0xff)) || phrase?.test(error.message)
  );
}
