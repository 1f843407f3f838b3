import type { Watcher } from "../resource.ts";
import type { App } from "./server.ts";
import { z } from "zod";
import { onResponseEnd } from "./response_stream.ts";

/** Which resources clients want to hear of: each is watched once, over all clients, for as long as one of them does. */

/** Somebody wants to hear of these. */
export type Watch = (uris: readonly string[]) => Watching;

export interface Watching {
  /** Resolves when no later change will be missed, or when that takes too long to wait for. */
  readonly begun: Promise<unknown>;
  readonly end: () => void;
}

/** For what has nothing to watch. */
export const noWatch: Watch = () => ({ begun: Promise.resolve(), end: () => undefined });

interface SharedWatchesOptions {
  /** Watches a resource until the signal comes. */
  readonly begin: (uri: string, watcher: Watcher) => Promise<void>;
  /** Tells those who want to hear of a resource that it has changed. */
  readonly tell: (uri: string) => void;
  /** Is told of a resource that could not be watched, or not any longer. */
  readonly fail: (uri: string, error: unknown) => void;
}

interface WatchEntry {
  readonly uri: string;
  readonly begun: Promise<void>;
  readonly ending: AbortController;
  users: number;
}

/** Milliseconds until a client is answered whose resource is not watched yet. */
const patience = 3_000;

export class SharedWatches {
  readonly #options: SharedWatchesOptions;
  readonly #watched = new Map<string, WatchEntry>();

  constructor(options: SharedWatchesOptions) {
    this.#options = options;
  }

  readonly watch: Watch = (uris) => {
    const wanted = new Set([...new Set(uris)].map((uri) => this.#enter(uri)));
    const begun = Promise.all([...wanted].map((watched) => watched.begun));
    const end = () => {
      for (const watched of wanted) this.#leave(watched);
      wanted.clear();
    };
    return { begun, end };
  };

  close(): void {
    for (const { ending } of this.#watched.values()) ending.abort();
    this.#watched.clear();
  }

  #enter(uri: string): WatchEntry {
    const known = this.#watched.get(uri);
    if (known !== undefined) {
      known.users++;
      return known;
    }
    const ending = new AbortController();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    // A Jupyter that has to be started first would keep the client waiting.
    const timer = setTimeout(resolve, patience);
    void begun.then(() => clearTimeout(timer));
    const watched = { uri, begun, ending, users: 1 };
    this.#watched.set(uri, watched);
    const { begin, tell, fail } = this.#options;
    const watcher = { begun: resolve, tell: () => tell(uri), signal: ending.signal };
    begin(uri, watcher).catch((error) => {
      // What cannot be watched is not told of; whoever asks for it next may have more luck.
      this.#forget(watched);
      if (!ending.signal.aborted) fail(uri, error);
    }).finally(resolve);
    return watched;
  }

  #leave(watched: WatchEntry): void {
    if (--watched.users > 0) return;
    this.#forget(watched);
    watched.ending.abort();
  }

  /** Another may be in its place. */
  #forget(watched: WatchEntry): void {
    if (this.#watched.get(watched.uri) === watched) this.#watched.delete(watched.uri);
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

/** What clients of 2026-07-28 listen to: the SDK answers them and tells nobody, so it is read off their requests. */

const id = z.union([z.string(), z.number()]);
const listen = z.object({
  method: z.literal("subscriptions/listen"),
  id,
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()) }) }),
});
const cancelled = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: id }),
});

/** The listening of one connection on which a client cancels what it has asked for. */
export class StdioListeners {
  readonly #watch: Watch;
  readonly #watching = new Map<string | number, Watching>();

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** Takes note of a message of the client; where it is to be answered later, returns when, and whether it still is. */
  observe(message: unknown): Promise<boolean> | undefined {
    const wish = listen.safeParse(message).data;
    if (wish !== undefined) {
      const watching = this.#watch(wish.params.notifications.resourceSubscriptions);
      const before = this.#watching.get(wish.id);
      // A client may use an id again whose listening is over, of which nobody tells; or one whose listening is not.
      const end = () => [before, watching].forEach((one) => one?.end());
      const entry = { begun: watching.begun, end };
      this.#watching.set(wish.id, entry);
      return entry.begun.then(() => this.#watching.get(wish.id) === entry);
    }
    const ended = cancelled.safeParse(message).data?.params.requestId;
    if (ended === undefined) return undefined;
    this.#watching.get(ended)?.end();
    this.#watching.delete(ended);
    return undefined;
  }
}

/** Answers a request over HTTP, where listening lasts as long as the response. */
export async function answerListening(
  request: Request,
  answer: (request: Request) => Promise<Response>,
  watch: Watch,
): Promise<Response> {
  // Clients must name the method in a header: the bodies of other requests are left alone.
  if (request.headers.get("mcp-method") !== "subscriptions/listen") return await answer(request);
  const body: unknown = await request.clone().json().catch(() => undefined);
  const { begun, end } = watch(listen.safeParse(body).data?.params.notifications.resourceSubscriptions ?? []);
  await begun;
  const response = await answer(request).catch((error) => {
    end();
    throw error;
  });
  return onResponseEnd(response, end);
}
