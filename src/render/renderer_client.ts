/**
 * The server's side of the renderer room.
 *
 * Invariants:
 * 1. The room is asked for on first use, and one request is in it at a time, so that the time limit counts work
 *    and not waiting.
 * 2. A room that went over the time limit, or that failed often (each damaged picture costs it memory), is left:
 *    the next request connects again, on which the launcher puts a new room in its place.
 * 3. The caller's bytes stay usable.
 */

import { z } from "zod";
import { AppError } from "../errors.ts";
import type { RenderRequest } from "../rooms.ts";

export interface FitRequest {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly maxEdge: number;
  readonly maxBytes: number;
}

export interface FittedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

const failuresBeforeRenewal = 20;

const replySchema = z.discriminatedUnion("kind", [
  z.object({
    id: z.number(),
    kind: z.literal("image"),
    bytes: z.instanceof(Uint8Array),
    mimeType: z.string(),
    width: z.number(),
    height: z.number(),
  }),
  z.object({ id: z.number(), kind: z.literal("error"), message: z.string() }),
]);

export class RendererClient {
  readonly #connect: () => Promise<MessagePort>;
  readonly #timeLimitMs: number;
  #port: MessagePort | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #nextId = 1;
  #failures = 0;

  constructor(
    connect: () => Promise<MessagePort>,
    options: { readonly timeLimitMs?: number } = {},
  ) {
    this.#connect = connect;
    this.#timeLimitMs = options.timeLimitMs ?? 20_000;
  }

  /** Scales or draws a picture within the bounds; throws when it cannot be read or takes too long. */
  fitImage(request: FitRequest, signal?: AbortSignal): Promise<FittedImage> {
    const turn = this.#queue.then(() => this.#fit(request, signal));
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /** Leaves the room. A later request connects again. */
  close(): void {
    this.#port?.close();
    this.#port = null;
    this.#failures = 0;
  }

  async #fit(request: FitRequest, signal?: AbortSignal): Promise<FittedImage> {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(this.#timeLimitMs);
    const ended = signal === undefined ? limit : AbortSignal.any([limit, signal]);
    try {
      this.#port ??= await before(ended, this.#connect());
      return await this.#ask(this.#port, request, ended);
    } catch (error) {
      if (limit.aborted) {
        this.close();
        throw new AppError("unsupported", `Cannot draw picture: it took over ${this.#timeLimitMs / 1000} s`, {
          hint: 'Draw it simpler or smaller, or read the original with get_image_resource as "base64"',
          cause: error,
        });
      }
      if (!signal?.aborted && ++this.#failures >= failuresBeforeRenewal) this.close();
      throw error;
    }
  }

  #ask(port: MessagePort, request: FitRequest, ended: AbortSignal): Promise<FittedImage> {
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<FittedImage>();
    port.onmessage = (event: MessageEvent<unknown>) => {
      const reply = replySchema.safeParse(event.data);
      if (!reply.success || reply.data.id !== id) return;
      if (reply.data.kind === "error") reject(refusal(reply.data.message));
      else resolve(picture(reply.data));
    };
    const bytes = request.bytes.slice();
    const message: RenderRequest = { ...request, id, kind: "fit_image", bytes };
    port.postMessage(message, [bytes.buffer]);
    return before(ended, promise);
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

function picture({ bytes, mimeType, width, height }: FittedImage): FittedImage {
  return { bytes, mimeType, width, height };
}

function refusal(message: string): AppError {
  return new AppError("unsupported", `Cannot draw picture: ${message}`, {
    hint: 'Draw it again as a smaller PNG, or read the original with get_image_resource as "base64"',
  });
}
