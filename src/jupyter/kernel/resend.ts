/** Runs that a kernel has dropped unexecuted: somebody else's cell failed, and it swept its queue with our run in it. */

import type { Execution } from "./execution.ts";
import { messageOf } from "./run_line.ts";
import { afterQueuePurge } from "./turn.ts";

const maxResends = 5;

export interface WayToKernel {
  /** Resolves when the kernel can take a run. */
  readonly whenFree: () => Promise<void> | undefined;
  readonly send: () => void;
}

/** Sends a run again each time it is called; false where that has been tried enough. */
export function resend(dropped: () => Execution, { whenFree, send }: WayToKernel): () => boolean {
  let drops = 0;
  const again = async () => {
    await afterQueuePurge(drops);
    await whenFree();
    const { status, isHandedOver } = dropped();
    if (status === "running" && !isHandedOver) send();
  };
  return () => {
    if (++drops > maxResends) return false;
    again().catch((error: unknown) => {
      dropped().end("kernel_died", `The run could not be sent again: ${messageOf(error)}`);
    });
    return true;
  };
}
