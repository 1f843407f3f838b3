/**
 * A kernel as we use it: its connection, our runs on it, and what happens when it dies, is restarted or cut off.
 *
 * 1. When the kernel dies or is restarted, every run of ours ends and keeps its output, and the next answer says
 *    that the variables are gone.
 * 2. A cut socket ends no run: we come back under the same client id and take what Jupyter replays.
 */

import { AppError } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { getKernel, interruptKernel, restartKernel } from "../rest/kernels.ts";
import { BusyState } from "./busy_state.ts";
import { KernelConnection } from "./connection.ts";
import { Execution, type InputQuestion, type NewExecution, type StopReason } from "./execution.ts";
import { contents, executeContent, type KernelInfo, type Received } from "./messages.ts";
import { patience, reconnectDelay } from "./reconnect.ts";
import { RunLine } from "./run_line.ts";
import { nextTurn } from "./turn.ts";

/** After a reconnection, replayed messages have come within this time. */
const replayTime = 1_000;

const missedNote = "The connection was cut for a moment: output of that time may be missing in the middle";

export interface KernelOptions {
  readonly http: JupyterHttp;
  readonly id: string;
  readonly log: Logger;
}

export class Kernel {
  readonly id: string;
  readonly #http: JupyterHttp;
  readonly #log: Logger;
  readonly #connection: KernelConnection;
  readonly #busy = new BusyState();
  readonly #line: RunLine;
  #opening: Promise<void> | undefined;
  /** What the next answer must say. */
  #news: string | undefined;
  #isBeyondRestarting = false;

  constructor(options: KernelOptions) {
    this.id = options.id;
    this.#http = options.http;
    this.#log = options.log;
    this.#connection = new KernelConnection(options.http, options.id, {
      onForeign: (message) => this.#takeForeign(message),
      onUnreadable: (error) => this.#takeUnreadable(error),
      onMissed: () => this.#line.current?.note(missedNote),
      onLost: () => void this.#recover(),
    });
    this.#line = new RunLine({
      whenFree: () => this.#whenFree(),
      send: (execution) => this.#send(execution),
      interrupt: () => interruptKernel(this.#http, this.id),
    });
  }

  get info(): KernelInfo | undefined {
    return this.#connection.info;
  }

  get isConnected(): boolean {
    return this.#connection.isOpen && this.#opening === undefined;
  }

  /** Whether Jupyter has given this kernel up after too many deaths. */
  get isBeyondRestarting(): boolean {
    return this.#isBeyondRestarting;
  }

  /** Has the next answer say that the variables are gone, and why. */
  announce(reason: string): void {
    this.#news = `${reason}: all variables, imports and definitions are gone`;
  }

  /** The run of ours that has gone to the kernel and is not over. */
  get current(): Execution | undefined {
    return this.#line.current;
  }

  /** Whether anybody's code is running. */
  get isBusy(): boolean {
    return this.#busy.current !== undefined || this.#line.current !== undefined;
  }

  /** For how many milliseconds somebody else's code has been running; undefined where none is. */
  get busyElsewhere(): number | undefined {
    const busy = this.#busy.current;
    if (busy === undefined || busy.request === this.#line.current?.messageId) return undefined;
    return Math.round(performance.now() - busy.since);
  }

  /** Resolves when the kernel is connected and usable. */
  async connect(signal?: AbortSignal): Promise<void> {
    if (this.isConnected) return;
    this.#opening ??= this.#open().finally(() => this.#opening = undefined);
    await untilAborted(this.#opening, signal);
  }

  /** Puts code in line and returns its run at once. Connect first. */
  execute(options: NewExecution): Execution {
    const execution = new Execution({ ...options, outputsIn: () => this.#connection.outputsIn() });
    if (this.#news !== undefined) execution.note(this.#news);
    this.#news = undefined;
    this.#line.add(execution);
    return execution;
  }

  /** Stops a run: a waiting one is dropped, an executing one interrupted, an ended one left as it is. */
  stop(execution: Execution, reason: StopReason): Promise<void> {
    return this.#line.stop(execution, reason);
  }

  /** Interrupts whatever the kernel executes, whoever started it. */
  async interrupt(signal?: AbortSignal): Promise<void> {
    this.#line.current?.stopFor("interrupted");
    await interruptKernel(this.#http, this.id, signal);
  }

  /** Restarts in place and resolves when usable again; returns the runs of ours that were lost. */
  async restart(signal?: AbortSignal): Promise<Execution[]> {
    const lost = this.#line.endAll("The kernel was restarted while this ran");
    // A fresh socket: the server only then connects its side to the new process for certain.
    this.#reset();
    await restartKernel(this.#http, this.id, signal);
    await this.connect(signal);
    this.#news = undefined;
    return lost;
  }

  /** Ends all runs and the connection. The kernel itself lives on. */
  close(reason = "The session was ended"): void {
    this.#line.endAll(reason);
    this.#reset();
  }

  async #open(): Promise<void> {
    const { execution_state } = await this.#state();
    if (execution_state === "busy") this.#busy.assume();
    const { isNewProcess } = await this.#connection.open();
    this.#isBeyondRestarting = false;
    this.#log.debug("kernel connected", { kernel: this.id });
    if (!isNewProcess) return;
    this.#line.endAll("The kernel was restarted while the connection was cut");
    this.announce("The kernel was restarted by somebody else");
  }

  async #state() {
    try {
      return await getKernel(this.#http, this.id);
    } catch (error) {
      if (!(error instanceof StatusError) || error.status !== 404) throw error;
      throw new AppError("kernel_not_found", `Cannot use kernel "${this.id}": it is gone`, {
        hint: "Call session_list to see what runs, or session_create for a fresh kernel",
      });
    }
  }

  #whenFree(): Promise<void> | undefined {
    if (!this.isConnected) return this.connect();
    const askServer = async () => (await this.#state()).execution_state;
    return nextTurn({ busy: this.#busy, askServer });
  }

  #send(execution: Execution): void {
    const content = executeContent(execution.code);
    this.#connection.request(
      { channel: "shell", type: "execute_request", content, id: execution.messageId },
      (message) => {
        if (message.header.msg_type === "input_request") {
          const question = contents.input_request.parse(message.content());
          return void this.#answer(execution, message, question);
        }
        if (message.header.msg_type === "status") this.#busy.take(message, "ours");
        execution.take(message);
      },
    );
    void execution.ended.then(() => this.#connection.forget(execution.messageId));
  }

  /** Answers `input()`, or stops the run where nobody can: a kernel that waits for input is lost to everybody. */
  async #answer(execution: Execution, message: Received, question: InputQuestion): Promise<void> {
    const value = await execution.ask(question);
    if (execution.status !== "running") return;
    try {
      if (value === undefined) return await this.stop(execution, "interrupted");
      // The socket may have been cut while the person thought.
      await this.connect();
      this.#connection.reply(message, value);
    } catch {
      execution.note("The code waits for input, and the kernel could not be reached: call kernel_interrupt");
    }
  }

  #takeForeign(message: Received): void {
    const { msg_type } = message.header;
    if (msg_type !== "shutdown_reply" && msg_type !== "status") return;
    // While we open, what comes is about the past: Jupyter replays it, and a new process says that it starts.
    const isNews = this.isConnected;
    if (msg_type === "shutdown_reply") {
      if (isNews && !this.#connection.isFromNewProcess(message)) this.#restarted();
      return;
    }
    const { execution_state } = contents.status.parse(message.content());
    if (execution_state === "restarting" || execution_state === "dead") {
      if (isNews) this.#died(execution_state);
    } else if (execution_state === "starting") {
      if (isNews && this.#connection.isFromNewProcess(message)) this.#restarted();
    } else this.#busy.take(message, "foreign");
  }

  #takeUnreadable(error: unknown): void {
    const name = error instanceof Error ? error.name : typeof error;
    this.#log.warning("kernel message unreadable", { kernel: this.id, error: name });
    this.#line.current?.note("A message of the kernel could not be read: part of the output may be missing");
  }

  #died(state: string): void {
    this.#log.warning("kernel died", { kernel: this.id, state });
    this.#line.endAll("The kernel died while this ran (out of memory, a crash, or an exit call)");
    this.#isBeyondRestarting = state === "dead";
    this.announce("The kernel died and was started anew");
    this.#reset();
  }

  /** Somebody else restarted the kernel. */
  #restarted(): void {
    this.#line.endAll("The kernel was restarted by somebody else while this ran");
    this.announce("The kernel was restarted by somebody else");
    this.#reset();
  }

  /** The next use opens a fresh socket, which makes the server connect to the new process. */
  #reset(): void {
    this.#busy.clear();
    this.#connection.close();
  }

  /** The socket was cut: with a run under way come back for its output, else wait for the next use. */
  async #recover(): Promise<void> {
    const execution = this.#line.current;
    if (execution === undefined) return;
    this.#log.warning("kernel connection lost", { kernel: this.id });
    const deadline = performance.now() + patience;
    for (let attempt = 0; performance.now() < deadline && execution.status === "running"; attempt++) {
      await delay(reconnectDelay(attempt));
      try {
        await this.connect();
        return await this.#settleAfterGap(execution);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") break;
      }
    }
    execution.end("kernel_died", "The connection to Jupyter was lost and could not be restored");
  }

  /**
   * Jupyter replays what we missed only where nobody else was connected, and nothing that it sent into a socket
   * which it did not know to be dead. A run that its kernel no longer executes will not say how it ended.
   */
  async #settleAfterGap(execution: Execution): Promise<void> {
    await delay(replayTime);
    if (execution.status !== "running") return;
    const { execution_state, connections } = await this.#state();
    if (execution_state === "idle") {
      this.#busy.clear();
      return execution.end("interrupted", gapNote(execution));
    }
    if ((connections ?? 0) > 1) execution.note(missedNote);
  }
}

function gapNote({ state }: Execution): string {
  return state === "executing"
    ? "The connection was cut, and the run ended before it was restored: the output after the cut, and whether the " +
      "run succeeded, are not known. Look at its variables before running it again"
    : "The connection was cut before the kernel confirmed the run: it is not known whether the code ran. " +
      "Look at its variables before running it again";
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener("abort", abort));
}
