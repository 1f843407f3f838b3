/** Which resources clients want to hear of: each is watched once, over all clients, for as long as one of them does. */

import type { Watcher } from "../resource.ts";
import type { App } from "./server.ts";

/** Somebody wants to hear of these. */
export type Watch = (uris: readonly string[]) => Watching;

export interface Watching {
  /** Resolves when no later change will be missed, or when that takes too long to wait for. */
  readonly begun: Promise<unknown>;
  readonly end: () => void;
}

/** For what has nothing to watch. */
export const unwatched: Watch = () => ({ begun: Promise.resolve(), end: () => undefined });

export interface WatchesOptions {
  /** Watches a resource until the signal comes. */
  readonly begin: (uri: string, watcher: Watcher) => Promise<void>;
  /** Tells those who want to hear of a resource that it has changed. */
  readonly tell: (uri: string) => void;
}

interface Watched {
  readonly begun: Promise<void>;
  readonly ending: AbortController;
  users: number;
}

/** Milliseconds until a client is answered whose resource is not watched yet. */
const patience = 3_000;

export class Watches {
  readonly #options: WatchesOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  readonly watch: Watch = (uris) => {
    const wanted = new Set(uris);
    const begun = Promise.all([...wanted].map((uri) => this.#enter(uri)));
    const end = () => {
      for (const uri of wanted) this.#leave(uri);
      wanted.clear();
    };
    return { begun, end };
  };

  close(): void {
    for (const { ending } of this.#watched.values()) ending.abort();
    this.#watched.clear();
  }

  #enter(uri: string): Promise<void> {
    const known = this.#watched.get(uri);
    if (known !== undefined) {
      known.users++;
      return known.begun;
    }
    const ending = new AbortController();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    // A Jupyter that has to be started first would keep the client waiting.
    const timer = setTimeout(resolve, patience);
    void begun.then(() => clearTimeout(timer));
    this.#watched.set(uri, { begun, ending, users: 1 });
    const { begin, tell } = this.#options;
    const watcher = { begun: resolve, tell: () => tell(uri), signal: ending.signal };
    // What cannot be watched is not told of.
    begin(uri, watcher).then(resolve, resolve);
    return begun;
  }

  #leave(uri: string): void {
    const watched = this.#watched.get(uri);
    if (watched === undefined || --watched.users > 0) return;
    this.#watched.delete(uri);
    watched.ending.abort();
  }
}

/** Watches a resource that has something to watch. */
export async function watchResource(
  app: () => Promise<App>,
  uri: string,
  watcher: Watcher,
): Promise<void> {
  const { resources, services } = await app();
  if (!watcher.signal.aborted) {
    await resources.find((one) => one.matches(uri))?.watch?.(uri, services, watcher);
  }
}
