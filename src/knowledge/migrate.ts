/**
 * Brings the schema of a knowledge base up to date.
 *
 * Invariants: before an older file is changed, a copy of it is put beside it; a step that fails leaves the file as it
 * was, and no copy.
 */

import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { failure, isFileTrouble } from "./database_error.ts";
import { applicationId } from "./schema.ts";

export interface Migration {
  readonly path: string;
  readonly steps: readonly string[];
  readonly now?: (() => number) | undefined;
  /** Hears of work that may take long where the base is large. */
  readonly tell?: ((message: string) => void) | undefined;
}

const versionRow = z.object({ user_version: z.number() });

/** How many steps a file has taken. */
export function versionOf(connection: DatabaseSync): number {
  return versionRow.parse(connection.prepare("PRAGMA user_version").get()).user_version;
}

export async function migrate(connection: DatabaseSync, migration: Migration): Promise<void> {
  connection.prepare("BEGIN IMMEDIATE").run();
  try {
    // Another process may have done it while we waited.
    const version = versionOf(connection);
    if (version < migration.steps.length) await change(connection, { ...migration, version });
    connection.prepare("COMMIT").run();
  } catch (error) {
    if (connection.isTransaction) connection.prepare("ROLLBACK").run();
    throw error;
  }
}

interface Change extends Migration {
  readonly version: number;
}

async function change(connection: DatabaseSync, { path, steps, version, ...options }: Change): Promise<void> {
  const { now = Date.now, tell = () => {} } = options;
  const stamp = new Date(now()).toISOString().replaceAll(/[^\dTZ]/g, "");
  const copy = `${path}.v${version}-${stamp}.backup`;
  if (version > 0) {
    tell(`copying the knowledge base to ${copy}, then bringing it from schema ${version} to ${steps.length}`);
  }
  try {
    for (const step of steps.slice(version)) connection.exec(step);
  } catch (error) {
    throw isFileTrouble(error) ? error : unfit(path, { version, needed: steps.length, cause: error });
  }
  connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}`);
  if (version === 0) return;
  await copyUnchanged(path, copy);
  tell(`the knowledge base is of schema ${steps.length} now`);
}

/**
 * Until our transaction ends, all other connections see the file as it was. The copy gets its name when it is whole: who
 * is told to put one back must not find half of one.
 */
async function copyUnchanged(path: string, copy: string): Promise<void> {
  const { DatabaseSync, backup } = await import("node:sqlite");
  const unfinished = `${path}.backup-part`;
  await removeCopy(unfinished);
  // As private as the file itself.
  Deno.openSync(unfinished, { write: true, create: true, mode: 0o600 }).close();
  const before = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(before, unfinished);
    await Deno.rename(unfinished, copy).catch((cause) => {
      throw failure(path, {
        state: `its copy before the new schema cannot be called "${copy}"`,
        hint: "Move away what is in its place, and call again",
        cause,
      });
    });
  } catch (error) {
    await removeCopy(unfinished);
    throw error;
  } finally {
    before.close();
  }
}

/** Half a copy, such as one of a process that was killed, helps nobody and takes room. */
async function removeCopy(unfinished: string): Promise<void> {
  // There is none as a rule; one that cannot be removed is in the way of the next copy, which then says so.
  for (const file of [unfinished, `${unfinished}-journal`]) await Deno.remove(file).catch(() => undefined);
}

/** The tables are not those that files of this version have. */
function unfit(
  path: string,
  { version, needed, cause }: { readonly version: number; readonly needed: number; readonly cause: unknown },
) {
  // SQLite's own words come first; the whole script may follow them.
  const [said = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  return failure(path, {
    state: `it cannot be brought from schema ${version} to ${needed} (${said})`,
    hint:
      "It was left as it is; put back a copy of the file (*.backup beside it), or move it away and import an export",
    cause,
  });
}
