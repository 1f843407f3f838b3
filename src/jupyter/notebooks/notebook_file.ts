/**
 * A notebook as a file on the Jupyter server: the home of notebooks that are no shared documents.
 *
 * 1. A file that cannot be read as a notebook is never written.
 * 2. A write happens only to the file that the edit was made for: right before it, the file's hash is compared. The
 *    contents API has no conditional write: processes of one user take turns, and others are noticed afterwards.
 * 3. When the file has changed meanwhile, the edit is made again on the new state if it touches the same cells and
 *    those are as they were; otherwise it is a `conflict`. So it is where somebody's save took it away again, and
 *    a file that two saves have left in pieces is written anew. Jupyter itself takes a write away where somebody opens
 *    the notebook during it: it finds half a file, moves that aside and puts the one before in its place, if it is there.
 * 4. Updates of one file wait for each other. A write that has begun is finished, also when the caller goes.
 */

import { AppError } from "../../errors.ts";
import { statNew } from "../files/stat_new.ts";
import { areUntouched, cellsById, changedCells, sameContent } from "../nbformat/changed_cells.ts";
import {
  asOnDisk,
  dependsOnTrust,
  type DiskNotebook,
  forDisk,
  newOutputs,
  type Outputs,
  wholeForm,
} from "../nbformat/for_disk.ts";
import { KnownIds } from "../nbformat/known_ids.ts";
import { replacedNotes } from "../nbformat/mended_text.ts";
import type { Edit, Notebook } from "../nbformat/notebook.ts";
import { sameJson } from "../nbformat/same_json.ts";
import { type FileState, hashOf, isUndone, loadNotebook, type LoadOptions } from "./load_notebook.ts";
import { isLost } from "./lost_edit.ts";
import {
  notebookExists,
  notebookMissing,
  notWritable,
  validationNote,
  writeRefused,
} from "./notebook_errors.ts";
import { type ContentsModel, isTrustedNotebook, putNotebook, statWithHash } from "../rest/contents.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { pause } from "../rest/retry.ts";

/** Waits until no other process of this user writes the file of this name; returns the way to end the turn. */
export type TakeTurn = (name: string) => Promise<() => void>;

export interface NotebookFileOptions {
  readonly takeTurn?: TakeTurn;
  /** The ids that cells were given before, for files that store none. */
  readonly ids?: KnownIds;
}

export interface UpdateOptions {
  /** Ids of the cells that must be as they were for the edit to be made again; those that it changes by default. */
  readonly touches?: (notebook: Notebook) => readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export interface Saved {
  readonly notebook: Notebook;
  readonly saved: true;
  /** What the person should know about the file on disk, such as what the server finds wrong with it. */
  readonly notes: readonly string[];
}

interface Plan {
  readonly before: FileState;
  readonly after: Notebook;
  readonly touched: readonly string[];
  readonly isMove: boolean;
  /** Whether all outputs of `after` may run scripts in the browser. */
  readonly trusted: boolean;
}

interface PutResult {
  readonly written: ContentsModel;
  readonly state: FileState;
  /** Whether somebody else has written the file since. */
  readonly isOvertaken: boolean;
}

const mostAttempts = 5;
/** Larger files are not read again after a write when time and size say that they are what was written. */
const wholeReadBack = 4_000_000;
/** Milliseconds until a file that somebody else wrote at the same moment is looked at again. */
const secondLook = 200;

export class NotebookFile {
  readonly path: string;
  readonly #http: JupyterHttp;
  readonly #takeTurn: TakeTurn;
  readonly #ids: KnownIds;
  #state: FileState | undefined;
  /** Outputs that we wrote, for which we vouch. */
  readonly #ours = new WeakSet<Outputs>();
  /** What the server said of the rest. */
  #trust: { readonly hash: string; readonly trusted: boolean } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(http: JupyterHttp, path: string, { takeTurn, ids }: NotebookFileOptions = {}) {
    this.#http = http;
    this.#takeTurn = takeTurn ?? (() => Promise.resolve(() => {}));
    this.#ids = ids ?? new KnownIds();
    this.path = path;
  }

  /** The notebook on disk, with an id on every cell. Read anew only when the file has changed. */
  async read(signal?: AbortSignal): Promise<FileState> {
    // Jupyter writes in place: during a write of ours the file is a part of itself.
    await this.#last;
    return await this.#read(signal);
  }

  async #read(signal?: AbortSignal): Promise<FileState> {
    const known = this.#state;
    const there = known && await this.#stat(signal);
    return there !== undefined && hashOf(there) === known?.hash ? known : await this.#load({ there, signal });
  }

  /** Changes the file; resolves when the change is on disk. */
  update(edit: Edit, options: UpdateOptions = {}): Promise<Saved> {
    return this.#inTurn(() => this.#update(edit, options));
  }

  /** Writes a new file; a file that is there is never written over. */
  create(notebook: Notebook, signal?: AbortSignal): Promise<Saved> {
    return this.#inTurn(async () => {
      const there = await statNew(this.#http, this.path, { signal });
      if (there !== null) throw notebookExists(this.path, there.type);
      const before: FileState = { notebook: { ...notebook, cells: [] }, hash: "", form: wholeForm };
      const saved = await this.#write({ before, after: notebook, touched: [], isMove: false, trusted: true });
      if (saved === "lost") throw notebookExists(this.path, "notebook");
      return saved;
    });
  }

  /** Lets go of the notebook held in memory. */
  forget(): void {
    this.#state = undefined;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      const endTurn = await this.#takeTurn(this.path);
      try {
        return await work();
      } finally {
        endTurn();
      }
    });
    this.#last = done.catch(() => {});
    return done;
  }

  async #update(edit: Edit, options: UpdateOptions): Promise<Saved> {
    let plan = await this.#plan(edit, options);
    for (let attempt = 1;; attempt++) {
      if (plan.after === plan.before.notebook) return { notebook: plan.after, saved: true, notes: [] };
      const model = await this.#stat(options.signal);
      if (model.writable === false) throw notWritable(this.path);
      if (hashOf(model) === plan.before.hash) {
        const saved = await this.#write(plan, model);
        if (saved !== "lost") return saved;
      }
      const again = await this.#plan(edit, options);
      if (attempt === mostAttempts || !canRepeat(plan, again)) {
        throw changedMeanwhile(this.path, plan.touched);
      }
      plan = again;
    }
  }

  async #plan(edit: Edit, { touches, signal }: UpdateOptions): Promise<Plan> {
    const before = await this.#read(signal);
    const after = edit(before.notebook);
    const touched = touches?.(before.notebook) ?? changedCells(before.notebook, after);
    for (const outputs of newOutputs(before.notebook, after)) this.#ours.add(outputs);
    const isOurs = !dependsOnTrust(after, (outputs) => this.#ours.has(outputs));
    const isMove = touches !== undefined;
    return { before, after, touched, isMove, trusted: isOurs || await this.#isTrusted(before.hash, signal) };
  }

  async #stat(signal?: AbortSignal): Promise<ContentsModel> {
    const model = await statWithHash(this.#http, this.path, signal);
    if (model === null) throw await this.#missing(signal);
    return model;
  }

  async #load(options: LoadOptions = {}): Promise<FileState> {
    // Not two of a large notebook at once.
    this.#state = undefined;
    const state = await loadNotebook(this.#http, this.path, { ...options, ids: this.#ids });
    if (state === null) throw await this.#missing(options.signal);
    return this.#state = state;
  }

  /** Writes a plan and looks for it in the file; `lost` where somebody at the same moment took it away. */
  async #write(plan: Plan, there?: ContentsModel): Promise<Saved | "lost"> {
    const { before, after, touched, isMove, trusted } = plan;
    const isTrusted = (outputs: Outputs) => trusted || this.#ours.has(outputs);
    const content = forDisk(after, { form: before.form, isTrusted });
    // Cells whose ids the file does not hold are recognised by these when it is read again.
    this.#ids.remember(this.path, after);
    const { written, state, isOvertaken } = await this.#putWhole(content, plan).catch((error) => {
      this.#ids.remember(this.path, before.notebook);
      throw error;
    });
    if (state.hash === before.hash && written.last_modified === there?.last_modified) {
      this.#state = undefined;
      return "lost";
    }
    this.#trust = { hash: state.hash, trusted };
    if (
      isOvertaken && isLost({ before: before.notebook, after, touched, isMove }, state.notebook, true)
    ) {
      return "lost";
    }
    const different = touched.filter((id) => !isSameIn(id, after, state.notebook));
    const notes = [
      ...(written.message ? [validationNote(written.message)] : []),
      ...replacedNotes(after),
      ...(different.length > 0 ? [storedDifferently(different)] : []),
    ];
    return { notebook: state.notebook, saved: true, notes };
  }

  /** Writes until the file can be read again. */
  async #putWhole(content: DiskNotebook, plan: Plan): Promise<PutResult> {
    for (let attempt = 1;; attempt++) {
      try {
        const written = await this.#put(content);
        const first = await this.#readBack(written, plan);
        if (!first.isOvertaken) return { written, ...first };
        // Whoever else is writing may not be done yet.
        await pause(secondLook * (0.5 + Math.random()), undefined);
        return { written, state: await this.#load(), isOvertaken: true };
      } catch (error) {
        if (attempt === mostAttempts || !await isUndone(this.#http, this.path, error)) throw error;
      }
    }
  }

  async #put(notebook: DiskNotebook): Promise<ContentsModel> {
    // Whatever becomes of the request, the file may no longer be what is known of it.
    this.#state = undefined;
    try {
      return await putNotebook(this.#http, this.path, { content: notebook });
    } catch (error) {
      if (error instanceof StatusError) throw writeRefused(this.path, error);
      // A 403; the token was good just now, so it is about this file.
      if (error instanceof AppError && (error.code === "auth_failed" || error.code === "forbidden")) {
        throw notWritable(this.path, error);
      }
      throw error;
    }
  }

  /** The file after a write: read again, or taken for what was written where that is large and surely the same. */
  async #readBack(
    written: ContentsModel,
    { before, after }: Plan,
  ): Promise<Omit<PutResult, "written">> {
    const model = await this.#stat();
    const isOvertaken = model.last_modified !== written.last_modified || model.size !== written.size;
    if (!isOvertaken && (model.size ?? 0) > wholeReadBack) {
      this.#state = { notebook: after, hash: hashOf(model), form: before.form };
      return { state: this.#state, isOvertaken };
    }
    const read = await this.#load({ there: model });
    const isSame = sameJson(read.notebook, asOnDisk(after));
    this.#state = isSame ? { ...read, notebook: after } : read;
    return { state: this.#state, isOvertaken: isOvertaken && !isSame };
  }

  async #isTrusted(hash: string, signal?: AbortSignal): Promise<boolean> {
    if (this.#trust?.hash !== hash) {
      this.#trust = { hash, trusted: await isTrustedNotebook(this.#http, this.path, signal) };
    }
    return this.#trust.trusted;
  }

  async #missing(signal?: AbortSignal): Promise<AppError> {
    this.#state = undefined;
    return await notebookMissing(this.#http, this.path, signal);
  }
}

/** The edit still means the same cells, and nobody has changed those. */
function canRepeat(first: Plan, again: Plan): boolean {
  return sameJson(first.touched, again.touched) &&
    areUntouched(first.touched, first.before.notebook, again.before.notebook);
}

function isSameIn(id: string, one: Notebook, other: Notebook): boolean {
  return sameContent(cellsById(one).get(id), cellsById(other).get(id));
}

function changedMeanwhile(path: string, touched: readonly string[]): AppError {
  const cells = touched.length === 0 ? "" : ` (cells ${touched.slice(0, 10).join(", ")})`;
  return new AppError(
    "conflict",
    `Cannot change notebook "${path}": somebody else changed the same part${cells}`,
    {
      hint: "Look at it again with notebook_get, then repeat the edit if it still makes sense",
    },
  );
}

function storedDifferently(ids: readonly string[]): string {
  return `The server stored something else than was sent for cells ${ids.slice(0, 10).join(", ")}: ` +
    "a save hook of Jupyter, or another program that saved right after";
}
