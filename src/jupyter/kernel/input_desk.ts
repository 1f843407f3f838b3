/** Where the questions that code asks by `input()` and `getpass()` meet the person who can answer them. */

export interface InputQuestion {
  readonly prompt: string;
  readonly password: boolean;
}

/** Asks the person; undefined where they decline. */
export type Asker = (question: InputQuestion) => Promise<string | undefined>;

/** Whether code asked, and what came of it. */
type Asking =
  | { readonly kind: "nothing" }
  | { readonly kind: "asking"; readonly since: number }
  | { readonly kind: "refused"; readonly prompt: string };

export class InputDesk {
  #asker: Asker | undefined;
  #asking: Asking = { kind: "nothing" };
  #askedFor = 0;

  /** The prompt of the question that nobody answered; undefined where there was none. */
  get refusedPrompt(): string | undefined {
    return this.#asking.kind === "refused" ? this.#asking.prompt : undefined;
  }

  /** Milliseconds spent waiting for a person's answers. */
  get askedFor(): number {
    return this.#askedFor + (this.#asking.kind === "asking" ? performance.now() - this.#asking.since : 0);
  }

  /** Lets `asker` answer until the returned function is called. */
  attend(asker: Asker | undefined): () => void {
    this.#asker = asker;
    return () => {
      if (this.#asker === asker) this.#asker = undefined;
    };
  }

  /** Asks whoever attends; undefined where nobody does or the person declines. */
  async ask(question: InputQuestion): Promise<string | undefined> {
    const since = performance.now();
    this.#asking = { kind: "asking", since };
    const answer = await this.#asker?.(question).catch(() => undefined);
    this.#askedFor += performance.now() - since;
    this.#asking = answer === undefined ? { kind: "refused", prompt: question.prompt } : { kind: "nothing" };
    return answer;
  }
}
