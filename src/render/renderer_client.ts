/**
 * The server's side of the renderer room.
 *
 * Invariants:
 * 1. The room is asked for on first use, and one request is in it at a time, so that the time limit counts work
 *    and not waiting.
 * 2. Work that goes over its time limit or that nobody waits for any more is stopped: the room is ended, and the next
 *    request gets a new one. So is a room that failed often, as each damaged picture costs it memory.
 * 3. The caller's bytes stay usable.
 */

import { z } from "zod";
import { AppError, type ErrorCode, errorCodes } from "../errors.ts";
import type { ChartRequest, DrawFigureRequest, DrawnChart, Picture, RenderRequest } from "../rooms.ts";

export interface FitRequest {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly maxEdge: number;
  readonly maxBytes: number;
}

/** The way to the room, and to its end. */
export interface RoomDoor {
  readonly connect: () => Promise<MessagePort>;
  /** Ends the room, whatever it is doing. */
  readonly end?: () => void;
}

const failuresBeforeRenewal = 20;
const pictureLimitMs = 20_000;
const chartLimitMs = 60_000;

const imageFields = {
  id: z.number(),
  bytes: z.instanceof(Uint8Array),
  mimeType: z.string(),
  width: z.number(),
  height: z.number(),
  note: z.string().optional(),
};

const codes = z.custom<ErrorCode>((value) => typeof value === "string" && Object.hasOwn(errorCodes, value));
const fields = z.record(z.string(), z.unknown());

const replySchema = z.discriminatedUnion("kind", [
  z.object({ ...imageFields, kind: z.literal("image") }),
  z.object({ ...imageFields, kind: z.literal("chart"), summary: z.string(), metadata: fields }),
  z.object({
    id: z.number(),
    kind: z.literal("refused"),
    code: codes,
    message: z.string(),
    hint: z.string().optional(),
    details: fields,
  }),
  z.object({ id: z.number(), kind: z.literal("error"), message: z.string() }),
]);

type Reply = z.infer<typeof replySchema>;

/** A request before it has a number, with what it may take and how its failures are told. */
interface Work {
  readonly request: (id: number) => { readonly message: RenderRequest; readonly transfer: Transferable[] };
  readonly limitMs: number;
  readonly tooLong: (seconds: number, cause: unknown) => AppError;
  readonly signal: AbortSignal | undefined;
}

export class RendererClient {
  readonly #door: RoomDoor;
  readonly #timeout: (ms: number) => AbortSignal;
  #port: MessagePort | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #nextId = 1;
  #failures = 0;

  constructor(
    door: RoomDoor | (() => Promise<MessagePort>),
    options: { readonly timeout?: (ms: number) => AbortSignal } = {},
  ) {
    this.#door = typeof door === "function" ? { connect: door } : door;
    this.#timeout = options.timeout ?? ((ms) => AbortSignal.timeout(ms));
  }

  /** Scales or draws a picture within the bounds; throws when it cannot be read or takes too long. */
  async fitImage(given: FitRequest, signal?: AbortSignal): Promise<Picture> {
    const request = (id: number) => {
      const bytes = given.bytes.slice();
      return { message: { ...given, id, kind: "fit_image" as const, bytes }, transfer: [bytes.buffer] };
    };
    const reply = await this.#inTurn({ request, limitMs: pictureLimitMs, tooLong: pictureTooLong, signal });
    if (reply.kind !== "image") throw unexpected();
    return picture(reply);
  }

  /** Draws a chart; throws what the caller can mend as it is, and when it takes too long. */
  async drawChart(chart: ChartRequest, signal?: AbortSignal): Promise<DrawnChart> {
    const request = (id: number) => ({ message: { id, kind: "draw_chart" as const, chart }, transfer: [] });
    const reply = await this.#inTurn({ request, limitMs: chartLimitMs, tooLong: chartTooLong, signal });
    if (reply.kind !== "chart") throw unexpected();
    return { ...picture(reply), summary: reply.summary, metadata: reply.metadata };
  }

  /** Draws a figure of a kernel; throws when that cannot be done or takes too long. */
  async drawFigure(
    figure: Pick<DrawFigureRequest, "form" | "json" | "maxEdge">,
    signal?: AbortSignal,
  ): Promise<Picture> {
    const request = (id: number) => ({
      message: { ...figure, id, kind: "draw_figure" as const },
      transfer: [],
    });
    const reply = await this.#inTurn({ request, limitMs: chartLimitMs, tooLong: pictureTooLong, signal });
    if (reply.kind !== "image") throw unexpected();
    return picture(reply);
  }

  /** Draws a picture that holds a sentence. */
  async drawNotice(notice: { text: string; width: number; height: number }): Promise<Picture> {
    const request = (id: number) => ({
      message: { ...notice, id, kind: "draw_notice" as const },
      transfer: [],
    });
    const reply = await this.#inTurn({
      request,
      limitMs: pictureLimitMs,
      tooLong: chartTooLong,
      signal: undefined,
    });
    if (reply.kind !== "image") throw unexpected();
    return picture(reply);
  }

  /** Leaves the room and ends it. A later request gets a new one. */
  close(): void {
    this.#port?.close();
    if (this.#port !== null) this.#door.end?.();
    this.#port = null;
    this.#failures = 0;
  }

  #inTurn(work: Work): Promise<Reply> {
    const turn = this.#queue.then(() => this.#do(work));
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #do(work: Work): Promise<Reply> {
    const { signal, limitMs } = work;
    signal?.throwIfAborted();
    const limit = this.#timeout(limitMs);
    const ended = signal === undefined ? limit : AbortSignal.any([limit, signal]);
    try {
      this.#port ??= await before(ended, this.#door.connect());
      return await this.#ask(this.#port, work, ended);
    } catch (error) {
      if (ended.aborted) this.close();
      if (limit.aborted) throw work.tooLong(limitMs / 1000, error);
      if (!(error instanceof Refusal) && ++this.#failures >= failuresBeforeRenewal) this.close();
      throw error instanceof Refusal ? error.reason : error;
    }
  }

  #ask(port: MessagePort, work: Work, ended: AbortSignal): Promise<Reply> {
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    port.onmessage = (event: MessageEvent<unknown>) => {
      const reply = replySchema.safeParse(event.data);
      if (!reply.success || reply.data.id !== id) return;
      if (reply.data.kind === "error") reject(failure(reply.data.message));
      else if (reply.data.kind === "refused") reject(new Refusal(reply.data));
      else resolve(reply.data);
    };
    const { message, transfer } = work.request(id);
    port.postMessage(message, transfer);
    return before(ended, promise);
  }
}

/** What the room found wrong with what it was given; no failure of the room. */
class Refusal extends Error {
  readonly reason: AppError;

  constructor({ code, message, hint, details }: Extract<Reply, { kind: "refused" }>) {
    super(message);
    this.reason = new AppError(code, message, { ...(hint === undefined ? {} : { hint }), details });
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

function picture({ bytes, mimeType, width, height, note }: Picture): Picture {
  return { bytes, mimeType, width, height, ...(note === undefined ? {} : { note }) };
}

function failure(message: string): AppError {
  return new AppError("unsupported", `Cannot draw picture: ${message}`, {
    hint: 'Draw it again as a smaller PNG, or read the original with get_image_resource as "base64"',
  });
}

function pictureTooLong(seconds: number, cause: unknown): AppError {
  return new AppError("unsupported", `Cannot draw picture: it took over ${seconds} s`, {
    hint: 'Draw it simpler or smaller, or read the original with get_image_resource as "base64"',
    cause,
  });
}

function chartTooLong(seconds: number, cause: unknown): AppError {
  return new AppError("too_large", `Cannot draw chart: it took over ${seconds} s`, {
    hint: "Send fewer rows, or aggregate them first",
    cause,
  });
}

function unexpected(): Error {
  return new Error("the renderer answered with something else");
}
