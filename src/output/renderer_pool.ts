/**
 * The server's side of the renderer processes: who gets one, for how long, and when it is replaced.
 *
 * 1. A process is started on first use and has one request at a time, so that a time limit counts work, not waiting.
 * 2. Clients alternate: the next request is one of the client with the fewest requests being served, and among those of
 *    the client that was served longest ago. Requests of one client are served in order, but kinds alternate: a chart
 *    waits for at most one of many slow images. If a request takes long, a second process serves the others.
 * 3. No client holds all processes: two at most, and a third is started for a client that has none.
 * 4. Work that exceeds its time limit, or that nothing waits for any more, is killed with its process. So is a process
 *    that has grown too large, was damaged, or has been idle for a while. The next request gets a new one.
 * 5. The caller's bytes stay usable.
 */

import { z } from "zod";
import { untilAborted } from "../base/async.ts";
import { AppError, type ErrorCode, errorCodes } from "../base/errors.ts";
import { decodeFrame, encodeFrame } from "../base/frames.ts";
import type {
  BytesReply,
  FromRendererProcess,
  NeedBytes,
  RenderRequest,
  ToRendererProcess,
} from "../base/protocol.ts";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** A request without its id, with its limits and how its failure is reported. */
export interface RenderJob<Result> {
  readonly request: WithoutId<RenderRequest>;
  /** The expected result: the renderer is not trusted. */
  readonly result: z.ZodType<Result>;
  readonly limitMs: number;
  /** The MCP client that it is for: clients are served alternately. */
  readonly client: string;
  readonly failed: (why: string, cause?: unknown) => AppError;
  readonly signal: AbortSignal | undefined;
  /** Bytes of the file of the request, if it has one; the file bounds how many there can be. */
  readonly read?: ReadBytes | undefined;
}

type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

export interface RendererPoolOptions {
  /** Starts a renderer process; messages on the port are those of `protocol.ts`. */
  readonly connect: () => Promise<MessagePort>;
  readonly timeout?: ((ms: number) => AbortSignal) | undefined;
  /** Milliseconds that a request waits before another process is started. */
  readonly patience?: number | undefined;
  /** Milliseconds after which a process that is not used is ended. */
  readonly idleLimit?: number | undefined;
}

const mostPerClient = 2;
/** The last is for a client that has none. */
const mostProcesses = mostPerClient + 1;
const usualPatience = 500;
const usualIdleLimit = 300_000;

const codes = z.custom<ErrorCode>((value) => typeof value === "string" && Object.hasOwn(errorCodes, value));

const replySchema = z.intersection(
  z.object({ id: z.number(), isSpent: z.boolean() }),
  z.discriminatedUnion("kind", [
    z.looseObject({ kind: z.literal("done") }),
    z.object({
      kind: z.literal("refused"),
      code: codes,
      message: z.string(),
      hint: z.string().optional(),
      details: z.record(z.string(), z.unknown()),
    }),
    z.object({ kind: z.literal("error"), message: z.string() }),
  ]),
);

type Reply = z.infer<typeof replySchema>;

const needSchema = z.object({
  id: z.number(),
  kind: z.literal("need_bytes"),
  need: z.number(),
  start: z.int().min(0),
  end: z.int().min(0),
});

interface Waiting {
  readonly client: string;
  readonly kind: RenderRequest["kind"];
  readonly give: (renderer: Renderer) => void;
}

export class RendererPool {
  readonly #options: RendererPoolOptions;
  /** All processes, and the idle ones among them. */
  readonly #renderers = new Set<Renderer>();
  readonly #idle = new Set<Renderer>();
  readonly #waiting = new Set<Waiting>();
  /** Requests being served, by client. The client that was served longest ago comes first. */
  readonly #served = new Map<string, number>();
  /** What was last begun. */
  #lastKind: RenderRequest["kind"] | undefined;

  constructor(options: RendererPoolOptions) {
    this.#options = options;
  }

  async do<Result>(job: RenderJob<Result>): Promise<Result> {
    job.signal?.throwIfAborted();
    const { client } = job;
    const renderer = await this.#take(job, client);
    try {
      return await this.#ask(renderer, job);
    } finally {
      this.#finish(client);
      this.#giveBack(renderer);
    }
  }

  /** Kills all processes. A later request gets a new one. */
  close(): void {
    for (const renderer of this.#renderers) renderer.kill();
  }

  async #ask<Result>(renderer: Renderer, job: RenderJob<Result>): Promise<Result> {
    const { request, result, limitMs, failed, signal, read } = job;
    const { timeout = (ms: number) => AbortSignal.timeout(ms) } = this.#options;
    const limit = timeout(limitMs);
    const ended = signal === undefined ? limit : AbortSignal.any([limit, signal]);
    const reply = await renderer.ask({ request, read }, ended)
      .catch((error) => {
        renderer.kill();
        if (limit.aborted) throw failed(`it took over ${limitMs / 1000} s`, error);
        throw error instanceof RendererEnded ? failed(error.message, error) : error;
      });
    if (reply.isSpent) renderer.kill();
    switch (reply.kind) {
      case "done":
        return result.parse(reply);
      case "refused": {
        const { code, message, hint, details } = reply;
        throw new AppError(code, message, { ...(hint === undefined ? {} : { hint }), details });
      }
      case "error":
        throw failed(reply.message);
    }
  }

  /** A process for this request alone. */
  async #take(
    { request: { kind }, signal }: Pick<RenderJob<unknown>, "request" | "signal">,
    client: string,
  ): Promise<Renderer> {
    const { promise, resolve, reject } = Promise.withResolvers<Renderer>();
    const waiting = { client, kind, give: resolve };
    this.#waiting.add(waiting);
    const [idle] = this.#idle;
    if (idle !== undefined) this.#giveBack(idle);
    else if (this.#renderers.size === 0) this.#grow();
    const leave = () => {
      this.#waiting.delete(waiting);
      if (this.#countOf(client) === 0) this.#served.delete(client);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    const impatience = setTimeout(() => this.#grow(), this.#options.patience ?? usualPatience);
    try {
      return await promise;
    } finally {
      clearTimeout(impatience);
      signal?.removeEventListener("abort", leave);
    }
  }

  #start(): Renderer {
    const renderer = new Renderer({
      port: this.#options.connect(),
      idleLimit: this.#options.idleLimit ?? usualIdleLimit,
      onEnd: () => {
        this.#renderers.delete(renderer);
        this.#idle.delete(renderer);
      },
    });
    this.#renderers.add(renderer);
    return renderer;
  }

  /** Starts another process for the next request, unless there are enough. */
  #grow(): void {
    const last = mostProcesses - 1;
    if (this.#renderers.size >= mostProcesses) return;
    this.#next(this.#renderers.size < last ? mostPerClient : 1)?.give(this.#start());
  }

  #giveBack(renderer: Renderer): void {
    const next = this.#next(mostPerClient);
    if (next !== undefined) {
      this.#idle.delete(renderer);
      return next.give(renderer.isEnded ? this.#start() : renderer);
    }
    if (renderer.isEnded) return;
    this.#idle.add(renderer);
    renderer.rest();
  }

  /** Takes the next request from the queue: one of a client of which fewer than `most` are being served. */
  #next(most: number): Waiting | undefined {
    const served = [...this.#served.keys()];
    const [next] = [...this.#waiting].filter(({ client }) => this.#countOf(client) < most).sort((a, b) =>
      this.#countOf(a.client) - this.#countOf(b.client) ||
      served.indexOf(a.client) - served.indexOf(b.client) ||
      Number(a.kind === this.#lastKind) - Number(b.kind === this.#lastKind)
    );
    if (next === undefined) return undefined;
    this.#waiting.delete(next);
    this.#lastKind = next.kind;
    const count = this.#countOf(next.client);
    this.#served.delete(next.client);
    this.#served.set(next.client, count + 1);
    return next;
  }

  #countOf(client: string): number {
    return this.#served.get(client) ?? 0;
  }

  /** Forgets a client for which there is nothing left to do. */
  #finish(client: string): void {
    const count = this.#countOf(client) - 1;
    if (count > 0 || [...this.#waiting].some((waiting) => waiting.client === client)) {
      this.#served.set(client, count);
    } else this.#served.delete(client);
  }
}

/** The error for a process that ended before it answered. */
class RendererEnded extends Error {}

interface RendererOptions {
  readonly port: Promise<MessagePort>;
  readonly idleLimit: number;
  readonly onEnd: () => void;
}

interface Asked {
  readonly request: WithoutId<RenderRequest>;
  readonly read: ReadBytes | undefined;
}

/** One process. */
class Renderer {
  readonly #options: RendererOptions;
  #lastId = 0;
  #isEnded = false;
  #fail: (error: Error) => void = () => {};
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RendererOptions) {
    this.#options = options;
    options.port.catch(() => this.#end("it cannot be started"));
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Waits for the next request until the idle limit. */
  rest(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.kill(), this.#options.idleLimit);
    Deno.unrefTimer(this.#idleTimer);
  }

  async ask({ request, read }: Asked, ended: AbortSignal): Promise<Reply> {
    clearTimeout(this.#idleTimer);
    const id = ++this.#lastId;
    const port = await untilAborted(this.#options.port, ended);
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    this.#fail = reject;
    port.onmessage = ({ data }: MessageEvent<FromRendererProcess>) => {
      if (!(data instanceof Uint8Array)) return this.#end(data.reason);
      const message = readMessage(data);
      if (message?.kind === "need_bytes") {
        // An earlier request may still be asking.
        if (message.id === id) give(port, message, read).catch(reject);
      } else if (message?.id === id) resolve(message);
      else reject(new Error("the renderer answered with something else"));
    };
    const frame = encodeFrame({ ...request, id });
    port.postMessage(frame satisfies ToRendererProcess, [frame.buffer]);
    return await untilAborted(promise, ended);
  }

  kill(): void {
    if (this.#isEnded) return;
    this.#options.port.then((port) => port.postMessage({ kind: "end" } satisfies ToRendererProcess))
      .catch(() => undefined);
    this.#end("the renderer was ended");
  }

  #end(reason: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#idleTimer);
    this.#fail(new RendererEnded(reason));
    this.#options.port.then((port) => port.close()).catch(() => undefined);
    this.#options.onEnd();
  }
}

function readMessage(frame: Uint8Array): Reply | NeedBytes | undefined {
  try {
    const message = decodeFrame(frame);
    return needSchema.safeParse(message).data ?? replySchema.safeParse(message).data;
  } catch {
    return undefined;
  }
}

/** Sends requested bytes; the renderer is told of failures that a reader may handle. */
async function give(port: MessagePort, { id, need, start, end }: NeedBytes, read?: ReadBytes): Promise<void> {
  if (read === undefined) throw new Error("the renderer asked for a file that it was not given");
  const send = (reply: BytesReply) => {
    const frame = encodeFrame(reply);
    port.postMessage(frame satisfies ToRendererProcess, [frame.buffer]);
  };
  try {
    send({ id, need, kind: "bytes", bytes: await read(start, end) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, hint, details } = error;
    send({ id, need, kind: "no_bytes", code, message, hint, details });
  }
}
