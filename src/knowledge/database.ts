/**
 * One SQLite file: opened, checked, one transaction at a time, errors explained.
 *
 * 1. A transaction happens completely or not at all. Once it has returned, it survives the end of the process and of
 *    the machine (`synchronous = FULL`).
 * 2. Changes go through a rollback journal (`journal_mode = TRUNCATE`), so between transactions the file alone is the
 *    database: it can be copied, moved and put back.
 * 3. Another process that holds a lock is waited for without blocking our event loop. Writes happen in the order in
 *    which they were asked for; one that is aborted before it begins changes nothing.
 * 4. A file that is moved away or replaced is not written to any more.
 * 5. A file that is not ours, of another schema version, or damaged is left as it is.
 */

import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { z } from "zod";
import { delay as pause } from "../base/async.ts";
import { explain, failure, isBusy, tooManyWaiting } from "./database_error.ts";
import { applicationId, schema, schemaVersion } from "./schema.ts";

/** A column with JSON that SQL makes of several rows. */
export function jsonColumn<Value extends z.ZodType>(value: Value) {
  return z.string().transform((text): unknown => JSON.parse(text)).pipe(value);
}
export const texts = z.array(z.string());
/** The names that items have in every base, by their ids here. */
export const uids = z.record(z.string(), z.string());

/** The statements of one transaction. */
export type Statements = Pick<Database, "run" | "rows" | "row" | "number">;

export interface DatabaseOptions {
  readonly path: string;
  /** Whether nothing may be changed; an empty database in memory then stands in for a missing file. */
  readonly readOnly?: boolean;
  readonly connect?: (name: string) => DatabaseSync;
  /** Milliseconds without any progress after which a transaction is given up. */
  readonly patience?: number;
  /** Milliseconds without any progress after which calls beyond the queue's size are rejected. */
  readonly rejectAfter?: number;
  readonly delay?: (milliseconds: number) => Promise<void>;
}

/** Ten at once and a hundred behind them, as Shirokuma specifies. */
const queueSize = 110;

/** How long SQLite itself waits, blocking our event loop, before we wait without blocking it. */
const blockingWait = 50;
/** A commit keeps new readers out while it waits for those that are reading. */
const commitWait = 1_000;

/** Statements made of a caller's filters differ each time; no more than this are kept. */
const cachedStatements = 200;

const headerRow = z.object({ owner: z.number(), version: z.number(), tables: z.number() });

export class Database {
  readonly #connection: DatabaseSync;
  readonly #path: string;
  /** Which file it is; undefined if it is in memory. */
  readonly #file: string | undefined;
  #isReplaced = false;
  readonly #options: Required<Pick<DatabaseOptions, "patience" | "rejectAfter" | "delay">>;
  #writes: Promise<unknown> = Promise.resolve();
  /** Transactions that were asked for and are not over, and those among them that wait for another process. */
  #pending = 0;
  #waiting = 0;
  /** When a transaction was last done, or first asked for. */
  #progress = 0;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(connection: DatabaseSync, options: DatabaseOptions & { readonly isFile: boolean }) {
    this.#connection = connection;
    this.#path = options.path;
    this.#file = options.isFile ? fileKey(options.path) : undefined;
    this.#options = { patience: 10_000, rejectAfter: 1_000, delay: pause, ...options };
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const { DatabaseSync } = await import("node:sqlite");
    const { path, readOnly = false, connect = (name) => new DatabaseSync(name) } = options;
    const isFile = !readOnly || exists(path);
    const started = performance.now();
    for (;;) {
      let database: Database | undefined;
      try {
        if (!readOnly) createFile(path);
        database = new Database(connect(isFile ? path : ":memory:"), { ...options, isFile });
        database.#prepare({ readOnly: readOnly && isFile });
        return database;
      } catch (error) {
        database?.close();
        if (!isBusy(error) || performance.now() - started > 10_000) throw explain(error, path);
      }
      await pause(20 + 30 * Math.random());
    }
  }

  #prepare({ readOnly }: { readonly readOnly: boolean }): void {
    this.#connection.exec(`PRAGMA busy_timeout = ${blockingWait}; PRAGMA cache_size = -32000`);
    const isNew = this.#isNew();
    if (readOnly) return this.#connection.exec("PRAGMA query_only = ON");
    this.#connection.exec(
      "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
    );
    // Another process may have made the tables while we waited.
    if (isNew) this.#attempt("BEGIN IMMEDIATE", () => this.#isNew() && this.#connection.exec(schema));
  }

  /** Throws for a database that is not ours. In one statement, since another process may be creating it. */
  #isNew(): boolean {
    const sql = "SELECT application_id AS owner, user_version AS version, " +
      "(SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_application_id, pragma_user_version";
    const { owner, version, tables } = headerRow.parse(this.#connection.prepare(sql).get());
    if (tables === 0 && version === 0) return true;
    if (owner !== applicationId) {
      throw failure(this.#path, {
        state: "it is not marked as a knowledge base: a database of another program, or a restored dump",
        hint:
          "It was left as it is; name another folder with --knowledge-dir. A database of Shirokuma is read by " +
          "jupyter-mcp knowledge import-shirokuma FILE",
      });
    }
    if (version === schemaVersion) return false;
    const age = version > schemaVersion ? "a newer" : "another";
    throw failure(this.#path, {
      state:
        `it was made by ${age} version of this program (schema ${version}, this one needs ${schemaVersion})`,
      hint: version > schemaVersion
        ? "It was left as it is; update jupyter-mcp"
        : "It was left as it is; export it with that version, and import that into a new folder",
    });
  }

  /** A transaction that sees one state of the database and changes nothing. */
  read<T>(work: (db: Statements) => T, signal?: AbortSignal): Promise<T> {
    return this.#queued(() => this.#transaction("BEGIN", work, signal));
  }

  /** A transaction that may change everything. An abort drops it if it has not begun. */
  write<T>(work: (db: Statements) => T, signal?: AbortSignal): Promise<T> {
    return this.#queued(() => {
      // One that waits for another process is not overtaken by those behind it.
      const write = this.#writes.then(() => this.#transaction("BEGIN IMMEDIATE", work, signal));
      this.#writes = write.catch(() => undefined);
      return write;
    });
  }

  /** Whether its file is another now, or has appeared since. */
  get isOutdated(): boolean {
    return this.#isReplaced || (this.#file === undefined && exists(this.#path));
  }

  close(): void {
    this.#statements.clear();
    if (this.#connection.isOpen) this.#connection.close();
  }

  /** Runs a statement; returns the id of a new row. */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#statement(sql).run(...values);
    return { changes: Number(changes), id: Number(lastInsertRowid) };
  }

  rows<Row extends z.ZodType>(row: Row, sql: string, ...values: SQLInputValue[]): z.output<Row>[] {
    return this.#statement(sql).all(...values).map((found) => row.parse(found));
  }

  /** The first row. */
  row<Row extends z.ZodType>(row: Row, sql: string, ...values: SQLInputValue[]): z.output<Row> | undefined {
    const found = this.#statement(sql).get(...values);
    return found === undefined ? undefined : row.parse(found);
  }

  /** The number in the first row; undefined if there is no row. */
  number(sql: string, ...values: SQLInputValue[]): number | undefined {
    return z.number().optional().parse(Object.values(this.#statement(sql).get(...values) ?? {})[0]);
  }

  /** Our own transactions take milliseconds: the queue grows only behind another process. */
  async #queued<T>(work: () => Promise<T>): Promise<T> {
    if (this.#pending === 0) this.#progress = performance.now();
    const isStuck = this.#waiting > 0 && this.#idleFor() >= this.#options.rejectAfter;
    if (this.#pending >= queueSize && isStuck) throw tooManyWaiting(this.#path, this.#pending);
    this.#pending += 1;
    try {
      return await work();
    } finally {
      this.#pending -= 1;
    }
  }

  #idleFor(): number {
    return performance.now() - this.#progress;
  }

  async #transaction<T>(begin: string, work: (db: Statements) => T, signal?: AbortSignal): Promise<T> {
    for (let attempt = 0;; attempt++) {
      signal?.throwIfAborted();
      try {
        const result = this.#attempt(begin, work);
        this.#progress = performance.now();
        return result;
      } catch (error) {
        if (!isBusy(error) || this.#idleFor() > this.#options.patience) throw explain(error, this.#path);
      }
      this.#waiting += 1;
      try {
        await this.#options.delay(Math.min(5 * 2 ** attempt, 100) * (0.5 + Math.random()));
      } finally {
        this.#waiting -= 1;
      }
    }
  }

  #attempt<T>(begin: string, work: (db: Statements) => T): T {
    this.#checkFile();
    this.run(begin);
    try {
      const result = work(this);
      this.#commit();
      return result;
    } catch (error) {
      // SQLite may have rolled back by itself, for example on a full disk.
      if (this.#connection.isTransaction) this.run("ROLLBACK");
      throw error;
    }
  }

  #commit(): void {
    this.#connection.exec(`PRAGMA busy_timeout = ${commitWait}`);
    try {
      this.run("COMMIT");
    } finally {
      this.#connection.exec(`PRAGMA busy_timeout = ${blockingWait}`);
    }
  }

  /** SQLite would continue with a file that has lost its name: what is written would be lost. */
  #checkFile(): void {
    if (this.#file === undefined) return;
    const present = this.#isReplaced ? undefined : fileKey(this.#path);
    if (present === this.#file) return;
    if (present === undefined && !this.#isReplaced) {
      throw failure(this.#path, {
        state: "its file was deleted or moved while in use",
        hint: "Put it back, or start jupyter-mcp again",
      });
    }
    this.#isReplaced = true;
    this.close();
    throw failure(this.#path, {
      state: "its file was replaced by another while in use",
      hint: "Nothing was changed; call again to use the one that is there now",
    });
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare(sql);
    if (this.#statements.size >= cachedStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Whether a file has this name. */
export function exists(path: string): boolean {
  return fileKey(path) !== undefined;
}

/** What tells a file from every other, also from a later one of the same name; undefined if there is none. */
function fileKey(path: string): string | undefined {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    const { NotFound, NotADirectory } = Deno.errors;
    if (error instanceof NotFound || error instanceof NotADirectory) return undefined;
    throw explain(error, path);
  }
}

/** SQLite would make it readable for all; its journal gets the same permissions. */
function createFile(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  } catch {
    // It exists already, or cannot be created, which SQLite reports.
  }
}
