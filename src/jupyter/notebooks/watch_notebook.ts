/**
 * Reports changes of a notebook by anyone: through its shared document if there is one, otherwise by checking the file
 * periodically, and whenever we have used the notebook ourselves.
 */

import { Debounce } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { statPath } from "../rest/contents.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { notebookPath } from "../sessions/session_reference.ts";
import { stampOf } from "./load_notebook.ts";
import type { Notebooks } from "./notebooks.ts";

interface WatchServices {
  readonly http: JupyterHttp;
  readonly notebooks: Pick<Notebooks, "follow" | "onUsed">;
}

interface NotebookWatcher {
  readonly path: string;
  /** Called when no later change will be missed. */
  readonly begun: () => void;
  /** Called once for changes that come close together. */
  readonly tell: () => void;
  readonly signal: AbortSignal;
}

/** Milliseconds between two checks of a file. */
const checkInterval = 2_000;

/** Resolves when the signal aborts. */
export async function watchNotebook(services: WatchServices, watcher: NotebookWatcher): Promise<void> {
  const path = notebookPath(watcher.path);
  const { signal } = watcher;
  const burst = new Debounce(watcher.tell);
  signal.addEventListener("abort", () => burst.cancel(), { once: true });
  const news = () => signal.aborted ? undefined : burst.trigger();
  const file = new WatchedFile(services, path);
  let checked: Promise<unknown> = file.check();
  const opened = Promise.withResolvers<void>();
  // Errors are thrown below, where the promise is awaited.
  Promise.all([checked, opened.promise]).then(watcher.begun, () => undefined);
  const checkAgain = async () => {
    if (await file.check() === "changed") news();
  };
  let isKnown = false;
  const follower = {
    onOpen: () => {
      // Changes while the document was closed were not reported; those before it was first opened show in the file.
      if (isKnown) news();
      else (checked = checked.then(checkAgain)).catch(() => undefined);
      isKnown = true;
      opened.resolve();
    },
    onChange: news,
  };
  while (!signal.aborted) {
    // What cannot be opened now is tried again when its file has changed.
    await services.notebooks.follow(path, follower, signal).catch((error) =>
      ignoreServerError(error, signal)
    );
    opened.resolve();
    await checked;
    await file.untilNew(signal, news);
  }
}

/** Ignores errors that the server reports; rethrows our own, unless the signal has aborted. */
function ignoreServerError(error: unknown, signal?: AbortSignal): undefined {
  if (!(error instanceof AppError) && !signal?.aborted) throw error;
}

class WatchedFile {
  readonly #services: WatchServices;
  readonly #path: string;
  /** The file as it was found last; null if there is none. */
  #stamp: string | null | undefined;
  #isReached = true;

  constructor(services: WatchServices, path: string) {
    this.#services = services;
    this.#path = path;
  }

  /** Checks whether the file has changed, or can be reached again. */
  async check(): Promise<"changed" | "reached" | "same"> {
    // If the server cannot be reached, nothing is known; it may be back at the next check.
    const there = await statPath(this.#services.http, this.#path).catch((error) => ignoreServerError(error));
    if (there === undefined) {
      this.#isReached = false;
      return "same";
    }
    const [wasReached, before] = [this.#isReached, this.#stamp];
    this.#isReached = true;
    this.#stamp = there === null ? null : stampOf(there);
    if (before !== undefined && before !== this.#stamp) return "changed";
    return wasReached ? "same" : "reached";
  }

  /** Checks the file until there is something new; calls back if it has changed. */
  async untilNew(signal: AbortSignal, changed: () => void): Promise<void> {
    for (let found = await this.check(); !signal.aborted; found = await this.check()) {
      if (found === "changed") changed();
      if (found !== "same") return;
      await this.#rest(signal);
    }
  }

  /** Waits until the next check is due: after the interval, or as soon as we have used the notebook. */
  async #rest(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, checkInterval);
    const wake = () => resolve();
    signal.addEventListener("abort", wake, { once: true });
    const off = this.#services.notebooks.onUsed((path) => path === this.#path && resolve());
    await promise;
    off();
    signal.removeEventListener("abort", wake);
    clearTimeout(timer);
  }
}
