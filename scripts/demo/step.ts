/** What a step of the walk is, and what it is given. */

import type { Assistant } from "./assistant.ts";

/** One thing a person asks for. A new step is a file in `steps/` and an entry in `walk.ts`. */
export interface Step {
  readonly title: string;
  /** What the person says. */
  readonly you: string;
  /** Makes the calls and checks what they gave; throws {@linkcode StepFailure}. */
  readonly run: (walk: Walk) => Promise<void>;
}

export interface Walk {
  readonly assistant: Assistant;
  /** Starts another client with a server of its own on the same Jupyter. */
  readonly anotherAssistant: () => Promise<Assistant>;
  /** The notebook whose kernel all steps share; its path names the session. */
  readonly notebook: string;
  /** Writes a file into the output folder and says where it is. */
  readonly save: (name: string, bytes: Uint8Array) => Promise<string>;
  /** Shows the sentence where it holds, fails the walk where not. */
  readonly check: (holds: boolean, sentence: string) => void;
}

/** A step did not give what it should. */
export class StepFailure extends Error {
  override readonly name = "StepFailure";
}
