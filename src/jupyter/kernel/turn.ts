/**
 * Whose turn it is on a kernel that several clients use.
 *
 * 1. A run of ours goes out only when the kernel has been idle for a moment: what another client has queued begins
 *    within that time, and a request of ours behind it could not be taken back.
 * 2. After a run of ours, another client that waits in the same way gets its chance first.
 * 3. Nobody is starved: after {@linkcode longestHold} of a kernel that is never idle for that moment, we queue as well.
 */

import { AppError } from "../../errors.ts";
import { delay } from "../delay.ts";
import type { BusyState } from "./busy_state.ts";

/** After somebody's cell ends, their next one, already queued, shows up within this time. */
const moment = 30;
/** Longer than a moment, so that a client like us that waits for one comes first. */
const courtesy = 60;
/** For how long after its last request another client counts as active. */
const company = 2_000;
export const longestHold = 5_000;

/** How often a kernel that seems busy is looked at by other means: a lost status must not stop the line. */
const recheckInterval = 1_000;

export interface TurnOptions {
  readonly busy: BusyState;
  /** The kernel's state as the server tells it. */
  readonly askServer: () => Promise<string | null | undefined>;
}

/** Resolves when a run may be sent; undefined where it may right now. */
export function nextTurn(options: TurnOptions): Promise<void> | undefined {
  const { busy } = options;
  if (busy.current !== undefined) return untilQuiet(options);
  const others = busy.sinceLast("foreign") < company;
  return others && busy.sinceLast("ours") < courtesy ? delay(courtesy) : undefined;
}

async function untilQuiet(options: TurnOptions): Promise<void> {
  const { busy } = options;
  const begun = performance.now();
  while (busy.current !== undefined) {
    await untilIdle(options);
    if (performance.now() - begun > longestHold) return;
    await delay(moment);
  }
}

/** Resolves when the kernel becomes idle, by its own word or by the server's. */
async function untilIdle({ busy, askServer }: TurnOptions): Promise<void> {
  const idle = Promise.withResolvers<void>();
  const off = busy.onIdle(() => idle.resolve());
  const recheck = setInterval(() => {
    askServer().then((state) => state === "idle" && busy.clear(), (error) => {
      // A server that does not answer just now may answer the next time; a kernel that is gone will not.
      if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") idle.reject(error);
    });
  }, recheckInterval);
  try {
    await idle.promise;
  } finally {
    off();
    clearInterval(recheck);
  }
}
