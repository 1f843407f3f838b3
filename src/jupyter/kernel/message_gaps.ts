/**
 * Whether messages were missed, by the numbers in their ids.
 *
 * Python's kernels name messages `{session}_{pid}_{number}` with one count for all channels. Ids without a number tell
 * nothing.
 *
 * 1. Where the first message after a cut carries the next number, everything was replayed.
 * 2. A kernel drops output that it cannot send as fast as it makes it, without a word. Between two outputs of one
 *    request only what came on other channels, such as questions of `input()`, and a few answers to others can lie.
 */

import type { Received } from "./messages.ts";

/** Messages that were missed: while the connection was `cut`, or `dropped` by the kernel. */
export type Missed = "cut" | "dropped";

/** Numbers between two outputs that answers to other clients take, and our own that come late. */
const mostBetween = 10;

interface SequenceNumber {
  readonly process: string;
  readonly number: number;
}

export class MessageGaps {
  #last: SequenceNumber | undefined;
  /** Of the last message on iopub, and what it belongs to. */
  #lastOutput: (SequenceNumber & { readonly request: string | undefined }) | undefined;
  /** Messages on other channels since then. */
  #between = 0;
  #isAfterCut = false;

  /** The connection was cut: the next message tells what that cost. */
  cut(): void {
    this.#isAfterCut = true;
    this.#lastOutput = undefined;
  }

  /** Takes each message that comes; tells of others before it that were missed. */
  take({ channel, header, parent }: Pick<Received, "channel" | "header" | "parent">): Missed | undefined {
    const place = sequenceNumberOf(header.msg_id);
    if (place === undefined) return undefined;
    if (channel !== "iopub") this.#between++;
    const isDropped = channel === "iopub" && this.#leaps(place, parent.msg_id);
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

  #leaps(place: SequenceNumber, request: string | undefined): boolean {
    const before = this.#lastOutput;
    const between = this.#between + mostBetween;
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
