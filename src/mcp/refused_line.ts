/** The answer that is owed for a line which the protocol's schema refused, and which the SDK only reports. */

import { z } from "zod";

const refusedRequest = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

export interface InvalidRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly error: { readonly code: number; readonly message: string };
}

/** Undefined for what is no request, or tells no id to answer to. */
export function answerToRefused(line: string): InvalidRequest | undefined {
  const request = refusedRequest.safeParse(parse(line)).data;
  if (request === undefined) return undefined;
  const message = "Invalid request: expected JSON-RPC 2.0 with an object as params, and a proper _meta in it";
  return { jsonrpc: "2.0", id: request.id, error: { code: -32600, message } };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
