/**
 * A notebook that is kept as a file.
 *
 * 1. A file is written whole every time. So writes that may wait are batched: while cells run one after the other, the file is
 *    written at most once a second, and a large one less often. Any other write includes what is waiting, and so do a save
 *    and the closing of the backend.
 * 2. What is waiting is part of what is read here, and of what is handed over to a successor. While cells
 *    run one after the other, the file is looked at no more often than that either: every write compares it anyway.
 * 3. Before waiting writes are reported as saved, the file is checked again a moment after it was written: what others have
 *    overwritten is written again.
 * 4. Each write has its own result: one that cannot be applied fails alone; a file that cannot be written fails all of them.
 */

import { settlesWithin } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { cellsById } from "../nbformat/compare_notebooks.ts";
import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import type { NotebookFile, UpdateOptions } from "./notebook_file.ts";
import type { NotebookBackend, ReadOptions, WriteOptions, Written } from "./notebook_backend.ts";

type WholeFile = Pick<NotebookFile, "path" | "read" | "update" | "isAsWritten" | "settled" | "forget">;

interface FileBackendOptions {
  /** Whether it must not be used again: the next time the notebook may be a shared document. */
  readonly isSingleUse?: boolean;
  /** Milliseconds between two writes of the file for what may wait. */
  readonly pause?: number;
}

interface WaitingWrite {
  readonly edit: Edit;
  readonly done: PromiseWithResolvers<void>;
  /** Why the edit could not be made. */
  error?: unknown;
}

const usualPause = 1_000;
/** A large file takes long to write: it is written this many times more seldom, up to a limit. */
const restAfterWrite = 5;
const longestPause = 15_000;
/** Milliseconds for the last write; clients kill a program that takes two seconds to end. */
const lastWrite = 800;

export class FileBackend implements NotebookBackend {
  readonly kind = "file";
  readonly mayBeUnshared = true;
  readonly isReadOnly = false;
  readonly isUnanswered = false;
  readonly isUsable: boolean;
  readonly #file: WholeFile;
  readonly #usualPause: number;
  #pause: number;
  #waiting: WaitingWrite[] = [];
  #beingWritten: readonly WaitingWrite[] = [];
  /** What was written and not looked for again. */
  #unconfirmed: WaitingWrite[] = [];
  /** The file as it was last read or written here. */
  #known: Notebook | undefined;
  /** When it was last read; an edit that may change sources makes it outdated. */
  #readAt = -Infinity;
  #writing: Promise<void> = Promise.resolve();
  #writtenAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(file: WholeFile, { isSingleUse = false, pause = usualPause }: FileBackendOptions = {}) {
    this.#file = file;
    this.isUsable = !isSingleUse;
    this.#usualPause = pause;
    this.#pause = pause;
  }

  get path(): string {
    return this.#file.path;
  }

  /** Cells with what has not been written to the file yet. */
  get unsaved(): readonly Cell[] {
    const waiting = [...this.#beingWritten, ...this.#waiting];
    if (this.#known === undefined || waiting.length === 0) return [];
    const known = cellsById(this.#known);
    return applied(this.#known, waiting).cells.filter((cell) => known.get(cell.id ?? "") !== cell);
  }

  async read(signal?: AbortSignal, { mayBeRecent = false }: ReadOptions = {}): Promise<Notebook> {
    const now = performance.now();
    const isEnough = mayBeRecent && now - this.#readAt < this.#usualPause;
    if (!isEnough || this.#known === undefined) {
      this.#known = (await this.#file.read(signal)).notebook;
      this.#readAt = now;
    }
    return applied(this.#known, [...this.#beingWritten, ...this.#waiting]);
  }

  async checkExists(signal?: AbortSignal): Promise<void> {
    await this.#file.read(signal);
  }

  async editAndSave(edit: Edit, options?: UpdateOptions): Promise<Written> {
    // An edit may take back what was written: it must not be written again afterwards.
    if (this.#unconfirmed.length > 0) await this.save();
    // Both wait in the file's queue; the result of the first is reported to those who made it.
    void this.#writeWaiting();
    return await this.#file.update(edit, options).finally(() => this.#readAt = -Infinity);
  }

  editUnsaved(edit: Edit, { mayWait = false }: WriteOptions = {}): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ edit, done });
    const left = this.#writtenAt + this.#pause - performance.now();
    if (!mayWait || left <= 0) void this.#writeWaiting();
    else this.#timer ??= setTimeout(() => void this.#writeWaiting(), left);
    return done.promise;
  }

  async save(): Promise<Pick<Written, "saved" | "notes">> {
    await this.#writeWaiting();
    if (this.#unconfirmed.length > 0 && !await this.#file.isAsWritten()) await this.#writeAgain();
    this.#unconfirmed = [];
    return { saved: true, notes: [] };
  }

  /** A file that could not be written has failed the write itself. */
  checkSaved(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  follow(): Promise<void> {
    return Promise.resolve();
  }

  presence() {
    return Promise.resolve({ hasPerson: false, isSilent: false, programs: 0 });
  }

  selections() {
    return Promise.resolve([]);
  }

  async close(): Promise<void> {
    await settlesWithin(this.#writeWaiting().then(() => this.#file.settled()), lastWrite);
    this.#file.forget();
    this.#known = undefined;
  }

  /** Writes all that waits, and resolves when that is done, well or not; and what is being written already. */
  #writeWaiting(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  /** What a run shows in its cell is the same however often it is written. */
  async #writeAgain(): Promise<void> {
    const all = this.#unconfirmed.splice(0);
    await this.#file.update((notebook) => applied(notebook, all));
  }

  async #writeAll(): Promise<void> {
    const all = this.#waiting.splice(0);
    if (all.length === 0) return;
    this.#beingWritten = all;
    const began = this.#writtenAt = performance.now();
    try {
      const edit: Edit = (notebook) => applied(notebook, all);
      this.#known = (await this.#file.update(edit, { skipsSecondCheck: true })).notebook;
      this.#unconfirmed.push(...all.filter(({ error }) => error === undefined));
      for (const { done, error } of all) error === undefined ? done.resolve() : done.reject(error);
    } catch (error) {
      for (const one of all) one.done.reject(one.error ?? error);
    }
    this.#beingWritten = [];
    const took = performance.now() - began;
    this.#pause = Math.min(Math.max(this.#usualPause, took * restAfterWrite), longestPause);
  }
}

/** The notebook with all writes made that can be; the others know why they cannot. */
function applied(notebook: Notebook, writes: readonly WaitingWrite[]): Notebook {
  return writes.reduce((before, write) => {
    try {
      const after = write.edit(before);
      delete write.error;
      return after;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      write.error = error;
      return before;
    }
  }, notebook);
}
