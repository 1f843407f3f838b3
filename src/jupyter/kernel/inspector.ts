/**
 * Asks a kernel about itself beside everybody's runs.
 *
 * 1. On the main shell while that is idle, in a subshell while it is busy; where the kernel has none, `kernel_busy` says
 *    what it is busy with. A question never waits behind somebody's cell.
 * 2. Questions change nothing, so that one which was overtaken on the main shell is simply asked again elsewhere.
 */

import { AppError } from "../../base/errors.ts";
import { untilAborted } from "../../base/async/until_aborted.ts";
import { requestReply, type RequestResult } from "./ask.ts";
import type { BusyState } from "./busy_state.ts";
import type { KernelConnection } from "./connection.ts";
import type { Execution } from "./execution.ts";
import type { KernelInfo } from "./kernel_info.ts";
import type { ReceivedParent } from "./messages.ts";
import { outputsDelivered } from "./outputs_in.ts";
import { PeerDiscovery } from "./peers.ts";
import { Subshell } from "./subshell.ts";

/** An answer that was given before somebody's cell began has come within this time. */
const overtakeTime = 100;

/** Changes nothing, and is answered in its turn. */
const mainProbe = { channel: "shell", type: "kernel_info_request", content: {} } as const;

export interface Inspection {
  /** The content of an execute request; `last` is the header of the request that the main shell executed last. */
  readonly content: (last: ReceivedParent | undefined) => Readonly<Record<string, unknown>>;
  /** Whether the answer is in what the code prints, and not in the reply. */
  readonly withOutput?: boolean;
  /** Milliseconds. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Who occupies a kernel's main shell. */
export interface MainShell {
  readonly busy: BusyState;
  /** The run of ours that the kernel has. */
  readonly current: () => Execution | undefined;
}

export class Inspector {
  readonly #connection: KernelConnection;
  readonly #busy: BusyState;
  readonly #current: () => Execution | undefined;
  readonly #subshell: Subshell;
  /** Programs like this one on the same kernel. */
  readonly peers: PeerDiscovery;
  #gone = new AbortController();

  constructor(connection: KernelConnection, { busy, current }: MainShell) {
    this.#connection = connection;
    this.#busy = busy;
    this.#current = current;
    this.#subshell = new Subshell(connection);
    this.peers = new PeerDiscovery(connection);
  }

  get info(): KernelInfo {
    return this.#connection.info;
  }

  /** Differs from one process of the kernel to the next. */
  get process(): string | undefined {
    return this.#connection.process;
  }

  /** Asks, and answers within the limit or not at all. */
  async execute(question: Inspection): Promise<RequestResult> {
    const since = performance.now();
    const limit = AbortSignal.timeout(question.limit);
    const signal = AbortSignal.any([
      limit,
      this.#gone.signal,
      ...(question.signal === undefined ? [] : [question.signal]),
    ]);
    try {
      if (this.#isBusy && !this.#canAskBeside(question)) await this.#untilIdle(signal);
      if (this.#isBusy) return await this.#askBeside(question, signal);
      return await this.#askMain(question, signal) ?? await this.#askBeside(question, signal);
    } catch (error) {
      // A subshell that is not made in time counts as well.
      const isLate = limit.aborted || (error instanceof DOMException && error.name === "TimeoutError");
      if (isLate && !question.signal?.aborted && !this.#gone.signal.aborted) {
        throw this.#late(Math.round((performance.now() - since) / 1_000));
      }
      throw error;
    }
  }

  /** Resolves when the main shell has executed all that it was asked before. */
  async mainAnswers(): Promise<void> {
    await requestReply(this.#connection, mainProbe, { signal: this.#gone.signal });
  }

  /** The same, and all output of that has come: messages of one channel keep their order. */
  async mainQueueDrained(): Promise<void> {
    await requestReply(this.#connection, mainProbe, { signal: this.#gone.signal, withOutput: true });
  }

  /** Resolves when all that the kernel has put on iopub by now has come, or will not come. */
  outputsDelivered(): Promise<void> {
    return outputsDelivered(this.#connection, { signal: this.#gone.signal });
  }

  /** The connection is cut or closed: nobody will answer what was asked. */
  drop(reason: AppError): void {
    this.#gone.abort(reason);
    this.#gone = new AbortController();
  }

  /** Takes our subshell away. */
  close(): Promise<void> {
    return this.#subshell.close();
  }

  /** That the kernel is busy, and with what. */
  busyError(state = "it has been running"): AppError {
    const ours = this.#current();
    const busy = this.#busy.current;
    const isOurs = ours !== undefined && (busy === undefined || busy.request === ours.messageId);
    const since = isOurs ? ours.elapsed : performance.now() - (busy?.since ?? performance.now());
    const seconds = Number((Math.max(0, since) / 1_000).toPrecision(2));
    const count = busy?.count ?? undefined;
    const cell = count === undefined ? "another client's cell" : `another client's cell [${count}]`;
    const what = isOurs ? `our run "${ours.id}"` : cell;
    return new AppError(
      "kernel_busy",
      `Cannot look into the kernel: ${state} ${what} for ${seconds} s`,
      {
        hint: isOurs
          ? "This kernel answers nothing meanwhile: wait with execution_get, or call kernel_interrupt"
          : "This kernel answers nothing meanwhile: wait for that cell, or call kernel_interrupt if the person agrees",
        details: {
          busy_with: isOurs
            ? { execution_id: ours.id, seconds }
            : { execution_count: count ?? null, seconds },
        },
      },
    );
  }

  get #isBusy(): boolean {
    return this.#busy.current !== undefined || this.#current() !== undefined;
  }

  #canAskBeside(question: Inspection): boolean {
    return this.#connection.info.hasSubshells && question.withOutput !== true;
  }

  /** Waits a moment: a cell that has ended elsewhere may not have ended here. */
  async #untilIdle(signal: AbortSignal): Promise<void> {
    const idle = Promise.withResolvers<void>();
    const off = this.#busy.onIdle(() => idle.resolve());
    const timer = setTimeout(() => idle.resolve(), overtakeTime);
    try {
      await untilAborted(idle.promise, signal);
    } finally {
      off();
      clearTimeout(timer);
    }
  }

  /** Asks the main shell; undefined where somebody's cell came first. */
  async #askMain(question: Inspection, signal: AbortSignal): Promise<RequestResult | undefined> {
    const overtaken = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = this.#busy.onBusy(() => {
      timer ??= setTimeout(() => overtaken.abort(), overtakeTime);
    });
    try {
      const content = question.content(this.#busy.latest);
      return await requestReply(this.#connection, { channel: "shell", type: "execute_request", content }, {
        signal: AbortSignal.any([signal, overtaken.signal]),
        withOutput: question.withOutput === true,
      });
    } catch (error) {
      if (signal.aborted || !overtaken.signal.aborted) throw error;
      return undefined;
    } finally {
      off();
      clearTimeout(timer);
    }
  }

  #askBeside(question: Inspection, signal: AbortSignal): Promise<RequestResult> {
    if (!this.#canAskBeside(question)) throw this.busyError();
    return this.#subshell.use(async (subshell) => {
      // What the running cell may do is up to the latest request, also in a subshell: it may go on asking for input.
      const content = { ...question.content(this.#busy.latest), allow_stdin: true };
      try {
        return await requestReply(this.#connection, {
          channel: "shell",
          type: "execute_request",
          content,
          subshell,
        }, {
          signal,
          onLate: () => void this.#subshell.remove(subshell),
        });
      } catch (error) {
        this.#subshell.abandon();
        throw error;
      }
    }, signal);
  }

  #late(seconds: number): AppError {
    if (this.#isBusy) {
      return this.busyError(`it has not answered for ${seconds} s, and has been running`);
    }
    return new AppError(
      "kernel_busy",
      `Cannot look into the kernel: it has not answered for ${seconds} s`,
      {
        hint:
          "Code that never lets go of the interpreter may be running: try again later, or call kernel_interrupt",
      },
    );
  }
}
