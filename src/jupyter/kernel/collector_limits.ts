/** How much of a run's output is kept. */

import type { TextLimits } from "../nbformat/terminal_text.ts";

export interface OutputLimits {
  /** Outputs kept, half of them from the start. */
  readonly outputs: number;
  /** Characters kept of one stream's text; all texts together may have twice that. */
  readonly stream: TextLimits;
  /** Characters of rich outputs (base64 images and the like) kept. */
  readonly rich: number;
}

/** Of a run that only its caller sees, who is shown far less. */
export const callerLimits: OutputLimits = {
  outputs: 2_000,
  stream: { head: 1_000_000, tail: 1_000_000 },
  rich: 48_000_000,
};

/** Of a run whose outputs a notebook keeps, for a person to read. */
export const notebookLimits: OutputLimits = {
  outputs: 10_000,
  stream: { head: 8_000_000, tail: 2_000_000 },
  rich: 64_000_000,
};
