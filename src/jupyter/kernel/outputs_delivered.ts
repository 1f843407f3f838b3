import { untilAborted } from "../../base/async.ts";
import type { KernelConnection } from "./connection.ts";

/** Milliseconds without a message after which missing output will not arrive; a slow network may hold much of it. */
const maxSilence = 30_000;
/** Milliseconds in all: other clients may keep a kernel sending that does not answer on control. */
const maxWait = 600_000;

interface DeliveryOptions {
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly silence?: number;
}

/**
 * Resolves when everything that the kernel has sent on iopub by now has arrived, or never will; rejects if the connection
 * is cut or closed meanwhile.
 */
export async function outputsDelivered(
  connection: Pick<KernelConnection, "request" | "forget" | "lastHeard">,
  { signal, silence = maxSilence }: DeliveryOptions,
): Promise<void> {
  const delivered = Promise.withResolvers<void>();
  // Messages of one channel keep their order: the status of a later request arrives after them.
  const probe = connection.request(
    { channel: "control", type: "kernel_info_request", content: {} },
    ({ channel }) => {
      if (channel === "iopub") delivered.resolve();
    },
  );
  const asked = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    const isSilent = now - Math.max(asked, connection.lastHeard) > silence;
    if (isSilent || now - asked > maxWait) delivered.resolve();
  }, silence / 10);
  try {
    await untilAborted(delivered.promise, signal);
  } finally {
    clearInterval(watch);
    connection.forget(probe);
  }
}
