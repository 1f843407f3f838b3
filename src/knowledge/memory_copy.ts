/** A base in a folder that cannot be written: SQLite needs files beside a database even to read it, so it is copied. */

import type { DatabaseSync } from "node:sqlite";
import { failure } from "./database_error.ts";
import { baseStamp } from "./file_key.ts";

/** Opens a database of SQLite by its name. */
export type Connect = (name: string) => DatabaseSync;

export interface CopyOptions {
  readonly path: string;
  readonly connect: Connect;
  readonly read?: (path: string) => Uint8Array;
}

export interface MemoryCopy {
  readonly connection: DatabaseSync;
  /** What the file and its log were when it was copied. */
  readonly stamp: string | undefined;
}

/** Where the header says how changes are written; 1 is the way that needs no other file. */
const [writeVersion, readVersion, plain] = [18, 19, 1] as const;

/** A copy in memory, as the file is now; undefined where it changed meanwhile, so that the copy may be of neither. */
export function copyIntoMemory({ path, connect, read = bytesOf }: CopyOptions): MemoryCopy | undefined {
  const stamp = baseStamp(path);
  if (sizeOf(`${path}-wal`) > 0) {
    throw failure(path, {
      state:
        "its folder cannot be written, and the log beside it (-wal) has changes that are not in the file",
      hint: "Copy the folder to a place that can be written, and name that with --knowledge-dir",
    });
  }
  const bytes = read(path);
  if (baseStamp(path) !== stamp) return undefined;
  bytes[writeVersion] = plain;
  bytes[readVersion] = plain;
  const connection = connect(":memory:");
  connection.deserialize(bytes);
  return { connection, stamp };
}

function bytesOf(path: string): Uint8Array {
  try {
    return Deno.readFileSync(path);
  } catch (cause) {
    throw failure(path, {
      state: "its file cannot be read",
      hint: "Make it readable, or name another folder with --knowledge-dir",
      cause,
    });
  }
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}
