/**
 * One run of code, from waiting in line to its last output.
 *
 * 1. A run is over when its reply AND its idle status have come, in either order.
 * 2. Whatever ends a run (error, timeout, cancel, a dead kernel, a cut socket), the outputs so far stay.
 * 3. Once over, nothing changes any more but the outputs, to which threads of the code may still add.
 */

import type { AppError } from "../../base/errors.ts";
import { Waiters } from "./callers.ts";
import type { Displays } from "./displays.ts";
import { errorContent } from "./error_content.ts";
import { contents, type Received } from "./messages.ts";
import { InputRequests } from "./input_desk.ts";
import { CompletionWatchdog } from "./last_word.ts";
import { OutputCollector } from "./output_collector.ts";
import { dateOf, type RunSnapshot } from "./run_so_far.ts";
import { rateLimitNote } from "./run_state.ts";
import type { NewExecution, RunReply, RunState, RunStatus, StopReason } from "./run_state.ts";
import type { Widgets } from "./widgets.ts";

export type { NewExecution, RunStatus, StopReason };

export class Execution {
  readonly id = crypto.randomUUID().replaceAll("-", "").slice(0, 12);
  readonly messageId: string;
  readonly sessionId: string;
  readonly code: string;
  readonly kernelId: string;
  readonly createdAt = new Date();
  readonly outputs: OutputCollector;
  /** Where its questions for input are answered. */
  readonly inputRequests = new InputRequests();
  /** Those who wait for it at this moment. */
  readonly waiters = new Waiters();
  /** The widgets of its kernel. */
  readonly widgets: Widgets | undefined;
  readonly #displays: Displays | undefined;
  readonly #languageInfo: NewExecution["languageInfo"];
  readonly #lastWord: CompletionWatchdog;
  readonly #onDropped: (() => boolean) | undefined;
  readonly #notes: string[] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #listeners = new Set<() => void>();
  #state: RunState = { kind: "queued" };
  /** The kernel may have died of it, too soon to say that it had begun. */
  #hasDiedWithKernel = false;
  #startedAt = performance.now();
  #endedAt: number | undefined;
  #count: number | null = null;
  #reply: RunReply | undefined;
  #idle = false;
  #stopReason: StopReason | undefined;
  #outOfReach: AppError | undefined;
  #fate: string | undefined;
  #isIncomplete = false;
  /** The kernel's date of the last message. */
  #lastDate: string | undefined;
  #isGivenAway = false;

  constructor(options: NewExecution) {
    this.messageId = options.messageId ?? crypto.randomUUID();
    this.sessionId = options.sessionId;
    this.code = options.code;
    this.outputs = new OutputCollector(options.limits, options.displays);
    this.#displays = options.displays;
    this.widgets = options.widgets;
    this.#languageInfo = options.languageInfo;
    this.kernelId = options.kernelId ?? "";
    this.#lastWord = new CompletionWatchdog(options.inspector);
    this.#onDropped = options.onDropped;
  }

  get state(): RunState["kind"] {
    return this.#state.kind;
  }

  get status(): RunStatus {
    return this.#state.kind === "done" ? this.#state.status : "running";
  }

  /** Whether the kernel has executed anything of it. */
  get hasBegun(): boolean {
    return this.#state.kind === "executing" || this.#count !== null || this.#hasDiedWithKernel;
  }

  /** Whether the kernel has said how it ended; its last output may still be on its way. */
  get hasReply(): boolean {
    return this.#reply !== undefined;
  }

  /** Whether the kernel is through with it, as one of its last two messages tells. */
  get isEnding(): boolean {
    return this.#state.kind === "done" || this.hasReply || this.#idle;
  }

  /** Its kernel's language as notebooks state it; undefined if the kernel has not told. */
  get languageInfo(): Readonly<Record<string, unknown>> | undefined {
    return this.#languageInfo?.();
  }

  get executionCount(): number | null {
    return this.#count;
  }

  /** Milliseconds from the start of the run (not of its waiting) to its end, or to now. */
  get elapsed(): number {
    if (this.#state.kind === "queued") return 0;
    return Math.round((this.#endedAt ?? performance.now()) - this.#startedAt);
  }

  /** `performance.now()` at its end; infinity while it runs. */
  get endedAt(): number {
    return this.#endedAt ?? Infinity;
  }

  /** What ended it from outside; undefined where it came to its own end, or goes on. */
  get endCause(): string | undefined {
    return this.#fate;
  }

  /** What the client should be told beside the output. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Resolves when the run is over. Never rejects. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Resolves when what it has changed in displays of earlier runs is in their notebooks. */
  async displaysWritten(): Promise<void> {
    await this.#displays?.settled();
  }

  /** Why the kernel's server has been out of reach for longer than a caller should wait; undefined where it is not. */
  get outOfReach(): AppError | undefined {
    return this.#outOfReach;
  }

  loseContact(reason: AppError): void {
    this.#outOfReach = reason;
    this.#announce();
  }

  regainContact(): void {
    this.#outOfReach = undefined;
  }

  /** Calls back after every output and at the end; returns the way to stop that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether part of the output did not reach us. */
  get isIncomplete(): boolean {
    return this.#isIncomplete || this.outputs.limitedByServer;
  }

  /** Part of the output did not reach us, and why. */
  missOutput(reason: string): void {
    this.#isIncomplete = true;
    this.note(reason);
  }

  note(text: string): void {
    if (!this.#notes.includes(text)) this.#notes.push(text);
  }

  /** The request has gone to the kernel. */
  sent(): void {
    if (this.#state.kind !== "queued") return;
    this.#state = { kind: "sent" };
    this.#startedAt = performance.now();
  }

  /** The next interruption of the kernel is ours, for this reason. */
  stopFor(reason: StopReason): void {
    this.#stopReason ??= reason;
  }

  /** It is over, and how it ended is not known and will not be. */
  endUnknown(note: string): void {
    this.missOutput(note);
    this.end(this.#stopReason ?? "error", note);
  }

  /** Whether another process of ours has it now: nothing comes here any more. */
  get isHandedOver(): boolean {
    return this.#isGivenAway;
  }

  /** The run as it is, for another process of ours, which goes on with it in our place. */
  handOver(): RunSnapshot {
    this.#isGivenAway = true;
    const { messageId, sessionId, kernelId, code, hasBegun, executionCount } = this;
    const soFar = { outputs: this.outputs.asMessages(), last: this.#lastDate ?? null };
    return { messageId, sessionId, kernelId, code, hasBegun, executionCount, ...soFar };
  }

  /** Takes a message whose parent is this run's request. */
  take(message: Received): void {
    if (this.#isGivenAway) return;
    this.#lastDate = dateOf(message) ?? this.#lastDate;
    if (this.#state.kind === "done") return this.outputs.takeLate(message);
    if (message.header.msg_type === "execute_reply") return this.#takeReply(message);
    if (message.header.msg_type === "status") return this.#takeStatus(message);
    if (message.header.msg_type === "execute_input") {
      const count = contents.execute_input.parse(message.content()).execution_count ?? null;
      // The reply may overtake it and knows better: a run of empty code does not count.
      this.#count = this.#reply === undefined ? count ?? this.#count : this.#count ?? count;
    } else this.outputs.take(message);
    // Output that still comes after the reply is late, not lost.
    if (this.#reply !== undefined) this.awaitIdle();
    this.#announce();
  }

  /** The reply has come: without its idle status the run ends only once nothing of it is under way any more. */
  awaitIdle(): void {
    this.#lastWord.awaitIdle(() => this.#endWithoutIdle());
  }

  /** Takes what comes after the end; it does not keep the run from being forgotten. */
  get late(): (message: Received) => void {
    const run = new WeakRef(this);
    return (message) => run.deref()?.take(message);
  }

  /** Ends the run from outside: the kernel is gone, or the run was taken out of the line. */
  end(status: Exclude<RunStatus, "running">, note?: string): void {
    if (this.#state.kind === "done") return;
    this.#fate = note;
    if (note !== undefined) this.note(note);
    this.#lastWord.stop();
    this.#endedAt = performance.now();
    if (this.#state.kind === "queued") this.#startedAt = this.#endedAt;
    else this.#hasDiedWithKernel = status === "kernel_died";
    this.#state = { kind: "done", status };
    if (this.outputs.limitedByServer) this.note(rateLimitNote);
    this.#ended.resolve();
    this.#announce();
  }

  #takeReply(message: Received): void {
    const reply = contents.execute_reply.parse(message.content());
    this.#count = reply.execution_count ?? this.#count;
    this.#reply = { status: reply.status, ename: reply.ename, message };
    for (const { source, data } of reply.payload) if (source === "page") this.outputs.addDisplay(data);
    if (this.#idle) this.#finish();
    else this.awaitIdle();
  }

  #endWithoutIdle(): void {
    if (this.#state.kind === "done") return;
    this.note("The end of the output was not seen; part of it may be missing");
    this.#finish();
  }

  #endWithoutReply(): void {
    if (this.#state.kind === "done" || this.#reply !== undefined || !this.#idle) return;
    this.note("The kernel did not say how the run ended: an interrupt may have come at its very end");
    this.end(this.#stopReason ?? "interrupted");
  }

  #takeStatus(message: Received): void {
    const { execution_state } = contents.status.parse(message.content());
    if (execution_state === "busy" && this.#state.kind !== "executing") {
      this.#state = { kind: "executing" };
      this.#startedAt = performance.now();
      this.#announce();
    }
    if (execution_state !== "idle") return;
    this.#idle = true;
    if (this.#reply === undefined) this.#lastWord.awaitReply(() => this.#endWithoutReply());
    else this.#finish();
  }

  #finish(): void {
    const status = this.#reply?.status;
    // Kernels send the exception as an output as well, which the reply may overtake; where they do not, the reply has it.
    if (this.#reply?.status === "error" && !this.outputs.hasError) {
      this.outputs.addError(errorContent(this.#reply.message));
    }
    if (status === "ok") return this.end("ok");
    if (status === "aborted" && this.#stopReason === undefined) {
      if (this.#onDropped?.()) return this.#waitAgain();
      this.note("The kernel dropped this run because code before it failed: nothing of it was executed");
    }
    const interrupted = status !== "error" || this.#reply?.ename === "KeyboardInterrupt";
    this.end(this.#stopReason ?? (interrupted ? "interrupted" : "error"));
  }

  /** Back to where it was when it was sent. */
  #waitAgain(): void {
    this.#lastWord.stop();
    this.#reply = undefined;
    this.#idle = false;
    this.#state = { kind: "sent" };
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
