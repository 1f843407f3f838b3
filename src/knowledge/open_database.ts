/**
 * Opens the file of a knowledge base and brings its schema up to date.
 *
 * Invariants: a file that is not ours, is newer than we are, or is damaged is left as it is.
 */

import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { Database, type DatabaseOptions, type Home } from "./database.ts";
import { changing, explain, failure, isBusy, isUnwritable } from "./database_error.ts";
import { type Connect, copyIntoMemory } from "./memory_copy.ts";
import { migrate, versionOf } from "./migrate.ts";
import { applicationId, steps as allSteps } from "./schema.ts";
import { putAsideStrayLog } from "./stray_log.ts";

export interface OpenOptions extends Omit<DatabaseOptions, "home" | "hasLineage"> {
  /** Where it is to be; in its file unless told. */
  readonly home?: Exclude<Home, { readonly kind: "copy" }>;
  readonly connect?: Connect;
  readonly steps?: readonly string[];
  readonly now?: () => number;
  /** Whether a file of an older schema must stay as it is. */
  readonly readOnly?: boolean;
  /** Hears of work that may take long where the base is large. */
  readonly tell?: (message: string) => void;
}

/** How long SQLite itself waits, with our event loop, before we wait without it. */
const blockingWait = 50;
const openingPatience = 10_000;

const applicationRow = z.object({ application_id: z.number() });
const tablesRow = z.object({ tables: z.number() });

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { DatabaseSync } = await import("node:sqlite");
  const { home = { kind: "file" }, connect = (name) => new DatabaseSync(name) } = options;
  const attempt = { ...options, home, connect };
  const started = performance.now();
  for (;;) {
    const isLate = () => performance.now() - started > openingPatience;
    try {
      return await openOnce(attempt);
    } catch (error) {
      if (options.readOnly && home.kind === "file" && isUnwritable(error)) {
        const copy = await openCopy(attempt);
        if (copy !== undefined) return copy;
        if (isLate()) throw changing(options.path);
      } else if (!isBusy(error) || isLate()) throw explain(error, options.path);
    }
    await new Promise((done) => setTimeout(done, 20 + 30 * Math.random()));
  }
}

type Attempt = OpenOptions & Required<Pick<OpenOptions, "home" | "connect">>;

async function openOnce(options: Attempt): Promise<Database> {
  const { path, home, connect } = options;
  if (home.kind === "file") {
    makeFile(path);
    putAsideStrayLog(options);
  }
  const connection = connect(home.kind === "file" ? path : ":memory:");
  try {
    await prepare(connection, options);
    return new Database(connection, { ...options, hasLineage: hasLineage(connection) });
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Undefined where the file changed meanwhile. */
async function openCopy(options: Attempt): Promise<Database | undefined> {
  const copy = copyIntoMemory({ path: options.path, connect: options.connect });
  if (copy === undefined) return undefined;
  const { connection, stamp } = copy;
  try {
    await prepare(connection, options);
    return new Database(connection, { ...options, home: { kind: "copy", stamp } });
  } catch (error) {
    connection.close();
    throw explain(error, options.path);
  }
}

/** SQLite would make it readable for all; its log gets the same permissions. */
function makeFile(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  } catch {
    // It is there already, or cannot be made, of which SQLite tells.
  }
}

function hasLineage(connection: DatabaseSync): boolean {
  return connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'lineage'").get() !== undefined;
}

async function prepare(connection: DatabaseSync, options: Attempt): Promise<void> {
  const run = (sql: string) => connection.prepare(sql).get();
  run(`PRAGMA busy_timeout = ${blockingWait}`);
  const { path, steps = allSteps } = options;
  const version = checkOwner(connection, path);
  if (version > steps.length) {
    throw failure(path, {
      state:
        `it was made by a newer version of this program (schema ${version}, this one knows ${steps.length})`,
      hint: "It was left as it is; update jupyter-mcp",
    });
  }
  if (version < steps.length && options.readOnly && options.home.kind === "file") {
    throw failure(path, {
      state:
        `it is of an older schema (${version}, this program needs ${steps.length}) and nothing may be changed`,
      hint: "Start jupyter-mcp once without --read-only: it keeps a copy and brings the file up to date",
    });
  }
  run("PRAGMA journal_mode = WAL");
  // An answer that was given must survive a power cut, not only the end of the process.
  run("PRAGMA synchronous = FULL");
  run("PRAGMA foreign_keys = ON");
  run("PRAGMA cache_size = -32000");
  if (version < steps.length) {
    await migrate(connection, { path, steps, now: options.now, tell: options.tell });
  }
}

/** What tells whose file it is. */
interface Marks {
  readonly version: number;
  readonly owner: number;
  readonly tables: number;
  readonly hasUids: boolean;
}

/** All of one moment: another process may be making the tables just now. */
function readMarks(connection: DatabaseSync): Marks {
  connection.exec("BEGIN");
  try {
    const { application_id: owner } = applicationRow.parse(connection.prepare("PRAGMA application_id").get());
    const { tables } = tablesRow.parse(
      connection.prepare("SELECT count(*) AS tables FROM sqlite_schema").get(),
    );
    return { version: versionOf(connection), owner, tables, hasUids: hasUids(connection) };
  } finally {
    // A damaged file may have ended it.
    if (connection.isTransaction) connection.exec("COMMIT");
  }
}

/** The schema's version; throws for a file of another program. */
function checkOwner(connection: DatabaseSync, path: string): number {
  const { version, owner, tables, hasUids } = readMarks(connection);
  if (tables === 0 && version === 0) return version;
  // SQLite's own dump keeps the tables, but neither the number of the schema nor whose they are.
  if (version === 0 && (owner === applicationId || hasUids)) {
    throw failure(path, {
      state: "it holds tables but no number of their schema, as a restored dump does",
      hint:
        "It was left as it is; put back a copy of the file (*.backup beside it), or move it away and import an export",
    });
  }
  if (owner === applicationId && version < 0) {
    throw failure(path, {
      state: `the number of its schema, ${version}, is none`,
      hint: "It was left as it is; put back a copy of the file (*.backup beside it)",
    });
  }
  if (owner === applicationId) return version;
  throw failure(path, {
    state: "the file is a database of another program",
    hint:
      "It was left as it is; name another folder with --knowledge-dir. A database of Shirokuma is read by " +
      "jupyter-mcp knowledge import-shirokuma FILE",
  });
}

/** Whether there is a table of items as we make it. */
function hasUids(connection: DatabaseSync): boolean {
  return connection.prepare("SELECT 1 FROM pragma_table_info('items') WHERE name = 'uid'").get() !==
    undefined;
}
