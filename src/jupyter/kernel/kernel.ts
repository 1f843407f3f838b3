/**
 * A kernel as we use it: its connection, our runs on it, and what happens when it dies, is restarted or cut off.
 *
 * 1. When the kernel dies or is restarted, our runs end and keep their output; the next answer says what is gone.
 * 2. A cut socket ends no run: we come back under the same client id and take what Jupyter replays.
 */

import type { AppError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import { untilAborted } from "../../base/async/until_aborted.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { interruptKernel, restartKernel } from "../rest/kernels.ts";
import { kernelPatienceOf } from "../rest/patience.ts";
import { BusyState } from "./busy_state.ts";
import { KernelConnection } from "./connection.ts";
import { noteDropped } from "./dropped_output.ts";
import { Execution, type NewExecution, type StopReason } from "./execution.ts";
import { Inspector } from "./inspector.ts";
import type { KernelOptions, Restart, RestartOptions } from "./kernel_options.ts";
import { kernelState } from "./kernel_state.ts";
import { contents, type Received } from "./messages.ts";
import { noteMissed, recoverRun } from "./recover_run.ts";
import { resend } from "./resend.ts";
import { RunLine, weStop } from "./run_line.ts";
import { sendRun } from "./send_run.ts";
import { Shown } from "./shown.ts";
import { insideOf, stopInside } from "./stop_inside.ts";
import { Takeover } from "./takeover.ts";
import { lookAround, nextTurn } from "./turn.ts";

export class Kernel {
  readonly id: string;
  readonly #http: JupyterHttp;
  readonly #log: Logger;
  readonly #connection: KernelConnection;
  readonly #busy = new BusyState();
  readonly #state = () => kernelState(this.#http, this.id);
  readonly #line: RunLine;
  readonly #loseContact = (reason: AppError) => this.#line.loseContact(reason);
  /** Looks into the kernel beside its runs. */
  readonly inspector: Inspector;
  readonly #shown = new Shown(() => this.#connection);
  /** Goes on with a run that another process of ours has sent. */
  readonly takeover: Takeover;
  /** The restart under way: of several at once Jupyter answers some with an error and some never. */
  #restarting: Restart | undefined;
  #opening: Promise<void> | undefined;
  /** What the next answer must say. */
  #news: string | undefined;
  /** Whether it died and was not seen alive since: Jupyter may have given it up after too many deaths. */
  hasDied = false;

  constructor({ id, http, log }: KernelOptions) {
    this.id = id;
    this.#http = http;
    this.#log = log;
    this.#connection = new KernelConnection(http, id, {
      onForeign: (message) => this.inspector.peers.take(message) || this.#takeForeign(message),
      onComm: (message) => this.#shown.widgets.take(message),
      onUnreadable: (error) => this.#takeUnreadable(error),
      onShellFree: () => this.#busy.doubt(),
      onMissed: () => noteMissed(this.#line.current),
      onDropped: (next) => noteDropped(this.#line.current, next),
      mayClose: () => this.#line.current === undefined,
      onLost: () => void this.#recover(),
    });
    this.#line = new RunLine({
      lookAround: () => lookAround(this.#busy),
      whenFree: () => this.#whenFree(),
      send: (execution) => this.#send(execution),
      interrupt: (signal) => interruptKernel(this.#http, this.id, signal),
      stopInside: (execution, options) => stopInside(insideOf(this), execution, options),
    });
    this.inspector = new Inspector(this.#connection, { busy: this.#busy, current: () => this.#line.current });
    this.takeover = new Takeover({
      connection: this.#connection,
      busy: this.#busy,
      line: this.#line,
      make: (run) => new Execution({ ...run, ...this.#surroundings }),
    });
  }

  get #surroundings() {
    const { displays, widgets } = this.#shown;
    const { inspector } = this;
    return {
      displays,
      widgets,
      kernelId: this.id,
      inspector,
      languageInfo: () => inspector.kernel.languageInfo,
    };
  }

  get isConnected(): boolean {
    return this.#connection.isOpen && this.#opening === undefined;
  }

  /** Whether it is connected, asked anew where nothing is going on: a call may outrun the news of a cut. */
  async isReachable(signal?: AbortSignal): Promise<boolean> {
    if (this.isConnected && !this.isBusy) await untilAborted(this.#connection.confirm(), signal);
    return this.isConnected;
  }

  /** Whether Jupyter counts us among those who are connected, also before the kernel is known to be usable. */
  get isAttached(): boolean {
    return this.#connection.isCounted;
  }

  /** Has the next answer say that the variables are gone, and why. */
  announce(reason: string): void {
    this.#news = `${reason}: all variables, imports and definitions are gone`;
  }

  /** That the variables are gone, and why, as long as nothing ran since. */
  get news(): string | undefined {
    return this.#news;
  }

  /** The run of ours that has gone to the kernel and is not over. */
  get current(): Execution | undefined {
    return this.#line.current;
  }

  get isBusy(): boolean {
    return this.#busy.current !== undefined || this.#line.current !== undefined;
  }

  /** For how many milliseconds somebody else's code has been running; undefined where none is. */
  get busyElsewhere(): number | undefined {
    return this.#busy.elsewhere(this.#line.current?.messageId);
  }

  /** Resolves when the kernel is connected and usable; one that was opened just now needs no confirmation. */
  async connect(signal?: AbortSignal): Promise<void> {
    for (let isUp = await this.isReachable(signal); !isUp; isUp = this.isConnected) {
      const opening = this.#opening ?? this.#openBy(() => this.#open());
      try {
        await this.#within(opening, signal);
      } catch (error) {
        // Called off by a restart: what counts is how that ends.
        if (signal?.aborted || this.#opening === undefined || this.#opening === opening) throw error;
      }
    }
  }

  /** Waits no longer than the call wants to: Jupyter may hold a handshake back for a minute. */
  async #within(opening: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    const patience = kernelPatienceOf(signal);
    if (patience === undefined) return await opening;
    const late = Promise.withResolvers<never>();
    const state = `the connection to kernel "${this.id}" does not open`;
    const timer = setTimeout(() => late.reject(this.#http.unreachable(state)), patience);
    await untilAborted(Promise.race([opening, late.promise]), signal).finally(() => clearTimeout(timer));
  }

  /** Has everybody who connects wait for this way of opening. */
  #openBy(open: () => Promise<void>): Promise<void> {
    const opening = open().finally(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    this.#opening = opening;
    return opening;
  }

  /** Puts code in line and returns its run at once. Connect first. */
  execute(options: NewExecution): Execution {
    const way = { whenFree: () => this.#whenFree(), send: () => this.#send(execution) };
    const onDropped = resend(() => execution, way);
    const execution: Execution = new Execution({ ...options, ...this.#surroundings, onDropped });
    this.takeover.stop();
    if (this.#news !== undefined) execution.note(this.#news);
    this.#news = undefined;
    this.#line.add(execution);
    return execution;
  }

  stop(execution: Execution, reason: StopReason): Promise<void> {
    return this.#line.stop(execution, reason);
  }

  reply(question: Received, value: string): void {
    this.#connection.reply(question, value);
  }

  /** Interrupts whatever the kernel executes, whoever started it. */
  async interrupt(signal?: AbortSignal): Promise<void> {
    this.#line.current?.stopFor("interrupted");
    await this.#line.interrupt(signal);
  }

  /**
   * Restarts in place, for all who ask meanwhile; resolves with the runs of ours that were lost when it is usable, or early,
   * when Jupyter has done its part: whoever uses it then waits.
   */
  restart({ signal, isEarly = false }: RestartOptions = {}): Promise<Execution[]> {
    const { done, usable } = this.#restarting ??= this.#restart();
    return untilAborted(isEarly ? Promise.race([done, usable]) : usable, signal);
  }

  #restart(): Restart {
    const lost = this.#line.endAll("The kernel was restarted");
    const done = Promise.withResolvers<Execution[]>();
    // A fresh socket: the server only then connects its side to the new process for certain.
    this.#reset();
    const opening = this.#openBy(async () => {
      await restartKernel(this.#http, this.id);
      done.resolve(lost);
      await this.#open();
    });
    const usable = opening.then(() => {
      this.#news = undefined;
      return lost;
    }).finally(() => this.#restarting = undefined);
    return { done: done.promise, usable };
  }

  /** Frees the kernel where a caller still waits for a run of ours: who leaves must not leave it occupied. */
  abandon(): Promise<void> {
    return this.#line.abandon();
  }

  async leave(): Promise<void> {
    await this.abandon().then(() => this.inspector.close());
    this.close(weStop, "interrupted");
  }

  /** Ends all runs and the connection. The kernel itself lives on. */
  close(reason = "The session was ended", status?: "interrupted"): void {
    this.#line.endAll(reason, status);
    this.#reset();
  }

  async #open(): Promise<void> {
    if ((await this.#state()).execution_state === "busy") this.#busy.assume();
    const { isNewProcess } = await this.#connection.open();
    this.hasDied = false;
    this.#log.debug("kernel connected", { kernel: this.id });
    if (!isNewProcess) return;
    this.#shown.clear();
    this.#line.endAll("The kernel was restarted while the connection was cut");
    this.announce("The kernel was restarted by somebody else");
  }

  #whenFree(): Promise<void> | undefined {
    if (!this.isConnected) return this.connect();
    const turn = nextTurn({ busy: this.#busy, kernel: this, loseContact: this.#loseContact });
    return turn ?? this.#connection.confirmHeard();
  }

  #send(execution: Execution): void {
    sendRun(execution, { connection: this.#connection, busy: this.#busy, kernel: this });
  }

  #takeForeign(message: Received): void {
    this.takeover.hear(message);
    const { msg_type } = message.header;
    if (msg_type === "execute_input") return this.#busy.takeInput(message);
    if (msg_type === "update_display_data") return this.#shown.displays.take(message);
    if (msg_type !== "shutdown_reply" && msg_type !== "status") return;
    // While we open, what comes is about the past: Jupyter replays it, and a new process says that it starts.
    const isNews = this.isConnected;
    if (msg_type === "shutdown_reply") return isNews ? this.#shutDown(message) : undefined;
    const { execution_state } = contents.status.parse(message.content());
    if (execution_state === "restarting" || execution_state === "dead") {
      if (isNews) this.#died(execution_state);
    } else if (execution_state === "starting") {
      if (isNews && this.#connection.isFromNewProcess(message)) this.#restarted();
    } else this.#busy.take(message, "foreign");
  }

  #takeUnreadable(error: unknown): void {
    this.#log.warning("kernel message unreadable", { kernel: this.id, kind: String(error).split(":")[0] });
    this.#line.current?.note("A message of the kernel could not be read: part of the output may be missing");
  }

  #died(state: string): void {
    this.#log.warning("kernel died", { kernel: this.id, state });
    this.hasDied = true;
    const cause = "The kernel died (out of memory, a crash, or an exit call)";
    this.#restarted(cause, "The kernel died and was started anew");
  }

  #shutDown(message: Received): void {
    if (this.#connection.isFromNewProcess(message)) return;
    if (contents.shutdown_reply.parse(message.content()).restart) return this.#restarted();
    this.#line.endAll("The kernel was shut down");
    this.#busy.clear();
    this.#connection.close({ isShuttingDown: true });
  }

  #restarted(cause = "The kernel was restarted by somebody else", news = cause): void {
    this.#line.endAll(cause);
    this.announce(news);
    this.#reset();
  }

  #reset(): void {
    this.#shown.clear();
    this.#busy.clear();
    void this.inspector.close();
    this.inspector.drop(this.#http.unreachable("the connection to the kernel was closed"));
    this.#connection.close();
  }

  /** The socket was cut: with a run under way come back for its output, else wait for the next use. */
  async #recover(): Promise<void> {
    const execution = this.#line.current;
    this.inspector.drop(this.#http.unreachable("the connection to the kernel was cut"));
    if (execution === undefined) return;
    this.#log.warning("kernel connection lost", { kernel: this.id });
    await recoverRun(execution, { kernel: this, state: this.#state, loseContact: this.#loseContact });
    if (execution.status !== "running") this.#busy.clear();
  }
}
