/**
 * The home of a notebook during a run, wherever somebody moves the notebook meanwhile.
 *
 * 1. A shared document says itself where it is now. Of a file the session tells, which a page takes along when it renames
 *    the notebook. Both come a moment after the file has gone.
 * 2. What was asked for while the notebook was on its way is asked for again under its new name.
 * 3. A notebook that has gone without a trace is missing, as to everybody; it is waited for once.
 */

import { AppError } from "../../base/errors.ts";
import { delay, untilAborted } from "../../base/async.ts";
import type { Edit } from "../nbformat/notebook.ts";
import type { UpdateOptions } from "./notebook_file.ts";
import type { Follower, NotebookHome, WriteOptions } from "./notebook_home.ts";
import type { Notebooks } from "./notebooks.ts";
import type { PresenceOptions } from "../rtc/attendance.ts";
import { notebookPath } from "../sessions/session_reference.ts";
/** The notebook that a session belongs to by now, where it belongs to one. */
export type PathNow = (signal?: AbortSignal) => Promise<string | null>;

export interface MovingOptions {
  readonly notebooks: Pick<Notebooks, "use" | "ownRuns" | "cellIds">;
  /** The name under which the notebook was asked for. */
  readonly path: string;
  readonly pathNow: PathNow;
  /** Milliseconds until a notebook that is gone must have been heard of. */
  readonly patience?: number;
}

/** A server looks for a document every second. */
const usualPatience = 3_000;
const nextLook = 100;

/** Works on a notebook, also where it has been renamed before it could be opened. */
export async function useMoving<T>(
  options: MovingOptions,
  work: (home: MovingHome) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let isOpen = false;
  const use = (path: string) =>
    options.notebooks.use(path, async (home) => {
      isOpen = true;
      const moving = new MovingHome(home, { ...options, path });
      return await work(moving).finally(() => moving.close());
    }, signal);
  try {
    return await use(options.path);
  } catch (error) {
    const path = isOpen ? undefined : await whereTo(error, options, signal);
    if (path === undefined) throw error;
    return await use(path);
  }
}

/** Where a notebook has gone that was found missing; undefined where it was not, or nobody knows. */
export async function whereTo(
  error: unknown,
  { path, pathNow }: Pick<MovingOptions, "path" | "pathNow">,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return isMissing(error) ? await otherPath(path, pathNow, signal) : undefined;
}

/** Where the session says that its notebook is; undefined where that is nothing new. */
async function otherPath(
  path: string,
  pathNow: PathNow,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const said = await pathNow(signal).catch((error) => {
    // A session that has ended tells nothing.
    if (error instanceof AppError) return null;
    throw error;
  });
  // Others make sessions under paths such as "/a.ipynb".
  const relative = said === null ? undefined : notebookPath(said);
  return relative === notebookPath(path) ? undefined : relative;
}

export class MovingHome implements NotebookHome, AsyncDisposable {
  readonly #options: MovingOptions;
  #home: NotebookHome;
  #path: string;
  #patience: number;
  #moving: Promise<boolean> | undefined;
  #leave: () => Promise<void> = () => Promise.resolve();

  constructor(home: NotebookHome, options: MovingOptions) {
    this.#options = options;
    this.#home = home;
    this.#path = notebookPath(options.path);
    this.#patience = options.patience ?? usualPatience;
  }

  get kind(): NotebookHome["kind"] {
    return this.#home.kind;
  }

  get path(): string {
    return this.#path;
  }

  get isUsable(): boolean {
    return this.#home.isUsable;
  }

  get isReadOnly(): boolean {
    return this.#home.isReadOnly;
  }

  get unsaved(): NotebookHome["unsaved"] {
    return this.#home.unsaved;
  }

  read(signal?: AbortSignal) {
    return this.#ask((home) => home.read(signal), signal);
  }

  ensureThere(signal?: AbortSignal) {
    return this.#ask((home) => home.ensureThere(signal), signal);
  }

  update(edit: Edit, options?: UpdateOptions) {
    return this.#ask((home) => home.update(edit, options), options?.signal);
  }

  write(edit: Edit, options?: WriteOptions) {
    return this.#ask((home) => home.write(edit, options));
  }

  save(signal?: AbortSignal) {
    return this.#ask((home) => home.save(signal), signal);
  }

  ensureSaved() {
    return this.#ask((home) => home.ensureSaved());
  }

  follow(follower: Follower, signal: AbortSignal) {
    return this.#home.follow(follower, signal);
  }

  presence(options?: PresenceOptions) {
    return this.#home.presence(options);
  }

  close(): Promise<void> {
    return this.#leave();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #ask<T>(ask: (home: NotebookHome) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#saidPath !== undefined) await this.#find(signal);
    const home = this.#home;
    try {
      return await ask(home);
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (home === this.#home && !await this.#find(signal)) throw error;
    }
    return await ask(this.#home);
  }

  /** Where the home says that the notebook has gone; undefined where it has not. */
  get #saidPath(): string | undefined {
    const { path } = this.#home;
    return path === this.#path ? undefined : path;
  }

  /** Looks for the notebook and opens it there; tells whether it was found. */
  async #find(signal?: AbortSignal): Promise<boolean> {
    signal?.throwIfAborted();
    this.#moving ??= this.#search().finally(() => this.#moving = undefined);
    // It goes on for the others when this caller goes.
    return await untilAborted(this.#moving, signal);
  }

  async #search(): Promise<boolean> {
    const deadline = performance.now() + this.#patience;
    this.#patience = 0;
    for (;;) {
      const path = this.#saidPath ?? await otherPath(this.#path, this.#options.pathNow);
      if (path !== undefined) {
        await this.#moveTo(path);
        return true;
      }
      if (performance.now() >= deadline) return false;
      await delay(nextLook);
    }
  }

  async #moveTo(path: string): Promise<void> {
    const { notebooks } = this.#options;
    // Before it is opened: its cells are to have the ids under which they are known.
    notebooks.cellIds.move(this.#path, path);
    const opened = Promise.withResolvers<NotebookHome>();
    const left = Promise.withResolvers<void>();
    const stay = notebooks.use(path, async (home) => {
      opened.resolve(home);
      await left.promise;
    });
    stay.catch(opened.reject);
    this.#home = await opened.promise;
    const leaveLast = this.#leave;
    // First of all: whatever becomes of the last home, this one must be left as well.
    this.#leave = () => {
      left.resolve();
      return stay;
    };
    notebooks.ownRuns.move(this.#path, path);
    this.#path = path;
    this.#patience = this.#options.patience ?? usualPatience;
    await leaveLast();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === "notebook_not_found";
}
