/**
 * When to reconnect a lost WebSocket: of a kernel (`jupyter/kernel/recovery.ts`), or of a shared document
 * (`jupyter/rtc/notebook_room.ts`). Rejected HTTP requests are retried by `jupyter/rest/retry.ts`.
 */

/** Milliseconds after which a lost connection is given up, to a kernel or to a room. */
export const reconnectLimit = 120_000;

/** Milliseconds after which callers learn that Jupyter is gone; the run may still be found again. */
export const reportLostAfter = 6_000;

const shortestDelay = 250;
const longestDelay = 4_000;

/**
 * Milliseconds to wait before reconnection attempt number `attempt` (from 0); `random` is in [0, 1).
 *
 * 1. The first attempt comes at once; later ones after growing delays, so that a server that comes back is not flooded with requests.
 * 2. Delays are jittered: many clients that lost the same server do not return in step.
 * 3. There is an end: after {@linkcode reconnectLimit} the run counts as lost, and the room is given up.
 */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  if (attempt === 0) return 0;
  const full = Math.min(longestDelay, shortestDelay * 2 ** (attempt - 1));
  return full / 2 + random() * full / 2;
}
