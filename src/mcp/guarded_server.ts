/**
 * The SDK's server, with one wrapper around every request handler.
 *
 * 1. A `tools/call` whose arguments are null is accepted: several clients send that when there are none.
 * 2. Params that violate the protocol's schema are refused as "invalid params" with one sentence. The SDK on its own
 *    reports some of them as an internal error, with its validator's full findings as JSON.
 * 3. No error contains one of our secrets, and no other result repeats a secret that its request uses as a name.
 *    What kernels print and notebooks contain belongs to the user and is left as it is.
 *
 * The hook is `_wrapHandler`, which the SDK documents for subclasses. A wrapper around the handlers given to
 * `setRequestHandler` cannot do this: the SDK validates a request before it calls such a handler, so that null arguments
 * and invalid params never get there, and it has handlers of its own.
 */

import {
  type Implementation,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { tryParseJson } from "../base/json.ts";
import { detector, isDistinct, redactor } from "../base/log.ts";

export interface GuardedServerOptions extends ServerOptions {
  /** Texts that no response may contain, such as tokens; more may be added later. */
  readonly secrets: readonly string[];
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

export class GuardedServer extends Server {
  readonly #secrets: readonly string[];

  constructor(info: Implementation, { secrets, ...options }: GuardedServerOptions) {
    super(info, options);
    this.#secrets = secrets;
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const validated: Handler = (request, context) => {
      try {
        return handler(request, context);
      } catch (error) {
        // Only the SDK's validation throws synchronously: handlers return promises.
        throw invalidParams(method, error);
      }
    };
    const wrapped = super._wrapHandler(method, validated);
    return async (request, context) => {
      try {
        const accepted = method === "tools/call" ? withoutNull(request) : request;
        const result = await wrapped(accepted, context);
        return new SecretGuard(this.#secrets).ofResult(result, request.params);
      } catch (error) {
        // The SDK validates some methods a second time, before it calls the handler.
        const isInvalid = error instanceof Error && error.message.startsWith(`Invalid ${method} request: `);
        throw new SecretGuard(this.#secrets).ofError(isInvalid ? invalidParams(method, error) : error);
      }
    };
  }
}

function withoutNull(request: JSONRPCRequest): JSONRPCRequest {
  const { arguments: args, ...params } = request.params ?? {};
  return args === null ? { ...request, params } : request;
}

const issuesSchema = z.array(
  z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }),
).min(1);

/** The first finding of the validator as one sentence; any other error is returned unchanged. */
function invalidParams(method: string, error: unknown): unknown {
  const text = error instanceof Error ? error.message : "";
  const issue = issuesSchema.safeParse(tryParseJson(text.slice(text.indexOf("[")))).data?.[0];
  if (issue === undefined) return error;
  const place = issue.path.join(".") || "the request";
  const state = issue.message.replace(/^Invalid input:? ?/, "") || "not of a form that the protocol has";
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid params of ${method}: ${place}: ${state}`,
  );
}

/**
 * Arguments that contain text which a person or model wrote, rather than the name of something: a result that repeats a
 * secret in them is left as it is.
 */
export const textArguments: ReadonlySet<string> = new Set([
  "auxiliary",
  "cell_source",
  "cells",
  "code",
  "content",
  "data",
  "expected_source",
  "find",
  "new_string",
  "old_string",
  "replace",
  "source",
]);

/** Names occur no deeper in a request; deeper nesting is not followed. */
const maxDepth = 4;

export class SecretGuard {
  readonly #redact: (text: string) => string;
  readonly #holdsSecret: (text: string) => boolean;

  /** Short secrets are ignored: they occur inside common words, and cutting them out would garble responses. */
  constructor(secrets: readonly string[]) {
    const distinct = secrets.filter(isDistinct);
    this.#redact = redactor(distinct);
    this.#holdsSecret = detector(distinct);
  }

  /** The error as the client may see it. */
  ofError(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const message = this.#redact(error.message);
    if (!(error instanceof ProtocolError)) {
      return message === error.message ? error : new ProtocolError(ProtocolErrorCode.InternalError, message);
    }
    const { code, data } = error;
    return ProtocolError.fromError(code, message, data === undefined ? undefined : this.#clean(data));
  }

  /** The result as the client may see it. */
  ofResult(result: Result, params: unknown): Result {
    if (result["isError"] !== true && !this.#isNamedIn(params, maxDepth)) return result;
    return { ...result, ...this.#cleanFields(result) };
  }

  #isNamedIn(value: unknown, depth: number): boolean {
    if (typeof value === "string") return this.#holdsSecret(value);
    if (typeof value !== "object" || value === null || depth === 0) return false;
    return Object.entries(value).some(([name, inner]) =>
      !textArguments.has(name) && this.#isNamedIn(inner, depth - 1)
    );
  }

  #clean(value: unknown): unknown {
    if (typeof value === "string") return this.#redact(value);
    if (Array.isArray(value)) return value.map((one) => this.#clean(one));
    return typeof value === "object" && value !== null ? this.#cleanFields(value) : value;
  }

  #cleanFields(value: object): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#clean(inner)]));
  }
}
