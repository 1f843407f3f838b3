/** After a stdio client has disconnected: hands runs that are still writing into notebooks over to a successor process. */

import { delay } from "../base/async.ts";
import type { Logger } from "../base/log.ts";
import type { Services } from "../tool.ts";

export interface HandOverOptions {
  readonly log: Logger;
  /** Resolves when a successor process is ready to continue the runs of these kernels; never if there is none. */
  readonly startSuccessor: (kernels: readonly string[]) => Promise<void>;
  /** Passes it the runs, as JSON. */
  readonly handOver: (json: string) => void;
}

/** How long a run may take to end by itself before a successor is started for it. */
const graceMs = 100;

/** Resolves when no background run writes into a notebook in this process; true if one continues in another. */
export async function handOverRuns(services: Services, options: HandOverOptions): Promise<boolean> {
  const { kernels, notebooks, http } = services;
  await kernels.abandon();
  const { backgroundRuns } = notebooks;
  const settled = backgroundRuns.settled();
  await Promise.race([settled, delay(graceMs)]);
  if (backgroundRuns.isEmpty) return false;
  options.log.debug("the client has disconnected; runs that write into notebooks continue");
  // Our own Jupyter ends with this process, and so do its runs.
  await (http.target.origin === "managed"
    ? settled
    : Promise.race([settled, options.startSuccessor(backgroundRuns.kernels)]));
  if (backgroundRuns.isEmpty) return false;
  options.handOver(JSON.stringify(backgroundRuns.handOver()));
  // The end of a run that is already over is still written here.
  await Promise.race([backgroundRuns.settled(), delay(graceMs)]);
  await notebooks.close({ patience: 0 });
  return true;
}
