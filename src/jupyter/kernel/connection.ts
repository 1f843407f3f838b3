/**
 * One connection to one kernel, shared by everybody of ours who uses that kernel.
 *
 * 1. Messages are routed by the id of their parent: what others run on the same kernel never reaches our runs.
 * 2. The client id stays the same over reconnections, so that Jupyter replays what we missed; but not after an opening
 *    that failed, where nothing of ours is to be replayed, or where nobody answers under it.
 * 3. Open means usable: a `kernel_info` probe was answered AND its status came on iopub. Right after a start or a
 *    restart a kernel can answer requests whose outputs nobody receives yet.
 */

import { detectCollaboration } from "../rest/collaboration.ts";
import type { JupyterHttp } from "../rest/http.ts";
import {
  type KernelSocket,
  LostOpening,
  openError,
  openSocketWithRetries,
  probeUntilUsable,
  reopenUntilUsable,
} from "./connection_opening.ts";
import { MessageGaps } from "./message_gaps.ts";
import { infoBySpec, kernelGone, type KernelInfo, kernelState, readKernelInfo } from "./kernel_info.ts";
import { newMessage, type Received } from "./messages.ts";
import type { OutgoingRequest, RequestConnection } from "./request.ts";
import { Displacement } from "./displacement.ts";
import { decode, encode, type Framing, v1Protocol } from "./wire.ts";

/** Milliseconds in which a kernel answers a client that has come back; a new one waits longer, for a kernel that starts. */
const reconnectLimit = 10_000;
/** Jupyter has forgotten a kernel this long after its last words. */
const shutdownTime = 5_000;

/** Requests that are over and may still have output. */
const maxFollowed = 100;

export class KernelConnection implements RequestConnection {
  readonly #http: JupyterHttp;
  readonly #kernelId: string;
  readonly #events: ConnectionEvents;
  /** Stays the same over cuts, so that Jupyter replays; a new one after a close of our own. */
  #clientId = crypto.randomUUID();
  /** Whether Jupyter may know the client id, and have kept the channels that belong to it. */
  #isReturn = false;
  #opening = new AbortController();
  readonly #routes = new Map<string, (message: Received) => void>();
  /** Requests that are over, oldest first. */
  readonly #over: string[] = [];
  readonly #continuity = new MessageGaps();
  readonly #newcomers: Displacement;
  #socket: KernelSocket | undefined;
  /** The socket of a kernel that is being shut down. */
  #last: KernelSocket | undefined;
  #framing: Framing = "v1";
  #process: string | undefined;
  #info: KernelInfo = { language: "", hasSubshells: false };
  #lastHeard = 0;

  constructor(http: JupyterHttp, kernelId: string, events: ConnectionEvents) {
    this.#http = http;
    this.#kernelId = kernelId;
    this.#events = events;
    const isConcerned = async () => await detectCollaboration(http) === "jupyter-server-documents";
    this.#newcomers = new Displacement({ isConcerned });
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  /** Resolves when {@linkcode isOpen} can be believed. */
  async confirm(): Promise<void> {
    await this.#socket?.confirm();
    await this.confirmNotDisplaced();
  }

  /** The same as far as others who have connected are concerned; undefined where there is no doubt. */
  confirmNotDisplaced(): Promise<void> | undefined {
    const socket = this.#socket;
    return socket !== undefined && this.#newcomers.isDoubted ? this.#closeUnlessHeard(socket) : undefined;
  }

  async #closeUnlessHeard(socket: KernelSocket): Promise<void> {
    if (await this.#newcomers.canReachKernel(this) || this.#socket !== socket || !this.#events.mayClose()) {
      return;
    }
    this.#closed(socket);
    socket.close();
  }

  /** Whether Jupyter counts us among those who are connected: also in the last moments of a kernel. */
  get isAttached(): boolean {
    return this.isOpen || this.#last !== undefined;
  }

  /** `performance.now()` when a message, or part of one, last came; pongs do not count. */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  /** Differs from one process of the kernel to the next. */
  get process(): string | undefined {
    return this.#process;
  }

  /** As the kernel last told, or, before it has had time to, its kernelspec. */
  get info(): KernelInfo {
    return this.#info;
  }

  /** Whether another process than the one that we know sent this. */
  isFromNewProcess(message: Received): boolean {
    this.#process ??= message.header.session;
    return message.header.session !== this.#process;
  }

  /** Opens the socket and waits until the kernel is usable; tells whether it was restarted since the last time. */
  async open(): Promise<{ isNewProcess: boolean }> {
    // Jupyter lists it for a while yet, and would hold the handshake back for a minute.
    if (this.#last !== undefined) throw kernelGone(this.#kernelId);
    const before = this.#process;
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    try {
      await reopenUntilUsable({
        open: () => this.#openOnce(signal),
        startAnew: () => this.#startAnew(),
        isFollowing: () => !this.#events.mayClose(),
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      this.#process = before;
      if (this.#events.mayClose()) this.#startAnew();
      throw error;
    }
    this.#isReturn = true;
    this.#newcomers.forget();
    return { isNewProcess: before !== undefined && before !== this.#process };
  }

  async #openOnce(signal: AbortSignal): Promise<void> {
    await this.#http.ready();
    const query = { session_id: this.#clientId };
    const address = this.#http.address(["api", "kernels", this.#kernelId, "channels"], query);
    let socket: KernelSocket | undefined;
    try {
      socket = await openSocketWithRetries(address, {
        protocol: v1Protocol,
        headers: this.#http.headers,
        caCert: this.#http.target.caCert,
        onFrame: (frame) => this.#receive(frame),
        onPart: () => this.#lastHeard = performance.now(),
        onClose: () => this.#closed(socket),
        checkKernel: () => kernelState(this.#http, this.#kernelId, signal),
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      throw openError(error, this.#http, this.#kernelId);
    }
    this.#framing = socket.protocol === v1Protocol ? "v1" : "json";
    this.#socket = socket;
    try {
      await this.#probe(signal);
    } catch (error) {
      // A kernel that does not answer is not connected, whatever its socket says.
      if (this.#socket === socket) this.#socket = undefined;
      socket.close();
      throw error;
    }
  }

  async #probe(signal: AbortSignal): Promise<void> {
    const late = this.#isReturn ? AbortSignal.timeout(reconnectLimit) : undefined;
    const unreachable = (how: "cut" | "unanswered", state: string) =>
      new LostOpening(how, this.#http.unreachable(state));
    try {
      await probeUntilUsable(this, {
        kernelId: this.#kernelId,
        onAnswer: (process) => this.#process = process,
        isBusy: () => this.#isBusyElsewhere(signal),
        unreachable: () => unreachable("cut", "the connection to the kernel was cut"),
        signal: late === undefined ? signal : AbortSignal.any([signal, late]),
      });
    } catch (error) {
      if (!late?.aborted || signal.aborted) throw error;
      throw unreachable("unanswered", "the kernel does not answer on the connection that was restored");
    }
  }

  /** Comes as a new client from now on: nothing will be replayed. */
  #startAnew(): void {
    this.#clientId = crypto.randomUUID();
    this.#isReturn = false;
    this.#events.onMissed();
  }

  /** Sends a request; messages with it as parent go to `route` until {@linkcode forget}. */
  request(outgoing: OutgoingRequest, route: (message: Received) => void): string {
    const message = newMessage({ session: this.#clientId, ...outgoing });
    if (this.#socket === undefined) throw this.#http.unreachable("the connection to the kernel was cut");
    this.#routes.set(message.header.msg_id, route);
    this.#socket.send(encode(message, this.#framing));
    return message.header.msg_id;
  }

  /** Hands on what comes for a request that another client has sent. */
  claim(messageId: string, route: (message: Received) => void): void {
    this.#routes.set(messageId, route);
  }

  /** Answers a kernel's question for input. */
  reply(question: Received, value: string): void {
    const message = newMessage({
      session: this.#clientId,
      channel: "stdin",
      type: "input_reply",
      content: { status: "ok", value },
      parent: question.header,
    });
    if (this.#socket === undefined) throw this.#http.unreachable("the connection to the kernel was cut");
    this.#socket.send(encode(message, this.#framing));
  }

  /** Hands on what still comes for a request that is over, such as the output of its threads; of the latest ones only. */
  follow(messageId: string, route: (message: Received) => void): void {
    this.#routes.set(messageId, route);
    this.#over.push(messageId);
    if (this.#over.length > maxFollowed) this.forget(this.#over.shift() ?? "");
  }

  forget(messageId: string): void {
    this.#routes.delete(messageId);
  }

  /**
   * Closes the socket, or calls its opening off, and forgets the kernel's process: the next one is no surprise. Of a
   * kernel that is being shut down the socket stays open for a moment: Jupyter would begin to buffer for a client that
   * leaves then, and never end that.
   */
  close({ isShuttingDown = false } = {}): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#process = undefined;
    // Under the same id Jupyter would take the next socket for this one come back, with half of it still unread.
    this.#clientId = crypto.randomUUID();
    this.#isReturn = false;
    this.#opening.abort(this.#http.unreachable("the connection to the kernel was closed"));
    if (!isShuttingDown) return socket?.close();
    this.#last = socket;
    setTimeout(() => {
      socket?.close();
      if (this.#last === socket) this.#last = undefined;
    }, shutdownTime);
  }

  #closed(socket: KernelSocket | undefined): void {
    if (socket === undefined || this.#socket !== socket) return;
    this.#socket = undefined;
    this.#continuity.cut();
    this.#http.renew();
    this.#events.onLost();
  }

  #receive(frame: Uint8Array | string): void {
    this.#lastHeard = performance.now();
    // What is thrown from here would end the process, and anybody can put an odd message on a shared kernel.
    try {
      const message = decode(frame, this.#framing);
      const { channel, header: { msg_type } } = message;
      const missed = this.#continuity.take(message);
      if (missed === "cut") this.#events.onMissed();
      if (missed === "dropped") this.#events.onDropped(message);
      // Also when nobody waits for it any more: a kernel that was busy answers our probes late.
      if (msg_type === "kernel_info_reply") this.#info = readKernelInfo(message);
      if (msg_type === "kernel_info_reply" && channel === "shell") this.#events.onShellFree();
      if (msg_type.startsWith("comm_") && channel === "iopub") return this.#events.onComm(message);
      const route = message.parent.msg_id === undefined ? undefined : this.#routes.get(message.parent.msg_id);
      if (route !== undefined) return route(message);
      this.#newcomers.notice(message, this.#clientId);
      this.#events.onForeign(message);
    } catch (error) {
      this.#events.onUnreadable(error);
    }
  }

  /** A kernel in the middle of a cell, and deaf on control, is usable: what we send waits its turn. */
  async #isBusyElsewhere(signal?: AbortSignal): Promise<boolean> {
    const { execution_state, name } = await kernelState(this.#http, this.#kernelId, signal);
    if (execution_state === "busy") {
      this.#info = await infoBySpec(this.#http, name, { known: () => this.#info, signal });
    }
    return execution_state === "busy";
  }
}

/** What a connection asks of, and tells, the kernel that it belongs to. */

interface ConnectionEvents {
  /** A message that no route claimed: other clients' traffic, and the kernel's own statuses. */
  readonly onForeign: (message: Received) => void;
  /** A message of the kernel's widgets, whoever's code it comes from. */
  readonly onComm: (message: Received) => void;
  /** A frame that is no message, or a message whose content nobody can read. */
  readonly onUnreadable: (error: unknown) => void;
  /** The main shell has answered a probe: it has executed all that was asked before. */
  readonly onShellFree: () => void;
  /** Messages were lost while the socket was cut; called before the next one is handed on. */
  readonly onMissed: () => void;
  /** The kernel has dropped output of the request that this message belongs to; called before it is handed on. */
  readonly onDropped: (next: Received) => void;
  /** Whether a socket may be closed, and what comes through it be lost: no run of ours is under way. */
  readonly mayClose: () => boolean;
  /** The open socket has gone without our asking. */
  readonly onLost: () => void;
}
