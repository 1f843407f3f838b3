/** The contract of a prompt: a workflow that a person picks from a menu and the model then follows. */

import type { Services } from "./services.ts";

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Values that begin with what has been typed; absent for free text. */
  readonly complete?: ((value: string, services: Services) => Promise<readonly string[]>) | undefined;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The tools that its text names; it is offered only if all of them are. */
  readonly uses: readonly string[];
  /** The message that it sends; values leave out arguments that are missing or blank. */
  readonly text: (values: PromptValues) => string;
}

export type PromptValues = Readonly<Record<string, string | undefined>>;
