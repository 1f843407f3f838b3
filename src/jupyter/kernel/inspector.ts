/**
 * Sends inspections to a kernel alongside everyone's runs.
 *
 * 1. They run on the main shell while that is idle, in a subshell while it is busy; if the kernel has no subshells,
 *    `kernel_busy` says what it is busy with. An inspection never waits behind a cell.
 * 2. Inspections change nothing, so one that was overtaken on the main shell is simply sent again to a subshell.
 * 3. We have at most one subshell (JEP 91) per kernel; it is created on demand and removed after a while without use.
 * 4. A subshell that hangs is never removed: the kernel would wait for its thread and answer no one. It is abandoned,
 *    another is created, and it is removed if it ever answers.
 * 5. A restart ends the subshell with its process.
 */

import { settlesWithin } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import type { BusyState } from "./busy_state.ts";
import type { KernelConnection, KernelInfo } from "./connection.ts";
import type { Execution } from "./execution.ts";
import { type ReceivedParent, requestReply, type RequestResult } from "./messages.ts";
import { outputsDelivered } from "./outputs_delivered.ts";
import { PeerDiscovery } from "./peer_discovery.ts";
import { Subshell } from "./subshell.ts";

/** An answer that was sent before a cell began has arrived within this many milliseconds. */
const overtakeTime = 100;

/** Changes nothing, and is answered in queue order. */
const mainProbe = { channel: "shell", type: "kernel_info_request", content: {} } as const;

export interface SilentRequest {
  /** The content of an execute request; `last` is the header of the request that the main shell executed last. */
  readonly content: (last: ReceivedParent | undefined) => Readonly<Record<string, unknown>>;
  /** Whether the answer is what the code prints, rather than in the reply. */
  readonly withOutput?: boolean;
  /** Milliseconds. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Who occupies a kernel's main shell. */
interface MainShell {
  readonly busy: BusyState;
  /** Our run that the kernel has. */
  readonly current: () => Pick<Execution, "id" | "messageId" | "elapsed"> | undefined;
}

export class Inspector {
  readonly #connection: KernelConnection;
  readonly #busy: BusyState;
  readonly #current: MainShell["current"];
  readonly #subshell: Subshell;
  /** Finds other instances of this program on the same kernel. */
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

  /** Executes an inspection; rejects with `kernel_busy` if it is not answered within its limit. */
  async execute(inspection: SilentRequest): Promise<RequestResult> {
    const since = performance.now();
    const limit = AbortSignal.timeout(inspection.limit);
    const signal = AbortSignal.any([
      limit,
      this.#gone.signal,
      ...(inspection.signal === undefined ? [] : [inspection.signal]),
    ]);
    try {
      if (this.#isBusy && !this.#canUseSubshell(inspection)) await this.#untilIdle(signal);
      if (this.#isBusy) return await this.#useSubshell(inspection, signal);
      return await this.#useMainShell(inspection, signal) ?? await this.#useSubshell(inspection, signal);
    } catch (error) {
      // A subshell that is not created in time counts as well.
      const isLate = limit.aborted || (error instanceof DOMException && error.name === "TimeoutError");
      if (isLate && !inspection.signal?.aborted && !this.#gone.signal.aborted) {
        throw this.#late(Math.round((performance.now() - since) / 1_000));
      }
      throw error;
    }
  }

  /** Resolves when the main shell has executed everything queued before. */
  async mainAnswers(): Promise<void> {
    await requestReply(this.#connection, mainProbe, { signal: this.#gone.signal });
  }

  /** The same, and all output of that has arrived: messages of one channel keep their order. */
  async mainQueueDrained(): Promise<void> {
    await requestReply(this.#connection, mainProbe, { signal: this.#gone.signal, withOutput: true });
  }

  /** Resolves when everything that the kernel has sent on iopub by now has arrived, or never will. */
  outputsDelivered(): Promise<void> {
    return outputsDelivered(this.#connection, { signal: this.#gone.signal });
  }

  /** The connection is cut or closed: open requests will not be answered. */
  drop(reason: AppError): void {
    this.#gone.abort(reason);
    this.#gone = new AbortController();
  }

  /** Removes our subshell. */
  close(): Promise<void> {
    return this.#subshell.close();
  }

  /** The error that says what the kernel is busy with. */
  busyError(state = "it has been running"): AppError {
    const ours = this.#current();
    const busy = this.#busy.current;
    const isOurs = ours !== undefined && (busy === undefined || busy.request === ours.messageId);
    const since = isOurs ? ours.elapsed : performance.now() - (busy?.since ?? performance.now());
    const seconds = Number((Math.max(0, since) / 1_000).toPrecision(2));
    const count = busy?.count ?? undefined;
    const cell = count === undefined ? "another client's cell" : `another client's cell [${count}]`;
    const what = isOurs ? `the run "${ours.id}"` : cell;
    return new AppError(
      "kernel_busy",
      `Cannot inspect the kernel: ${state} ${what} for ${seconds} s`,
      {
        hint: isOurs
          ? "This kernel cannot answer until then: wait with execution_get, or call kernel_interrupt"
          : "This kernel cannot answer until then: wait for that cell, or call kernel_interrupt if the person agrees",
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

  #canUseSubshell(inspection: SilentRequest): boolean {
    return this.#connection.info.hasSubshells && inspection.withOutput !== true;
  }

  /** Waits a moment: the status of a cell that has just ended may still be on its way. */
  async #untilIdle(signal: AbortSignal): Promise<void> {
    const idle = Promise.withResolvers<void>();
    const off = this.#busy.onIdle(() => idle.resolve());
    await settlesWithin(idle.promise, overtakeTime, signal).finally(off);
  }

  /** Uses the main shell; undefined if a cell came first. */
  async #useMainShell(inspection: SilentRequest, signal: AbortSignal): Promise<RequestResult | undefined> {
    const overtaken = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = this.#busy.onBusy(() => {
      timer ??= setTimeout(() => overtaken.abort(), overtakeTime);
    });
    try {
      const content = inspection.content(this.#busy.latest);
      return await requestReply(this.#connection, { channel: "shell", type: "execute_request", content }, {
        signal: AbortSignal.any([signal, overtaken.signal]),
        withOutput: inspection.withOutput === true,
      });
    } catch (error) {
      if (signal.aborted || !overtaken.signal.aborted) throw error;
      return undefined;
    } finally {
      off();
      clearTimeout(timer);
    }
  }

  #useSubshell(inspection: SilentRequest, signal: AbortSignal): Promise<RequestResult> {
    if (!this.#canUseSubshell(inspection)) throw this.busyError();
    return this.#subshell.use(async (subshell) => {
      // The latest request, even in a subshell, decides what the running cell may do: it must still be able to ask for input.
      const content = { ...inspection.content(this.#busy.latest), allow_stdin: true };
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
      `Cannot inspect the kernel: it has not answered for ${seconds} s`,
      {
        hint:
          "Code that never lets go of the interpreter may be running: try again later, or call kernel_interrupt",
      },
    );
  }
}
