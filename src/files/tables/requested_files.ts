/**
 * Files in the renderer, which cannot open any itself: it requests the bytes from the server. Replies that nothing waits
 * for any more, such as those to a request that has failed, are ignored.
 */

import { z } from "zod";
import { AppError, type ErrorCode, errorCodes } from "../../base/errors.ts";
import type { NeedBytes, TableFile } from "../../base/protocol.ts";
import type { ByteSource } from "../byte_source.ts";

/** Bytes of the first part of a stream; each following part is twice as long, up to `most`. */
const parts = { first: 256_000, most: 4_000_000 } as const;

const answer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("bytes"), need: z.number(), bytes: z.instanceof(Uint8Array) }),
  z.object({
    kind: z.literal("no_bytes"),
    need: z.number(),
    code: z.custom<ErrorCode>((value) => typeof value === "string" && Object.hasOwn(errorCodes, value)),
    message: z.string(),
    hint: z.string().exactOptional(),
    details: z.record(z.string(), z.unknown()),
  }),
]);

export class RequestedFiles {
  readonly #send: (need: NeedBytes) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  #last = 0;

  constructor(send: (need: NeedBytes) => void) {
    this.#send = send;
  }

  /** The file of a request. */
  source(id: number, { path, size }: TableFile): ByteSource {
    const read = (start: number, end: number) => {
      const need = ++this.#last;
      const waiting = Promise.withResolvers<Uint8Array>();
      this.#waiting.set(need, waiting);
      this.#send({ id, kind: "need_bytes", need, start, end: Math.min(end, size) });
      return waiting.promise;
    };
    return {
      path,
      size,
      read,
      async *stream({ start, end = size } = { start: 0 }) {
        let length: number = parts.first;
        for (let at = start; at < Math.min(end, size); length = Math.min(parts.most, length * 2)) {
          const part = await read(at, Math.min(end, at + length));
          if (part.length === 0) return;
          at += part.length;
          yield part;
        }
      },
    };
  }

  /** Handles a message of the server; returns whether it was a reply with bytes. */
  take(message: unknown): boolean {
    const { success, data } = answer.safeParse(message);
    if (!success) return false;
    const waiting = this.#waiting.get(data.need);
    this.#waiting.delete(data.need);
    if (data.kind === "bytes") waiting?.resolve(data.bytes);
    else {
      const { code, message, hint, details } = data;
      waiting?.reject(new AppError(code, message, { ...(hint === undefined ? {} : { hint }), details }));
    }
    return true;
  }
}
