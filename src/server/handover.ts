/** The end of a server whose client has gone over stdio, and of the runs that were handed over to nobody. */

import { delay } from "../base/async/delay.ts";
import type { Logger } from "../base/log.ts";
import type { Services } from "../tool.ts";

export interface OutliveOptions {
  readonly log: Logger;
  /** Resolves when another process can go on with the runs of these kernels; never where none can. */
  readonly findHeir: (kernels: readonly string[]) => Promise<void>;
  /** Leaves the runs to it, as JSON. */
  readonly handOver: (json: string) => void;
}

/** Milliseconds in which a run may end by itself before another process is started for it. */
const grace = 100;

/** Resolves when no run writes into a notebook by itself here any more; true where one does so in another process. */
export async function outlive(services: Services, options: OutliveOptions): Promise<boolean> {
  const { kernels, notebooks, http } = services;
  await kernels.abandon();
  const { backgroundRuns } = notebooks;
  const settled = backgroundRuns.settled();
  await Promise.race([settled, delay(grace)]);
  if (backgroundRuns.isEmpty) return false;
  options.log.debug("the client has gone; runs that write into notebooks go on");
  // A Jupyter of our own ends with us, and its runs too.
  await (http.target.origin === "managed"
    ? settled
    : Promise.race([settled, options.findHeir(backgroundRuns.kernels)]));
  if (backgroundRuns.isEmpty) return false;
  options.handOver(JSON.stringify(backgroundRuns.handOver()));
  // The end of a run that is over is still written here.
  await Promise.race([backgroundRuns.settled(), delay(grace)]);
  await notebooks.close({ patience: 0 });
  return true;
}
