/** Work that waits for a Jupyter which is away. */

import { delay } from "../../base/async/delay.ts";
import { isUnreachable } from "./cell_writer.ts";

export interface RetryOptions {
  /** Milliseconds after which it is given up. */
  readonly givenUp?: number;
}

const longestAway = 600_000;
const firstPause = 250;
const longestPause = 10_000;

/** Does something, again and again while Jupyter cannot be reached; it must be such that it can be done twice. */
export async function retryUntilReachable<T>(
  work: () => Promise<T>,
  { givenUp = longestAway }: RetryOptions = {},
): Promise<T> {
  const began = performance.now();
  for (let pause = firstPause;; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || performance.now() - began >= givenUp) throw error;
    }
    await delay(pause);
  }
}
