/**
 * A notebook as a file on the Jupyter server, for notebooks that are not shared documents.
 *
 * 1. A file that cannot be read as a notebook is never written.
 * 2. A file is written only if it is the one that the edit was made for: its hash is compared right before the write. The
 *    contents API has no conditional write: processes of one user on one machine use a lock, and others are noticed
 *    afterwards. They may have compared hashes before our write and write after it, over it. So the edit is looked for
 *    twice: right after the write, and a moment later, by which time anyone who was about to write has written. It is
 *    reported as saved after the second check. It is reported earlier only if nobody else has written since our last write
 *    and a lock keeps the other programs of this user away: the second check then delays nobody, and notices another writer
 *    at their very first write. What other programs with the same lock write is known from the record kept with it.
 * 3. If the file has changed meanwhile, the edit is made again on the new state if it touches the same cells and those are
 *    unchanged; otherwise it is a `conflict`. The same holds if someone's save removed the edit, and a file that two saves
 *    have corrupted is written anew. Jupyter itself undoes a write if someone opens the notebook during it: it finds half a
 *    file, moves that aside and restores the previous one, if there is one.
 * 4. A file that was deleted or moved right before a write does not come back: the server says that the write has made it, and it
 *    is deleted again.
 * 5. Updates of one file wait for each other. A write that has begun is finished even if the caller is gone.
 */

import { delay } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { statByListing } from "../rest/stat.ts";
import {
  type AppliedEdit,
  areUntouched,
  cellsById,
  changedCells,
  isEditLost,
  sameContent,
} from "../nbformat/compare_notebooks.ts";
import {
  asOnDisk,
  dependsOnTrust,
  forDisk,
  newOutputs,
  type Outputs,
  wholeForm,
} from "../nbformat/for_disk.ts";
import { KnownIds } from "../nbformat/cell_ids.ts";
import { storedSurrogateNotes } from "../nbformat/source_text.ts";
import type { Edit, Notebook } from "../nbformat/notebook.ts";
import { deepEqual } from "../../base/deep_equal.ts";
import {
  type FileState,
  hashOf,
  isNotANotebook,
  loadExisting,
  type LoadOptions,
  mustWriteAgain,
} from "./load_notebook.ts";
import { type AcquireFileLock, type FileLock, KnownWrites } from "./file_lock.ts";
import {
  changedMeanwhile,
  folderMissing,
  notebookExists,
  notebookMissing,
  notWritable,
  validationNote,
  writeRefused,
} from "./notebook_errors.ts";
import {
  type ContentsModel,
  createNotebook,
  deletePath,
  isTrustedNotebook,
  type NotebookBody,
  notebookBody,
  type PutNotebook,
  putNotebook,
  statWithHash,
} from "../rest/contents.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";

export interface NotebookFileOptions {
  readonly acquireLock?: AcquireFileLock;
  /** The ids that cells were given before, for files that store none. */
  readonly ids?: KnownIds;
  /** Milliseconds after a write until the file is checked again. */
  readonly moment?: number;
}

export interface UpdateOptions {
  /**
   * Ids of the cells that the edit moves. They must be as they were for it to be made again; if none are named, those that it
   * changes must.
   */
  readonly moving?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the second check of the file is skipped: see {@linkcode NotebookFile.isAsWritten}. */
  readonly skipsSecondCheck?: boolean;
}

interface Saved {
  readonly notebook: Notebook;
  readonly saved: true;
  /** What the person should know about the file on disk, such as what the server finds wrong with it. */
  readonly notes: readonly string[];
}

interface Plan extends AppliedEdit {
  /** The file that it is made for. */
  readonly file: FileState;
  /** Whether all outputs of `after` may run scripts in the browser. */
  readonly trusted: boolean;
}

interface Writing {
  readonly body: NotebookBody;
  /** The file right before the write, if there was one. */
  readonly there?: ContentsModel;
  readonly lock: FileLock;
}

/** An edit that was written. */
interface Made {
  readonly saved: Saved;
  readonly plan: Plan;
  /** The file with it. */
  readonly hash: string;
  /** Whether nobody else is known to write the file. */
  readonly isAlone: boolean;
}

/** An edit that was written and is looked for again. */
interface PendingEdit {
  /** As it was last made. */
  made: Made;
}

interface PutResult {
  readonly written: ContentsModel;
  readonly state: FileState;
  /** Whether someone else has written the file since. */
  readonly isOvertaken: boolean;
}

const mostAttempts = 5;
/** How often an overwritten edit is made again. */
const mostLosses = 10;
/** Larger files are not read again after a write when time and size say that they are what was written. */
const wholeReadBack = 4_000_000;
/** Milliseconds until a file that someone else wrote at the same moment is looked at again. */
const secondLook = 200;
/**
 * Milliseconds: others compare hashes and write in two requests that follow each other at once. On a server that is slow,
 * that takes longer: this many times as long as it took us.
 */
const usualMoment = 150;
const slowness = 4;
/** If someone else is known to write, it is better to wait too long than too short. */
const caution = 5;
const longestMoment = 4_000;
/** Milliseconds that the last check of the file before a write may take: less than others wait. */
const freshness = 60;

/** Milliseconds after someone else's write in which they may write again. */
const othersStay = 10_000;

const noLock = "Could not lock the file: changes that another program makes at the same moment may be lost";

export class NotebookFile {
  readonly path: string;
  readonly #http: JupyterHttp;
  readonly #acquireLock: AcquireFileLock;
  readonly #ids: KnownIds;
  #state: FileState | undefined;
  /** Outputs that we wrote, which are trusted. */
  readonly #ours = new WeakSet<Outputs>();
  /** What the server said of the rest. */
  #trust: { readonly hash: string; readonly trusted: boolean } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #writes = new KnownWrites();
  readonly #usualMoment: number;
  /** When someone else was last found to have written. */
  #othersAt = -Infinity;
  #confirming: Promise<unknown> = Promise.resolve();
  /** Milliseconds that the last write took, when it was over, and the file after it. */
  #lastWrite = { took: 0, at: -Infinity, hash: "" };
  /** Edits that are checked again. */
  readonly #pending = new Set<PendingEdit>();

  constructor(http: JupyterHttp, path: string, options: NotebookFileOptions = {}) {
    this.#http = http;
    this.#acquireLock = options.acquireLock ??
      (() => Promise.resolve({ isLocked: true, record: "", release() {} }));
    this.#ids = options.ids ?? new KnownIds();
    this.#usualMoment = options.moment ?? usualMoment;
    this.path = path;
  }

  /** The notebook on disk, with an id on every cell. Read anew only when the file has changed. */
  async read(signal?: AbortSignal): Promise<FileState> {
    // Jupyter writes in place: during our write the file is incomplete.
    await this.#last;
    return await this.#read(signal);
  }

  async #read(signal?: AbortSignal): Promise<FileState> {
    const known = this.#state;
    const there = known && await this.#stat(signal);
    return there !== undefined && hashOf(there) === known?.hash ? known : await this.#load({ there, signal });
  }

  /** Changes the file; resolves when the change is on disk. */
  async update(edit: Edit, { skipsSecondCheck = false, ...options }: UpdateOptions = {}): Promise<Saved> {
    const made = await this.#withLock((lock) => this.#update(edit, { ...options, lock }));
    if (!("plan" in made)) return made;
    if (skipsSecondCheck) return made.saved;
    const saved = made.isAlone ? made.saved : await this.#confirm(edit, options, made);
    if (!this.#hasOthers) {
      // Nobody waits for it; if it fails, the next reading of the cell shows the result.
      const confirmed = this.#confirm(edit, { ...options, isLate: true }, made);
      this.#confirming = Promise.allSettled([this.#confirming, confirmed]);
    }
    return saved;
  }

  /** Resolves when no edit is left to be checked again. */
  async settled(): Promise<void> {
    await this.#confirming;
  }

  /** Checks an edit a second time, without the lock, and makes it again for as long as others overwrite it. */
  async #confirm(
    edit: Edit,
    { moving, isLate = false }: UpdateOptions & { readonly isLate?: boolean },
    first: Made,
  ): Promise<Saved> {
    const pending: PendingEdit = { made: first };
    this.#pending.add(pending);
    try {
      for (let losses = 1; await this.#isLostSince(pending, isLate); losses++) {
        const { made: lost } = pending;
        if (losses > mostLosses) throw changedMeanwhile(this.path, lost.plan.touched);
        // Whoever overwrote it may be as quick the next time.
        await delay(this.#usualMoment * Math.random());
        const again = await this.#withLock(async (lock) =>
          this.#pending.has(pending) ? await this.#update(edit, { moving, lost, lock }) : lost.saved
        );
        if (!("plan" in again)) return again;
        this.#othersAt = performance.now();
        pending.made = again;
      }
      return pending.made.saved;
    } finally {
      this.#pending.delete(pending);
    }
  }

  /** Whether the file, a moment after it was last written here, has that, or comes from someone who knew it. */
  async isAsWritten(): Promise<boolean> {
    await this.#moment();
    const { hash } = this.#lastWrite;
    if ((await this.read()).hash === hash) return true;
    // What other programs with the same lock have written is known to its holder.
    return await this.#withLock(async () => this.#writes.lead(hash, (await this.#read()).hash));
  }

  get #hasOthers(): boolean {
    return performance.now() - this.#othersAt < othersStay;
  }

  /** Waits until anyone who was about to write during our last write has written. */
  async #moment(isLate = false): Promise<void> {
    const { took, at } = this.#lastWrite;
    const usual = Math.max(this.#usualMoment * (isLate || this.#hasOthers ? caution : 1), took * slowness);
    const moment = Math.min(usual, longestMoment);
    const left = at + moment - performance.now();
    if (left > 0) await delay(left);
  }

  /** Whether an edit was overwritten by someone who was about to write when it was made. */
  async #isLostSince(pending: PendingEdit, isLate: boolean): Promise<boolean> {
    const { plan, hash } = pending.made;
    await this.#moment(isLate);
    const state = await this.read().catch((error) => {
      // Two other writers may have corrupted it. Making the edit again repairs the file, or reports what it is now.
      if (isNotANotebook(error)) return "unreadable";
      // The edit was in the file. That the file has since moved or become unreachable does not mean that the edit was lost.
      if (error instanceof AppError) return "away";
      throw error;
    });
    if (state === "unreadable") return true;
    if (state === "away" || state.hash === hash || !this.#pending.has(pending)) return false;
    if (this.#writes.lead(hash, state.hash)) return false;
    return isEditLost(plan, state.notebook, true);
  }

  /** Writes a new file; a file that is there is never written over. */
  create(notebook: Notebook, signal?: AbortSignal): Promise<Saved> {
    return this.#withLock(async (lock) => {
      const there = await statByListing(this.#http, this.path, {
        signal,
        folderMissing: () => folderMissing(this.path),
      });
      if (there !== null) throw notebookExists(this.path, there.type);
      const before = { ...notebook, cells: [] };
      const file = { notebook: before, hash: "", form: wholeForm };
      const plan = { file, before, after: notebook, touched: [], isMove: false, trusted: true };
      const made = await this.#write(plan, { body: this.#bodyOf(plan), lock });
      if (made === "lost") throw notebookExists(this.path, "notebook");
      return made.saved;
    });
  }

  /** Lets go of the notebook held in memory. */
  forget(): void {
    this.#state = undefined;
  }

  #withLock<T>(work: (lock: FileLock) => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      const lock = await this.#acquireLock(this.path);
      this.#writes.take(lock.record);
      try {
        return await work(lock);
      } finally {
        lock.release(this.#writes.record);
      }
    });
    this.#last = done.catch(() => {});
    return done;
  }

  /** @param options.lost The edit as it was made before, if it was lost. */
  async #update(
    edit: Edit,
    { lost, lock, ...options }: UpdateOptions & { readonly lost?: Made; readonly lock: FileLock },
  ): Promise<Made | Saved> {
    let plan = await this.#plan(edit, options);
    // By now it is known what other programs with the same lock have written: they knew what they replaced.
    if (lost !== undefined && this.#writes.lead(lost.hash, plan.file.hash)) return lost.saved;
    if (lost !== undefined && !canRepeat(lost.plan, plan)) throw changedMeanwhile(this.path, plan.touched);
    for (let attempt = 1;; attempt++) {
      if (plan.after === plan.before) return { notebook: plan.after, saved: true, notes: [] };
      const body = this.#bodyOf(plan);
      let model = await this.#freshStat(options.signal);
      // A file that is deleted while the server looks at it seems not writable.
      if (model.writable === false) model = await this.#stat(options.signal);
      if (model.writable === false) throw notWritable(this.path);
      if (hashOf(model) === plan.file.hash) {
        const made = await this.#write(plan, { body, there: model, lock });
        if (made !== "lost") return made;
      }
      const again = await this.#plan(edit, options);
      if (attempt === mostAttempts || !canRepeat(plan, again)) {
        throw changedMeanwhile(this.path, plan.touched);
      }
      plan = again;
    }
  }

  /** Edits that were in the file and that this one takes back are no longer looked for. */
  #supersede({ before, after }: Plan): void {
    for (const pending of this.#pending) {
      const { plan } = pending.made;
      const wasThere = !isEditLost(plan, before, true);
      if (wasThere && isEditLost(plan, after, true)) this.#pending.delete(pending);
    }
  }

  async #plan(edit: Edit, { moving, signal }: UpdateOptions): Promise<Plan> {
    const file = await this.#read(signal);
    const { notebook: before } = file;
    const after = edit(before);
    for (const outputs of newOutputs(before, after)) this.#ours.add(outputs);
    const isOurs = !dependsOnTrust(after, (outputs) => this.#ours.has(outputs));
    return {
      file,
      before,
      after,
      touched: moving ?? changedCells(before, after),
      isMove: moving !== undefined,
      trusted: isOurs || await this.#isTrusted(file.hash, signal),
    };
  }

  #bodyOf({ file: { form }, after, trusted }: Plan): NotebookBody {
    const isTrusted = (outputs: Outputs) => trusted || this.#ours.has(outputs);
    return notebookBody(forDisk(after, { form, isTrusted }));
  }

  /** The file's state, from a request so quick that other writers are still waiting when a write sent now arrives. */
  async #freshStat(signal?: AbortSignal): Promise<ContentsModel> {
    for (let attempt = 1;; attempt++) {
      const began = performance.now();
      const model = await this.#stat(signal);
      if (performance.now() - began < freshness || attempt === mostAttempts) return model;
    }
  }

  async #stat(signal?: AbortSignal): Promise<ContentsModel> {
    const model = await statWithHash(this.#http, this.path, signal);
    if (model !== null) return model;
    this.#state = undefined;
    throw await notebookMissing(this.#http, this.path, signal);
  }

  async #load(options: LoadOptions = {}): Promise<FileState> {
    // The old state is released first: a large notebook should not be in memory twice.
    this.#state = undefined;
    return this.#state = await loadExisting(this.#http, this.path, { ...options, ids: this.#ids });
  }

  /** Writes a plan and verifies it in the file; `lost` if someone overwrote it at the same moment. */
  async #write(plan: Plan, { body, there, lock }: Writing): Promise<Made | "lost"> {
    const { file, before, after, touched, trusted } = plan;
    // Cells whose ids the file does not hold are recognised by these when it is read again.
    this.#ids.remember(this.path, after);
    const began = performance.now();
    const { written, state, isOvertaken } = await this.#putWhole(body, plan).catch((error) => {
      this.#ids.remember(this.path, before);
      throw error;
    });
    const took = performance.now() - began;
    if (state.hash === file.hash && written.last_modified === there?.last_modified) {
      this.#state = undefined;
      return "lost";
    }
    this.#trust = { hash: state.hash, trusted };
    if (isOvertaken && isEditLost(plan, state.notebook, true)) return "lost";
    const { hash: ours } = this.#lastWrite;
    if (isOvertaken || (ours !== "" && !this.#writes.lead(ours, file.hash))) {
      this.#othersAt = performance.now();
    }
    if (!isOvertaken) this.#writes.add(file.hash, state.hash);
    this.#lastWrite = { took, at: performance.now(), hash: state.hash };
    this.#supersede(plan);
    const different = touched.filter((id) => !isSameIn(id, after, state.notebook));
    const notes = [
      ...(lock.isLocked ? [] : [noLock]),
      ...(written.message ? [validationNote(written.message)] : []),
      ...storedSurrogateNotes(after),
      ...(different.length > 0 ? [storedDifferently(different)] : []),
    ];
    const isAlone = ours !== "" && lock.isLocked && !this.#hasOthers;
    return { saved: { notebook: state.notebook, saved: true, notes }, plan, hash: state.hash, isAlone };
  }

  /** Writes until the file can be read again. */
  async #putWhole(body: NotebookBody, plan: Plan): Promise<PutResult> {
    for (let attempt = 1;; attempt++) {
      try {
        const isNew = plan.file.hash === "" && attempt === 1;
        const written = await this.#put(body, isNew ? createNotebook : putNotebook);
        if (written.isNew && !isNew && attempt === 1) await this.#takeBack(written);
        const first = await this.#readBack(written, plan);
        if (!first.isOvertaken) return { written, ...first };
        // Another writer may not have finished yet.
        await delay(secondLook * (0.5 + Math.random()));
        return { written, state: await this.#load(), isOvertaken: true };
      } catch (error) {
        if (attempt === mostAttempts || !await mustWriteAgain(this.#http, this.path, error)) throw error;
      }
    }
  }

  /** Someone has deleted or moved the file right before we wrote it: it must not come back. */
  async #takeBack(written: ContentsModel): Promise<never> {
    const model = await statWithHash(this.#http, this.path);
    const isOurs = model?.last_modified === written.last_modified && model?.size === written.size;
    if (isOurs) await deletePath(this.#http, this.path);
    throw isOurs || model === null
      ? await notebookMissing(this.#http, this.path)
      : changedMeanwhile(this.path, []);
  }

  async #put(body: NotebookBody, put: typeof createNotebook): Promise<PutNotebook> {
    // Whether or not the request succeeds, the file's known state may be outdated.
    this.#state = undefined;
    try {
      return await put(this.#http, this.path, body);
    } catch (error) {
      if (error instanceof StatusError && error.status === 409) throw notebookExists(this.path, "notebook");
      if (error instanceof StatusError) throw writeRefused(this.path, error);
      // A 403: the token was valid just now, so the error concerns this file.
      if (error instanceof AppError && (error.code === "auth_failed" || error.code === "forbidden")) {
        throw notWritable(this.path, error);
      }
      throw error;
    }
  }

  /** The file after a write: read again, or taken for what was written if that is large and surely the same. */
  async #readBack(
    written: ContentsModel,
    { file: { form }, after }: Plan,
  ): Promise<Omit<PutResult, "written">> {
    const model = await this.#stat();
    const isOvertaken = model.last_modified !== written.last_modified || model.size !== written.size;
    if (!isOvertaken && (model.size ?? 0) > wholeReadBack) {
      this.#state = { notebook: after, hash: hashOf(model), form };
      return { state: this.#state, isOvertaken };
    }
    const read = await this.#load({ there: model });
    const isSame = deepEqual(read.notebook, asOnDisk(after));
    this.#state = isSame ? { ...read, notebook: after } : read;
    return { state: this.#state, isOvertaken: isOvertaken && !isSame };
  }

  async #isTrusted(hash: string, signal?: AbortSignal): Promise<boolean> {
    if (this.#trust?.hash !== hash) {
      this.#trust = { hash, trusted: await isTrustedNotebook(this.#http, this.path, signal) };
    }
    return this.#trust.trusted;
  }
}

/** The edit still means the same cells, and nobody has changed those. */
function canRepeat(first: Plan, again: Plan): boolean {
  return deepEqual(first.touched, again.touched) &&
    areUntouched(first.touched, first.before, again.before);
}

function isSameIn(id: string, one: Notebook, other: Notebook): boolean {
  return sameContent(cellsById(one).get(id), cellsById(other).get(id));
}

function storedDifferently(ids: readonly string[]): string {
  return `The server stored something other than what was sent for cells ${ids.slice(0, 10).join(", ")}: ` +
    "a save hook of Jupyter, or another program that saved right after";
}
