/**
 * Waiting for a Jupyter server to start: one that a JupyterHub has stopped, or one that we manage ourselves.
 *
 * 1. One start at a time, shared by everyone who waits for it. A caller that leaves stops waiting; the start continues.
 * 2. Only the hub of the server's own address is asked, with the server's own token.
 * 3. A hub's server is started only while someone watches, that is, waits for it: a connection that reconnects by itself
 *    must not start a server that the hub has stopped because nobody used it.
 * 4. Watchers are notified at least every five seconds, since clients give up on a silent call.
 */

import { z } from "zod";
import { delay, untilAborted } from "../../base/async.ts";
import { tryParseJson } from "../../base/json.ts";
import { AppError } from "../../base/errors.ts";
import { redact } from "../../base/log.ts";
import { type HubAddress, isTokenRefused, scopeHint } from "../../base/net/hub_address.ts";
import { discard, textStart } from "./body.ts";

export interface StartProgress {
  readonly percent: number;
  readonly message: string;
}

export interface HubOptions {
  readonly address: HubAddress;
  readonly token: string;
  /** Sends a request; the limit in milliseconds applies to headers and body. */
  readonly send: (address: URL, init: RequestInit, limit: number) => Promise<Response>;
  readonly authFailed: () => AppError;
}

/** Milliseconds; hubs give up on a start by themselves, by default after a minute. */
const longestStart = 600_000;
const ordinaryLimit = 15_000;
const heartbeat = 5_000;
/** Bytes of a hub's description of a user. */
const longestAnswer = 1_000_000;

const eventSchema = z.object({
  progress: z.number().catch(0),
  message: z.string().catch(""),
  ready: z.boolean().catch(false),
  failed: z.boolean().catch(false),
});
const refusalSchema = z.object({ message: z.string() });
const modelSchema = z.object({ ready: z.boolean(), pending: z.string().nullable() });

export class Hub {
  readonly #options: HubOptions;
  readonly #listeners = new Set<(progress: StartProgress) => void>();
  #starting: Promise<void> | undefined;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Calls back while the server starts, until the returned function is called. */
  watch(listener: (progress: StartProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Resolves when the server runs. */
  async start(signal?: AbortSignal): Promise<void> {
    const starting = this.#starting ??= this.#start().finally(() => this.#starting = undefined);
    await untilAborted(starting, signal);
  }

  async #start(): Promise<void> {
    const { user, server } = this.#options.address;
    const name = server === "" ? `the server of ${user}` : `the server ${server} of ${user}`;
    const began = performance.now();
    let last = { percent: 0, message: "requested" };
    const tell = () => {
      const seconds = Math.round((performance.now() - began) / 1_000);
      const message = `Starting ${name} on the hub, ${seconds} s: ${last.message}`;
      for (const listener of this.#listeners) listener({ percent: last.percent, message });
    };
    const timer = setInterval(tell, heartbeat);
    try {
      await this.#request(name);
      tell();
      await this.#untilReady(name, (progress) => {
        last = progress;
        tell();
      });
    } finally {
      clearInterval(timer);
    }
  }

  async #request(name: string): Promise<void> {
    const response = await this.#send({ method: "POST", body: "{}" });
    const message =
      refusalSchema.safeParse(tryParseJson(await textStart(response, longestAnswer))).data?.message ??
        "";
    // 400: it is already running, or someone else has just started it.
    if (response.ok || response.status === 400) return;
    throw this.#refused(name, response.status, message);
  }

  /** Follows the progress that the hub reports; if it reports none, polls until the server runs. */
  async #untilReady(name: string, tell: (progress: StartProgress) => void): Promise<void> {
    const { address, send } = this.#options;
    const events = new URL(`${address.api}/progress`);
    const headers = { ...this.#headers, Accept: "text/event-stream" };
    const response = await send(events, { headers }, longestStart);
    if (!response.ok) {
      await discard(response);
      return await this.#askUntilReady(name);
    }
    for await (const data of serverSentEvents(response)) {
      const { progress, message, ready, failed } = eventSchema.parse(tryParseJson(data) ?? {});
      if (ready) return;
      if (failed) throw this.#failed(name, message);
      tell({ percent: Math.min(100, Math.max(0, progress)), message: this.#clean(message) });
    }
    await this.#askUntilReady(name);
  }

  async #askUntilReady(name: string): Promise<void> {
    const user = new URL(String(this.#options.address.api).replace(/\/servers?(\/[^/]+)?$/, ""));
    const schema = z.object({ servers: z.record(z.string(), modelSchema).default({}) });
    const deadline = performance.now() + longestStart;
    while (performance.now() < deadline) {
      const response = await this.#options.send(user, { headers: this.#headers }, ordinaryLimit);
      const model = schema.safeParse(tryParseJson(await textStart(response, longestAnswer))).data
        ?.servers[this.#options.address.server];
      if (model?.ready) return;
      if (model === undefined || model.pending === null) throw this.#failed(name, "it is not running");
      await delay(1_000);
    }
    throw this.#failed(name, "it takes too long");
  }

  #send(init: RequestInit): Promise<Response> {
    return this.#options.send(this.#options.address.api, { ...init, headers: this.#headers }, longestStart);
  }

  get #headers(): Record<string, string> {
    return { Authorization: `token ${this.#options.token}`, "Content-Type": "application/json" };
  }

  #clean(text: string): string {
    return redact(text, [this.#options.token]).slice(0, 300);
  }

  #refused(name: string, status: number, message: string): AppError {
    if (isTokenRefused(status, message)) return this.#options.authFailed();
    if (status === 403 || status === 404) {
      return new AppError("forbidden", `Cannot start ${name} on the hub: this token may not do that`, {
        hint: scopeHint(this.#options.address),
      });
    }
    return this.#failed(name, message === "" ? `the hub answered ${status}` : message);
  }

  #failed(name: string, state: string): AppError {
    return new AppError("jupyter_unreachable", `Cannot start ${name} on the hub: ${this.#clean(state)}`, {
      hint: "Start it on the hub's page, which may say more; the hub's administrator can see its log",
    });
  }
}

type Listener = (progress: StartProgress) => void;

const interval = 1_000;
/** Seconds that a start takes on a slow machine; the progress of a longer one stays just below 100 %. */
const usualSeconds = 20;
const mostPercent = 95;

/** Reports progress while the Jupyter that we manage is starting: it reports nothing itself until it is up. */
export class StartReporter {
  readonly #listeners = new Set<Listener>();
  readonly #ready: () => Promise<string | void>;
  /** Number of waiting requests; the first one reports for all. */
  #waiting = 0;

  constructor(ready: () => Promise<string | void> = () => Promise.resolve()) {
    this.#ready = ready;
  }

  /** Calls back while a server starts, until the returned function is called. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when Jupyter may be contacted, with its token if it has a new one. */
  async over(): Promise<string | void> {
    const began = performance.now();
    const isFirst = this.#waiting++ === 0;
    const timer = setInterval(() => {
      if (!isFirst) return;
      const seconds = Math.round((performance.now() - began) / 1_000);
      const percent = Math.min(mostPercent, (seconds / usualSeconds) * 100);
      for (const listener of this.#listeners) {
        listener({ percent, message: `Jupyter is starting: ${seconds} s` });
      }
    }, interval);
    try {
      return await this.#ready();
    } finally {
      clearInterval(timer);
      this.#waiting--;
    }
  }
}

/** Characters of one event; a longer one ends the response. */
const longestEvent = 100_000;

/** The data of server-sent events as they arrive; ends with the response, or when it cannot be read any further. */
async function* serverSentEvents(response: Response): AsyncGenerator<string, void> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text = (text + part.value).replaceAll("\r\n", "\n");
      for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
        const lines = text.slice(0, end).split("\n").filter((line) => line.startsWith("data:"));
        text = text.slice(end + 2);
        if (lines.length > 0) yield lines.map((line) => line.slice(5).trim()).join("\n");
      }
      if (text.length > longestEvent) return;
    }
  } catch {
    // The connection was cut: the caller polls the hub instead.
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
