/**
 * Notebooks, whatever their home: the shared document where the server has them, the file otherwise.
 *
 * 1. A notebook that is a shared document is never written as a file: the room would lose unsaved edits.
 * 2. A home stays open for a while after its last use, then it is left, so that a document is not held for ever.
 * 3. What is said about visibility is what is known: `live` only where a browser has the document itself open.
 */

import type { KernelPool } from "../kernel/pool.ts";
import type { CellState } from "../nbformat/cell_state.ts";
import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import { KnownIds } from "../nbformat/known_ids.ts";
import { OwnRuns } from "../nbformat/own_runs.ts";
import { Browsers } from "./browsers.ts";
import { FileHome } from "./file_home.ts";
import { NotebookFile, type TakeTurn } from "./notebook_file.ts";
import type { Follower, NotebookHome } from "./notebook_home.ts";
import { openShared } from "./open_shared.ts";
import { PastRuns } from "./past_runs.ts";
import { SeenNotebooks } from "./seen_notebooks.ts";
import { skimNotebook } from "./skim_notebook.ts";
import { Unattended } from "./unattended.ts";
import { type Collaboration, detectCollaboration } from "../rest/collaboration.ts";
import type { JupyterHttp } from "../rest/http.ts";
import type { SessionModel } from "../rest/sessions.ts";
import type { Lobby } from "../rtc/lobby.ts";
import { notebookPath } from "../sessions/session_reference.ts";
import { untilAborted } from "../../base/async.ts";

/** Whether a person sees a change: at once, after reloading the page, or nobody has the notebook open. */
export type Visibility = "live" | "after_reload" | "no_browser";

export type StateOf = (cell: Cell) => CellState | null;

interface OpenHome {
  readonly home: Promise<NotebookHome>;
  users: number;
  leaving: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds that a home stays open after its last use. */
const lingering = 30_000;
/** Milliseconds for what is being written at the end; clients kill a program that takes two seconds. */
const lastWrites = 800;
/** Milliseconds in which a look for browsers before the end of a session must be done. */
const browsersLimit = 1_000;

export interface NotebooksOptions {
  readonly http: JupyterHttp;
  readonly kernels: KernelPool;
  readonly takeTurn: TakeTurn;
  /** When a session was started by this process; undefined where it was not. */
  readonly startedAt?: (session: SessionModel) => Date | undefined;
}

export class Notebooks {
  readonly #http: JupyterHttp;
  readonly #kernels: KernelPool;
  readonly #takeTurn: TakeTurn;
  readonly #browsers: Browsers;
  readonly #homes = new Map<string, OpenHome>();
  readonly #work = new Set<Promise<unknown>>();
  readonly #useListeners = new Set<(path: string) => void>();
  #collaboration: Promise<Collaboration> | undefined;
  #lobby: Promise<Lobby> | undefined;
  /** What ran in which cell, to tell cells that have changed since. */
  readonly ownRuns = new OwnRuns();
  /** The ids that cells were given whose files store none. */
  readonly cellIds = new KnownIds();
  /** What callers were shown, so that nothing which others changed since is written over. */
  readonly seen = new SeenNotebooks();
  readonly #pastRuns: PastRuns;
  /** What goes on writing after its caller was answered. */
  readonly unattended = new Unattended(this.cellIds);

  constructor({ http, kernels, takeTurn, startedAt }: NotebooksOptions) {
    this.#http = http;
    this.#kernels = kernels;
    this.#takeTurn = takeTurn;
    this.#browsers = new Browsers({ http, kernels, startedAt });
    this.#pastRuns = new PastRuns(kernels, this.ownRuns);
  }

  /** Works on a notebook; its home stays open at least until the work has ended. */
  use<T>(path: string, work: (home: NotebookHome) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#count(this.#hold(path, work, signal)).finally(() => {
      for (const listener of this.#useListeners) listener(notebookPath(path));
    });
  }

  /** Calls back when a use of a notebook has ended, until the returned function is called. */
  onUsed(listener: (path: string) => void): () => void {
    this.#useListeners.add(listener);
    return () => this.#useListeners.delete(listener);
  }

  /**
   * Tells of a notebook for as long as it is a shared document, whatever homes it has meanwhile, until the signal
   * comes. Nothing waits for this at the end.
   */
  async follow(path: string, follower: Follower, signal: AbortSignal): Promise<void> {
    let isShared = true;
    while (isShared && !signal.aborted) {
      isShared = await this.#hold(path, async (home) => {
        if (home.kind === "file" || !home.isUsable) return false;
        await home.follow(follower, signal);
        return true;
      });
    }
  }

  async #hold<T>(path: string, work: (home: NotebookHome) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const relative = notebookPath(path);
    const open = await this.#enter(relative, signal);
    try {
      return await work(await open.home);
    } finally {
      this.#leave(relative, open);
    }
  }

  async #count<T>(work: Promise<T>): Promise<T> {
    this.#work.add(work);
    try {
      return await work;
    } finally {
      this.#work.delete(work);
    }
  }

  /** Makes one of many edits, of which nobody waits to hear. */
  async editLater(path: string, edit: Edit): Promise<void> {
    await this.use(path, (home) => home.write(edit));
  }

  /** A notebook that is in use here, as it is now; undefined where it is not. */
  async readOpen(path: string, signal?: AbortSignal): Promise<Notebook | undefined> {
    const open = await this.#homes.get(path)?.home.catch(() => undefined);
    return open?.isUsable ? await open.read(signal) : undefined;
  }

  /** What can be read of a notebook's file: no room is entered for it, and pictures may be left out. */
  skim(path: string, signal?: AbortSignal): Promise<Notebook> {
    return skimNotebook(this.#http, path, { ids: this.cellIds, signal });
  }

  /**
   * Tells the states of cells. A program that was killed leaves its cell marked as running, and others run cells too:
   * the kernel is asked, where there is one.
   */
  async states(path: string, { cells }: Notebook, signal?: AbortSignal): Promise<StateOf> {
    const isMarked = cells.some(({ execution_state }) => execution_state === "running");
    const asked = this.#browsers.session(path, signal);
    // What changed since its run is told where it can be; a notebook is read without as well.
    const kernel = (await (isMarked ? asked : asked.catch(() => undefined)))?.kernel;
    const isBusy = kernel !== undefined &&
      (kernel.execution_state === "busy" || this.#kernels.get(kernel.id).isBusy);
    const verdicts = kernel && await this.#pastRuns.judge(path, cells, { kernel, signal });
    return (cell) => this.ownRuns.stateOf(path, cell, { isBusy, verdict: verdicts?.get(cell) });
  }

  /** The notebook as a file, for making a new one. */
  file(path: string): NotebookFile {
    return new NotebookFile(this.#http, notebookPath(path), {
      takeTurn: this.#takeTurn,
      ids: this.cellIds,
    });
  }

  async visibility(path: string, home: NotebookHome, signal?: AbortSignal): Promise<Visibility> {
    const { hasPerson, isSilent, programs } = await home.presence({ signal });
    if (hasPerson && !isSilent) return "live";
    const relative = notebookPath(path);
    const isOnKernel = await this.#browsers.isOnKernel(relative, programs, signal);
    // A page that is only busy is still connected to the kernel.
    if (isOnKernel && (hasPerson || (await home.presence({ signal, isExpected: true })).hasPerson)) {
      return "live";
    }
    // A page that does not share documents, such as the classic notebook, shows what it loaded.
    const isShown = isOnKernel || (home.kind === "file" && await this.#browsers.isOnPage(relative, signal));
    return isShown ? "after_reload" : "no_browser";
  }

  /** Those of some notebooks that a browser shows; a program like this one is none. */
  openAmong(
    paths: readonly string[],
    sessions: ReadonlyMap<string, SessionModel>,
    signal?: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    return this.#browsers.openAmong(paths, sessions, signal);
  }

  /** Looks for browsers on the notebook of a session that is about to end: nothing tells of them afterwards. */
  async noteBrowsers(session: SessionModel, signal: AbortSignal): Promise<void> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(browsersLimit)]);
    // A look that fails must not keep a session from ending.
    await this.#browsers.note(session, limited).catch(() => signal.throwIfAborted());
  }

  /** Whether somebody but us uses a notebook's kernel. */
  isOpenElsewhere({ kernel }: SessionModel): boolean {
    return this.#browsers.othersOn(kernel) > 0;
  }

  /** Ends the use of all notebooks, once what is being written is written. */
  async close({ patience = lastWrites } = {}): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, patience);
    await Promise.race([Promise.allSettled(this.#work), late.promise]).finally(() => clearTimeout(timer));
    const homes = [...this.#homes.values()];
    this.#homes.clear();
    for (const { leaving } of homes) clearTimeout(leaving);
    await Promise.allSettled(homes.map(async ({ home }) => (await home).close()));
  }

  async #enter(path: string, signal?: AbortSignal): Promise<OpenHome> {
    const open = this.#homes.get(path);
    if (open !== undefined) {
      clearTimeout(open.leaving);
      open.users++;
      // Where it fails for the one who opened it, such as by a cancel, it is opened again for us.
      const home = await untilAborted(open.home, signal).catch(() => undefined);
      if (home?.isUsable) return open;
      this.#leave(path, open);
      signal?.throwIfAborted();
      if (this.#homes.get(path) === open) this.#homes.delete(path);
      void home?.close().catch(() => undefined);
    }
    const fresh: OpenHome = { home: this.#open(path, signal), users: 1, leaving: undefined };
    this.#homes.set(path, fresh);
    fresh.home.catch(() => {
      if (this.#homes.get(path) === fresh) this.#homes.delete(path);
    });
    return fresh;
  }

  #leave(path: string, open: OpenHome): void {
    open.users--;
    if (open.users > 0) return;
    open.leaving = setTimeout(() => {
      if (this.#homes.get(path) === open) this.#homes.delete(path);
      void open.home.then((home) => home.close()).catch(() => undefined);
    }, lingering);
  }

  async #open(path: string, signal?: AbortSignal): Promise<NotebookHome> {
    const kind = await untilAborted(this.#detect(), signal);
    const file = new NotebookFile(this.#http, path, { takeTurn: this.#takeTurn, ids: this.cellIds });
    if (kind === "none") return new FileHome(file);
    return await openShared({
      http: this.#http,
      file,
      kind,
      lobby: this.#enterLobby,
      ids: this.cellIds,
      signal,
    });
  }

  /** Which shared documents the server has. Asked once for everybody: it goes on when a caller goes. */
  #detect(): Promise<Collaboration> {
    return this.#collaboration ??= detectCollaboration(this.#http).catch((error) => {
      this.#collaboration = undefined;
      throw error;
    });
  }

  readonly #enterLobby = () =>
    this.#lobby ??= import("../rtc/lobby.ts").then(({ Lobby }) => new Lobby(this.#http));
}
