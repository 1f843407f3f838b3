/** After a stdio client has disconnected: hands runs that are still writing into notebooks over to a successor process. */

import { delay } from "../base/async.ts";
import type { Logger } from "../base/log.ts";
import { isUnreachable, type JupyterHttp } from "../jupyter/rest/http.ts";
import { serverStartTime } from "../jupyter/rest/server_info.ts";
import type { Services } from "../tool.ts";

interface HandOverOptions {
  readonly log: Logger;
  /** Resolves when a successor process is ready to continue the runs of these kernels; never if there is none. */
  readonly startSuccessor: (kernels: readonly string[]) => Promise<void>;
  /** Passes it the runs, as JSON. */
  readonly handOver: (json: string) => void;
  /** How long Jupyter may be unreachable before the runs are given up. */
  readonly unreachableLimitMs?: number;
}

/** How long a run may take to end by itself before a successor is started for it. */
const graceMs = 100;
const usualUnreachableLimitMs = 8_000;
const pollIntervalMs = 500;
/** How long Jupyter may take to answer. */
const answerLimitMs = 300;
/** How long the end of runs that are over may take to be written here. */
const lastWritesMs = 2_000;

/**
 * Resolves when no background run writes into a notebook in this process; true if one continues in another. A run that a
 * caller waited for is stopped; while Jupyter does not answer, it counts as one of them.
 */
export async function handOverRuns(
  services: Pick<Services, "kernels" | "notebooks" | "http">,
  options: HandOverOptions,
): Promise<boolean> {
  const { kernels, notebooks, http } = services;
  await kernels.abandon();
  const { backgroundRuns } = notebooks;
  const settled = backgroundRuns.settled();
  await Promise.race([settled, delay(graceMs)]);
  if (backgroundRuns.isEmpty || (backgroundRuns.areAwaited && await answers(http))) return false;
  options.log.debug("the client has disconnected; runs that write into notebooks continue");
  // Our own Jupyter ends with this process, and so do its runs.
  const ready = http.target.origin === "managed" ? [] : [options.startSuccessor(backgroundRuns.kernels)];
  const waiting = new AbortController();
  const limitMs = options.unreachableLimitMs ?? usualUnreachableLimitMs;
  const isLost = await Promise.race([
    unreachableFor(http, { limitMs, signal: waiting.signal }),
    ...[settled, ...ready].map((one) => one.then(() => false)),
  ]);
  waiting.abort();
  if (backgroundRuns.isEmpty) return false;
  if (isLost) {
    const cells = backgroundRuns.handOver().map(({ path, cell_id }) => `${path} ${cell_id}`).join(", ");
    options.log.warning("Jupyter cannot be reached: outputs are not written to their notebooks", { cells });
    return false;
  }
  options.handOver(JSON.stringify(backgroundRuns.handOver()));
  // The end of a run that is already over is still written here.
  await Promise.race([backgroundRuns.settled(), delay(lastWritesMs)]);
  await notebooks.close({ patience: 0 });
  return true;
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
