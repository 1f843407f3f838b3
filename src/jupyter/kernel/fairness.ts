/**
 * The fairness policy on a kernel that several clients share: when one of our runs may be sent.
 *
 * 1. A run is sent only when the kernel has executed everything queued and has been idle for a moment: a client that
 *    sends one cell after the other sends the next within that time, and a request of ours behind it could not be
 *    withdrawn.
 * 2. After one of our runs, another client that waits in the same way goes first.
 * 3. What others began before our call was made has been read before the run is sent.
 * 4. We wait for all cells that were queued before our run: they come first in any case, and the run can be dropped
 *    meanwhile.
 * 5. No one is starved: if the kernel has not been idle for that moment within {@linkcode maxDeference}, we send our run
 *    although other cells are queued, provided that these were queued after it.
 */

import { delay, untilAborted } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { reportLostAfter } from "../rest/reconnect.ts";
import type { BusyState } from "./busy_state.ts";
import type { Inspector } from "./inspector.ts";

/** After another client's cell ends, its next one arrives within this many milliseconds. */
const quietTime = 30;
/** Longer than that time and the kernel's answer together, so that a client that waits for these goes first. */
const yieldTime = 100;
/** Milliseconds for which another client counts as active after its last request. */
const activeTime = 2_000;
export const maxDeference = 5_000;
/** Milliseconds to wait for cells that seem to have been queued before: another machine's clock may be wrong. */
const maxQueueWait = 600_000;
/** Milliseconds in which a kernel that purges its queue also drops new requests. */
const purgeTime = 100;

/** Milliseconds after which a kernel that seems busy is asked again: a lost status must not block the queue. */
const recheckInterval = 1_000;

interface FairnessOptions {
  readonly busy: BusyState;
  readonly connect: () => Promise<void>;
  readonly inspector: Pick<Inspector, "mainAnswers" | "mainQueueDrained">;
  /** Tells everyone who waits for this kernel that it is out of reach. */
  readonly loseContact: (reason: AppError) => void;
}

/**
 * Lets messages that have already arrived be read: a call may be read before an earlier message that another client's cell
 * has begun. Undefined if no other client has been seen on the kernel.
 */
export function readPendingMessages(busy: BusyState): Promise<void> | undefined {
  return busy.sinceLast("foreign") < Infinity ? delay(0) : undefined;
}

/** Resolves when a kernel that has dropped a run this many times accepts requests again. */
export function afterQueuePurge(drops: number): Promise<void> {
  return delay(purgeTime * drops);
}

/** Resolves when a run may be sent; undefined if it may be sent right now. */
export function whenMaySend(options: FairnessOptions): Promise<void> | undefined {
  const { busy } = options;
  if (busy.current !== undefined) return untilQuiet(options);
  const others = busy.sinceLast("foreign") < activeTime;
  return others && busy.sinceLast("ours") < yieldTime ? delay(yieldTime) : undefined;
}

async function untilQuiet(options: FairnessOptions): Promise<void> {
  const { busy } = options;
  const begun = performance.now();
  const came = Date.now();
  while (busy.current !== undefined) {
    await untilIdle(options);
    const limit = wasQueuedBefore(busy, came) ? maxQueueWait : maxDeference;
    if (performance.now() - begun > limit) return;
    await untilQueueEmpty(options);
  }
}

/** Resolves when the kernel says that everything queued was executed, and what follows at once has begun. */
async function untilQueueEmpty({ inspector }: FairnessOptions): Promise<void> {
  // If the connection is cut meanwhile, the next opening finds out more.
  const through = inspector.mainQueueDrained().catch(() => undefined);
  await Promise.all([delay(quietTime), through]);
}

/** Whether the last cell was sent before this time, according to its own date. */
function wasQueuedBefore({ latest }: BusyState, time: number): boolean {
  return Date.parse(String(latest?.["date"])) < time;
}

/** Resolves when the kernel becomes idle, by its status or by its answer. */
async function untilIdle(options: FairnessOptions): Promise<void> {
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
 * Polls the main shell. Only its own answer counts: the server mistakes the end of any request in a subshell for the end
 * of the cell in the main shell. A kernel that cannot be reached now may answer the next time; one that is gone will
 * not.
 */
async function recheck(
  { busy, connect, inspector, loseContact }: FairnessOptions,
  signal: AbortSignal,
): Promise<void> {
  let lostAt: number | undefined;
  for (;;) {
    await delay(recheckInterval, signal);
    const asked = busy.current;
    try {
      await untilAborted(connect().then(() => inspector.mainAnswers()), signal);
      lostAt = undefined;
      // Another cell may have begun after the answer.
      if (busy.current?.request === asked?.request) busy.clear();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") throw error;
      lostAt ??= performance.now();
      if (performance.now() - lostAt > reportLostAfter) loseContact(error);
    }
  }
}
