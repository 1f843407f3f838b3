/**
 * Opens a kernel's connection, and opens it again where it is lost on the way.
 *
 * 1. All that is sent while it opens is a question for the kernel's info: trying again runs nothing twice.
 * 2. Who has a run to come back to stays the same client, for the sake of the replay. Anybody else comes as a new one:
 *    Jupyter may tie the channels of a client that leaves while it is being connected to the socket that has gone, for
 *    good, and nothing reaches the client that comes back for them.
 * 3. One that came back and is not answered comes as a new client as well; what was to be replayed is lost then.
 * 4. There is an end: a server that is gone is told of within ten seconds.
 */

import { pause, reconnectDelay, reportLostAfter } from "../rest/retry.ts";
import { LostOpening } from "./connection_errors.ts";

export interface OpeningOptions<T> {
  /** Rejects with a {@linkcode LostOpening} where another try may do better. */
  readonly open: () => Promise<T>;
  /** Makes the next try that of a new client. */
  readonly startAnew: () => void;
  /** Whether a run is under way whose output may be replayed. */
  readonly isFollowing: () => boolean;
  readonly signal: AbortSignal;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export async function openThroughCuts<T>(options: OpeningOptions<T>): Promise<T> {
  const { open, startAnew, isFollowing, signal, now = () => performance.now(), wait = pause } = options;
  let begun = now();
  for (let attempt = 1;; attempt++) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof LostOpening)) throw error;
      const delay = reconnectDelay(attempt);
      if (error.how === "unanswered") begun = now();
      else if (now() + delay - begun > reportLostAfter) throw error;
      if (error.how === "unanswered" || !isFollowing()) startAnew();
      await wait(delay, signal);
    }
  }
}
