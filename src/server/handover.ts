/** The end of a server whose client has gone over stdio, and of the runs that were handed over to nobody. */

import { delay } from "../base/async/delay.ts";
import type { Logger } from "../base/log.ts";
import { isUnreachable, type JupyterHttp } from "../jupyter/rest/http.ts";
import { serverStartTime } from "../jupyter/rest/server_info.ts";
import type { Services } from "../tool.ts";

export interface OutliveOptions {
  readonly log: Logger;
  /** Resolves when another process can go on with the runs of these kernels; never where none can. */
  readonly findHeir: (kernels: readonly string[]) => Promise<void>;
  /** Leaves the runs to it, as JSON. */
  readonly handOver: (json: string) => void;
  /** Milliseconds without Jupyter after which the runs are given up. */
  readonly limit?: number;
}

/** Milliseconds in which a run may end by itself before another process is started for it. */
const grace = 100;
const usualLimit = 8_000;
/** Milliseconds between two requests to a Jupyter that may be gone. */
const lookPause = 500;

/** Resolves when no run writes into a notebook by itself here any more; true where one does so in another process. */
export async function outlive(
  services: Pick<Services, "kernels" | "notebooks" | "http">,
  options: OutliveOptions,
): Promise<boolean> {
  const { kernels, notebooks, http } = services;
  await kernels.abandon();
  const { backgroundRuns } = notebooks;
  const settled = backgroundRuns.settled();
  await Promise.race([settled, delay(grace)]);
  if (backgroundRuns.isEmpty) return false;
  options.log.debug("the client has gone; runs that write into notebooks go on");
  // A Jupyter of our own ends with us, and its runs too.
  const isTaken = http.target.origin === "managed" ? [] : [options.findHeir(backgroundRuns.kernels)];
  const over = new AbortController();
  const lost = unreachableFor(http, { limit: options.limit ?? usualLimit, signal: over.signal });
  const isLost = await Promise.race([lost, ...[settled, ...isTaken].map((one) => one.then(() => false))]);
  over.abort();
  if (backgroundRuns.isEmpty) return false;
  if (isLost) {
    const cells = backgroundRuns.handOver().map(({ path, cell_id }) => `${path} ${cell_id}`).join(", ");
    options.log.warning("Jupyter cannot be reached: outputs are not written to their notebooks", { cells });
    return false;
  }
  options.handOver(JSON.stringify(backgroundRuns.handOver()));
  // The end of a run that is over is still written here.
  await Promise.race([backgroundRuns.settled(), delay(grace)]);
  await notebooks.close({ patience: 0 });
  return true;
}

interface LookOptions {
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Resolves with true when Jupyter could not be reached for the whole limit; with false after the signal. */
async function unreachableFor(http: JupyterHttp, { limit, signal }: LookOptions): Promise<boolean> {
  let reachedAt = performance.now();
  while (!signal.aborted) {
    const asked = performance.now();
    const isAway = await serverStartTime(http, signal).then(() => false, isUnreachable);
    if (!isAway) reachedAt = asked;
    else if (performance.now() - reachedAt >= limit) return true;
    await delay(lookPause);
  }
  return false;
}
