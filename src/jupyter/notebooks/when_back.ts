/** Work that waits for a Jupyter which is away. */

import { delay } from "../../base/async.ts";
import { isAway } from "./cell_writer.ts";

export interface WhenBackOptions {
  /** Milliseconds after which it is given up. */
  readonly givenUp?: number;
}

const longestAway = 600_000;
const firstPause = 250;
const longestPause = 10_000;

/** Does something, again and again while Jupyter cannot be reached; it must be such that it can be done twice. */
export async function whenBack<T>(
  work: () => Promise<T>,
  { givenUp = longestAway }: WhenBackOptions = {},
): Promise<T> {
  const began = performance.now();
  for (let pause = firstPause;; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || performance.now() - began >= givenUp) throw error;
    }
    await delay(pause);
  }
}
