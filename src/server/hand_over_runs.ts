/** After a stdio client has disconnected: hands runs that are still writing into notebooks over to a successor process. */

import { delay, settlesWithin } from "../base/async.ts";
import type { Logger } from "../base/log.ts";
import { isUnreachable, type JupyterHttp } from "../jupyter/rest/http.ts";
import { serverStartTime } from "../jupyter/rest/server_info.ts";
import type { Services } from "../services.ts";

interface HandOverOptions {
  readonly log: Logger;
  /** Starts a successor process; resolves when it is ready to continue the runs of these kernels, never if it has ended. */
  readonly startSuccessor: (kernels: readonly string[]) => Promise<void>;
  /** Passes it the runs, as JSON, whether or not it is ready. */
  readonly handOver: (json: string) => void;
  /** Aborted when this process is told to end. */
  readonly stopping: AbortSignal;
  /** How long our own Jupyter may be unreachable before the runs are given up. */
  readonly unreachableLimitMs?: number;
}

/** How long a run may take to end by itself before a successor is started for it. */
const graceMs = 100;
/** How long it may take to connect to kernels again that were cut off. */
const reconnectLimitMs = 1_000;
/** How long a successor may take to connect: clients stop this process two seconds after they have disconnected. */
const readyLimitMs = 2_500;
/** The same from the signal that stops this process. */
const hurriedLimitMs = 500;
const usualUnreachableLimitMs = 8_000;
const pollIntervalMs = 500;
/** How long Jupyter may take to answer. */
const answerLimitMs = 300;

/**
 * Resolves when no background run writes into a notebook in this process; true if one continues in another. A run that a
 * caller waited for is stopped; while Jupyter does not answer, it counts as one of them, and the successor stops it.
 */
export async function handOverRuns(
  services: Pick<Services, "kernels" | "notebooks" | "http">,
  options: HandOverOptions,
): Promise<boolean> {
  const { kernels, notebooks, http } = services;
  const { work } = notebooks;
  notebooks.becomeUnattended();
  const answering = answers(http);
  // A successor that connects before we are back is sent nothing of what Jupyter has kept for us.
  const reconnected = answering.then((isThere) => isThere ? kernels.reconnect(work.kernels) : undefined);
  await settlesWithin(Promise.race([reconnected, aborted(options.stopping)]), reconnectLimitMs);
  await kernels.interruptAwaited();
  const settled = work.settled();
  await settlesWithin(settled, graceMs);
  const isAway = !await answering;
  if (work.isEmpty || (work.areAwaited && !isAway)) return false;
  options.log.debug("the client has disconnected; runs that write into notebooks continue");
  // Our own Jupyter ends with this process, and so do its runs.
  if (http.target.origin === "managed") {
    await finishHere(services, options);
    return false;
  }
  const ready = options.startSuccessor(work.kernels);
  // What is to be stopped is not worth waiting for a Jupyter that does not answer.
  if (!work.areAwaited) {
    const hurried = aborted(options.stopping, hurriedLimitMs);
    await settlesWithin(Promise.race([settled, ready, hurried]), readyLimitMs);
  }
  if (work.isEmpty) return false;
  const hasHeardAll = (id: string) => kernels.get(id).hasHeardAll;
  options.handOver(JSON.stringify(work.handOver(hasHeardAll)));
  await notebooks.close({ patience: 0 });
  return true;
}

/** Resolves when the runs have ended, this process must end, or Jupyter is gone. */
async function finishHere(
  { notebooks: { work }, http }: Pick<Services, "notebooks" | "http">,
  { log, stopping, unreachableLimitMs: limitMs = usualUnreachableLimitMs }: HandOverOptions,
): Promise<void> {
  const waiting = new AbortController();
  const isLost = await Promise.race([
    unreachableFor(http, { limitMs, signal: waiting.signal }),
    ...[work.settled(), aborted(stopping)].map((one) => one.then(() => false)),
  ]);
  waiting.abort();
  if (!isLost || work.isEmpty) return;
  const cells = work.handOver(() => false).map(({ path, cellId }) => `${path} ${cellId}`).join(
    ", ",
  );
  log.warning("Jupyter cannot be reached: outputs are not written to their notebooks", { cells });
}

/** Resolves this many milliseconds after the signal aborts. */
async function aborted(signal: AbortSignal, milliseconds = 0): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  await delay(milliseconds);
}

function answers(http: JupyterHttp): Promise<boolean> {
  return serverStartTime(http, AbortSignal.timeout(answerLimitMs)).then(() => true, () => false);
}

interface UnreachableOptions {
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Resolves with true when Jupyter has been unreachable for the whole limit, with false after the signal. */
async function unreachableFor(
  http: JupyterHttp,
  { limitMs, signal }: UnreachableOptions,
): Promise<boolean> {
  let reachedAt = performance.now();
  while (!signal.aborted) {
    const askedAt = performance.now();
    const isAway = await serverStartTime(http, signal).then(() => false, isUnreachable);
    if (!isAway) reachedAt = askedAt;
    else if (performance.now() - reachedAt >= limitMs) return true;
    await delay(pollIntervalMs);
  }
  return false;
}
