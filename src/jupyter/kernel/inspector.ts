/**
 * Asks a kernel about itself beside everybody's runs.
 *
 * 1. On the main shell while that is idle, in a subshell while it is busy; where the kernel has none, `kernel_busy` says
 *    what it is busy with. A question never waits behind somebody's cell.
 * 2. Questions change nothing, so that one which was overtaken on the main shell is simply asked again elsewhere.
 */

import { AppError } from "../../base/errors.ts";
import { untilAborted } from "../../base/async/until_aborted.ts";
import { requestReply, type RequestResult } from "./request.ts";
import type { BusyState } from "./busy_state.ts";
import type { KernelConnection } from "./connection.ts";
import type { KernelInfo } from "./kernel_info.ts";
import { contents, type ReceivedParent } from "./messages.ts";
import { PeerDiscovery } from "./peer_discovery.ts";

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

/** What the inspector needs to know of our run. */
interface OurRun {
  readonly id: string;
  readonly messageId: string;
  readonly elapsed: number;
}

/** Who occupies a kernel's main shell. */
export interface MainShell {
  readonly busy: BusyState;
  /** The run of ours that the kernel has. */
  readonly current: () => OurRun | undefined;
}

export class Inspector {
  readonly #connection: KernelConnection;
  readonly #busy: BusyState;
  readonly #current: () => OurRun | undefined;
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

/** Waits for output that the kernel has sent and that is still under way. */

/** Output that has not come after nothing came for this long will not come; on a slow line much may be under way. */
const maxSilence = 30_000;
/** Where others keep a kernel talking that is deaf on control, there is no silence. */
const maxWait = 600_000;

interface DeliveryOptions {
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly silence?: number;
}

/**
 * Resolves when all that the kernel has put on iopub by now has come, or will not come; rejects where the connection
 * is cut or closed meanwhile.
 */
export async function outputsDelivered(
  connection: Pick<KernelConnection, "request" | "forget" | "lastHeard">,
  { signal, silence = maxSilence }: DeliveryOptions,
): Promise<void> {
  const come = Promise.withResolvers<void>();
  // Messages of one channel keep their order: the status of a later request comes after them.
  const probe = connection.request(
    { channel: "control", type: "kernel_info_request", content: {} },
    ({ channel }) => {
      if (channel === "iopub") come.resolve();
    },
  );
  const asked = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    const isSilent = now - Math.max(asked, connection.lastHeard) > silence;
    if (isSilent || now - asked > maxWait) come.resolve();
  }, silence / 10);
  try {
    await untilAborted(come.promise, signal);
  } finally {
    clearInterval(watch);
    connection.forget(probe);
  }
}

/**
 * The subshell (JEP 91) in which we look at a kernel whose main shell is busy.
 *
 * 1. There is at most one of ours per kernel; it is made when needed and removed when it has not been needed for a while.
 * 2. One that hangs is never removed: the kernel would wait for its thread, deaf to everybody. It is left behind, another
 *    is made, and it is removed if it ever answers.
 * 3. A restart ends it with its process.
 */

const idleTime = 60_000;

/** A kernel's control channel answers at once, unless something wedges it. */
const createLimit = 5_000;

/** Whoever leaves does not wait longer than that for the kernel. */
const removeLimit = 500;

interface CreatedSubshell {
  readonly id: string;
  /** The process of the kernel that it lives in. */
  readonly process: string | undefined;
}

class Subshell {
  readonly #connection: KernelConnection;
  #making: Promise<CreatedSubshell> | undefined;
  #made: CreatedSubshell | undefined;
  #users = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: KernelConnection) {
    this.#connection = connection;
  }

  /** Does something in the subshell, which is made where there is none. */
  async use<T>(work: (id: string) => Promise<T>, signal: AbortSignal): Promise<T> {
    clearTimeout(this.#rest);
    this.#users++;
    try {
      return await work(await untilAborted(this.#ready(), signal));
    } finally {
      if (--this.#users === 0) this.#restLater();
    }
  }

  /** Leaves a subshell behind that does not answer. */
  abandon(): void {
    this.#made = undefined;
  }

  /** Removes a subshell that is known to be free; resolves when it is, or when nobody says so in time. */
  async remove(id: string): Promise<void> {
    if (!this.#connection.isOpen) return;
    const request = {
      channel: "control",
      type: "delete_subshell_request",
      content: { subshell_id: id },
    } as const;
    await requestReply(this.#connection, request, { signal: AbortSignal.timeout(removeLimit) }).catch(() =>
      undefined
    );
  }

  /** Removes it unless it is in use. */
  async close(): Promise<void> {
    clearTimeout(this.#rest);
    const made = this.#made;
    this.#made = undefined;
    if (made !== undefined && this.#users === 0 && made.process === this.#connection.process) {
      await this.remove(made.id);
    }
  }

  async #ready(): Promise<string> {
    const { process } = this.#connection;
    if (this.#made?.process !== process) this.#made = undefined;
    if (this.#made !== undefined) return this.#made.id;
    this.#making ??= this.#make(process).finally(() => this.#making = undefined);
    this.#made = await this.#making;
    return this.#made.id;
  }

  async #make(process: string | undefined): Promise<CreatedSubshell> {
    const request = { channel: "control", type: "create_subshell_request", content: {} } as const;
    const { reply } = await requestReply(this.#connection, request, {
      signal: AbortSignal.timeout(createLimit),
    });
    return { id: contents.create_subshell_reply.parse(reply.content()).subshell_id, process };
  }

  #restLater(): void {
    this.#rest = setTimeout(() => void this.close(), idleTime);
    Deno.unrefTimer(this.#rest);
  }
}
