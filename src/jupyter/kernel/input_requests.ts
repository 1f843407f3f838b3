/**
 * Requests for input, from `input()` and `getpass()`, and the person who can answer them.
 *
 * A kernel that waits for input is lost to everyone else: a request that is not answered in time counts as refused, and
 * is closed for the person as well.
 */

export interface InputQuestion {
  readonly prompt: string;
  readonly password: boolean;
  /** Whether it only asks for consent: any answer is a yes. */
  readonly isConsent?: boolean;
}

/** Asks the person; undefined if they decline. Aborted when an answer is no longer needed. */
export type InputProvider = (question: InputQuestion, signal: AbortSignal) => Promise<string | undefined>;

/** Why a request was not answered. */
export type Refusal = "nobody_to_ask" | "declined" | "silence";

/** Whether code asked for input, and the outcome. */
type InputState =
  | { readonly kind: "nothing" }
  | { readonly kind: "asking"; readonly since: number }
  | { readonly kind: "refused"; readonly prompt: string; readonly refusal: Refusal };

type Answer =
  | { readonly kind: "answered"; readonly value: string }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The run has ended with the request open. */
  | { readonly kind: "over" };

/** Minimum and maximum milliseconds that a person has to answer. */
const minPatience = 120_000;
const maxPatience = 300_000;

/** Milliseconds to wait for an answer within a call with this timeout in seconds. */
export function answerPatience(timeout: number): number {
  return Math.min(maxPatience, Math.max(minPatience, timeout * 1_000));
}

export class InputRequests {
  #provider: InputProvider | undefined;
  #patience = minPatience;
  #state: InputState = { kind: "nothing" };
  #waitedFor = 0;

  /** The last request if it was not answered, and why. */
  get refused(): { readonly prompt: string; readonly refusal: Refusal } | undefined {
    return this.#state.kind === "refused" ? this.#state : undefined;
  }

  /** Whether a request is open. */
  get isAsking(): boolean {
    return this.#state.kind === "asking";
  }

  /** Milliseconds spent waiting for a person's answers. */
  get waitedFor(): number {
    return this.#waitedFor + (this.#state.kind === "asking" ? performance.now() - this.#state.since : 0);
  }

  /** Lets `provider` answer, within `patience` milliseconds each, until the returned function is called. */
  answerWith(provider: InputProvider | undefined, patience = minPatience): () => void {
    this.#provider = provider;
    this.#patience = patience;
    return () => {
      if (this.#provider === provider) this.#provider = undefined;
    };
  }

  /** Asks the provider; undefined if there is none, the person declines, or the run ends first. */
  async ask(question: InputQuestion, over: Promise<void>): Promise<string | undefined> {
    const since = performance.now();
    this.#state = { kind: "asking", since };
    const answer = await this.#answer(question, over);
    this.#waitedFor += performance.now() - since;
    this.#state = answer.kind === "refused" ? { ...answer, prompt: question.prompt } : { kind: "nothing" };
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
