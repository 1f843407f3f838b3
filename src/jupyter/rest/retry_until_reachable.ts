import { delay } from "../../base/async.ts";
import { isUnreachable } from "./http.ts";

interface RetryOptions {
  /** Milliseconds after which it is given up. */
  readonly givenUp?: number;
  /** Called before each pause, with the milliseconds since the first attempt. */
  readonly onFailure?: (error: unknown, elapsed: number) => void;
}

const longestAway = 600_000;
const firstPause = 250;
const longestPause = 10_000;

/** Does something, repeatedly while Jupyter cannot be reached; it must be safe to do twice. */
export async function retryUntilReachable<T>(
  work: () => Promise<T>,
  { givenUp = longestAway, onFailure }: RetryOptions = {},
): Promise<T> {
  const began = performance.now();
  for (let pause = firstPause;; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await work();
    } catch (error) {
      const elapsed = performance.now() - began;
      if (!isUnreachable(error) || elapsed >= givenUp) throw error;
      onFailure?.(error, elapsed);
    }
    await delay(pause);
  }
}
