/**
 * Questions to the user in the middle of a tool call: MCP's elicitation.
 *
 * In protocol 2026-07-28 the server cannot send requests: it answers the call with its question, and the client calls
 * again with the answer. The tool's handler does not notice; it waits in a {@linkcode Dialogue} between the requests.
 *
 * 1. A dialogue is found again by an unguessable id, which the client receives as `requestState`. Each question gets a
 *    new one, so that an answer that is sent twice cannot answer the next question.
 * 2. The asker decides how long to wait for the answer; the result is kept for {@linkcode maxSilenceMs}.
 */

import { delay } from "../base/async.ts";
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import type { InputQuestion } from "../jupyter/kernel/input_requests.ts";

type Step<T> =
  | { readonly kind: "question"; readonly id: string; readonly question: InputQuestion }
  | { readonly kind: "done"; readonly value: T };

const maxSilenceMs = 600_000;

export class Dialogue<T> {
  #id = crypto.randomUUID();
  readonly #controller = new AbortController();
  #question = Promise.withResolvers<InputQuestion>();
  #answer: ((answer: string | undefined) => void) | undefined;
  #result: Promise<T> | undefined;

  /** The id of the current question. */
  get id(): string {
    return this.#id;
  }

  /** Aborted when the client cancels the current request. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly ask = (question: InputQuestion): Promise<string | undefined> => {
    const answer = Promise.withResolvers<string | undefined>();
    this.#answer = answer.resolve;
    this.#question.resolve(question);
    return answer.promise;
  };

  /** Starts the work that may ask. */
  start(work: () => Promise<T>): void {
    this.#result = work();
    // The next step reports a failure; between steps nobody listens.
    this.#result.catch(() => undefined);
  }

  /** Resolves when the work is done; after a long silence if its result has not been collected. */
  async expired(isWaiting: () => boolean): Promise<void> {
    await this.#result?.then(() => undefined, () => undefined);
    if (isWaiting()) await delay(maxSilenceMs);
  }

  answer(answer: string | undefined): void {
    this.#question = Promise.withResolvers();
    this.#id = crypto.randomUUID();
    this.#answer?.(answer);
  }

  /** Waits for the result or the next question, whichever comes first. */
  async step(signal: AbortSignal): Promise<Step<T>> {
    const abort = () => this.#controller.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    const asked = this.#question.promise.then((question): Step<T> => ({
      kind: "question",
      id: this.id,
      question,
    }));
    const done = this.#result?.then((value): Step<T> => ({ kind: "done", value }));
    try {
      return await Promise.race(done === undefined ? [asked] : [done, asked]);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }
}

const field = "answer";

export function elicitParams(
  { prompt, password, isConsent = false }: InputQuestion,
): ElicitRequestFormParams {
  if (isConsent) {
    return { mode: "form", message: prompt, requestedSchema: { type: "object", properties: {} } };
  }
  const title = prompt.trim() || (password ? "Password" : "Input");
  return {
    mode: "form",
    message: password ? `The code asks for a secret: ${title}` : `The code asks: ${title}`,
    requestedSchema: {
      type: "object",
      properties: {
        [field]: {
          type: "string",
          title,
          ...(password
            ? { description: "Secret: goes to the kernel only, is neither shown nor logged" }
            : {}),
        },
      },
    },
  };
}

/** What the user answered; undefined if they declined. An empty line is an answer. */
export function answerOf(
  action: string,
  content: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (action !== "accept") return undefined;
  const value = content?.[field];
  return value === undefined || value === null ? "" : String(value);
}
