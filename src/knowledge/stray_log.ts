/**
 * Puts aside a write-ahead log that belongs to another database file than the one beside it: a program was killed, and
 * somebody put a backup in the place of the file, or moved the file away.
 *
 * Invariants: a log that may belong to the file stays; one that is put aside is kept, since it has what its own file lacks.
 */

import { basename, dirname, join } from "node:path";
import { failure } from "./database_error.ts";
import { DatabasePages, NoPage } from "./database_pages.ts";
import { linkIn, nothing, placeOfRow } from "./lineage.ts";
import { openIfThere } from "./file_bytes.ts";
import { fileKey } from "./file_key.ts";
import { type Log, readLog } from "./write_ahead_log.ts";

export interface StrayLogOptions {
  readonly path: string;
  readonly now?: (() => number) | undefined;
  readonly readOnly?: boolean | undefined;
  /** Hears where a log was put. */
  readonly tell?: ((message: string) => void) | undefined;
}

/** What is in the name of a log that was put aside. */
const asideMark = ".stray-";

export function putAsideStrayLog(options: StrayLogOptions): void {
  const { path, now = Date.now, readOnly, tell = () => {} } = options;
  if (!isStray(() => lookAt(path))) return;
  if (readOnly) {
    throw failure(path, {
      state: "the log beside it (-wal) belongs to another file, and nothing may be changed",
      hint: "Start jupyter-mcp once without --read-only: it puts the log aside",
    });
  }
  const stamp = new Date(now()).toISOString().replaceAll(/[^\dTZ]/g, "");
  const aside = `${path}${asideMark}${stamp}-wal`;
  Deno.renameSync(`${path}-wal`, aside);
  removeIfThere(`${path}-shm`);
  tell(
    `the log beside the knowledge base belongs to another file, which was moved or replaced; it was put aside: ${aside}`,
  );
}

export interface OwnLog {
  readonly path: string;
  /** Which file the log is: another program may have given it another name. */
  readonly key: string;
  /** The last transaction that was seen. */
  readonly seen: string;
}

/**
 * Whether all that is in a log was written to the file which it was opened with, though another has the name of that
 * now: nothing came after what was seen, or whatever came cannot have been written to the other.
 */
export function isOwnLog({ path, key, seen }: OwnLog): boolean {
  const look = (): Look => ({ log: findLog(path, key), last: lastName(path) });
  const { log } = look();
  if (log === undefined || !fits(log, { kind: "known", name: seen })) return false;
  return log.links.at(-1)?.name === seen || isStray(look);
}

function findLog(path: string, key: string): Log | undefined {
  const folder = dirname(path);
  const start = `${basename(path)}${asideMark}`;
  const asides = [...Deno.readDirSync(folder)].filter(({ name }) => name.startsWith(start));
  const names = [`${path}-wal`, ...asides.map(({ name }) => join(folder, name))];
  const found = names.find((name) => fileKey(name) === key);
  return found === undefined ? undefined : readLog(found);
}

export interface Look {
  readonly log: Log | undefined;
  readonly last: Last;
}

function lookAt(path: string): Look {
  return { log: readLog(`${path}-wal`), last: lastName(path) };
}

/**
 * A program that is at work changes both, and a look may even see half of a change; what is seen between two equal looks
 * was so at one moment.
 */
export function isStray(look: () => Look): boolean {
  for (let seen = look();;) {
    if (seen.log === undefined || fits(seen.log, seen.last)) return false;
    const again = look();
    if (isSameLog(seen.log, again.log) && nameOf(seen.last) === nameOf(again.last)) return true;
    seen = again;
  }
}

function isSameLog(log: Log, again: Log | undefined): boolean {
  return again?.salt === log.salt && again.bytes === log.bytes && again.links.length === log.links.length;
}

function nameOf(last: Last): string {
  return last.kind === "known" ? last.name : last.kind;
}

function fits({ links }: Log, last: Last): boolean {
  switch (last.kind) {
    case "unknown":
      return true;
    case "no file":
      return false;
    case "no lineage":
      return links.length === 0 || links.some(({ before }) => before === nothing);
    case "known":
      return links.length === 0 || links.some(({ name, before }) => [name, before].includes(last.name));
  }
}

export type Last =
  | { readonly kind: "known"; readonly name: string }
  /** An older schema. */
  | { readonly kind: "no lineage" }
  | { readonly kind: "no file" }
  | { readonly kind: "unknown" };

/** The last transaction that is in the file itself. */
function lastName(path: string): Last {
  const file = openIfThere(path);
  if (file === undefined) return { kind: "no file" };
  try {
    return file.statSync().size === 0 ? { kind: "no file" } : lastIn(new DatabasePages(file));
  } catch (error) {
    // Damaged, or no database: whoever opens it is told what it is.
    if (error instanceof NoPage || error instanceof RangeError) return { kind: "unknown" };
    throw error;
  } finally {
    file.close();
  }
}

function lastIn(pages: DatabasePages): Last {
  const root = pages.rootOf("lineage");
  if (root === undefined) return { kind: "no lineage" };
  const page = pages.read(root);
  const row = placeOfRow(new DataView(page.buffer));
  const link = row === undefined ? undefined : linkIn(page.subarray(row));
  return link === undefined ? { kind: "unknown" } : { kind: "known", name: link.name };
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
