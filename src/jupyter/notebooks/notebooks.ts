/**
 * All notebooks in use, each through its backend: the shared document if the server has one, otherwise the file.
 *
 * 1. A notebook that is a shared document is never written as a file: the room would lose unsaved edits.
 * 2. A backend stays open for a while after its last use and is then closed, so that no document is held forever.
 * 3. If a room does not answer, its notebook is a file for a while. Only jupyter-server-documents has such rooms: nothing that
 *    pages change there is saved any more, and they show what others write to the file.
 * 4. `live` visibility is reported only if a browser has the document itself open.
 */

import type { KernelPool } from "../kernel/pool.ts";
import type { CellState } from "../nbformat/cell_state.ts";
import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import { markWritten } from "../nbformat/written_mark.ts";
import { KnownIds } from "../nbformat/cell_ids.ts";
import { KernelHistory } from "./kernel_history.ts";
import { RunHistory } from "./run_history.ts";
import { BrowserDetector } from "./browser_detector.ts";
import { FileBackend } from "./file_backend.ts";
import type { AcquireFileLock } from "./file_lock.ts";
import { NotebookFile } from "./notebook_file.ts";
import type { Follower, NotebookBackend, RunBackend } from "./notebook_backend.ts";
import { openShared } from "./open_shared.ts";
import { SeenCells } from "./seen_cells.ts";
import { skimNotebook } from "./load_notebook.ts";
import { NotebookWork } from "./notebook_work.ts";
import { type Viewer, type Visibility, visibilityTo } from "./visibility.ts";
import { type Collaboration, detectCollaboration } from "../rest/collaboration.ts";
import { type JupyterHttp, orIfUnreachable, StatusError } from "../rest/http.ts";
import { serverStartTime } from "../rest/server_info.ts";
import type { SessionModel } from "../rest/sessions.ts";
import type { GlobalAwareness } from "../rtc/global_awareness.ts";
import { SilentRoom } from "../rtc/silent_room.ts";
import { notebookPath } from "../sessions/session_reference.ts";
import type { Journal } from "../review/journal.ts";
import { settlesWithin, untilAborted } from "../../base/async.ts";

type StateOf = (cell: Cell) => CellState | null;

/** A notebook that is in use; its backend stays open at least until it is released. */
export interface OpenNotebook {
  readonly backend: NotebookBackend;
  readonly release: () => void;
}

interface OpenBackend {
  readonly backend: Promise<NotebookBackend>;
  users: number;
  leaving: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds that a backend stays open after its last use. */
const lingering = 30_000;
/** Milliseconds that a room which does not answer is left alone; the server drops an empty one after about a minute. */
const silence = 120_000;
/** Milliseconds for such a room to answer after that: the server waits up to 5 seconds for another client. */
const briefAnswer = 7_000;
/** Milliseconds for what is being written at the end; clients kill a program that takes two seconds. */
const lastWrites = 800;

interface NotebooksOptions {
  readonly http: JupyterHttp;
  readonly kernels: KernelPool;
  readonly acquireLock: AcquireFileLock;
  readonly journal: Journal;
  /** Whether cells that our tools write say so in their metadata. */
  readonly marksCells?: boolean;
  /** Whether a layout had the notebook of a session when this process started it; undefined if it did not start it. */
  readonly wasInLayout?: (session: SessionModel) => boolean | undefined;
}

export class Notebooks {
  readonly #options: NotebooksOptions;
  readonly #backends = new Map<string, OpenBackend>();
  readonly #uses = new Set<Promise<void>>();
  readonly #unrecorded = new Set<string>();
  /** By path, until when rooms that do not answer are left alone. */
  readonly #silentUntil = new Map<string, number>();
  readonly #useListeners = new Set<(path: string) => void>();
  #isUnattended = false;
  #detecting: Promise<Collaboration> | undefined;
  #detected: { readonly kind: Collaboration; readonly serverStart: string } | undefined;
  /** Whether the server had pages that do not share documents: they outlive its restart, and still do not. */
  #hadUnsharedPages = false;
  #globalAwareness: Promise<GlobalAwareness> | undefined;
  /** Browsers that show notebooks without sharing them. */
  readonly browsers: BrowserDetector;
  /** What our tools changed in notebooks. */
  readonly journal: Journal;
  /** An edit by a caller, which marks the cells that it writes if the operator wants that. */
  readonly mark: (edit: Edit) => Edit;
  /** What ran in which cell, to recognise cells that have changed since. */
  readonly runHistory = new RunHistory();
  /** The ids given to cells whose files store none. */
  readonly cellIds = new KnownIds((path) => this.journal.ids(path));
  /** What callers were shown, so that nothing that others changed since is overwritten. */
  readonly seenCells = new SeenCells();
  readonly #pastRuns: KernelHistory;
  /** What runs cells and writes them, also after its call has returned. */
  readonly work = new NotebookWork(this.cellIds);

  constructor(options: NotebooksOptions) {
    const { http, kernels, journal, marksCells = false, wasInLayout } = options;
    this.#options = options;
    this.journal = journal;
    this.mark = marksCells ? (edit) => markWritten(edit) : (edit) => edit;
    this.browsers = new BrowserDetector({ http, kernels, wasInLayout });
    this.#pastRuns = new KernelHistory(kernels, this.runHistory);
  }

  /** Whether no caller waits for anything: the client has gone, and runs are handed over or continued. */
  get isUnattended(): boolean {
    return this.#isUnattended;
  }

  /** The client has gone. */
  becomeUnattended(): void {
    this.#isUnattended = true;
  }

  /** Opens a notebook for work that outlives its caller; for other work, {@linkcode use} is simpler. */
  async open(path: string, signal?: AbortSignal): Promise<OpenNotebook> {
    const opened = new DisposableStack();
    const use = Promise.withResolvers<void>();
    this.#uses.add(use.promise);
    opened.defer(() => {
      this.#uses.delete(use.promise);
      use.resolve();
      for (const listener of this.#useListeners) listener(notebookPath(path));
    });
    try {
      const { backend, release } = await this.#hold(path, signal);
      opened.defer(release);
      return { backend, release: () => opened.dispose() };
    } catch (error) {
      opened.dispose();
      throw error;
    }
  }

  /** Works on a notebook; its backend stays open at least until the work has ended. */
  async use<T>(
    path: string,
    work: (backend: NotebookBackend) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const { backend, release } = await this.open(path, signal);
    try {
      return await work(backend);
    } finally {
      release();
    }
  }

  /** Calls back when a use of a notebook has ended, until the returned function is called. */
  onUsed(listener: (path: string) => void): () => void {
    this.#useListeners.add(listener);
    return () => this.#useListeners.delete(listener);
  }

  /**
   * Reports changes to a notebook while it is a shared document, whichever backend is open, until the signal aborts.
   * Closing does not wait for it.
   */
  async follow(path: string, follower: Follower, signal: AbortSignal): Promise<void> {
    let isShared = true;
    while (isShared && !signal.aborted) {
      const { backend, release } = await this.#hold(path);
      isShared = backend.kind === "shared" && backend.isUsable;
      try {
        if (isShared) await backend.follow(follower, signal);
      } finally {
        release();
      }
    }
  }

  async #hold(path: string, signal?: AbortSignal): Promise<OpenNotebook> {
    const relative = notebookPath(path);
    const open = await this.#enter(relative, signal);
    const release = () => this.#leave(relative, open);
    try {
      return { backend: await open.backend, release };
    } catch (error) {
      release();
      if (error instanceof SilentRoom) this.#noteSilent(relative);
      throw error;
    }
  }

  #noteSilent(path: string): void {
    this.#silentUntil.set(path, performance.now() + silence);
  }

  /** Makes one of many edits whose result nobody waits for. */
  async editLater(path: string, edit: Edit): Promise<void> {
    await this.use(path, (backend) => backend.editUnsaved(edit));
  }

  /** Has the journal follow shared documents that have gone to another name. */
  async noteRenames(): Promise<void> {
    for (const [path, { backend }] of this.#backends) {
      const now = await backend.then((open) => open.path, () => path);
      if (now !== path) this.journal.move(path, now);
    }
  }

  /** A notebook that is in use here, as it is now; undefined if it is not. */
  async readOpen(path: string, signal?: AbortSignal): Promise<Notebook | undefined> {
    const open = await this.#backends.get(path)?.backend.catch(() => undefined);
    return open?.isUsable ? await open.read(signal) : undefined;
  }

  /** The readable part of a notebook's file: no room is entered for it, and images may be left out. */
  skim(path: string, signal?: AbortSignal): Promise<Notebook> {
    return skimNotebook(this.#options.http, path, { ids: this.cellIds, signal });
  }

  /**
   * Returns the states of cells. A program that was killed leaves its cell marked as running, and others run cells too:
   * the kernel is asked, if there is one.
   */
  async states(path: string, { cells }: Notebook, signal?: AbortSignal): Promise<StateOf> {
    const isMarked = cells.some(({ execution_state }) => execution_state === "running");
    const asked = this.browsers.session(path, signal);
    // Marks of changes are best effort; the notebook is read without them as well.
    const kernel = (await (isMarked ? asked : asked.catch(() => undefined)))?.kernel;
    const isBusy = kernel !== undefined &&
      (kernel.execution_state === "busy" || this.#options.kernels.get(kernel.id).isBusy);
    const verdicts = kernel && await this.#pastRuns.judge(path, cells, { kernel, signal });
    return (cell) => this.runHistory.stateOf(path, cell, { isBusy, verdict: verdicts?.get(cell) });
  }

  /** The notebook as a file. */
  file(path: string): NotebookFile {
    const { http, acquireLock } = this.#options;
    return new NotebookFile(http, notebookPath(path), { acquireLock, ids: this.cellIds });
  }

  /** Which browser shows a notebook. */
  async viewer(backend: RunBackend, signal?: AbortSignal): Promise<Viewer> {
    const { hasPerson, isSilent, programs } = await backend.presence({ signal });
    if (hasPerson && !isSilent) return "live";
    const { path } = backend;
    const isOnKernel = await this.browsers.isOnKernel(path, programs, signal);
    // A page that is only busy is still connected to the kernel.
    if (isOnKernel && (hasPerson || (await backend.presence({ signal, isExpected: true })).hasPerson)) {
      return "live";
    }
    // A page that does not share documents, such as the classic notebook, shows what it loaded.
    if (isOnKernel) return "connected";
    return backend.mayBeUnshared ? await this.browsers.pageWithoutKernel(path, signal) : "none";
  }

  async visibility(backend: RunBackend, signal?: AbortSignal): Promise<Visibility> {
    return visibilityTo(await this.viewer(backend, signal));
  }

  /** The names of the people who have notebooks open, by path, as far as they have announced themselves. Best effort. */
  async openBy(signal?: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>> {
    const kind = this.#detected?.kind ??
      await untilAborted(this.#detect(), signal).catch(orIfUnreachable("none" as const));
    return kind === "none" ? new Map() : await (await this.#openGlobalAwareness(kind)).openBy();
  }

  /** Whether someone but us uses a notebook's kernel; a cell may still be running for a page that was closed. */
  isUsedByOthers({ kernel: model }: SessionModel): boolean {
    const kernel = this.#options.kernels.get(model.id);
    // Once we are connected, the server also reports our own inspections as busy.
    const isBusy = kernel.isConnected
      ? kernel.busyWithOthers !== undefined
      : model.execution_state === "busy";
    return isBusy || this.browsers.othersOn(model) > 0;
  }

  /** Whether this is the first unrecorded run in a person's notebook; only that one is reported. Later calls return false. */
  takeFirstUnrecorded(sessionId: string): boolean {
    const isFirst = !this.#unrecorded.has(sessionId);
    this.#unrecorded.add(sessionId);
    return isFirst;
  }

  /** Ends the use of all notebooks, once what is being written is written. */
  async close({ patience = lastWrites } = {}): Promise<void> {
    await settlesWithin(Promise.allSettled(this.#uses), patience);
    const backends = [...this.#backends.values()];
    this.#backends.clear();
    for (const { leaving } of backends) clearTimeout(leaving);
    await Promise.allSettled(backends.map(async ({ backend }) => (await backend).close()));
    await (await this.#globalAwareness)?.close();
    this.journal.close();
  }

  async #enter(path: string, signal?: AbortSignal): Promise<OpenBackend> {
    const open = this.#backends.get(path);
    if (open !== undefined) {
      clearTimeout(open.leaving);
      open.users++;
      // If it fails for the one who opened it, such as by a cancel, it is opened again for us.
      const backend = await untilAborted(open.backend, signal).catch(() => undefined);
      if (backend?.isUsable && await this.#isStillRight(backend)) return open;
      this.#leave(path, open);
      signal?.throwIfAborted();
      if (this.#backends.get(path) === open) this.#backends.delete(path);
      // A run that still writes through it closes it at its end; until then it may reconnect.
      if (open.users === 0) this.#close(open);
    }
    const fresh: OpenBackend = { backend: this.#open(path, signal), users: 1, leaving: undefined };
    this.#backends.set(path, fresh);
    fresh.backend.catch(() => {
      if (this.#backends.get(path) === fresh) this.#backends.delete(path);
    });
    return fresh;
  }

  /** A server may share documents since its restart; a shared document finds out by itself that it does not any more. */
  async #isStillRight({ kind }: NotebookBackend): Promise<boolean> {
    return kind === "shared" || await this.#detect().catch(() => "none") === "none";
  }

  #leave(path: string, open: OpenBackend): void {
    open.backend.then(({ isUnanswered }) => isUnanswered && this.#noteSilent(path)).catch(() => undefined);
    open.users--;
    if (open.users > 0) return;
    open.leaving = setTimeout(() => {
      if (this.#backends.get(path) === open) this.#backends.delete(path);
      this.#close(open);
    }, lingering);
  }

  #close({ backend, leaving }: OpenBackend): void {
    clearTimeout(leaving);
    void backend.then((open) => open.close()).catch(() => undefined);
  }

  async #open(path: string, signal?: AbortSignal): Promise<NotebookBackend> {
    const kind = await untilAborted(this.#detect(), signal);
    const file = this.file(path);
    if (kind === "none") return new FileBackend(file);
    const silentUntil = this.#silentUntil.get(file.path);
    const isKnownSilent = silentUntil !== undefined && kind === "jupyter-server-documents";
    if (isKnownSilent && performance.now() < silentUntil) return new FileBackend(file, { isSingleUse: true });
    const opening = openShared({
      answerLimit: isKnownSilent ? briefAnswer : undefined,
      http: this.#options.http,
      file,
      kind,
      isStillShared: async () => await this.#detect() !== "none",
      isCertain: () => this.#detected !== undefined && !this.#hadUnsharedPages,
      globalAwareness: () => this.#openGlobalAwareness(kind),
      ids: this.cellIds,
      signal,
    });
    const backend = await opening.catch((error) => {
      if (!isKnownSilent || !(error instanceof SilentRoom)) throw error;
      this.#noteSilent(file.path);
      return new FileBackend(file, { isSingleUse: true });
    });
    if (backend.kind === "shared") this.#silentUntil.delete(file.path);
    return backend;
  }

  /** Which shared documents the server has. Asked for everyone at once: it continues when a caller goes. */
  #detect(): Promise<Collaboration> {
    return this.#detecting ??= this.#detectIfRestarted().finally(() => this.#detecting = undefined);
  }

  /** A server may share documents after a restart, or no longer. */
  async #detectIfRestarted(): Promise<Collaboration> {
    const serverStart = await serverStartTime(this.#options.http).catch((error) => {
      if (error instanceof StatusError) return "";
      throw error;
    });
    if (this.#detected?.serverStart === serverStart) return this.#detected.kind;
    const { kind, isCertain } = await detectCollaboration(this.#options.http);
    this.#detected = isCertain ? { kind, serverStart } : undefined;
    // Without a start time it was not Jupyter that answered, such as the hub of a server that is starting.
    this.#hadUnsharedPages ||= kind === "none" && serverStart !== "";
    return kind;
  }

  readonly #openGlobalAwareness = (kind: Collaboration) =>
    this.#globalAwareness ??= import("../rtc/global_awareness.ts").then(({ GlobalAwareness }) =>
      new GlobalAwareness(this.#options.http, kind)
    );
}
