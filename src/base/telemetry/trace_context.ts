/**
 * W3C trace context: the trace a call belongs to, as clients send it in `_meta` (`traceparent`, `tracestate`).
 *
 * Malformed values are ignored, as the recommendation demands: the call then starts a trace of its own.
 */

import { z } from "zod";
import { randomHex } from "../text.ts";

/** Ids are lower-case hexadecimal. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** The parent span; undefined for the first of its trace. */
  readonly parentId: string | undefined;
  /** Vendor-specific parts, as received: `vendor=value,…`; "" if there are none. */
  readonly state: string;
}

const zeros = /^0+$/;
/** Later versions may add parts behind the four. */
const parentPattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;
const metaSchema = z.object({ traceparent: z.string(), tracestate: z.unknown().optional() });
const stateSchema = z.string().max(512).regex(/^[\x20-\x7e]*$/);

/** A span within the trace in `_meta`, or the first of a new one. */
export function traceOf(meta: unknown): TraceContext {
  const { traceparent, tracestate } = metaSchema.safeParse(meta).data ?? {};
  const parent = parseParent(traceparent ?? "");
  if (parent === undefined) {
    return { traceId: randomHex(16), spanId: randomHex(8), parentId: undefined, state: "" };
  }
  return { ...parent, spanId: randomHex(8), state: stateSchema.safeParse(tracestate).data ?? "" };
}

/** A span within another one. */
export function childOf({ traceId, spanId, state }: TraceContext): TraceContext {
  return { traceId, spanId: randomHex(8), parentId: spanId, state };
}

function parseParent(text: string): { traceId: string; parentId: string } | undefined {
  const [, version, traceId = "", parentId = "", rest] = parentPattern.exec(text) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  return zeros.test(traceId) || zeros.test(parentId) ? undefined : { traceId, parentId };
}
