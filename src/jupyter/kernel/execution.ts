/**
 * One run of code, from waiting in the queue to its last output.
 *
 * 1. A run is over when its reply AND its idle status have arrived, in either order.
 * 2. Whatever ends a run (error, timeout, cancel, a dead kernel, a cut socket), the outputs so far stay.
 * 3. Once it is over, only its outputs can change: threads of the code may still add to them.
 */

import { settlesWithin } from "../../base/async.ts";
import type { AppError } from "../../base/errors.ts";
import type { Displays } from "./displays.ts";
import { InputRequests } from "./input_requests.ts";
import { errorContent } from "./large_content.ts";
import { contents, type Received } from "./messages.ts";
import { OutputCollector, type OutputLimits } from "./output_collector.ts";
import { dateOf, type RunSnapshot } from "./takeover.ts";
import type { Widgets } from "./widgets.ts";

/** The status that clients see. */
export type RunStatus = "ok" | "error" | "timeout" | "interrupted" | "running" | "kernel_died";

/** Why we ourselves asked the kernel to stop. */
export type StopReason = "timeout" | "interrupted";

type RunState =
  | { readonly kind: "queued" }
  | { readonly kind: "sent" }
  | { readonly kind: "executing" }
  | { readonly kind: "done"; readonly status: Exclude<RunStatus, "running"> };

/** What the kernel has reported about its end. */
interface RunReply {
  readonly status: string;
  readonly ename: string | undefined;
  readonly message: Received;
}

const rateLimitNote =
  "Jupyter's rate limiter dropped part of the output before it arrived; print less, or to a file";

/** Milliseconds without a message after one of the last two, until the kernel is asked about the other. */
const silenceLimit = 2_000;

/** Finds out what of a run's messages is still to come. */
interface CompletionProber {
  outputsDelivered(): Promise<void>;
  mainAnswers(): Promise<void>;
}

export interface NewExecution {
  readonly sessionId: string;
  readonly code: string;
  readonly kernelId?: string | undefined;
  /** The id of the request, if another of our processes has sent it. */
  readonly messageId?: string | undefined;
  /** How much of its output is kept; by default what its caller can use. */
  readonly limits?: OutputLimits | undefined;
  /** If absent, messages that are late count as lost. */
  readonly inspector?: CompletionProber;
  /** The language info of its kernel. */
  readonly languageInfo?: (() => Readonly<Record<string, unknown>> | undefined) | undefined;
  /** The displays of its kernel, which may be updated later. */
  readonly displays?: Displays;
  readonly widgets?: Widgets;
  /** Sends the run again after the kernel has dropped it unexecuted; false if that was tried often enough. */
  readonly onDropped?: () => boolean;
}

export function runIdOf(messageId: string): string {
  return messageId.replaceAll("-", "").slice(0, 12);
}

export class Execution {
  /** Made of the id of its request, so that it is the same in each of our processes. */
  readonly id: string;
  readonly messageId: string;
  readonly sessionId: string;
  readonly code: string;
  readonly kernelId: string;
  readonly createdAt = new Date();
  readonly outputs: OutputCollector;
  /** Where its requests for input are answered. */
  readonly inputRequests = new InputRequests();
  /** The widgets of its kernel. */
  readonly widgets: Widgets | undefined;
  readonly #options: NewExecution;
  readonly #notes: string[] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #listeners = new Set<() => void>();
  /** The number of callers who are waiting for it. */
  #waiters = 0;
  /** Runs from one of the last two messages until the kernel is asked about the other. */
  #silence: ReturnType<typeof setTimeout> | undefined;
  #state: RunState = { kind: "queued" };
  /** The kernel may have died of it, too soon to report that it had begun. */
  #hasDiedWithKernel = false;
  #startedAt = performance.now();
  #endedAt: number | undefined;
  #count: number | null = null;
  #reply: RunReply | undefined;
  #idle = false;
  #stopReason: StopReason | undefined;
  /** Whether the kernel is being shut down: that is what ends the run, unless it ends well before. */
  #isShuttingDown = false;
  #outOfReach: AppError | undefined;
  #endCause: string | undefined;
  /** Why part of the output did not reach us. */
  readonly #missed: string[] = [];
  /** The kernel's date of the last message. */
  #lastDate: string | undefined;
  #isHandedOver = false;

  constructor(options: NewExecution) {
    this.#options = options;
    this.messageId = options.messageId ?? crypto.randomUUID();
    this.id = runIdOf(this.messageId);
    this.sessionId = options.sessionId;
    this.code = options.code;
    this.outputs = new OutputCollector(options.limits, options.displays);
    this.widgets = options.widgets;
    this.kernelId = options.kernelId ?? "";
  }

  get state(): RunState["kind"] {
    return this.#state.kind;
  }

  get status(): RunStatus {
    return this.#state.kind === "done" ? this.#state.status : "running";
  }

  /** Whether the kernel has executed any of it. */
  get hasBegun(): boolean {
    return this.#state.kind === "executing" || this.#count !== null || this.#hasDiedWithKernel;
  }

  /** Whether the kernel has reported how it ended; its last output may still be on its way. */
  get hasReply(): boolean {
    return this.#reply !== undefined;
  }

  /** Whether the kernel has finished it, according to one of its last two messages. */
  get isEnding(): boolean {
    return this.#state.kind === "done" || this.hasReply || this.#idle;
  }

  /** Its kernel's language as notebooks state it; undefined if the kernel has not said. */
  get languageInfo(): Readonly<Record<string, unknown>> | undefined {
    return this.#options.languageInfo?.();
  }

  get executionCount(): number | null {
    return this.#count;
  }

  /** Milliseconds from the start of the run (not of its wait) to its end, or to now. */
  get elapsed(): number {
    if (this.#state.kind === "queued") return 0;
    return Math.round((this.#endedAt ?? performance.now()) - this.#startedAt);
  }

  /** `performance.now()` at its end; infinity while it runs. */
  get endedAt(): number {
    return this.#endedAt ?? Infinity;
  }

  /** What ended it from outside; undefined if it ended by itself, or is still running. */
  get endCause(): string | undefined {
    return this.#endCause;
  }

  /** What the client should know besides the output. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Resolves when the run is over. Never rejects. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Whether the run ends within this many milliseconds. */
  endsWithin(milliseconds: number): Promise<boolean> {
    return settlesWithin(this.ended, milliseconds);
  }

  /** Whether a caller is waiting for it. */
  get isAwaited(): boolean {
    return this.#waiters > 0;
  }

  /** Adds a caller who waits; the returned function removes it. */
  addWaiter(): () => void {
    this.#waiters++;
    return () => void this.#waiters--;
  }

  /** Resolves when its updates to displays of earlier runs have been written to their notebooks. */
  async displaysWritten(): Promise<void> {
    await this.#options.displays?.settled();
  }

  /** Why the server has been out of reach for longer than a caller should wait; undefined if it is reachable. */
  get outOfReach(): AppError | undefined {
    return this.#outOfReach;
  }

  loseContact(reason: AppError): void {
    this.#outOfReach = reason;
    this.#notify();
  }

  regainContact(): void {
    this.#outOfReach = undefined;
  }

  /** Calls back after every output and at the end; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether part of the output did not reach us. */
  get isIncomplete(): boolean {
    return this.#missed.length > 0 || this.outputs.limitedByServer;
  }

  /** Notes that part of the output did not reach us, and why. */
  missOutput(reason: string): void {
    if (!this.#missed.includes(reason)) this.#missed.push(reason);
    this.note(reason);
  }

  note(text: string): void {
    if (!this.#notes.includes(text)) this.#notes.push(text);
  }

  /** The request was sent to the kernel. */
  sent(): void {
    if (this.#state.kind !== "queued") return;
    this.#state = { kind: "sent" };
    this.#startedAt = performance.now();
  }

  /** It began this many milliseconds ago, as another of our processes has seen. */
  beganBefore(milliseconds: number): void {
    this.#startedAt = performance.now() - milliseconds;
  }

  /** The next interrupt of the kernel is ours, for this reason. */
  stopFor(reason: StopReason): void {
    this.#stopReason ??= reason;
  }

  /**
   * The kernel is being shut down, which begins with an interrupt: from now on the run ends well or by {@linkcode end}.
   * The returned function takes that back.
   */
  awaitShutdown(): () => void {
    this.#isShuttingDown = true;
    return () => {
      this.#isShuttingDown = false;
      if (this.#reply !== undefined && this.#idle) this.#finish();
    };
  }

  /** It is over, and how it ended will never be known. */
  endUnknown(note: string): void {
    this.missOutput(note);
    this.end(this.#stopReason ?? "error", note);
  }

  /** Whether another of our processes continues it: nothing arrives here any more. */
  get isHandedOver(): boolean {
    return this.#isHandedOver;
  }

  /** The run as it is, for another of our processes to continue. */
  handOver(): RunSnapshot {
    this.#isHandedOver = true;
    const { messageId, sessionId, kernelId, code, hasBegun, executionCount } = this;
    const rest = {
      outputs: this.outputs.asMessages(),
      missed: [...this.#missed],
      last: this.#lastDate ?? null,
    };
    const end = this.#state.kind === "done"
      ? { status: this.#state.status, ...(this.#endCause === undefined ? {} : { cause: this.#endCause }) }
      : null;
    return { messageId, sessionId, kernelId, code, hasBegun, executionCount, ...rest, end };
  }

  /** Takes a message whose parent is this run's request. */
  take(message: Received): void {
    if (this.#isHandedOver) return;
    this.#lastDate = dateOf(message) ?? this.#lastDate;
    if (this.#state.kind === "done") return this.outputs.takeLate(message);
    if (message.header.msg_type === "execute_reply") return this.#takeReply(message);
    if (message.header.msg_type === "status") return this.#takeStatus(message);
    if (message.header.msg_type === "execute_input") {
      const count = contents.execute_input.parse(message.content()).execution_count ?? null;
      // The reply may overtake it and takes precedence: a run of empty code has no count.
      this.#count = this.#reply === undefined ? count ?? this.#count : this.#count ?? count;
    } else this.outputs.take(message);
    // Output that arrives after the reply is late, not lost.
    if (this.#reply !== undefined) this.awaitIdle();
    this.#notify();
  }

  /** The reply has arrived: without its idle status the run ends only once none of its messages is on its way. */
  awaitIdle(): void {
    // A frame of many megabytes takes its time, and the small reply overtakes it: late is not lost.
    this.#watch("outputsDelivered", () => {
      this.note("The end of the output was not seen; part of it may be missing");
      this.#finish();
    });
  }

  /** Takes messages after the end, without keeping the run in memory. */
  get takeLate(): (message: Received) => void {
    const run = new WeakRef(this);
    return (message) => run.deref()?.take(message);
  }

  /** Ends the run from outside: the kernel is gone, or the run was taken out of the queue. */
  end(status: Exclude<RunStatus, "running">, note?: string): void {
    if (this.#state.kind === "done") return;
    this.#endCause = note;
    if (note !== undefined) this.note(note);
    clearTimeout(this.#silence);
    this.#endedAt = performance.now();
    if (this.#state.kind === "queued") this.#startedAt = this.#endedAt;
    else this.#hasDiedWithKernel = status === "kernel_died";
    this.#state = { kind: "done", status };
    if (this.outputs.limitedByServer) this.note(rateLimitNote);
    this.#ended.resolve();
    this.#notify();
  }

  #takeReply(message: Received): void {
    const reply = contents.execute_reply.parse(message.content());
    this.#count = reply.execution_count ?? this.#count;
    this.#reply = { status: reply.status, ename: reply.ename, message };
    for (const { source, data } of reply.payload) if (source === "page") this.outputs.addDisplay(data);
    if (this.#idle) this.#finish();
    else this.awaitIdle();
  }

  /**
   * Finds out whether the message that the run still lacks was lost. Right after a restart iopub messages get lost, and in
   * Python's kernels an interrupt at the very end of the code costs the reply.
   */
  #watch(probe: keyof CompletionProber, onLost: () => void): void {
    clearTimeout(this.#silence);
    const lost = () => this.#state.kind === "done" || onLost();
    this.#silence = setTimeout(() => {
      const { inspector } = this.#options;
      if (inspector === undefined) return lost();
      // If the connection is cut, the recovery asks again.
      inspector[probe]().then(lost, () => undefined);
    }, silenceLimit);
  }

  #endWithoutReply(): void {
    if (this.#reply !== undefined || !this.#idle || this.#isShuttingDown) return;
    this.note("The kernel did not say how the run ended: an interrupt may have come at its very end");
    this.end(this.#stopReason ?? "interrupted");
  }

  #takeStatus(message: Received): void {
    const { execution_state } = contents.status.parse(message.content());
    if (execution_state === "busy" && this.#state.kind !== "executing") {
      this.#state = { kind: "executing" };
      this.#startedAt = performance.now();
      this.#notify();
    }
    if (execution_state !== "idle") return;
    this.#idle = true;
    // Replies keep their order: after the answer to a later request it is lost.
    if (this.#reply === undefined) this.#watch("mainAnswers", () => this.#endWithoutReply());
    else this.#finish();
  }

  #finish(): void {
    const status = this.#reply?.status;
    // Most kernels send the exception as an output, which the reply may overtake; otherwise it is in the reply.
    if (this.#reply?.status === "error" && !this.outputs.hasError) {
      this.outputs.addError(errorContent(this.#reply.message));
    }
    if (status === "ok") return this.end("ok");
    if (this.#isShuttingDown) return;
    if (status === "aborted" && this.#stopReason === undefined) {
      if (this.#options.onDropped?.()) return this.#waitAgain();
      this.note("The kernel dropped this run because code before it failed: nothing of it was executed");
    }
    const interrupted = status !== "error" || this.#reply?.ename === "KeyboardInterrupt";
    this.end(this.#stopReason ?? (interrupted ? "interrupted" : "error"));
  }

  /** Back to the state in which it was sent. */
  #waitAgain(): void {
    clearTimeout(this.#silence);
    this.#reply = undefined;
    this.#idle = false;
    this.#state = { kind: "sent" };
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

interface ExternalEnd {
  readonly ename: "KernelDied" | "ConnectionLost";
  readonly evalue: string;
}

/** What ended a run from outside, as an exception; undefined if it ended by itself, is running or was stopped. */
export function externalEndOf(
  { endCause, status }: Pick<Execution, "endCause" | "status">,
): ExternalEnd | undefined {
  if (endCause === undefined) return undefined;
  if (status === "kernel_died") return { ename: "KernelDied", evalue: endCause };
  // The code's own errors have no external cause: only a run whose end we missed has one with this status.
  return status === "error" ? { ename: "ConnectionLost", evalue: endCause } : undefined;
}
