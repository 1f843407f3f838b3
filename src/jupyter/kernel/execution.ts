/**
 * One run of code, from waiting in line to its last output.
 *
 * 1. A run is over when its reply AND its idle status have come, in either order.
 * 2. Whatever ends a run (error, timeout, cancel, a dead kernel, a cut socket), the outputs so far stay.
 * 3. Once over, nothing changes any more.
 */

import { contents, type Received } from "./messages.ts";
import { OutputCollector } from "./output_collector.ts";

/** How a run stands or ended, as clients are told. */
export type RunStatus = "ok" | "error" | "timeout" | "interrupted" | "running" | "kernel_died";

/** Why we ourselves asked the kernel to stop. */
export type StopReason = "timeout" | "interrupted";

type State =
  | { readonly kind: "queued" }
  | { readonly kind: "sent" }
  | { readonly kind: "executing" }
  | { readonly kind: "done"; readonly status: Exclude<RunStatus, "running"> };

/** A reply with neither its idle status nor output for this long means that iopub messages were lost. */
const idleLimit = 2_000;

export interface NewExecution {
  readonly sessionId: string;
  readonly code: string;
  /** Resolves when all output that the kernel has sent by now has come. Absent: it has. */
  readonly outputsIn?: () => Promise<void>;
}

/** What code asks by `input()` or `getpass()`. */
export interface InputQuestion {
  readonly prompt: string;
  readonly password: boolean;
}

/** Asks the person; undefined where they decline. */
export type Asker = (question: InputQuestion) => Promise<string | undefined>;

/** Whether code asked for input, and what came of it. */
type Asking =
  | { readonly kind: "nothing" }
  | { readonly kind: "asking"; readonly since: number }
  | { readonly kind: "refused"; readonly prompt: string };

export class Execution {
  readonly id = crypto.randomUUID().replaceAll("-", "").slice(0, 12);
  readonly messageId = crypto.randomUUID();
  readonly sessionId: string;
  readonly code: string;
  readonly createdAt = new Date();
  readonly outputs = new OutputCollector();
  readonly #outputsIn: (() => Promise<void>) | undefined;
  readonly #notes: string[] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #listeners = new Set<() => void>();
  #state: State = { kind: "queued" };
  #startedAt = performance.now();
  #endedAt: number | undefined;
  #count: number | null = null;
  #reply: { readonly status: string; readonly ename: string | undefined } | undefined;
  #idle = false;
  #stopReason: StopReason | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #asker: Asker | undefined;
  #asking: Asking = { kind: "nothing" };
  #askedFor = 0;

  constructor(options: NewExecution) {
    this.sessionId = options.sessionId;
    this.code = options.code;
    this.#outputsIn = options.outputsIn;
  }

  get state(): State["kind"] {
    return this.#state.kind;
  }

  get status(): RunStatus {
    return this.#state.kind === "done" ? this.#state.status : "running";
  }

  /** Whether the kernel has executed anything of it. */
  get hasBegun(): boolean {
    return this.#state.kind === "executing" || this.#count !== null;
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

  /** What the client should be told beside the output. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Resolves when the run is over. Never rejects. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** The prompt of the question that nobody answered; undefined where there was none. */
  get refusedPrompt(): string | undefined {
    return this.#asking.kind === "refused" ? this.#asking.prompt : undefined;
  }

  /** Milliseconds that the run has spent waiting for a person's answers. */
  get askedFor(): number {
    return this.#askedFor + (this.#asking.kind === "asking" ? performance.now() - this.#asking.since : 0);
  }

  /** Lets `asker` answer the run's questions until the returned function is called. */
  attend(asker: Asker | undefined): () => void {
    this.#asker = asker;
    return () => {
      if (this.#asker === asker) this.#asker = undefined;
    };
  }

  /** Asks whoever attends the run; undefined where nobody does or the person declines. */
  async ask(question: InputQuestion): Promise<string | undefined> {
    const since = performance.now();
    this.#asking = { kind: "asking", since };
    const answer = await this.#asker?.(question).catch(() => undefined);
    this.#askedFor += performance.now() - since;
    this.#asking = answer === undefined ? { kind: "refused", prompt: question.prompt } : { kind: "nothing" };
    return answer;
  }

  /** Calls back after every output and at the end; returns the way to stop that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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

  /** Takes a message whose parent is this run's request. */
  take(message: Received): void {
    if (this.#state.kind === "done") return;
    if (message.header.msg_type === "execute_reply") return this.#takeReply(message);
    if (message.header.msg_type === "status") return this.#takeStatus(message);
    if (message.header.msg_type === "execute_input") {
      this.#count = contents.execute_input.parse(message.content()).execution_count ?? this.#count;
    } else this.outputs.take(message);
    // Output that still comes after the reply is late, not lost.
    if (this.#reply !== undefined) this.#awaitIdle();
    this.#announce();
  }

  /** Ends the run from outside: the kernel is gone, or the run was taken out of the line. */
  end(status: Exclude<RunStatus, "running">, note?: string): void {
    if (this.#state.kind === "done") return;
    if (note !== undefined) this.note(note);
    clearTimeout(this.#idleTimer);
    this.#endedAt = performance.now();
    if (this.#state.kind === "queued") this.#startedAt = this.#endedAt;
    this.#state = { kind: "done", status };
    if (this.outputs.limitedByServer) {
      this.note(
        "Jupyter's rate limiter dropped part of the output before it reached us; print less, or to a file",
      );
    }
    this.#ended.resolve();
    this.#announce();
  }

  #takeReply(message: Received): void {
    const reply = contents.execute_reply.parse(message.content());
    this.#count = reply.execution_count ?? this.#count;
    this.#reply = { status: reply.status, ename: reply.ename };
    // Kernels send the exception as an output as well; where they do not, the reply has it.
    if (reply.status === "error" && !this.outputs.hasError) {
      const { ename = "Error", evalue = "", traceback = [] } = reply;
      this.outputs.addError({ ename, evalue, traceback });
    }
    if (this.#idle) this.#finish();
    else this.#awaitIdle();
  }

  #awaitIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      // A frame of many megabytes takes its time while the small reply has overtaken it: late is not lost.
      if (this.#outputsIn === undefined) this.#endWithoutIdle();
      else void this.#outputsIn().then(() => this.#endWithoutIdle());
    }, idleLimit);
  }

  #endWithoutIdle(): void {
    if (this.#state.kind === "done") return;
    this.note("The end of the output was not seen; part of it may be missing");
    this.#finish();
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
    if (this.#reply !== undefined) this.#finish();
  }

  #finish(): void {
    const status = this.#reply?.status;
    if (status === "ok") return this.end("ok");
    if (status === "aborted" && this.#stopReason === undefined) {
      this.note("The kernel dropped this run because code before it failed: nothing of it was executed");
    }
    const interrupted = status !== "error" || this.#reply?.ename === "KeyboardInterrupt";
    this.end(this.#stopReason ?? (interrupted ? "interrupted" : "error"));
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
