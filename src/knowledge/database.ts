/**
 * One SQLite file: statements kept, one transaction at a time, errors explained.
 *
 * Invariants: a transaction is whole or did not happen; what was answered survives the end of the process and of the
 * machine; another process that holds the file is waited for without stopping our own event loop; writes happen in the
 * order in which they were asked for; one that is given up before its turn changes nothing; a file that somebody moved
 * away or put another in the place of gets what was written to it, and nothing more.
 */

import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { z } from "zod";
import { explain, gone, isBusy, lostLog, replaced, tooMany } from "./database_error.ts";
import { baseStamp, fileKey, isThere } from "./file_key.ts";
import { lastLink, nextLink } from "./lineage.ts";
import { isOwnLog } from "./stray_log.ts";

/** The statements of one transaction. */
export interface Statements {
  /** Runs a statement; gives the id of a new row. */
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number };
  rows<Row extends z.ZodType>(row: Row, sql: string, ...values: SQLInputValue[]): z.output<Row>[];
  /** The first row. */
  row<Row extends z.ZodType>(row: Row, sql: string, ...values: SQLInputValue[]): z.output<Row> | undefined;
}

/** In its file; in memory, for a file that is not to be made; or in memory as a copy of what the file was. */
export type Home =
  | { readonly kind: "file" }
  | { readonly kind: "memory" }
  | { readonly kind: "copy"; readonly stamp: string | undefined };

export interface DatabaseOptions {
  readonly path: string;
  readonly home: Home;
  /** Whether it has the table of `lineage.ts`. */
  readonly hasLineage?: boolean;
  /** Milliseconds without any progress after which a transaction is given up. */
  readonly patience?: number;
  /** Milliseconds without any progress after which another process is taken to keep the database. */
  readonly keptAfter?: number;
  readonly delay?: (milliseconds: number) => Promise<void>;
}

/** Ten at once and a hundred behind them, as the original promises. */
const mostWaiting = 110;

const changesRow = z.object({ changes: z.number() });
const nameRow = z.object({ name: z.string() });

/** Statements made of a caller's filters differ each time; only so many are kept. */
const mostStatements = 200;

export class Database implements Statements {
  readonly #connection: DatabaseSync;
  readonly #path: string;
  readonly #home: Home;
  /** Which file it is; undefined in memory. */
  readonly #file: string | undefined;
  /** Which log it has: SQLite opens it once, and others may give it another name. */
  readonly #log: string | undefined;
  /** Which file tells all programs what is in the log. */
  readonly #shared: string | undefined;
  readonly #hasLineage: boolean;
  /** The last transaction that was seen in the file and its log, whosever it was. */
  #seen: string | undefined;
  #isReplaced = false;
  readonly #patience: number;
  readonly #keptAfter: number;
  readonly #delay: (milliseconds: number) => Promise<void>;
  #writes: Promise<unknown> = Promise.resolve();
  /** Transactions that were asked for and are not over. */
  #open = 0;
  /** Those among them that wait for another process. */
  #held = 0;
  /** When a transaction was last done, or first asked for: several programs that write at once take turns. */
  #progress = 0;
  readonly #statements = new Map<string, StatementSync>();

  constructor(connection: DatabaseSync, options: DatabaseOptions) {
    this.#connection = connection;
    this.#path = options.path;
    this.#home = options.home;
    this.#file = options.home.kind === "file" ? fileKey(options.path) : undefined;
    this.#hasLineage = options.hasLineage ?? false;
    this.#seen = this.#lastLink();
    this.#log = this.#file === undefined ? undefined : fileKey(`${options.path}-wal`);
    this.#shared = this.#file === undefined ? undefined : fileKey(`${options.path}-shm`);
    this.#patience = options.patience ?? 10_000;
    this.#keptAfter = options.keptAfter ?? 1_000;
    this.#delay = options.delay ?? ((milliseconds) => new Promise((done) => setTimeout(done, milliseconds)));
  }

  /** A transaction that sees one state of the database and changes nothing. */
  read<T>(work: (statements: Statements) => T, signal?: AbortSignal): Promise<T> {
    return this.#queued(() => this.#transaction("BEGIN", work, signal));
  }

  /**
   * A transaction that may change everything; it waits for its turn before it reads.
   *
   * @param signal Drops it where it is still waiting.
   */
  write<T>(work: (statements: Statements) => T, signal?: AbortSignal): Promise<T> {
    return this.#queued(() => {
      // One that waits for another process is not overtaken by those behind it.
      const turn = this.#writes.then(() => this.#transaction("BEGIN IMMEDIATE", work, signal));
      this.#writes = turn.catch(() => undefined);
      return turn;
    });
  }

  /** Whether its file is another now: it is closed then, or a copy of what the file was. */
  get isReplaced(): boolean {
    if (this.#home.kind !== "copy") return this.#isReplaced;
    const present = baseStamp(this.#path);
    return present !== undefined && present !== this.#home.stamp;
  }

  close(): void {
    this.#statements.clear();
    if (!this.#connection.isOpen) return;
    try {
      if (this.#file !== undefined && fileKey(this.#path) !== this.#file) this.#emptyLog();
    } finally {
      this.#connection.close();
    }
  }

  /**
   * Brings what is in the log into the file that it was written to. SQLite leaves the log as it is where that file has
   * lost its name, and whoever opens the next of that name plays it back into the wrong one. But a program that did so
   * already writes to the same log, if it was empty or fits both files: then it stays.
   */
  #emptyLog(): void {
    const [key, seen] = [this.#log, this.#seen];
    try {
      if (key === undefined || seen === undefined || !isOwnLog({ path: this.#path, key, seen })) return;
      this.#connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    } catch {
      // On a full disk it stays; the next that opens the file sees whose it is.
    }
  }

  run(sql: string, ...values: SQLInputValue[]): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#statement(sql).run(...values);
    return { changes: Number(changes), id: Number(lastInsertRowid) };
  }

  rows<Row extends z.ZodType>(row: Row, sql: string, ...values: SQLInputValue[]): z.output<Row>[] {
    return this.#statement(sql).all(...values).map((found) => row.parse(found));
  }

  row<Row extends z.ZodType>(
    row: Row,
    sql: string,
    ...values: SQLInputValue[]
  ): z.output<Row> | undefined {
    const found = this.#statement(sql).get(...values);
    return found === undefined ? undefined : row.parse(found);
  }

  /** Our own transactions take milliseconds: only behind another process can a queue grow. */
  async #queued<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open === 0) this.#progress = performance.now();
    if (this.#open >= mostWaiting && this.#isKept) throw tooMany(this.#path, this.#open);
    this.#open += 1;
    try {
      return await work();
    } finally {
      this.#open -= 1;
    }
  }

  /** Whether another process keeps the database, and is not only the first of several. */
  get #isKept(): boolean {
    return this.#held > 0 && this.#idleFor() >= this.#keptAfter;
  }

  #idleFor(): number {
    return performance.now() - this.#progress;
  }

  async #transaction<T>(
    begin: string,
    work: (statements: Statements) => T,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    for (let attempt = 0;; attempt++) {
      signal?.throwIfAborted();
      try {
        const result = this.#attempt(begin, work);
        this.#progress = performance.now();
        return result;
      } catch (error) {
        if (!isBusy(error) || this.#idleFor() > this.#patience) throw explain(error, this.#path);
      }
      this.#held += 1;
      try {
        await this.#delay(Math.min(5 * 2 ** attempt, 100) * (0.5 + Math.random()));
      } finally {
        this.#held -= 1;
      }
    }
  }

  #attempt<T>(begin: string, work: (statements: Statements) => T): T {
    this.#checkFile();
    this.run(begin);
    try {
      const changes = this.#hasLineage ? this.#changes() : 0;
      const result = work(this);
      if (this.#hasLineage && this.#changes() > changes) this.run(nextLink);
      const seen = this.#lastLink();
      this.run("COMMIT");
      this.#seen = seen ?? this.#seen;
      return result;
    } catch (error) {
      // On a full disk SQLite may have rolled back by itself.
      if (this.#connection.isTransaction) this.run("ROLLBACK");
      throw error;
    }
  }

  /** SQLite goes on with a file that has no name any more: what is written would be lost. */
  #checkFile(): void {
    if (this.#home.kind === "copy" && !isThere(this.#path)) throw gone(this.#path);
    if (this.#file === undefined) return;
    if (this.#isReplaced) throw replaced(this.#path);
    const present = fileKey(this.#path);
    if (present === undefined) throw gone(this.#path);
    const isOther = present !== this.#file;
    if (!isOther && this.#hasItsLog()) return;
    this.#isReplaced = true;
    this.close();
    throw isOther ? replaced(this.#path) : lostLog(this.#path);
  }

  /**
   * SQLite deletes neither while a program has them open. It goes on with a log that somebody else deleted, which nobody
   * finds after the end of the process; but when it is closed it brings that into the file, unless others have it open.
   */
  #hasItsLog(): boolean {
    return [["-wal", this.#log], ["-shm", this.#shared]].every(([name, key]) =>
      key === undefined || fileKey(`${this.#path}${name}`) === key
    );
  }

  #lastLink(): string | undefined {
    if (!this.#hasLineage) return undefined;
    try {
      return this.row(nameRow, lastLink)?.name;
    } catch {
      // Damaged there, which is no reason not to read the rest.
      return undefined;
    }
  }

  #changes(): number {
    return this.row(changesRow, "SELECT total_changes() AS changes")?.changes ?? 0;
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare(sql);
    if (this.#statements.size >= mostStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}
