/**
 * Waits for a run as long as its caller allows, then interrupts it or lets it continue. After an interrupt it waits a moment
 * for the end: code may catch it, and native code defers it.
 */

import { settlesWithin } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import type { Execution, RunStatus } from "./execution.ts";
import type { Kernel } from "./kernel.ts";
import { notStartedNote } from "./interrupt_in_kernel.ts";
import type { FollowingCells } from "./run_registry.ts";

interface AwaitOptions {
  /** Seconds. */
  readonly timeout: number;
  /** What happens to a run that is not over by then. */
  readonly onTimeout: "interrupt" | "continue";
  /** Aborted when the caller is no longer interested: the run is stopped. */
  readonly signal: AbortSignal;
  /** Milliseconds to wait for the end after each interrupt. */
  readonly patience?: readonly number[];
}

/** The part of a kernel that waiting needs. */
export type StoppableKernel = Pick<Kernel, "stop" | "busyWithOthers" | "current">;

type Reason = "ended" | "timeout" | "interrupted" | "out_of_reach";

/** Milliseconds to wait after each interrupt. A second one is sent: one sent right after a restart is lost. */
const interruptWaits = [2_000, 1_500];

/** Resolves with the status to report; throws the abort reason if the caller is gone. */
export async function awaitRun(
  kernel: StoppableKernel,
  execution: Execution,
  options: AwaitOptions,
): Promise<RunStatus> {
  const done = execution.addWaiter();
  const reason = await firstOf(execution, options).finally(done);
  if (reason === "timeout" && execution.state === "queued" && options.onTimeout === "continue") {
    execution.note("It had not begun at the timeout, because the kernel was busy: it was left in the queue");
  }
  if (reason === "ended" || (reason === "timeout" && options.onTimeout === "continue")) {
    return execution.status;
  }
  if (reason === "out_of_reach") throw await outOfReach(kernel, execution);
  const occupation = occupationOf(kernel, execution);
  const isQueued = execution.state === "queued";
  if (isQueued) await kernel.stop(execution, reason);
  else await stop(kernel, execution, { reason, ...options });
  options.signal.throwIfAborted();
  if (execution.status === "running") return reason;
  if (isQueued || execution.endCause === notStartedNote) {
    throw leftQueue(execution, { occupation, timeout: options.timeout });
  }
  if (execution.status === "timeout") execution.note(timeoutNote(options.timeout));
  return execution.status;
}

/** A run that has begun may continue where we cannot see it: the caller does not wait for that. */
async function outOfReach(kernel: StoppableKernel, execution: Execution): Promise<AppError> {
  const { id, state, outOfReach: reason } = execution;
  // A caller who gets an error calls again: the queued run must not run as well.
  if (state === "queued") await kernel.stop(execution, "interrupted");
  return new AppError(reason?.code ?? "jupyter_unreachable", reason?.message ?? "Cannot reach Jupyter", {
    hint: state === "queued"
      ? "Nothing of it was executed: call again once Jupyter is back"
      : "The run may continue there. execution_get returns its output so far, and the rest once Jupyter is back",
    details: { execution_id: id, status: execution.status },
  });
}

interface SettleOptions {
  readonly seconds: number;
  /** The cells that follow it: their end is awaited, too. */
  readonly following?: FollowingCells | undefined;
  readonly signal: AbortSignal;
}

/** Waits for the end of a run for at most `seconds`, without touching it. */
export async function settle(
  execution: Execution,
  { seconds, following, signal }: SettleOptions,
): Promise<void> {
  if (seconds === 0) return;
  const deadline = performance.now() + seconds * 1_000;
  if (execution.status === "running") await firstOf(execution, { timeout: seconds, signal });
  signal.throwIfAborted();
  const left = deadline - performance.now();
  if (following?.isOver === false && left > 0) await settlesWithin(following.ended, left, signal);
}

async function firstOf(
  execution: Execution,
  { timeout, signal }: Omit<AwaitOptions, "onTimeout">,
): Promise<Reason> {
  const wait = Promise.withResolvers<Reason>();
  const abort = () => wait.resolve("interrupted");
  const waitedBefore = execution.inputRequests.waitedFor;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The time that a person takes to answer does not count.
  const arm = (milliseconds: number, credited: number) => {
    timer = setTimeout(() => {
      const waited = execution.inputRequests.waitedFor - waitedBefore;
      if (waited > credited) arm(Math.max(100, waited - credited), waited);
      else wait.resolve("timeout");
    }, milliseconds);
  };
  arm(timeout * 1_000, 0);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  void execution.ended.then(() => wait.resolve("ended"));
  const off = execution.subscribe(() => execution.outOfReach && wait.resolve("out_of_reach"));
  try {
    return await wait.promise;
  } finally {
    off();
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/** What keeps a run waiting. */
interface Occupation {
  readonly what: string;
  readonly remedy: string;
}

function occupationOf(kernel: StoppableKernel, execution: Execution): Occupation {
  const elsewhere = kernel.busyWithOthers;
  if (elsewhere !== undefined) {
    return {
      what: `another client's code, which has been running for ${secondsOf(elsewhere)} s`,
      remedy: "or ask the person to stop their cell (kernel_interrupt with session_id would stop it)",
    };
  }
  const before = kernel.current;
  if (before === undefined || before === execution) {
    return { what: "work that this server did not start", remedy: "or call session_list to see who uses it" };
  }
  const waits = before.inputRequests.isAsking ? ", which waits for an answer to input()" : "";
  return {
    what: `an earlier run (execution_id ${before.id})${waits}`,
    remedy: "or stop that run by kernel_interrupt with its execution_id",
  };
}

/** The error for a run that left the queue before it began; whatever the kernel is executing continues. */
function leftQueue(
  execution: Execution,
  { occupation, timeout }: { readonly occupation: Occupation; readonly timeout: number },
): AppError {
  return new AppError(
    "kernel_busy",
    `Cannot run the code within ${
      shortSeconds(timeout)
    } s: the kernel is busy with ${occupation.what}; nothing of yours was executed`,
    {
      hint:
        `Call again with a larger timeout, or with on_timeout "continue" to let it wait in the queue; ${occupation.remedy}`,
      details: { success: false, status: "timeout", execution_id: execution.id },
    },
  );
}

function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds / 1_000));
}

/** Rounds: the time that other cells have left for a cell has many digits. */
function shortSeconds(seconds: number): number {
  return seconds < 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds);
}

function timeoutNote(timeout: number): string {
  return `Stopped at the timeout of ${
    shortSeconds(timeout)
  } s; the output so far is kept. For longer runs give a larger timeout, ` +
    'or on_timeout "continue" and then execution_get';
}

async function stop(
  kernel: StoppableKernel,
  execution: Execution,
  { reason, patience = interruptWaits }: AwaitOptions & {
    readonly reason: "timeout" | "interrupted";
  },
): Promise<void> {
  for (const limit of patience) {
    // If the server cannot be reached for the interrupt, the output so far must not be lost.
    await kernel.stop(execution, reason).catch((error) => {
      if (!(error instanceof AppError)) throw error;
      execution.note(`The interrupt could not be sent: ${error.message}`);
    });
    if (await execution.endsWithin(limit)) return;
  }
  execution.note(
    "The kernel has not responded to the interrupt yet; kernel_restart frees it and loses its variables. " +
      "execution_get shows whether this run has ended meanwhile",
  );
}
