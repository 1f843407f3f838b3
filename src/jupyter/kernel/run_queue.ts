/**
 * The queue of our runs for one kernel. One at a time is sent to the kernel.
 *
 * 1. A run is sent only while the kernel is idle, so that a run still waiting can be dropped without a trace:
 *    Jupyter cannot withdraw a request. A run that ends up behind another client's request all the same is dropped
 *    inside the kernel, if it supports that.
 * 2. The kernel is interrupted for a run only while that run is executing: from inside the kernel, if it supports that.
 * 3. A run that the kernel drops unexecuted is sent again, a few times.
 * 4. Nothing is sent while an interrupt is on its way: if its run ends first, it would hit the next one.
 */

import { untilAborted } from "../../base/async.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Execution, StopReason } from "./execution.ts";
import { afterQueuePurge } from "./fairness.ts";
import { type InKernelOptions, notStartedNote } from "./interrupt_in_kernel.ts";

/** Ends our runs as this process stops, while the kernel may continue them. */
export const processStoppedNote = "jupyter-mcp was stopped: output after this is not recorded";

/** Times that a run is sent again after the kernel has dropped it. */
const maxResends = 5;
/** Milliseconds for each attempt to stop a run as this process stops. */
const abandonLimit = 400;

interface RunQueueOptions {
  /** Resolves when other clients' pending messages have been read; undefined if there are none. */
  readonly readPendingMessages?: () => Promise<void> | undefined;
  /** Resolves when the kernel is connected and idle; undefined if it can take a run right now. */
  readonly whenFree: () => Promise<void> | undefined;
  readonly send: (execution: Execution) => void;
  /** Resolves when the kernel has received the signal. */
  readonly interrupt: (signal?: AbortSignal) => Promise<void>;
  /** Interrupts this run and nothing else from inside the kernel; false if that is not supported. */
  readonly interruptInKernel: (execution: Execution, options: InKernelOptions) => Promise<boolean>;
}

export class RunQueue {
  readonly #options: RunQueueOptions;
  readonly #waiting: Execution[] = [];
  #current: Execution | undefined;
  /** The current run, if it is to be interrupted as soon as it executes. */
  #toInterrupt: Execution | undefined;
  /** Resolves when no interrupt is on its way any more; undefined if none is. */
  #interrupting: Promise<unknown> | undefined;
  #isSending = false;

  constructor(options: RunQueueOptions) {
    this.#options = options;
  }

  /** The run that was sent to the kernel and is not over. */
  get current(): Execution | undefined {
    return this.#current;
  }

  /** The first run that is not over, sent or not. */
  get next(): Execution | undefined {
    return [this.#current, ...this.#waiting].find((execution) => execution?.status === "running");
  }

  add(execution: Execution): void {
    this.#waiting.push(execution);
    void this.#sendWaiting();
  }

  /** Sends a run again that the kernel has dropped this many times; false if that is too often. */
  resend(execution: Execution, drops: number): boolean {
    if (drops > maxResends) return false;
    void this.#sendAgain(execution, drops);
    return true;
  }

  async #sendAgain(execution: Execution, drops: number): Promise<void> {
    try {
      await afterQueuePurge(drops);
      await this.#options.whenFree();
      if (execution.status === "running" && !execution.isHandedOver) this.#options.send(execution);
    } catch (error) {
      execution.end("kernel_died", `The run could not be sent again: ${messageOf(error)}`);
    }
  }

  /** Takes in a run that was already sent to the kernel. */
  adopt(execution: Execution): void {
    this.#track(execution);
  }

  /** Stops a run: a waiting one is dropped, an executing one interrupted, an ended one left as it is. */
  async stop(execution: Execution, reason: StopReason): Promise<void> {
    const index = this.#waiting.indexOf(execution);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
      execution.end(reason, notStartedNote);
      return;
    }
    if (execution !== this.#current) return;
    execution.stopFor(reason);
    if (await this.#interruptInKernel(execution, { reason })) return;
    if (execution.state === "executing") return await this.interrupt();
    // Another client's request came first: it must not be interrupted. Ours is, once, as soon as it executes.
    if (this.#toInterrupt === execution) return;
    this.#toInterrupt = execution;
    const off = execution.subscribe(() => {
      if (execution.state === "sent") return;
      off();
      if (execution.state === "executing") {
        void this.interrupt().catch(() =>
          execution.note("The interrupt could not be sent: call kernel_interrupt")
        );
      }
    });
  }

  #interruptInKernel(execution: Execution, options: InKernelOptions): Promise<boolean> {
    return this.#holdSending(this.#options.interruptInKernel(execution, options));
  }

  /** Interrupts whatever the kernel is executing. */
  interrupt(signal?: AbortSignal): Promise<void> {
    return this.#holdSending(this.#options.interrupt(signal));
  }

  /** Sends nothing until this has settled. */
  #holdSending<T>(pending: Promise<T>): Promise<T> {
    const all = Promise.allSettled([this.#interrupting, pending]).then(() => {
      if (this.#interrupting === all) this.#interrupting = undefined;
    });
    this.#interrupting = all;
    return pending;
  }

  /** Stops the current run if a caller still waits for it, within a short limit. */
  async interruptAwaited(): Promise<void> {
    const run = this.#current;
    if (!run?.isAwaited) return;
    run.stopFor("interrupted");
    const stopping = this.#interruptInKernel(run, { reason: "interrupted", limit: abandonLimit });
    const isStopped = await untilAborted(stopping, AbortSignal.timeout(abandonLimit)).catch(() => false);
    if (isStopped || run.state !== "executing") return;
    await this.interrupt(AbortSignal.timeout(abandonLimit)).catch(() => undefined);
  }

  /** Ends every run, waiting or not, because the kernel is gone or this process stops. */
  endAll(note: string, status: "kernel_died" | "interrupted" = "kernel_died"): Execution[] {
    const current = this.#current;
    const waiting = this.#waiting.splice(0);
    this.#current = undefined;
    current?.end(status, note);
    for (const execution of waiting) execution.end(status, `${note}; this had not begun`);
    return [...(current === undefined ? [] : [current]), ...waiting];
  }

  /** The kernel has been out of reach for longer than callers should wait. */
  loseContact(reason: AppError): void {
    for (const execution of [this.#current, ...this.#waiting]) execution?.loseContact(reason);
  }

  /** Sends waiting runs as the kernel becomes free. One loop at a time. */
  async #sendWaiting(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      const pending = this.#options.readPendingMessages?.();
      if (pending !== undefined) await pending;
      while (this.#waiting.length > 0) {
        const wait = this.#current?.ended ?? this.#interrupting ?? this.#options.whenFree();
        if (wait === undefined) this.#sendNext();
        else {
          await wait.catch((error) => this.endAll(`The kernel cannot be used: ${messageOf(error)}`));
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  #sendNext(): void {
    const execution = this.#waiting.shift();
    if (execution === undefined || execution.isHandedOver) return;
    this.#track(execution);
    execution.regainContact();
    try {
      this.#options.send(execution);
      execution.sent();
    } catch (error) {
      execution.end("kernel_died", `The run could not be sent: ${messageOf(error)}`);
    }
  }

  #track(execution: Execution): void {
    this.#current = execution;
    void execution.ended.then(() => {
      if (this.#current === execution) this.#current = undefined;
    });
  }
}
