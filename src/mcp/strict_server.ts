/**
 * A server that refuses a request whose params are not as the protocol has them with "invalid params" and one
 * sentence, and gives no answer that holds a secret of ours. The SDK itself calls the first an internal error, and sends
 * its validator's whole finding as JSON.
 */

import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { asClient } from "../base/async/client_scope.ts";
import { jsonOf } from "../base/json_of.ts";
import { ForgivingServer, type Handler } from "./forgiving_server.ts";
import { SecretGuard } from "./secret_guard.ts";

const issuesSchema = z.array(
  z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }),
).min(1);

export interface StrictServerOptions extends ServerOptions {
  /** Texts that no answer may hold, such as tokens. */
  readonly secrets: readonly string[];
}

export class StrictServer extends ForgivingServer {
  readonly #guard: SecretGuard;

  constructor(info: Implementation, { secrets, ...options }: StrictServerOptions) {
    super(info, options);
    this.#guard = new SecretGuard(secrets);
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const checked: Handler = (request, context) => {
      try {
        return handler(request, context);
      } catch (error) {
        // The SDK validates before it calls what was registered, and only that throws at once: handlers return promises.
        throw refusalOf(method, error);
      }
    };
    const wrapped = super._wrapHandler(method, checked);
    return async (request, context) => {
      try {
        return this.#guard.ofResult(
          await asClient(clientOf(context), () => wrapped(request, context)),
          request.params,
        );
      } catch (error) {
        // Of some methods it has validated once more before.
        const isInvalid = error instanceof Error && error.message.startsWith(`Invalid ${method} request: `);
        throw this.#guard.ofError(isInvalid ? refusalOf(method, error) : error);
      }
    };
  }
}

/** The session of the client. One that has none, as in 2026-07-28, is known only by what it says of itself. */
function clientOf({ sessionId, mcpReq: { envelope } }: ServerContext): string {
  if (sessionId !== undefined) return sessionId;
  return JSON.stringify(envelope === undefined ? null : Reflect.get(envelope, CLIENT_INFO_META_KEY) ?? null);
}

/** The error as it is where it holds no finding of the validator. */
function refusalOf(method: string, error: unknown): unknown {
  const text = error instanceof Error ? error.message : "";
  const issue = issuesSchema.safeParse(jsonOf(text.slice(text.indexOf("[")))).data?.[0];
  if (issue === undefined) return error;
  const place = issue.path.join(".") || "the request";
  const state = issue.message.replace(/^Invalid input:? ?/, "") || "not of a form that the protocol has";
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid params of ${method}: ${place}: ${state}`,
  );
}
