/**
 * A notebook's backend during a run that follows the notebook if it is renamed.
 *
 * 1. A shared document states its own path. For a file the session does: a page that renames the notebook updates it. Both
 *    are updated a moment after the file has moved.
 * 2. A request made while the notebook was being moved is repeated under the new name.
 * 3. A notebook that has disappeared without a trace is reported as missing, after waiting for it once.
 */

import { delay, untilAborted } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import type { Edit } from "../nbformat/notebook.ts";
import type { PresenceOptions } from "../rtc/presence.ts";
import { notebookPath } from "../sessions/session_reference.ts";
import type { NotebookBackend, ReadOptions, RunBackend, WriteOptions } from "./notebook_backend.ts";
import type { UpdateOptions } from "./notebook_file.ts";
import type { Notebooks, OpenNotebook } from "./notebooks.ts";

/** The notebook that a session belongs to now, if it belongs to one. */
export type FindCurrentPath = (signal?: AbortSignal) => Promise<string | null>;

interface RenameFollowingOptions {
  readonly notebooks: Pick<Notebooks, "open" | "runHistory" | "cellIds" | "journal">;
  /** The name under which the notebook was asked for. */
  readonly path: string;
  readonly findCurrentPath: FindCurrentPath;
  /** Milliseconds to wait for news of a notebook that is gone. */
  readonly patience?: number;
}

/** A server looks for a document every second. */
const usualPatience = 3_000;
const pollInterval = 100;

/** Opens a notebook, also if it has been renamed before it could be opened. */
export async function openFollowingRenames(
  options: RenameFollowingOptions,
  signal?: AbortSignal,
): Promise<RenameFollowingBackend> {
  const open = async (path: string) =>
    new RenameFollowingBackend(await options.notebooks.open(path, signal), { ...options, path });
  try {
    return await open(options.path);
  } catch (error) {
    const path = isMissing(error)
      ? await otherPath(options.path, options.findCurrentPath, signal)
      : undefined;
    if (path === undefined) throw error;
    return await open(path);
  }
}

/** The path that the session states for its notebook; undefined if it is not a new one. */
async function otherPath(
  path: string,
  findCurrentPath: FindCurrentPath,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const said = await findCurrentPath(signal).catch((error) => {
    // A session that has ended tells nothing.
    if (error instanceof AppError) return null;
    throw error;
  });
  // Others make sessions under paths such as "/a.ipynb".
  const relative = said === null ? undefined : notebookPath(said);
  return relative === notebookPath(path) ? undefined : relative;
}

export class RenameFollowingBackend implements RunBackend {
  readonly #options: RenameFollowingOptions;
  #open: OpenNotebook;
  #path: string;
  #patience: number;
  #moving: Promise<boolean> | undefined;

  constructor(open: OpenNotebook, options: RenameFollowingOptions) {
    this.#options = options;
    this.#open = open;
    this.#path = notebookPath(options.path);
    this.#patience = options.patience ?? usualPatience;
  }

  get #backend(): NotebookBackend {
    return this.#open.backend;
  }

  get kind(): NotebookBackend["kind"] {
    return this.#backend.kind;
  }

  get mayBeUnshared(): boolean {
    return this.#backend.mayBeUnshared;
  }

  get path(): string {
    return this.#path;
  }

  get unsaved(): NotebookBackend["unsaved"] {
    return this.#backend.unsaved;
  }

  read(signal?: AbortSignal, options?: ReadOptions) {
    return this.#ask((backend) => backend.read(signal, options), signal);
  }

  /** If it is not there, the session is asked only once: nothing has been written yet. */
  checkExists(signal?: AbortSignal) {
    return this.#ask((backend) => backend.checkExists(signal), signal, 0);
  }

  editAndSave(edit: Edit, options?: UpdateOptions) {
    return this.#ask((backend) => backend.editAndSave(edit, options), options?.signal);
  }

  editUnsaved(edit: Edit, options?: WriteOptions) {
    return this.#ask((backend) => backend.editUnsaved(edit, options));
  }

  save(signal?: AbortSignal) {
    return this.#ask((backend) => backend.save(signal), signal);
  }

  checkSaved() {
    return this.#ask((backend) => backend.checkSaved());
  }

  presence(options?: PresenceOptions) {
    return this.#backend.presence(options);
  }

  release(): void {
    this.#open.release();
  }

  async #ask<T>(
    ask: (backend: NotebookBackend) => Promise<T>,
    signal?: AbortSignal,
    patience = this.#patience,
  ): Promise<T> {
    if (this.#saidPath !== undefined) await this.#find(patience, signal);
    const backend = this.#backend;
    try {
      return await ask(backend);
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (backend === this.#backend && !await this.#find(patience, signal)) throw error;
    }
    return await ask(this.#backend);
  }

  /** The new path that the backend states; undefined if the notebook has not moved. */
  get #saidPath(): string | undefined {
    const { path } = this.#backend;
    return path === this.#path ? undefined : path;
  }

  /** Looks for the notebook and opens it there; tells whether it was found. */
  async #find(patience: number, signal?: AbortSignal): Promise<boolean> {
    signal?.throwIfAborted();
    this.#moving ??= this.#search(patience).finally(() => this.#moving = undefined);
    // It continues for the others when this caller goes.
    return await untilAborted(this.#moving, signal);
  }

  async #search(patience: number): Promise<boolean> {
    const deadline = performance.now() + patience;
    this.#patience = 0;
    for (;;) {
      const path = this.#saidPath ?? await otherPath(this.#path, this.#options.findCurrentPath);
      if (path !== undefined) {
        await this.#moveTo(path);
        return true;
      }
      if (performance.now() >= deadline) return false;
      await delay(pollInterval);
    }
  }

  async #moveTo(path: string): Promise<void> {
    const { notebooks } = this.#options;
    // Before it is opened: its cells are to have the ids under which they are known.
    notebooks.cellIds.move(this.#path, path);
    const open = await notebooks.open(path);
    this.release();
    this.#open = open;
    notebooks.runHistory.move(this.#path, path);
    notebooks.journal.move(this.#path, path);
    this.#path = path;
    this.#patience = this.#options.patience ?? usualPatience;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === "notebook_not_found";
}
