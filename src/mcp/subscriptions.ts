/**
 * Subscriptions to resources. Each resource is watched once, whatever the number of clients, for as long as one of them
 * is subscribed. Clients of 2025 send `resources/subscribe`; those of 2026-07-28 send `subscriptions/listen`, which the
 * SDK answers without reporting it, so the URIs are read from the request.
 */

import type { Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Watcher } from "../resource.ts";
import { onResponseEnd } from "./response_stream.ts";

/** Starts to watch these resources for one subscriber. */
export type Watch = (uris: readonly string[]) => Watching;

interface Watching {
  /** Resolves when no later change will be missed, or when that takes too long. */
  readonly ready: Promise<unknown>;
  readonly end: () => void;
}

/** For an API whose resources need no watching. */
const noWatch: Watch = () => ({ ready: Promise.resolve(), end: () => undefined });

interface SharedWatchesOptions {
  /** Watches a resource until the signal aborts. */
  readonly start: (uri: string, watcher: Watcher) => Promise<void>;
  /** Notifies the subscribers of a resource that it has changed. */
  readonly notify: (uri: string) => void;
  /** Called if a resource cannot be watched, or not any longer. */
  readonly onError: (uri: string, error: unknown) => void;
}

interface WatchEntry {
  readonly uri: string;
  readonly ready: Promise<void>;
  readonly ending: AbortController;
  users: number;
}

/** How long a subscriber waits for the watch to start. */
const startTimeoutMs = 3_000;

export class SharedWatches {
  readonly #options: SharedWatchesOptions;
  readonly #entries = new Map<string, WatchEntry>();

  constructor(options: SharedWatchesOptions) {
    this.#options = options;
  }

  readonly watch: Watch = (uris) => {
    const wanted = new Set([...new Set(uris)].map((uri) => this.#acquire(uri)));
    const ready = Promise.all([...wanted].map((entry) => entry.ready));
    const end = () => {
      for (const entry of wanted) this.#release(entry);
      wanted.clear();
    };
    return { ready, end };
  };

  close(): void {
    for (const { ending } of this.#entries.values()) ending.abort();
    this.#entries.clear();
  }

  #acquire(uri: string): WatchEntry {
    const known = this.#entries.get(uri);
    if (known !== undefined) {
      known.users++;
      return known;
    }
    const ending = new AbortController();
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    // A Jupyter that has to be started first would keep the client waiting.
    const timer = setTimeout(resolve, startTimeoutMs);
    void ready.then(() => clearTimeout(timer));
    const entry = { uri, ready, ending, users: 1 };
    this.#entries.set(uri, entry);
    const { start, notify, onError } = this.#options;
    start(uri, { onReady: resolve, onChange: () => notify(uri), signal: ending.signal }).catch((error) => {
      // The next subscriber tries again.
      this.#forget(entry);
      if (!ending.signal.aborted) onError(uri, error);
    }).finally(resolve);
    return entry;
  }

  #release(entry: WatchEntry): void {
    if (--entry.users > 0) return;
    this.#forget(entry);
    entry.ending.abort();
  }

  #forget(entry: WatchEntry): void {
    // A newer entry may have taken its place.
    if (this.#entries.get(entry.uri) === entry) this.#entries.delete(entry.uri);
  }
}

/** Adds the handlers for clients of 2025; returns a function that notifies the client of a changed resource. */
export function addSubscriptions(
  server: Server,
  era: "legacy" | "modern",
  watch: Watch = noWatch,
): (uri: string) => void {
  const subscribed = new Map<string, Watching>();
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    const watching = subscribed.get(uri) ?? watch([uri]);
    subscribed.set(uri, watching);
    await watching.ready;
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    subscribed.get(uri)?.end();
    subscribed.delete(uri);
    return {};
  });
  const closed = server.onclose;
  server.onclose = () => {
    for (const { end } of subscribed.values()) end();
    subscribed.clear();
    closed?.();
  };
  return (uri) => {
    // For clients of 2026-07-28 the SDK knows who is subscribed.
    if (era === "modern" || subscribed.has(uri)) {
      void server.sendResourceUpdated({ uri }).catch(() => undefined);
    }
  };
}

const id = z.union([z.string(), z.number()]);
const listenRequest = z.object({
  method: z.literal("subscriptions/listen"),
  id,
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()) }) }),
});
const cancelNotification = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: id }),
});

/** The `subscriptions/listen` requests of one stdio connection, which end with a cancel notification. */
export class StdioListeners {
  readonly #watch: Watch;
  readonly #watching = new Map<string | number, Watching>();

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** Reads a client message; for a listen request, resolves when it may be answered: false if cancelled meanwhile. */
  observe(message: unknown): Promise<boolean> | undefined {
    const request = listenRequest.safeParse(message).data;
    if (request !== undefined) {
      const watching = this.#watch(request.params.notifications.resourceSubscriptions);
      const before = this.#watching.get(request.id);
      // Nothing reports the end of an earlier request with the same id, so both end together.
      const end = () => [before, watching].forEach((one) => one?.end());
      const entry = { ready: watching.ready, end };
      this.#watching.set(request.id, entry);
      return entry.ready.then(() => this.#watching.get(request.id) === entry);
    }
    const cancelled = cancelNotification.safeParse(message).data?.params.requestId;
    if (cancelled === undefined) return undefined;
    this.#watching.get(cancelled)?.end();
    this.#watching.delete(cancelled);
    return undefined;
  }
}

/** Answers a request over HTTP, where listening lasts as long as the response. */
export async function answerListening(
  request: Request,
  answer: (request: Request) => Promise<Response>,
  watch: Watch = noWatch,
): Promise<Response> {
  // Clients must name the method in a header, so the bodies of other requests need not be read.
  if (request.headers.get("mcp-method") !== "subscriptions/listen") return await answer(request);
  const body: unknown = await request.clone().json().catch(() => undefined);
  const listened = listenRequest.safeParse(body).data?.params.notifications.resourceSubscriptions;
  const { ready, end } = watch(listened ?? []);
  await ready;
  const response = await answer(request).catch((error) => {
    end();
    throw error;
  });
  return onResponseEnd(response, end);
}
