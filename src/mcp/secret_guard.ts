/**
 * Keeps the program's secrets out of what clients are told, also where a client has put one into an argument that an
 * answer quotes.
 *
 * Invariants: no error holds a secret, and no other answer gives back one that its request names something by. What
 * kernels print and notebooks hold is the person's, and left as it is.
 */

import { ProtocolError, ProtocolErrorCode, type Result } from "@modelcontextprotocol/server";
import { detector, isDistinct, redactor } from "../base/log.ts";

/** Arguments that hold what a person or a model has written, rather than name something. */
const written: ReadonlySet<string> = new Set([
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

/** Names stand no deeper in a request, and whatever is nested without end is not followed. */
const deepest = 4;

export class SecretGuard {
  readonly #redact: (text: string) => string;
  readonly #holdsSecret: (text: string) => boolean;

  /** Short secrets are parts of common words, and cut out of those would spoil every answer. */
  constructor(secrets: readonly string[]) {
    const distinct = secrets.filter(isDistinct);
    this.#redact = redactor(distinct);
    this.#holdsSecret = detector(distinct);
  }

  /** What the client is told of an error. */
  ofError(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const message = this.#redact(error.message);
    if (!(error instanceof ProtocolError)) {
      return message === error.message ? error : new ProtocolError(ProtocolErrorCode.InternalError, message);
    }
    const { code, data } = error;
    return ProtocolError.fromError(code, message, data === undefined ? undefined : this.#clean(data));
  }

  /** What the client is told of a result. */
  ofResult(result: Result, params: unknown): Result {
    if (result["isError"] !== true && !this.#isNamedIn(params, deepest)) return result;
    return { ...result, ...this.#cleanFields(result) };
  }

  #isNamedIn(value: unknown, depth: number): boolean {
    if (typeof value === "string") return this.#holdsSecret(value);
    if (typeof value !== "object" || value === null || depth === 0) return false;
    return Object.entries(value).some(([name, inner]) =>
      !written.has(name) && this.#isNamedIn(inner, depth - 1)
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
