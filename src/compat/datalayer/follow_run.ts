/** Follows a run to its end or timeout, and describes it in the lines that Datalayer's server adds to outputs. */

import { AppError } from "../../base/errors.ts";
import { awaitRun } from "../../jupyter/kernel/await_run.ts";
import type { Execution } from "../../jupyter/kernel/execution.ts";
import type { Kernel } from "../../jupyter/kernel/kernel.ts";
import type { OutputBlock } from "./answers.ts";
import type { ToolContext } from "./define_tool.ts";
import { type AnyOutput, outputBlocks } from "./output_blocks.ts";

interface FollowOptions {
  readonly context: ToolContext;
  /** Seconds. */
  readonly timeout: number;
  /** Seconds between reports; 0 for none. */
  readonly interval: number;
  /** Whether the result includes a timeline of the run. */
  readonly timeline: boolean;
  /** The line for a run that was stopped at its timeout, if the result has no timeline. */
  readonly timeoutLine: string;
  /** Whether to omit the traceback of the interrupt at the timeout, because a line says what happened. */
  readonly hidesInterrupt?: boolean;
  /** Settles when the outputs of an ended run have been written. */
  readonly written?: Promise<unknown>;
}

/** The timeout of a call: its own or the default, at most the maximum. With a negative one, code is not run. */
export function timeoutOf({ client: { settings } }: ToolContext, asked: number): number {
  return Math.min(asked === 0 ? settings.executionTimeout : asked, settings.maxExecutionTimeout);
}

/** The text for a run that was ended by its timeout. */
export function timeoutLines(
  { timeline, timeout, timeoutLine }: Pick<FollowOptions, "timeline" | "timeout" | "timeoutLine">,
): string[] {
  return timeline
    ? [`[TIMEOUT at ${timeout.toFixed(1)}s: Interrupting execution]`, "[Sent interrupt signal to kernel]"]
    : [timeoutLine];
}

/** The outputs of a run as blocks, and lines about it. */
export async function followRun(
  kernel: Kernel,
  execution: Execution,
  options: FollowOptions,
): Promise<OutputBlock[]> {
  const { context, timeout } = options;
  const lines: string[] = [];
  let isStopped = false;
  const started = performance.now();
  const stopReporting = report(execution, { ...options, lines, started });
  const leave = execution.inputRequests.answerWith(context.ask);
  try {
    const status = await awaitRun(kernel, execution, {
      timeout,
      onTimeout: "interrupt",
      signal: context.signal,
    });
    isStopped = status === "timeout" && options.hidesInterrupt === true;
    lines.push(...ending(status, { ...options, started, execution }));
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    lines.push(`[ERROR: ${error.message}]`);
  } finally {
    leave();
    stopReporting();
  }
  if (execution.status !== "running") await options.written;
  const { presenter } = context.client.servers.kernels.forClient(context.clientId);
  const { showImages } = context.client.settings;
  const outputs = execution.outputs.outputs().map((output) => ({ ...output }))
    .filter((output) => !(isStopped && isInterrupt(output)));
  const blocks = await outputBlocks(outputs, { presenter, showImages, signal: context.signal });
  return [...blocks, ...unanswered(execution), ...warnings(execution), ...lines];
}

function isInterrupt(output: AnyOutput): boolean {
  return output.output_type === "error" && output["ename"] === "KeyboardInterrupt";
}

function ending(
  status: string,
  { started, execution, ...options }: FollowOptions & {
    readonly started: number;
    readonly execution: Execution;
  },
): string[] {
  if (status === "timeout") return timeoutLines(options);
  if (status === "kernel_died") return [`[ERROR: ${execution.notes.at(-1) ?? "The kernel died"}]`];
  return options.timeline ? [`[COMPLETED in ${((performance.now() - started) / 1_000).toFixed(1)}s]`] : [];
}

/** Why a run that asked for input was interrupted: its traceback blames the user. */
function unanswered({ inputRequests: { refused } }: Execution): string[] {
  if (refused === undefined) return [];
  const why = {
    nobody_to_ask: "nobody can be asked",
    declined: "it was declined",
    silence: "no answer came",
  };
  return [`[ERROR: The code asked for input, and ${why[refused.refusal]}. Put the value into the code.]`];
}

/** Notes about the kernel; those that name our own tools are for our own clients only. */
function warnings({ notes, status }: Execution): string[] {
  const telling = notes.filter((note) => !/on_timeout|execution_get|kernel_(restart|interrupt)/.test(note));
  return telling.slice(0, status === "kernel_died" ? -1 : undefined).map((note) => `[WARNING] ${note}`);
}

/** How a run is reported while it is running. */
interface Reporting extends FollowOptions {
  readonly lines: string[];
  readonly started: number;
}

/** Milliseconds between checks for new outputs. */
const lookInterval = 1_000;

/** Reports until the returned function is called. */
function report(execution: Execution, reporting: Reporting): () => void {
  const { timeline, interval } = reporting;
  const timers = [
    ...(timeline ? [setInterval(newOutputs(execution, reporting), lookInterval)] : []),
    ...(interval > 0 ? [setInterval(progress(execution, reporting), interval * 1_000)] : []),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}

function newOutputs(execution: Execution, { timeout, lines, started }: Reporting): () => void {
  let known = 0;
  return () => {
    const elapsed = (performance.now() - started) / 1_000;
    const { count } = execution.outputs;
    if (count <= known || elapsed >= timeout) return;
    lines.push(`[${elapsed.toFixed(1)}s] ${count - known} new output(s), ${count} total`);
    known = count;
  };
}

function progress(
  execution: Execution,
  { context, timeout, timeline, lines, started }: Reporting,
): () => void {
  return () => {
    const elapsed = (performance.now() - started) / 1_000;
    const { count } = execution.outputs;
    if (timeline) lines.push(`[PROGRESS: ${elapsed.toFixed(1)}s elapsed, ${count} outputs so far]`);
    const outputs = count === 0 ? "" : `, ${count} outputs`;
    const message = `Execution in progress: ${elapsed.toFixed(0)}s / ${timeout}s${outputs}`;
    context.progress?.({ done: Math.min(elapsed, timeout), total: timeout, message });
    context.notify(message);
  };
}
