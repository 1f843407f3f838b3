/**
 * Whose turn it is on a kernel that several clients use.
 *
 * 1. A run of ours goes out only when the kernel is through with all that it was sent, and has been idle for a moment: a
 *    client that sends one cell after the other sends the next within that time, and a request of ours behind it could
 *    not be taken back.
 * 2. After a run of ours, another client that waits in the same way gets its chance first.
 * 3. What others began before a call of ours was made has been read before the run goes out.
 * 4. Cells that were queued before a run of ours are waited for, all of them: they come first in any case, and the run
 *    can be dropped meanwhile.
 * 5. Nobody is starved: after {@linkcode longestHold} of a kernel that is never idle for that moment, we queue as well
 *    where cells go ahead that were queued later.
 */

import { AppError } from "../../base/errors.ts";
import { delay } from "../../base/async/delay.ts";
import { pause, reportLostAfter } from "../rest/retry.ts";
import { untilAborted } from "../../base/async/until_aborted.ts";
import type { BusyState } from "./busy_state.ts";
import type { Inspector } from "./inspector.ts";
/** After somebody's cell ends, their next one shows up within this time. */
const moment = 30;
/** Longer than a moment, and the kernel's answer, so that a client like us that waits for these comes first. */
const courtesy = 100;
/** For how long after its last request another client counts as active. */
const company = 2_000;
export const longestHold = 5_000;
/** For how long cells that seem to have been queued before are waited for: another machine's clock may be wrong. */
const longestQueue = 600_000;
/** Milliseconds in which a kernel that sweeps its queue drops what comes as well. */
const sweepTime = 100;

/** How long a kernel may seem busy before it is asked itself, and again: a lost status must not stop the line. */
const recheckInterval = 1_000;

export interface TurnOptions {
  readonly busy: BusyState;
  readonly kernel: {
    connect(): Promise<void>;
    readonly inspector: Pick<Inspector, "mainAnswers" | "mainIsThrough">;
  };
  /** Tells everybody who waits for this kernel that it is out of reach. */
  readonly loseContact: (reason: AppError) => void;
}

/**
 * Reads what has come already: a call may be read before the message that somebody's cell has begun, which came first.
 * Undefined where nobody else has been seen on the kernel.
 */
export function lookAround(busy: BusyState): Promise<void> | undefined {
  return busy.sinceLast("foreign") < Infinity ? delay(0) : undefined;
}

/** Resolves when a kernel that has dropped a run, for the time of this number, takes another. */
export function afterSweep(drops: number): Promise<void> {
  return delay(sweepTime * drops);
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
  const came = Date.now();
  while (busy.current !== undefined) {
    await untilIdle(options);
    const limit = wasQueuedBefore(busy, came) ? longestQueue : longestHold;
    if (performance.now() - begun > limit) return;
    await untilThrough(options);
  }
}

/** All that is queued has been executed, by the word of the kernel, and what follows at once has begun. */
async function untilThrough({ kernel }: TurnOptions): Promise<void> {
  // Where the connection is cut meanwhile, whoever opens it again knows more.
  const through = kernel.inspector.mainIsThrough().catch(() => undefined);
  await Promise.all([delay(moment), through]);
}

/** Whether the last cell was sent before this time, by its own word. */
function wasQueuedBefore({ latest }: BusyState, time: number): boolean {
  return Date.parse(String(latest?.["date"])) < time;
}

/** Resolves when the kernel becomes idle, by its status or by its answer. */
async function untilIdle(options: TurnOptions): Promise<void> {
  const idle = Promise.withResolvers<void>();
  const off = options.busy.onIdle(() => idle.resolve());
  const over = new AbortController();
  recheck(options, over.signal).catch((error) => over.signal.aborted ? undefined : idle.reject(error));
  try {
    await idle.promise;
  } finally {
    off();
    over.abort();
  }
}

/**
 * Asks the main shell again and again. Only its own word counts: the server takes the end of anybody's question in a
 * subshell for the end of the cell in the main shell. A kernel that cannot be reached just now may answer the next
 * time; one that is gone will not.
 */
async function recheck({ busy, kernel, loseContact }: TurnOptions, signal: AbortSignal): Promise<void> {
  let lostAt: number | undefined;
  for (;;) {
    await pause(recheckInterval, signal);
    const asked = busy.current;
    try {
      await untilAborted(kernel.connect().then(() => kernel.inspector.mainAnswers()), signal);
      lostAt = undefined;
      // Another cell may have begun behind the answer.
      if (busy.current?.request === asked?.request) busy.clear();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") throw error;
      lostAt ??= performance.now();
      if (performance.now() - lostAt > reportLostAfter) loseContact(error);
    }
  }
}
