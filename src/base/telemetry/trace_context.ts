/**
 * W3C trace context: which trace a call belongs to, as clients say in `_meta` (`traceparent`, `tracestate`).
 *
 * Whatever is not well formed is passed over, as the recommendation wants: the call then begins a trace of its own.
 */

import { z } from "zod";

/** Ids are lower-case hexadecimal. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** The span that this one is part of; undefined where it is the first of its trace. */
  readonly parentId: string | undefined;
  /** The vendors' own parts, as they came: `vendor=value,…`; "" where there are none. */
  readonly state: string;
}

const zeros = /^0+$/;
/** Later versions may add parts behind the four. */
const parentPattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;
const metaSchema = z.object({ traceparent: z.string(), tracestate: z.unknown().optional() });
const stateSchema = z.string().max(512).regex(/^[\x20-\x7e]*$/);

/** A span within the trace that `_meta` tells of, or the first of a new one. */
export function traceOf(meta: unknown): TraceContext {
  const { traceparent, tracestate } = metaSchema.safeParse(meta).data ?? {};
  const parent = parseParent(traceparent ?? "");
  if (parent === undefined) {
    return { traceId: randomId(16), spanId: randomId(8), parentId: undefined, state: "" };
  }
  return { ...parent, spanId: randomId(8), state: stateSchema.safeParse(tracestate).data ?? "" };
}

/** A span within another one. */
export function childOf({ traceId, spanId, state }: TraceContext): TraceContext {
  return { traceId, spanId: randomId(8), parentId: spanId, state };
}

function parseParent(text: string): { traceId: string; parentId: string } | undefined {
  const [, version, traceId = "", parentId = "", rest] = parentPattern.exec(text) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  return zeros.test(traceId) || zeros.test(parentId) ? undefined : { traceId, parentId };
}

function randomId(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}
