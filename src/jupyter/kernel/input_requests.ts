/**
 * Where the questions that code asks by `input()` and `getpass()` meet the person who can answer them.
 *
 * A kernel that waits for an answer is lost to everybody else: a question that nobody answers in time counts as
 * refused, and whoever was asked is told that it is no longer open.
 */

export interface InputQuestion {
  readonly prompt: string;
  readonly password: boolean;
}

/** Asks the person; undefined where they decline. Aborted when an answer is no longer wanted. */
export type InputProvider = (question: InputQuestion, signal: AbortSignal) => Promise<string | undefined>;

/** Why a question got no answer. */
export type Refusal = "nobody_to_ask" | "declined" | "silence";

/** Whether code asked, and what came of it. */
type InputState =
  | { readonly kind: "nothing" }
  | { readonly kind: "asking"; readonly since: number }
  | { readonly kind: "refused"; readonly prompt: string; readonly refusal: Refusal };

type Answer =
  | { readonly kind: "answered"; readonly value: string }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The run has ended with the question open. */
  | { readonly kind: "over" };

/** Milliseconds that a person has for an answer at least, and at most. */
const minPatience = 120_000;
const maxPatience = 300_000;

/** How long to wait for an answer within a call that may take so many seconds. */
export function answerPatience(timeout: number): number {
  return Math.min(maxPatience, Math.max(minPatience, timeout * 1_000));
}

export class InputRequests {
  #provider: InputProvider | undefined;
  #patience = minPatience;
  #asking: InputState = { kind: "nothing" };
  #askedFor = 0;

  /** The question that nobody answered, and why; undefined where there was none. */
  get refused(): { readonly prompt: string; readonly refusal: Refusal } | undefined {
    return this.#asking.kind === "refused" ? this.#asking : undefined;
  }

  /** Whether a question is open. */
  get isAsking(): boolean {
    return this.#asking.kind === "asking";
  }

  /** Milliseconds spent waiting for a person's answers. */
  get askedFor(): number {
    return this.#askedFor + (this.#asking.kind === "asking" ? performance.now() - this.#asking.since : 0);
  }

  /** Lets `provider` answer, each question within so many milliseconds, until the returned function is called. */
  attend(provider: InputProvider | undefined, patience = minPatience): () => void {
    this.#provider = provider;
    this.#patience = patience;
    return () => {
      if (this.#provider === provider) this.#provider = undefined;
    };
  }

  /** Asks whoever attends; undefined where nobody does, the person declines, or the run is over before. */
  async ask(question: InputQuestion, over: Promise<void>): Promise<string | undefined> {
    const since = performance.now();
    this.#asking = { kind: "asking", since };
    const answer = await this.#answer(question, over);
    this.#askedFor += performance.now() - since;
    this.#asking = answer.kind === "refused" ? { ...answer, prompt: question.prompt } : { kind: "nothing" };
    return answer.kind === "answered" ? answer.value : undefined;
  }

  async #answer(question: InputQuestion, over: Promise<void>): Promise<Answer> {
    if (this.#provider === undefined) return { kind: "refused", refusal: "nobody_to_ask" };
    const closed = new AbortController();
    const silence = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => silence.resolve({ kind: "refused", refusal: "silence" }), this.#patience);
    const answered = this.#provider(question, closed.signal).catch(() => undefined).then((value): Answer =>
      value === undefined ? { kind: "refused", refusal: "declined" } : { kind: "answered", value }
    );
    const ended = over.then((): Answer => ({ kind: "over" }));
    try {
      return await Promise.race([answered, ended, silence.promise]);
    } finally {
      clearTimeout(timer);
      closed.abort("The question is closed");
    }
  }
}
