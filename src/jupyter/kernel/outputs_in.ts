/** Waits for output that the kernel has sent and that is still under way. */

import { untilAborted } from "../../base/async/until_aborted.ts";
import type { KernelConnection } from "./connection.ts";

/** Output that has not come after nothing came for this long will not come; on a slow line much may be under way. */
const maxSilence = 30_000;
/** Where others keep a kernel talking that is deaf on control, there is no silence. */
const maxWait = 600_000;

export interface DeliveryOptions {
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly silence?: number;
}

/**
 * Resolves when all that the kernel has put on iopub by now has come, or will not come; rejects where the connection
 * is cut or closed meanwhile.
 */
export async function outputsDelivered(
  connection: Pick<KernelConnection, "request" | "forget" | "lastHeard">,
  { signal, silence = maxSilence }: DeliveryOptions,
): Promise<void> {
  const come = Promise.withResolvers<void>();
  // Messages of one channel keep their order: the status of a later request comes after them.
  const probe = connection.request(
    { channel: "control", type: "kernel_info_request", content: {} },
    ({ channel }) => {
      if (channel === "iopub") come.resolve();
    },
  );
  const asked = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    const isSilent = now - Math.max(asked, connection.lastHeard) > silence;
    if (isSilent || now - asked > maxWait) come.resolve();
  }, silence / 10);
  try {
    await untilAborted(come.promise, signal);
  } finally {
    clearInterval(watch);
    connection.forget(probe);
  }
}
