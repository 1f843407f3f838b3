/** A base in a folder that cannot be written: SQLite needs files beside a database even to read it, so it is copied. */

import type { DatabaseSync } from "node:sqlite";
import { failure } from "./database_error.ts";

/** Where the header says how changes are written; 1 is the way that needs no other file. */
const [writeVersion, readVersion, plain] = [18, 19, 1] as const;

/** A copy in memory, as the file is now. */
export function copyIntoMemory(Connection: typeof DatabaseSync, path: string): DatabaseSync {
  if (sizeOf(`${path}-wal`) > 0) {
    throw failure(path, {
      state:
        "its folder cannot be written, and the log beside it (-wal) has changes that are not in the file",
      hint: "Copy the folder to a place that can be written, and name that with --knowledge-dir",
    });
  }
  const bytes = read(path);
  bytes[writeVersion] = plain;
  bytes[readVersion] = plain;
  const connection = new Connection(":memory:");
  connection.deserialize(bytes);
  return connection;
}

function read(path: string): Uint8Array {
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
