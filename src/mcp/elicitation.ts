import type { InputQuestion } from "../jupyter/kernel/input_desk.ts";
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
/**
 * A tool call that asks the person something and goes on with the answer.
 *
 * In protocol 2026-07-28 the server cannot ask: it answers the request with its question, and the client calls
 * again with the answer. The tool's handler does not notice; it waits here between the requests.
 *
 * 1. A dialogue is found again by an id that cannot be guessed, given to the client as `requestState`. Each question
 *    has another: an answer that is sent twice must not answer the next one.
 * 2. Whoever asks decides how long to wait for the answer; the result is kept for {@linkcode longestSilence}.
 */

type Step<T> =
  | { readonly kind: "question"; readonly id: string; readonly question: InputQuestion }
  | { readonly kind: "done"; readonly value: T };

const longestSilence = 600_000;

export class Dialogue<T> {
  #id = crypto.randomUUID();
  readonly #controller = new AbortController();
  #question = Promise.withResolvers<InputQuestion>();
  #answer: ((answer: string | undefined) => void) | undefined;
  #result: Promise<T> | undefined;

  /** That of the question at hand. */
  get id(): string {
    return this.#id;
  }

  /** Aborted when the client cancels the request under way. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly ask = (question: InputQuestion): Promise<string | undefined> => {
    const answer = Promise.withResolvers<string | undefined>();
    this.#answer = answer.resolve;
    this.#question.resolve(question);
    return answer.promise;
  };

  /** Begins the work that may ask. */
  begin(work: () => Promise<T>): void {
    this.#result = work();
    // Its failure is seen by whoever takes the next step; between steps nobody listens.
    this.#result.catch(() => undefined);
  }

  /** Resolves when the work is over, and after a long silence where its result still waits for somebody. */
  async forgotten(isWaiting: () => boolean): Promise<void> {
    await this.#result?.then(() => undefined, () => undefined);
    if (isWaiting()) await new Promise((resolve) => setTimeout(resolve, longestSilence));
  }

  answer(answer: string | undefined): void {
    this.#question = Promise.withResolvers();
    this.#id = crypto.randomUUID();
    this.#answer?.(answer);
  }

  /** Waits for the end or the next question, whichever comes first. */
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

/** A kernel's question for input in the form of MCP's elicitation. */

const field = "answer";

export function elicitParams({ prompt, password }: InputQuestion): ElicitRequestFormParams {
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

/** What the person answered; undefined where they declined. An empty line is an answer. */
export function answerOf(
  action: string,
  content: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (action !== "accept") return undefined;
  const value = content?.[field];
  return value === undefined || value === null ? "" : String(value);
}
