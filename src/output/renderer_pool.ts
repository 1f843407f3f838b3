/**
 * The server's side of the renderer processes: who gets one, for how long, and when it is replaced.
 *
 * 1. A process is started on first use and has one request at a time, so that a time limit counts work, not waiting.
 * 2. Requests are served in order, but kinds alternate: a chart waits for at most one of many slow images. A call makes
 *    one request at a time, so a request waits for at most one of each other call. If one takes long, a second process
 *    serves the others.
 * 3. Work that exceeds its time limit, or that nothing waits for any more, is killed with its process. So is a process
 *    that has grown too large, was damaged, or has been idle for a while. The next request gets a new one.
 * 4. The caller's bytes stay usable.
 */

import { z } from "zod";
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
  /** Milliseconds that a request waits for the first process before a second is started. */
  readonly patience?: number | undefined;
  /** Milliseconds after which a process that is not used is ended. */
  readonly idleLimit?: number | undefined;
}

const mostProcesses = 2;
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
  readonly kind: RenderRequest["kind"];
  readonly give: (renderer: Renderer) => void;
}

export class RendererPool {
  readonly #options: RendererPoolOptions;
  /** All processes, and the idle ones among them. */
  readonly #renderers = new Set<Renderer>();
  readonly #idle = new Set<Renderer>();
  readonly #waiting = new Set<Waiting>();
  /** What was last begun. */
  #lastKind: RenderRequest["kind"] | undefined;

  constructor(options: RendererPoolOptions) {
    this.#options = options;
  }

  async do<Result>(job: RenderJob<Result>): Promise<Result> {
    job.signal?.throwIfAborted();
    const renderer = await this.#take(job);
    this.#lastKind = job.request.kind;
    try {
      return await this.#ask(renderer, job);
    } finally {
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
  ): Promise<Renderer> {
    const [idle] = this.#idle;
    if (idle !== undefined) {
      this.#idle.delete(idle);
      return idle;
    }
    if (this.#renderers.size === 0) return this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<Renderer>();
    const waiting = { kind, give: resolve };
    this.#waiting.add(waiting);
    const leave = () => {
      this.#waiting.delete(waiting);
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

  /** Starts another process for the request that has waited longest, unless there are enough. */
  #grow(): void {
    if (this.#renderers.size < mostProcesses) this.#next()?.give(this.#start());
  }

  #giveBack(renderer: Renderer): void {
    const next = this.#next();
    if (next !== undefined) return next.give(renderer.isEnded ? this.#start() : renderer);
    if (renderer.isEnded) return;
    this.#idle.add(renderer);
    renderer.rest();
  }

  #next(): Waiting | undefined {
    const waiting = [...this.#waiting];
    const next = waiting.find(({ kind }) => kind !== this.#lastKind) ?? waiting[0];
    if (next !== undefined) this.#waiting.delete(next);
    return next;
  }
}

/** That the process ended before it answered. */
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
    this.#idleTimer = setTimeout(() => this.kill(), this.#options.idleLimit);
    Deno.unrefTimer(this.#idleTimer);
  }

  async ask({ request, read }: Asked, ended: AbortSignal): Promise<Reply> {
    clearTimeout(this.#idleTimer);
    const id = ++this.#lastId;
    const port = await before(ended, this.#options.port);
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
    return await before(ended, promise);
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

/** The promise's value, if it comes before `ended` aborts. */
function before<T>(ended: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(ended.reason);
  if (ended.aborted) abort();
  ended.addEventListener("abort", abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => ended.removeEventListener("abort", abort));
}
