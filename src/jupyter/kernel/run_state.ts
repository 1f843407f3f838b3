/** What a run is made from, and how it can stand. */

import type { OutputLimits } from "./collector_limits.ts";
import type { Displays } from "./displays.ts";
import type { KernelInfo } from "./kernel_info.ts";
import type { CompletionProber } from "./last_word.ts";
import type { Received } from "./messages.ts";
import type { Widgets } from "./widgets.ts";

/** How a run stands or ended, as clients are told. */
export type RunStatus = "ok" | "error" | "timeout" | "interrupted" | "running" | "kernel_died";

/** Why we ourselves asked the kernel to stop. */
export type StopReason = "timeout" | "interrupted";

export type RunState =
  | { readonly kind: "queued" }
  | { readonly kind: "sent" }
  | { readonly kind: "executing" }
  | { readonly kind: "done"; readonly status: Exclude<RunStatus, "running"> };

/** What the kernel has said of its end. */
export interface RunReply {
  readonly status: string;
  readonly ename: string | undefined;
  readonly message: Received;
}

export const rateLimitNote =
  "Jupyter's rate limiter dropped part of the output before it reached us; print less, or to a file";

export interface NewExecution {
  readonly sessionId: string;
  readonly code: string;
  readonly kernelId?: string | undefined;
  /** Of the request, where another process of ours has sent it. */
  readonly messageId?: string | undefined;
  /** How much of its output is kept; what its caller can use where this is left out. */
  readonly limits?: OutputLimits | undefined;
  /** Tells what of a run's messages is still to come. Absent: nothing. */
  readonly inspector?: CompletionProber;
  /** What its kernel says of its language. */
  readonly languageInfo?: (() => KernelInfo["languageInfo"]) | undefined;
  /** What its kernel shows and may change later. */
  readonly displays?: Displays;
  readonly widgets?: Widgets;
  /** Sends the run again that the kernel has dropped unexecuted; false where that has been tried enough. */
  readonly onDropped?: () => boolean;
}
