/**
 * Detects missed messages by the sequence numbers in their ids.
 *
 * Python's kernels name messages `{session}_{pid}_{number}` with one count for all channels. Ids without a number say
 * nothing.
 *
 * 1. If the first message after a cut has the next number, everything was replayed.
 * 2. A kernel silently drops output that it cannot send as fast as it produces it. Between two outputs of one request
 *    there can only be messages on other channels, such as `input_request`, and a few replies to other clients.
 */

import type { Received } from "./messages.ts";

/** Messages that were missed: while the connection was `cut`, or `dropped` by the kernel. */
type Missed = "cut" | "dropped";

/** Numbers between two outputs that may belong to replies to other clients, or to our own late ones. */
const maxBetween = 10;

interface SequenceNumber {
  readonly process: string;
  readonly number: number;
}

export class MessageGaps {
  #last: SequenceNumber | undefined;
  /** The last message on iopub, and the request it belongs to. */
  #lastOutput: (SequenceNumber & { readonly request: string | undefined }) | undefined;
  /** Messages on other channels since then. */
  #between = 0;
  #isAfterCut = false;

  /** The connection was cut: the next message shows what was lost. */
  cut(): void {
    this.#isAfterCut = true;
    this.#lastOutput = undefined;
  }

  /** Whether it is unknown if everything was replayed since the last cut. */
  get isUnknown(): boolean {
    return this.#isAfterCut;
  }

  /** Takes every message; reports whether messages before it were missed. */
  take({ channel, header, parent }: Pick<Received, "channel" | "header" | "parent">): Missed | undefined {
    const place = sequenceNumberOf(header.msg_id);
    if (place === undefined) return undefined;
    if (channel !== "iopub") this.#between++;
    const isDropped = channel === "iopub" && this.#isAfterGap(place, parent.msg_id);
    const before = this.#last?.process === place.process ? this.#last.number : undefined;
    // Channels overtake each other by a message or two.
    if (before === undefined || place.number > before) {
      this.#last = place;
      const isCut = this.#isAfterCut && before !== undefined && place.number > before + 1;
      this.#isAfterCut = false;
      if (isCut) return "cut";
    }
    return isDropped ? "dropped" : undefined;
  }

  #isAfterGap(place: SequenceNumber, request: string | undefined): boolean {
    const before = this.#lastOutput;
    const between = this.#between + maxBetween;
    this.#lastOutput = { ...place, request };
    this.#between = 0;
    return before?.process === place.process && before.request === request &&
      place.number > before.number + 1 + between;
  }
}

function sequenceNumberOf(id: string): SequenceNumber | undefined {
  const place = id.lastIndexOf("_");
  const number = Number(id.slice(place + 1));
  return place < 0 || !Number.isInteger(number) ? undefined : { process: id.slice(0, place), number };
}
