/** Asks a kernel whose socket was just opened until it is usable. */

import { AppError } from "../../base/errors.ts";
import type { KernelConnection } from "./connection.ts";
import { unresponsiveKernel } from "./connection_errors.ts";
import type { Channel, Received } from "./messages.ts";

const probeInterval = 250;
const probeLimit = 60_000;
/** Before that, "busy" may be left over from a process that has died. */
const busyProbe = 12;

export interface ProbeOptions {
  readonly kernelId: string;
  /** Is given the process that has answered. */
  readonly onAnswer: (process: string | undefined) => void;
  /** Whether the kernel is in the middle of a cell: deaf on control it is usable all the same. */
  readonly isBusy: () => Promise<boolean>;
  readonly unreachable: () => AppError;
  readonly signal: AbortSignal;
}

type ProbedConnection = Pick<KernelConnection, "request" | "forget" | "isOpen">;

/** Asks on both channels: a busy kernel answers on control only, some kernels on shell only. */
export async function probeUntilUsable(connection: ProbedConnection, options: ProbeOptions): Promise<void> {
  const { kernelId, onAnswer, isBusy, unreachable, signal } = options;
  const probes: string[] = [];
  const usable = Promise.withResolvers<void>();
  const seen = { reply: false, status: false };
  const route = (message: Received) => {
    if (message.header.msg_type === "kernel_info_reply") {
      onAnswer(message.header.session);
      seen.reply = true;
    } else if (message.channel === "iopub") seen.status = true;
    if (seen.reply && seen.status) usable.resolve();
  };
  const ask = (channel: Channel) => {
    if (!connection.isOpen) return usable.reject(unreachable());
    probes.push(connection.request({ channel, type: "kernel_info_request", content: {} }, route));
  };
  const abort = () => usable.reject(signal.reason);
  const limit = setTimeout(() => usable.reject(unresponsiveKernel(kernelId)), probeLimit);
  const again = setInterval(() => {
    ask("control");
    if (probes.length < busyProbe) return;
    isBusy().then((busy) => busy ? usable.resolve() : undefined, (error) => {
      if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") usable.reject(error);
    });
  }, probeInterval);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    ask("control");
    ask("shell");
    await usable.promise;
  } finally {
    clearTimeout(limit);
    clearInterval(again);
    signal.removeEventListener("abort", abort);
    for (const one of probes) connection.forget(one);
  }
}
