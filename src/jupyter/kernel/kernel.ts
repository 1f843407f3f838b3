/**
 * A kernel as we use it: its connection, our runs on it, and what happens when it dies, is restarted or is cut off.
 *
 * 1. When the kernel dies or is restarted, our runs end and keep their output; the next result says what is gone.
 * 2. A cut socket ends no run: we reconnect under the same client id and receive what Jupyter replays.
 * 3. A run that the kernel drops unexecuted, because another client's cell failed and it purged its queue, is sent again.
 * 4. A kernel that waits for input is lost to everyone: `input()` is answered, or the run is stopped.
 */

import type { AppError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import { settlesWithin, untilAborted } from "../../base/async.ts";
import type { JupyterHttp, WaitOptions } from "../rest/http.ts";
import { getKernel, interruptKernel, restartKernel } from "../rest/kernels.ts";
import { connectionWindow } from "../rest/retry.ts";
import { BusyState } from "./busy_state.ts";
import { KernelConnection } from "./connection.ts";
import { Displays } from "./displays.ts";
import { Execution, type NewExecution, type StopReason } from "./execution.ts";
import { readPendingMessages, whenMaySend } from "./fairness.ts";
import { Inspector } from "./inspector.ts";
import { contents, executeContent, type Received } from "./messages.ts";
import { recordedOutputLimits } from "./output_collector.ts";
import { noteDropped, noteMissed, recoverRun } from "./recovery.ts";
import { interruptInKernel, type InterruptOutcome } from "./interrupt_in_kernel.ts";
import { processStoppedNote, RunQueue } from "./run_queue.ts";
import { receiveAsSuccessor, restoreRun, type RunSnapshot } from "./takeover.ts";
import { Widgets } from "./widgets.ts";

/** Interrupts one request from inside the kernel, within a limit in milliseconds. */
type InterruptRequest = (
  kernel: Kernel,
  messageId: string,
  limit: number,
) => Promise<InterruptOutcome>;

export interface KernelOptions {
  readonly http: JupyterHttp;
  readonly id: string;
  readonly log: Logger;
  /** If absent, runs are interrupted through the server only. */
  readonly interruptRequest?: InterruptRequest | undefined;
}

interface RestartOptions {
  readonly signal?: AbortSignal | undefined;
  /** Resolve while the kernel is still coming up. */
  readonly resolvesBeforeReady?: boolean;
}

/** Whether we are connected; `opened` settles when an opening is over. */
type ConnectionState =
  | { readonly kind: "closed" }
  | { readonly kind: "opening"; readonly opened: Promise<void> }
  | Restarting
  | { readonly kind: "open" };

/** One at a time: Jupyter answers some of several concurrent restarts with an error and others never. */
interface Restarting {
  readonly kind: "restarting";
  readonly opened: Promise<void>;
  /** Resolves with the runs that were lost when Jupyter has restarted the kernel; never rejects. */
  readonly done: Promise<Execution[]>;
  /** Resolves with the same when the kernel is usable. */
  readonly usable: Promise<Execution[]>;
}

/** Milliseconds in which an idle main shell answers. */
const answerTime = 250;

const surrogateNote =
  "The code contains half of a surrogate pair, which no kernel can read: it was run with U+FFFD in its place";

export class Kernel {
  readonly id: string;
  readonly #http: JupyterHttp;
  readonly #log: Logger;
  readonly #connection: KernelConnection;
  readonly #busy = new BusyState();
  readonly #fetchModel = () => getKernel(this.#http, this.id);
  readonly #queue: RunQueue;
  readonly #loseContact = (reason: AppError) => this.#queue.loseContact(reason);
  /** Inspects the kernel alongside its runs. */
  readonly inspector: Inspector;
  readonly #displays = new Displays();
  readonly #widgets = new Widgets(() => this.#connection);
  /** Messages for other clients' runs since {@linkcode listenForTakeover}, until one of those is adopted. */
  #heard: Received[] | undefined;
  #state: ConnectionState = { kind: "closed" };
  #stateLostNote: string | undefined;
  #hasDied = false;
  /** Resolves when the main shell has answered since the last opening began. */
  #mainAnswered = Promise.withResolvers<void>();
  /** Resolves when the main shell has answered a probe, for all who ask for its state meanwhile. */
  #answering: Promise<unknown> | undefined;

  constructor({ id, http, log, interruptRequest }: KernelOptions) {
    this.id = id;
    this.#http = http;
    this.#log = log;
    this.#connection = new KernelConnection(http, id, {
      onForeign: (message) => this.inspector.peers.take(message) || this.#takeForeign(message),
      onComm: (message) => this.#widgets.take(message),
      onUnreadable: (error) => this.#takeUnreadable(error),
      onShellFree: () => {
        this.#mainAnswered.resolve();
        this.#busy.clearAssumed();
      },
      onMissed: () => noteMissed(this.#queue.current),
      onDropped: (next) => noteDropped(this.#queue.current, next),
      mayClose: () => this.#queue.current === undefined,
      onLost: () => {
        if (this.#state.kind === "open") this.#state = { kind: "closed" };
        void this.#recover();
      },
    });
    this.#queue = new RunQueue({
      readPendingMessages: () => readPendingMessages(this.#busy),
      whenFree: () => this.#whenFree(),
      send: (execution) => this.#send(execution),
      interrupt: (signal) => interruptKernel(this.#http, this.id, signal),
      interruptInKernel: async (execution, options) => {
        if (interruptRequest === undefined || !this.isConnected) return false;
        const interrupt = (messageId: string, limit: number) => interruptRequest(this, messageId, limit);
        const outputsDelivered = () => this.inspector.outputsDelivered();
        return await interruptInKernel({ interrupt, outputsDelivered }, execution, options);
      },
    });
    this.inspector = new Inspector(this.#connection, {
      busy: this.#busy,
      current: () => this.#queue.current,
    });
  }

  /** What every run on this kernel shares. */
  get #context() {
    const { inspector } = this;
    return {
      displays: this.#displays,
      widgets: this.#widgets,
      kernelId: this.id,
      inspector,
      languageInfo: () => inspector.info.languageInfo,
    };
  }

  get isConnected(): boolean {
    return this.#state.kind === "open";
  }

  /** Whether it died and has not been seen alive since: Jupyter may have given up after too many deaths. */
  get hasDied(): boolean {
    return this.#hasDied;
  }

  /** Whether it is connected, confirmed if nothing is running: a call may arrive before the close event of a cut. */
  async isReachable(signal?: AbortSignal): Promise<boolean> {
    if (this.isConnected && !this.isBusy) await untilAborted(this.#connection.confirm(), signal);
    return this.isConnected;
  }

  /** Whether Jupyter counts our connection, which may be before the kernel is known to be usable. */
  get isAttached(): boolean {
    return this.#connection.isAttached;
  }

  /** Whether everything that it has sent until now has arrived, or is known to be lost. */
  get hasHeardAll(): boolean {
    return this.isConnected && this.#connection.isGapless;
  }

  /** Makes the next result say that the variables are gone, and why. */
  noteStateLost(reason: string): void {
    this.#stateLostNote = `${reason}: all variables, imports and definitions are gone`;
  }

  /** Says that the variables are gone, and why; undefined once something has run since. */
  get stateLostNote(): string | undefined {
    return this.#stateLostNote;
  }

  /** Our run that was sent to the kernel and is not over. */
  get current(): Execution | undefined {
    return this.#queue.current;
  }

  /** Our run that is executing or the first to follow. */
  get next(): Execution | undefined {
    return this.#queue.next;
  }

  get isBusy(): boolean {
    return this.#busy.current !== undefined || this.#queue.current !== undefined;
  }

  /**
   * The state of the main shell, given what the server reports. The server mistakes the end of an inspection in a subshell
   * for the end of the cell in the main shell; we have seen that cell begin.
   */
  async mainShellState(reported: string): Promise<string> {
    if (reported !== "idle" || !this.isConnected || !this.isBusy) return reported;
    // The status of its end may have been lost in a cut: the main shell itself knows.
    this.#answering ??= this.inspector.mainAnswers().catch(() => undefined)
      .finally(() => this.#answering = undefined);
    return await settlesWithin(this.#answering, answerTime) ? reported : "busy";
  }

  /** Milliseconds for which another client's code has been running; undefined if none is. */
  get busyWithOthers(): number | undefined {
    return this.#busy.busyWithOthers(this.#queue.current?.messageId);
  }

  /**
   * Resolves when the kernel is connected and usable. With an infinite `callLimit` only the signal ends the wait, as for
   * a kernel that was just started.
   */
  async connect({ signal, callLimit }: WaitOptions = {}): Promise<void> {
    for (let isUp = await this.isReachable(signal); !isUp; isUp = this.isConnected) {
      const opening = this.#opening ?? this.#startOpening();
      try {
        await this.#within(opening, { signal, callLimit });
      } catch (error) {
        // Cancelled by a restart: the outcome of the restart counts.
        if (signal?.aborted || this.#opening === undefined || this.#opening === opening) throw error;
      }
    }
  }

  /** Connects for a run, which itself decides how long that may take. */
  #reconnect(): Promise<void> {
    return this.connect({ callLimit: Infinity });
  }

  /** Waits no longer than the caller allows: Jupyter may delay a handshake for a minute. */
  async #within(opening: Promise<void>, { signal, callLimit }: WaitOptions): Promise<void> {
    if (await settlesWithin(opening, connectionWindow(callLimit), signal)) return await opening;
    throw this.#http.unreachable(`the connection to kernel "${this.id}" does not open`);
  }

  /** The opening in progress, for which everyone who connects waits. */
  get #opening(): Promise<void> | undefined {
    return "opened" in this.#state ? this.#state.opened : undefined;
  }

  #startOpening(): Promise<void> {
    const opened = this.#settled(this.#open());
    this.#state = { kind: "opening", opened };
    return opened;
  }

  /** Leaves the state of an opening when it is over, unless another opening has begun. */
  #settled(opening: Promise<void>): Promise<void> {
    const opened = opening.finally(() => {
      if (this.#opening === opened) this.#state = { kind: this.#connection.isOpen ? "open" : "closed" };
    });
    return opened;
  }

  /** Queues code and returns its run at once. Connect first. */
  execute(options: NewExecution): Execution {
    let drops = 0;
    const onDropped = () => this.#queue.resend(execution, ++drops);
    const code = options.code.toWellFormed();
    const execution: Execution = new Execution({ ...options, code, ...this.#context, onDropped });
    if (code !== options.code) execution.note(surrogateNote);
    this.#heard = undefined;
    if (this.#stateLostNote !== undefined) execution.note(this.#stateLostNote);
    this.#stateLostNote = undefined;
    this.#queue.add(execution);
    return execution;
  }

  /** Keeps messages for other clients' runs, until one of those is adopted. */
  listenForTakeover(): void {
    this.#heard = [];
  }

  /**
   * Continues a run that another of our processes has sent, with its output since it was handed over.
   *
   * @param hasHeardAll Whether all that the kernel has sent has reached one of us; otherwise output may be missing.
   */
  adopt(run: RunSnapshot, hasHeardAll: boolean): Execution {
    const { messageId, sessionId, code } = run;
    const created = { messageId, sessionId, code, limits: recordedOutputLimits };
    const execution = new Execution({ ...created, ...this.#context });
    const route = this.#routeTo(receiveAsSuccessor(execution, run));
    this.#connection.claim(messageId, route);
    this.#queue.adopt(execution);
    restoreRun(execution, run, hasHeardAll);
    for (const message of this.#heard ?? []) if (message.parent.msg_id === messageId) route(message);
    this.#heard = undefined;
    // What is missing may be its end.
    if (!hasHeardAll || run.missed.length > 0) void this.#recover();
    return execution;
  }

  stop(execution: Execution, reason: StopReason): Promise<void> {
    return this.#queue.stop(execution, reason);
  }

  /** Interrupts whatever the kernel is executing, no matter who started it. */
  async interrupt(signal?: AbortSignal): Promise<void> {
    this.#queue.current?.stopFor("interrupted");
    await this.#queue.interrupt(signal);
  }

  /**
   * Restarts in place; concurrent calls share one restart. Resolves with our runs that were lost once the kernel is
   * usable, or, with `resolvesBeforeReady`, once Jupyter has done its part: anyone who uses the kernel then waits.
   */
  restart({ signal, resolvesBeforeReady = false }: RestartOptions = {}): Promise<Execution[]> {
    const { done, usable } = this.#state.kind === "restarting" ? this.#state : this.#beginRestart();
    return untilAborted(resolvesBeforeReady ? Promise.race([done, usable]) : usable, signal);
  }

  #beginRestart(): Restarting {
    const lost = this.#queue.endAll("The kernel was restarted");
    const done = Promise.withResolvers<Execution[]>();
    // A fresh socket: only then is the server certain to connect its side to the new process.
    this.#reset();
    const opened = this.#settled(
      restartKernel(this.#http, this.id).then(() => {
        done.resolve(lost);
        return this.#open();
      }),
    );
    const usable = opened.then(() => {
      this.#stateLostNote = undefined;
      return lost;
    });
    return this.#state = { kind: "restarting", opened, done: done.promise, usable };
  }

  /** Stops our run if a caller still waits for it: we must not leave the kernel occupied. */
  interruptAwaited(): Promise<void> {
    return this.#queue.interruptAwaited();
  }

  /** Ends our use of the kernel as this process stops. */
  async leave(): Promise<void> {
    await this.interruptAwaited().then(() => this.inspector.close());
    this.disconnect(processStoppedNote, "interrupted");
  }

  /** Has the server shut the kernel down. Our run ends with the kernel, not by the interrupt that comes before that. */
  async shutDown(request: () => Promise<void>): Promise<void> {
    const takeBack = this.#queue.current?.awaitShutdown();
    try {
      await request();
    } catch (error) {
      takeBack?.();
      throw error;
    }
  }

  /** Ends all runs and the connection. The kernel itself lives on. */
  disconnect(reason = "The session was ended", status?: "interrupted"): void {
    this.#queue.endAll(reason, status);
    this.#reset();
  }

  async #open(): Promise<void> {
    if ((await this.#fetchModel()).execution_state === "busy") this.#busy.assume();
    this.#mainAnswered = Promise.withResolvers();
    const { isNewProcess } = await this.#connection.open();
    // Another client may have inspected a busy kernel in a subshell, whose end the server mistakes for the end of the cell.
    if (!this.isBusy && !(await settlesWithin(this.#mainAnswered.promise, answerTime))) this.#busy.assume();
    this.#hasDied = false;
    this.#log.debug("kernel connected", { kernel: this.id });
    if (!isNewProcess) return;
    this.#clearDisplays();
    this.#queue.endAll("The kernel was restarted while the connection was cut");
    this.noteStateLost("The kernel was restarted by somebody else");
  }

  #whenFree(): Promise<void> | undefined {
    if (!this.isConnected) return this.#reconnect();
    return whenMaySend({ busy: this.#busy, ...this.#contact }) ?? this.#connection.confirmNotDisplaced();
  }

  /** How fairness and recovery reach the kernel again, and report that they cannot. */
  get #contact() {
    return { connect: () => this.#reconnect(), inspector: this.inspector, loseContact: this.#loseContact };
  }

  #send(execution: Execution): void {
    const { messageId: id, takeLate } = execution;
    const content = executeContent(execution.code);
    const route = this.#routeTo((message) => execution.take(message));
    this.#connection.request({ channel: "shell", type: "execute_request", content, id }, (message) => {
      if (message.header.msg_type === "input_request") return void this.#answerInput(execution, message);
      route(message);
    });
    void execution.ended.then(() => this.#connection.follow(id, this.#routeTo(takeLate)));
  }

  /** Passes a run's messages on to it; its statuses, even late ones, are the kernel's as well. */
  #routeTo(take: (message: Received) => void): (message: Received) => void {
    return (message) => {
      if (message.header.msg_type === "status") this.#busy.take(message, "ours");
      take(message);
    };
  }

  /** Answers `input()`, or stops the run if no one can. */
  async #answerInput(execution: Execution, question: Received): Promise<void> {
    try {
      const asked = contents.input_request.catch({ prompt: "", password: false }).parse(question.content());
      const value = await execution.inputRequests.ask(asked, execution.ended);
      if (execution.status !== "running") return;
      if (value === undefined) return await this.stop(execution, "interrupted");
      // The socket may have been cut while the person was thinking.
      await this.#reconnect();
      this.#connection.reply(question, value);
    } catch {
      execution.note("The code waits for input, and the kernel could not be reached: call kernel_interrupt");
    }
  }

  #takeForeign(message: Received): void {
    this.#heard?.push(message);
    const { msg_type } = message.header;
    if (msg_type === "execute_input") return this.#busy.takeInput(message);
    if (msg_type === "update_display_data") return this.#displays.take(message);
    if (msg_type !== "shutdown_reply" && msg_type !== "status") return;
    // While we open, messages are about the past: Jupyter replays them, and a new process announces its start.
    const isCurrent = this.isConnected;
    if (msg_type === "shutdown_reply") return isCurrent ? this.#onShutdownReply(message) : undefined;
    const { execution_state } = contents.status.parse(message.content());
    if (execution_state === "restarting" || execution_state === "dead") {
      if (isCurrent) this.#onDeath(execution_state);
    } else if (execution_state === "starting") {
      if (isCurrent && this.#connection.isFromNewProcess(message)) this.#onForeignRestart();
    } else this.#busy.take(message, "foreign");
  }

  #takeUnreadable(error: unknown): void {
    this.#log.warning("kernel message unreadable", { kernel: this.id, kind: String(error).split(":")[0] });
    this.#queue.current?.note("A message of the kernel could not be read: part of the output may be missing");
  }

  #onDeath(state: string): void {
    this.#log.warning("kernel died", { kernel: this.id, state });
    this.#hasDied = true;
    const cause = "The kernel died (out of memory, a crash, or an exit call)";
    this.#onForeignRestart(cause, "The kernel died and was started anew");
  }

  #onShutdownReply(message: Received): void {
    if (this.#connection.isFromNewProcess(message)) return;
    if (contents.shutdown_reply.parse(message.content()).restart) return this.#onForeignRestart();
    this.#queue.endAll("The kernel was shut down");
    this.#busy.clear();
    this.#closeConnection({ isShuttingDown: true });
  }

  #onForeignRestart(cause = "The kernel was restarted by somebody else", reason = cause): void {
    this.#queue.endAll(cause);
    this.noteStateLost(reason);
    this.#reset();
  }

  #reset(): void {
    this.#clearDisplays();
    this.#busy.clear();
    void this.inspector.close();
    this.inspector.drop(this.#http.unreachable("the connection to the kernel was closed"));
    this.#closeConnection();
  }

  #closeConnection(options?: { readonly isShuttingDown: boolean }): void {
    if (this.#state.kind === "open") this.#state = { kind: "closed" };
    this.#connection.close(options);
  }

  /** Another process of the kernel does not know the displays and widgets of the one before. */
  #clearDisplays(): void {
    this.#displays.clear();
    this.#widgets.clear();
  }

  /** The socket was cut: reconnects for the output of a run in progress, else waits for the next use. */
  async #recover(): Promise<void> {
    const execution = this.#queue.current;
    this.inspector.drop(this.#http.unreachable("the connection to the kernel was cut"));
    if (execution === undefined) return;
    this.#log.warning("kernel connection lost", { kernel: this.id });
    await recoverRun(execution, { state: this.#fetchModel, ...this.#contact });
    if (execution.status !== "running") this.#busy.clear();
  }
}
