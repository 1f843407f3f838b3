/**
 * The sessions we start, join and end.
 *
 * 1. If a notebook has a session, that one is used: a person who opens the notebook gets the same kernel.
 * 2. A notebook that does not exist is created; an existing file is never overwritten.
 * 3. Only sessions started by this process count against the limit.
 * 4. Concurrent calls for one notebook get one session: its starts wait for each other.
 * 5. Few kernels start at the same time: a hundred that start together keep Jupyter from answering anyone.
 * 6. A call that follows a restart waits for it, even before the kernel of its session has been looked up.
 */

import { KeyedMutex, Semaphore, untilAborted } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import type { Execution } from "../kernel/execution.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";
import type { NotebookKernel } from "../nbformat/new_notebook.ts";
import type { JupyterHttp, WaitOptions } from "../rest/http.ts";
import { getKernelspecs } from "../rest/kernelspecs.ts";
import { nameOf } from "../rest/file_path.ts";
import { createSession, deleteSession, listSessions, type SessionModel } from "../rest/sessions.ts";
import { findKernelspec, kernelNameInNotebook } from "./find_kernelspec.ts";
import { KnownSessions, type Renamed } from "./known_sessions.ts";
import {
  assertSameKernel,
  ignoreRefusal,
  joinKernel,
  type OpenedSession,
  openSession,
} from "./open_session.ts";
import { findSession, matchingSessions, notebookPath, notebookPathOf } from "./session_reference.ts";
import { startKernel } from "./start_kernel.ts";

/** Maximum number of kernels that start at the same time. */
const maxStarting = 6;

interface SessionsOptions {
  readonly http: JupyterHttp;
  readonly kernels: KernelPool;
  readonly maxSessions: number;
  /** Creates the notebook of a session if it does not exist, and never overwrites a file. */
  readonly ensureNotebook: (path: string, options: EnsureNotebookOptions) => Promise<void>;
  /** Whether a page may have a notebook open that has no session: it does not join one that is started later. */
  readonly isInLayout: (path: string, signal?: AbortSignal) => Promise<boolean>;
  /** Called when the notebook of a session that we have used turns out to have another name now. */
  readonly onRenamed?: (renamed: Renamed) => void;
}

export interface EnsureNotebookOptions {
  /** The kernel that a new notebook specifies. */
  readonly kernel: () => Promise<NotebookKernel>;
  readonly signal?: AbortSignal | undefined;
}

interface StartOptions extends WaitOptions {
  readonly name?: string | undefined;
  readonly notebookPath?: string | undefined;
  readonly kernelName?: string | undefined;
  /** The notebook must exist: it is not created. */
  readonly mustExist?: boolean;
  /** Resolve when the session exists, while its kernel is still starting. */
  readonly resolvesBeforeReady?: boolean;
}

export class Sessions {
  readonly #options: SessionsOptions;
  readonly #http: JupyterHttp;
  readonly #kernels: KernelPool;
  /** Sessions started by this process. */
  readonly #ours = new Map<string, StartedSession>();
  /** Starts in progress whose session does not exist yet. */
  readonly #starting = new Set<symbol>();
  readonly #startSlots = new Semaphore(maxStarting);
  readonly #perNotebook = new KeyedMutex();
  readonly #known = new KnownSessions();
  /** The last restart of each session, while it is in progress; never rejects. */
  readonly #restarts = new Map<string, Promise<void>>();
  /** Id of the session last given to a caller that named none. */
  #lastOnly: string | undefined;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#http = options.http;
    this.#kernels = options.kernels;
  }

  async list(options?: WaitOptions): Promise<SessionModel[]> {
    const sessions = await listSessions(this.#http, options);
    for (const renamed of this.#known.refresh(sessions)) this.#options.onRenamed?.(renamed);
    return sessions;
  }

  /** Number of sessions started by this process and not ended. */
  get started(): number {
    return this.#ours.size;
  }

  isOurs(session: SessionModel): boolean {
    return this.#ours.has(session.id);
  }

  /** When one of our sessions was started; Jupyter does not say for others. */
  createdAt(session: SessionModel): Date | undefined {
    return this.#ours.get(session.id)?.at;
  }

  /** Whether a page may have had the notebook of one of our sessions open when that was started. */
  wasInLayout(session: SessionModel): boolean | undefined {
    return this.#ours.get(session.id)?.wasInLayout;
  }

  async find(reference: string, signal?: AbortSignal): Promise<SessionModel> {
    return this.#pick(await this.list({ signal }), reference);
  }

  #pick(sessions: readonly SessionModel[], reference: string): SessionModel {
    const { all: used } = this.#known;
    return findSession(sessions, this.#known.idFor(reference, sessions), { used, asked: reference });
  }

  /** The notebook that a session currently belongs to, if any. */
  async notebookOf(reference: string, signal?: AbortSignal): Promise<string | null> {
    return notebookPathOf(await this.find(reference, signal));
  }

  /** The connected kernel of a session; a session whose kernel Jupyter has given up gets a new one. */
  async kernelOf(reference: string, options: WaitOptions = {}): Promise<SessionKernel> {
    const { signal } = options;
    const restarted = this.#restarts.get(this.#idOf(reference));
    if (restarted !== undefined) await untilAborted(restarted, signal);
    const known = this.#known.get(reference);
    const kernel = known === undefined ? undefined : this.#kernels.get(known.kernel.id);
    if (known !== undefined && kernel !== undefined && await kernel.isReachable(signal)) {
      return this.#sessionKernel(known, kernel);
    }
    const sessions = await this.list(options);
    const dead = this.#deadOf(reference, sessions);
    const session = dead === undefined
      ? this.#pick(sessions, reference)
      : await this.#replaceDead(dead, options);
    return this.#sessionKernel(session, await this.connect(session, options));
  }

  #sessionKernel(session: SessionModel, kernel: Kernel): SessionKernel {
    const { id: sessionId } = session;
    return { sessionId, kernel, notebookPath: notebookPathOf(session), isOurs: this.isOurs(session) };
  }

  /** The session in question if Jupyter has given it up with its kernel, which died too often. */
  #deadOf(reference: string, sessions: readonly SessionModel[]): SessionModel | undefined {
    if (matchingSessions(sessions, this.#known.idFor(reference, sessions)).length > 0) return undefined;
    const [dead, ...others] = this.#known.named(reference)
      .filter(({ kernel }) => this.#kernels.get(kernel.id).hasDied);
    return others.length === 0 ? dead : undefined;
  }

  /** The id of a session that we know by this reference; else the reference. */
  #idOf(reference: string): string {
    return this.#known.named(reference)[0]?.id ?? reference;
  }

  /** Restarts the kernel of a session. Anyone who requests that kernel from now on waits for it. */
  restart(reference: string, signal?: AbortSignal): Promise<RestartedSession> {
    const restart = this.find(reference, signal).then(async (session) => {
      const restarted = this.#kernels.get(session.kernel.id).restart({ signal });
      this.#noteRestart(session.id, restarted);
      return { session, lost: await restarted };
    });
    this.#noteRestart(this.#idOf(reference), restart);
    return restart;
  }

  #noteRestart(sessionId: string, restart: Promise<unknown>): void {
    const over: Promise<void> = restart.then(() => undefined, () => undefined).finally(() => {
      if (this.#restarts.get(sessionId) === over) this.#restarts.delete(sessionId);
    });
    this.#restarts.set(sessionId, over);
  }

  /** Connects to the kernel of a session and keeps it warm. */
  async connect(session: SessionModel, options?: WaitOptions): Promise<Kernel> {
    const kernel = this.#kernels.get(session.kernel.id);
    await kernel.connect(options);
    this.#known.keep(session);
    return kernel;
  }

  async #replaceDead(old: SessionModel, options: WaitOptions): Promise<SessionModel> {
    return await this.#perNotebook.run(notebookPathOf(old) ?? old.path, async () => {
      const successor = this.#known.successorOf(old.id);
      if (successor !== undefined) return await this.find(successor, options.signal);
      const session = await this.#startAgain(old, options);
      this.#kernels.get(session.kernel.id).noteStateLost(
        "The kernel died too often and was replaced by a new one",
      );
      return session;
    }, options.signal);
  }

  /** Starts a session like one whose kernel Jupyter has given up; the old id refers to it from now on. */
  async #startAgain(old: SessionModel, options?: WaitOptions): Promise<SessionModel> {
    const { path, name } = old;
    const type = old.type === "notebook" ? "notebook" : "console";
    const kernel = { name: old.kernel.name };
    const session = await createSession(this.#http, { path, name, type, kernel }, options);
    this.#kernels.forget(old.kernel.id);
    this.#known.replace(old.id, session.id);
    // A page that was on the old kernel does not follow.
    if (this.#ours.delete(old.id)) this.#ours.set(session.id, { at: new Date(), wasInLayout: true });
    return session;
  }

  /** Starts a session, or joins the one of its notebook. */
  async start(options: StartOptions): Promise<OpenedSession> {
    if (options.notebookPath === undefined) return await this.#start(undefined, options);
    const path = notebookPath(options.notebookPath);
    return await this.#perNotebook.run(path, () => this.#start(path, options), options.signal);
  }

  async #start(path: string | undefined, options: StartOptions): Promise<OpenedSession> {
    const { signal, callLimit } = options;
    const running = await this.list({ signal, callLimit });
    const existing = running.find((session) => path !== undefined && notebookPathOf(session) === path);
    if (existing !== undefined) {
      return { session: assertSameKernel(existing, options.kernelName), isNew: false };
    }
    this.#checkLimit(running);
    const start = Symbol();
    this.#starting.add(start);
    const answer = Promise.withResolvers<OpenedSession>();
    const created = (opened: OpenedSession) => {
      this.#starting.delete(start);
      if (options.resolvesBeforeReady) answer.resolve(opened);
    };
    // The slot is held until the kernel is up, whether or not the caller still waits.
    this.#startSlots.run(() => this.#startNew(path, { ...options, created }), signal)
      .finally(() => this.#starting.delete(start))
      .then(answer.resolve, answer.reject);
    return await answer.promise;
  }

  async #startNew(
    path: string | undefined,
    options: StartOptions & { readonly created: (opened: OpenedSession) => void },
  ): Promise<OpenedSession> {
    const { name, signal, callLimit } = options;
    if (path !== undefined && !options.mustExist) {
      const kernel = () => this.kernelspec(options.kernelName, signal);
      await this.#options.ensureNotebook(path, { kernel, signal });
    }
    const kernelName = await this.#kernelFor(path, options);
    const wasInLayout = path !== undefined && await this.#options.isInLayout(path, signal);
    // The name tells other programs that no page has made it: see BrowserDetector.
    const mark = wasInLayout ? `jupyter-mcp: ${nameOf(path)}` : undefined;
    const opened = await openSession(this.#http, {
      path,
      name: name ?? mark,
      kernelName,
      signal,
      callLimit,
    });
    const { isNew } = opened;
    const made = isNew ? opened.session : opened.surplus;
    if (made !== undefined) this.#ours.set(made.id, { at: new Date(), wasInLayout });
    const session = isNew ? opened.session : assertSameKernel(opened.session, options.kernelName);
    options.created(opened);
    try {
      const up = await startKernel(session, {
        connect: (one, signal) => this.connect(one, { signal, callLimit: Infinity }),
        // Not cancelled with the caller: Jupyter would create it all the same, and no one would know.
        startAgain: (gone) => this.#startAgain(gone),
        ...(isNew ? { end: ({ id }) => deleteSession(this.#http, id) } : {}),
        onGone: ({ id }) => this.#ours.delete(id),
        signal,
      });
      return { session: up, isNew };
    } catch (error) {
      // No one knows of it, and it would count against the limit. A notebook's session may have been joined by a person.
      if (signal?.aborted && isNew && path === undefined && !options.resolvesBeforeReady) {
        await ignoreRefusal(this.end(session.id));
      }
      throw error;
    }
  }

  /**
   * The kernel that was asked for or that a notebook specifies; undefined for the server's default. It must be installed:
   * Jupyter logs errors for one that is not, and another could run the code in another language.
   */
  async #kernelFor(
    path: string | undefined,
    { kernelName, signal }: StartOptions,
  ): Promise<string | undefined> {
    const name = kernelName ??
      (path === undefined ? undefined : await kernelNameInNotebook(this.#http, path, signal));
    return name === undefined ? undefined : (await this.kernelspec(name, signal)).name;
  }

  /** A kernelspec by its name, or the default one. */
  async kernelspec(kernelName?: string, signal?: AbortSignal): Promise<NotebookKernel> {
    const specs = await getKernelspecs(this.#http, signal);
    const { name, spec } = findKernelspec(specs, kernelName ?? specs.default);
    return { name, displayName: spec.display_name, language: spec.language };
  }

  /**
   * The session of a caller who names none: the only one, ours before others; a new one if there is none. It is reported
   * to a caller unless the one before got the same.
   */
  async only(signal?: AbortSignal): Promise<OpenedSession & { readonly isUnreported: boolean }> {
    const opened = await this.#findOnly(signal);
    const isUnreported = opened.session.id !== this.#lastOnly;
    this.#lastOnly = opened.session.id;
    return { ...opened, isUnreported };
  }

  async #findOnly(signal?: AbortSignal): Promise<OpenedSession> {
    // Calls at the same time get the same session.
    return await this.#perNotebook.run("", async () => {
      const running = await this.list({ signal });
      const ours = running.filter((session) => this.isOurs(session));
      const candidates = ours.length > 0 ? ours : running;
      const [session, ...others] = candidates;
      if (session === undefined) return await this.start({ signal });
      if (others.length === 0) return { session, isNew: false };
      throw severalSessions(candidates);
    }, signal);
  }

  /** The sessions of notebooks, by the notebook's path. */
  async byNotebook(signal?: AbortSignal): Promise<ReadonlyMap<string, SessionModel>> {
    const pairs = (await this.list({ signal })).map((session) =>
      [notebookPathOf(session) ?? "", session] as const
    );
    return new Map(pairs.filter(([path]) => path !== ""));
  }

  /** Joins a running kernel, through its session if it has one. */
  async joinKernel(kernelId: string, signal?: AbortSignal): Promise<SessionModel> {
    return await joinKernel(this.#http, kernelId, { sessions: await this.list({ signal }), signal });
  }

  /** Ends a session and its kernel. */
  async end(reference: string, signal?: AbortSignal): Promise<SessionModel> {
    const session = await this.find(reference, signal);
    const kernel = this.#kernels.get(session.kernel.id);
    await kernel.shutDown(() => deleteSession(this.#http, session.id, signal));
    this.#kernels.forget(session.kernel.id);
    this.#known.forget(session.id);
    this.#ours.delete(session.id);
    return session;
  }

  #checkLimit(running: readonly SessionModel[]): void {
    const alive = running.filter((session) => this.isOurs(session)).length + this.#starting.size;
    const { maxSessions } = this.#options;
    if (alive >= maxSessions) throw tooManySessions(alive, maxSessions);
  }
}

const mostListed = 10;

function severalSessions(candidates: readonly SessionModel[]): AppError {
  const available = candidates.slice(0, mostListed).map((session) => ({
    session_id: session.id,
    name: notebookPathOf(session) ?? session.name,
  }));
  return new AppError(
    "invalid_argument",
    `Cannot tell which session is meant: ${candidates.length} are running`,
    {
      hint: "Give session_id, or start another with session_create",
      details: { available },
    },
  );
}

function tooManySessions(alive: number, most: number): AppError {
  return new AppError("too_many_sessions", `Cannot start a session: ${alive} of ${most} are in use`, {
    hint: "End one with session_delete, or start jupyter-mcp with a larger --max-sessions",
  });
}

interface StartedSession {
  readonly at: Date;
  readonly wasInLayout: boolean;
}

/** A session with its connected kernel. */
interface SessionKernel {
  readonly sessionId: string;
  readonly kernel: Kernel;
  readonly notebookPath: string | null;
  /** Whether this process started the session. */
  readonly isOurs: boolean;
}

/** A session whose kernel was restarted, and our runs that were lost. */
interface RestartedSession {
  readonly session: SessionModel;
  readonly lost: readonly Execution[];
}
