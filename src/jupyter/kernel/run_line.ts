/**
 * The line in which our runs wait for one kernel. One at a time goes to the kernel.
 *
 * 1. A run is sent only while the kernel is idle, so that a run still waiting can be dropped without a trace:
 *    Jupyter has no way to take back a request. One that comes behind somebody else's all the same is dropped inside
 *    the kernel, where that can be done.
 * 2. The kernel is interrupted for a run only while that run is the one executing: by its own hand where it can.
 * 3. Nothing is sent while an interrupt is on its way: where the run that it is meant for ends first, it would hit the next.
 */

import type { AppError } from "../../base/errors.ts";
import { untilAborted } from "../../base/async/until_aborted.ts";
import type { Execution, StopReason } from "./execution.ts";
import type { InKernelStopOptions } from "./stop_inside.ts";

/** What ends the runs of a program that is told to end itself, while the kernel may go on with them. */
export const processStoppedNote = "jupyter-mcp was stopped: output after this is not recorded";
/** What is said of a run that was dropped. */
export const notStartedNote = "The run was dropped from the line before it began: nothing of it was executed";

/** Milliseconds for each way to stop a run while we end ourselves. */
const abandonLimit = 400;

export interface RunQueueOptions {
  /** Resolves when what others do on the kernel has been read; undefined where it has. */
  readonly lookAround?: () => Promise<void> | undefined;
  /** Resolves when the kernel can take a run: connected, and idle. Undefined where it can take one right now. */
  readonly whenFree: () => Promise<void> | undefined;
  readonly send: (execution: Execution) => void;
  /** Resolves when the kernel has got the signal. */
  readonly interrupt: (signal?: AbortSignal) => Promise<void>;
  /** Has the kernel stop this run and nothing else; false where it has no way to do that. */
  readonly stopInside?: (execution: Execution, options: InKernelStopOptions) => Promise<boolean>;
}

export class RunQueue {
  readonly #options: RunQueueOptions;
  readonly #waiting: Execution[] = [];
  #current: Execution | undefined;
  /** Runs to interrupt as soon as they execute. */
  readonly #doomed = new WeakSet<Execution>();
  /** Resolves when no interrupt is on its way any more; undefined where none is. */
  #interrupting: Promise<unknown> | undefined;
  #moving = false;

  constructor(options: RunQueueOptions) {
    this.#options = options;
  }

  /** The run that has gone to the kernel and is not over. */
  get current(): Execution | undefined {
    return this.#current;
  }

  add(execution: Execution): void {
    this.#waiting.push(execution);
    void this.#move();
  }

  /** Takes in a run that has gone to the kernel already. */
  adopt(execution: Execution): void {
    this.#hold(execution);
  }

  /** Stops a run: a waiting one is dropped, an executing one interrupted, an ended one left as it is. */
  async stop(execution: Execution, reason: StopReason): Promise<void> {
    const place = this.#waiting.indexOf(execution);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      execution.end(reason, notStartedNote);
      return;
    }
    if (execution !== this.#current) return;
    execution.stopFor(reason);
    const inside = this.#stopInside(execution, { reason });
    if (inside !== undefined && await inside) return;
    if (execution.state === "executing") return await this.interrupt();
    // Somebody else's request came between: theirs must not be interrupted, ours is when its turn comes, once.
    if (this.#doomed.has(execution)) return;
    this.#doomed.add(execution);
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

  #stopInside(execution: Execution, options: InKernelStopOptions): Promise<boolean> | undefined {
    const stopping = this.#options.stopInside?.(execution, options);
    return stopping && this.#meanwhile(stopping);
  }

  /** Interrupts whatever the kernel executes. */
  interrupt(signal?: AbortSignal): Promise<void> {
    return this.#meanwhile(this.#options.interrupt(signal));
  }

  /** Sends nothing until this has passed. */
  #meanwhile<T>(passing: Promise<T>): Promise<T> {
    const all = Promise.allSettled([this.#interrupting, passing]).then(() => {
      if (this.#interrupting === all) this.#interrupting = undefined;
    });
    this.#interrupting = all;
    return passing;
  }

  /** Stops the run that has gone to the kernel where a caller still waits for it, and does not wait long for that. */
  async abandon(): Promise<void> {
    const run = this.#current;
    if (!run?.waiters.areWaiting) return;
    run.stopFor("interrupted");
    const inside = this.#stopInside(run, { reason: "interrupted", limit: abandonLimit });
    const limit = AbortSignal.timeout(abandonLimit);
    const isStopped = inside !== undefined && await untilAborted(inside, limit).catch(() => false);
    if (isStopped || run.state !== "executing") return;
    await this.interrupt(AbortSignal.timeout(abandonLimit)).catch(() => undefined);
  }

  /** Ends every run, waiting or not, because its kernel is gone; or we are. */
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

  /** Sends what waits, as the kernel becomes free. One loop at a time. */
  async #move(): Promise<void> {
    if (this.#moving) return;
    this.#moving = true;
    try {
      const look = this.#options.lookAround?.();
      if (look !== undefined) await look;
      while (this.#waiting.length > 0) {
        const wait = this.#current?.ended ?? this.#interrupting ?? this.#options.whenFree();
        if (wait === undefined) this.#sendNext();
        else {
          await wait.catch((error) => this.endAll(`The kernel cannot be used: ${messageOf(error)}`));
        }
      }
    } finally {
      this.#moving = false;
    }
  }

  #sendNext(): void {
    const execution = this.#waiting.shift();
    if (execution === undefined || execution.isHandedOver) return;
    this.#hold(execution);
    execution.regainContact();
    try {
      this.#options.send(execution);
      execution.sent();
    } catch (error) {
      execution.end("kernel_died", `The run could not be sent: ${messageOf(error)}`);
    }
  }

  #hold(execution: Execution): void {
    this.#current = execution;
    void execution.ended.then(() => {
      if (this.#current === execution) this.#current = undefined;
    });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
