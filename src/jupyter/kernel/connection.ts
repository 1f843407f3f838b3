/**
 * One connection to one kernel, shared by all our users of that kernel.
 *
 * 1. Messages are routed by the id of their parent: what others run on the same kernel never reaches our runs.
 * 2. The client id stays the same across reconnections, so that Jupyter replays what we missed; but not after an
 *    opening that failed while nothing of ours was to be replayed, or that was not answered under that id.
 * 3. Open means usable: a `kernel_info` probe was answered AND its status arrived on iopub. Right after a start or a
 *    restart a kernel can answer requests whose outputs are not delivered yet.
 */

import { detectCollaboration } from "../rest/collaboration.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { getKernel, kernelGone } from "../rest/kernels.ts";
import { getKernelspecs } from "../rest/kernelspecs.ts";
import type { WebSocket } from "../rest/web_socket.ts";
import {
  confirmOpen,
  LostOpening,
  openError,
  openSocketWithRetries,
  probeUntilUsable,
  reopenUntilUsable,
} from "./connection_opening.ts";
import { Displacement } from "./displacement.ts";
import { MessageGaps } from "./message_gaps.ts";
import {
  contents,
  newMessage,
  type OutgoingRequest,
  type Received,
  type RequestConnection,
} from "./messages.ts";
import { decode, encode, type Framing, v1Protocol } from "./wire.ts";

/** Milliseconds in which a kernel answers a client that returns; a new client waits longer, for a kernel that starts. */
const returnLimit = 10_000;
/** Milliseconds after which Jupyter has forgotten a kernel that was shut down. */
const shutdownTime = 5_000;

/** Requests that are over and may still have output. */
const maxFollowed = 100;

export class KernelConnection implements RequestConnection {
  readonly #http: JupyterHttp;
  readonly #kernelId: string;
  readonly #events: ConnectionEvents;
  /** Survives cuts, so that Jupyter replays; replaced after we close the connection ourselves. */
  #clientId = crypto.randomUUID();
  /** Whether Jupyter may know the client id and have kept its channels. */
  #isReturning = false;
  #opening = new AbortController();
  readonly #routes = new Map<string, (message: Received) => void>();
  /** Requests that are over, oldest first. */
  readonly #over: string[] = [];
  readonly #gaps = new MessageGaps();
  readonly #displacement: Displacement;
  #socket: WebSocket | undefined;
  #confirming: Promise<void> | undefined;
  /** The socket of a kernel that is being shut down. */
  #closing: WebSocket | undefined;
  #framing: Framing = "v1";
  #process: string | undefined;
  #info: KernelInfo = { language: "", hasSubshells: false };
  #lastHeard = 0;

  constructor(http: JupyterHttp, kernelId: string, events: ConnectionEvents) {
    this.#http = http;
    this.#kernelId = kernelId;
    this.#events = events;
    const isAffected = async () => (await detectCollaboration(http)).kind === "jupyter-server-documents";
    this.#displacement = new Displacement({ isAffected });
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  /** Resolves when {@linkcode isOpen} is reliable. */
  async confirm(): Promise<void> {
    const socket = this.#socket;
    if (socket !== undefined) {
      await (this.#confirming ??= confirmOpen(socket).finally(() => this.#confirming = undefined));
    }
    await this.confirmNotDisplaced();
  }

  /** Checks that no later client has displaced us; undefined if there is no doubt. */
  confirmNotDisplaced(): Promise<void> | undefined {
    const socket = this.#socket;
    return socket !== undefined && this.#displacement.isPossible ? this.#closeIfDisplaced(socket) : undefined;
  }

  async #closeIfDisplaced(socket: WebSocket): Promise<void> {
    if (
      await this.#displacement.canReachKernel(this) || this.#socket !== socket || !this.#events.mayClose()
    ) {
      return;
    }
    this.#closed(socket);
    socket.terminate();
  }

  /** Whether Jupyter counts our connection, also while the kernel is shutting down. */
  get isAttached(): boolean {
    return this.isOpen || this.#closing !== undefined;
  }

  /** `performance.now()` when a message, or part of one, last arrived; pongs do not count. */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  /** Differs from one process of the kernel to the next. */
  get process(): string | undefined {
    return this.#process;
  }

  /** From the kernel's last `kernel_info_reply` or, until there is one, from its kernelspec. */
  get info(): KernelInfo {
    return this.#info;
  }

  /** Whether this was sent by another process than the one we know. */
  isFromNewProcess(message: Received): boolean {
    this.#process ??= message.header.session;
    return message.header.session !== this.#process;
  }

  /** Opens the socket and waits until the kernel is usable; reports whether it was restarted since the last time. */
  async open(): Promise<{ isNewProcess: boolean }> {
    // Jupyter still lists it for a while, and would delay the handshake for a minute.
    if (this.#closing !== undefined) throw kernelGone(this.#kernelId);
    const before = this.#process;
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    try {
      await reopenUntilUsable({
        open: () => this.#openOnce(signal),
        useNewClient: () => this.#useNewClient(),
        isFollowing: () => !this.#events.mayClose(),
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      this.#process = before;
      if (this.#events.mayClose()) this.#useNewClient();
      throw error;
    }
    this.#isReturning = true;
    this.#displacement.clear();
    return { isNewProcess: before !== undefined && before !== this.#process };
  }

  async #openOnce(signal: AbortSignal): Promise<void> {
    const query = { session_id: this.#clientId };
    const address = this.#http.address(["api", "kernels", this.#kernelId, "channels"], query);
    let socket: WebSocket | undefined;
    try {
      socket = await openSocketWithRetries(address, {
        protocol: v1Protocol,
        headers: async () => {
          await this.#http.ready();
          return this.#http.headers;
        },
        caCert: this.#http.target.caCert,
        onFrame: (frame) => this.#receive(frame),
        onPart: () => this.#lastHeard = performance.now(),
        onClose: () => this.#closed(socket),
        checkKernel: () => getKernel(this.#http, this.#kernelId, signal),
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
      socket.terminate();
      throw error;
    }
  }

  async #probe(signal: AbortSignal): Promise<void> {
    const late = this.#isReturning ? AbortSignal.timeout(returnLimit) : undefined;
    const unreachable = (how: "cut" | "unanswered", state: string) =>
      new LostOpening(how, this.#http.unreachable(state));
    try {
      await probeUntilUsable(this, {
        kernelId: this.#kernelId,
        onAnswer: (process) => this.#process = process,
        isBusy: () => this.#isRunningCell(signal),
        unreachable: () => unreachable("cut", "the connection to the kernel was cut"),
        signal: late === undefined ? signal : AbortSignal.any([signal, late]),
      });
    } catch (error) {
      if (!late?.aborted || signal.aborted) throw error;
      throw unreachable("unanswered", "the kernel does not answer on the connection that was restored");
    }
  }

  /** Uses a new client id from now on: nothing will be replayed. */
  #useNewClient(): void {
    this.#clientId = crypto.randomUUID();
    this.#isReturning = false;
    this.#events.onMissed();
  }

  request(outgoing: OutgoingRequest, route: (message: Received) => void): string {
    const message = newMessage({ session: this.#clientId, ...outgoing });
    if (this.#socket === undefined) throw this.#http.unreachable("the connection to the kernel was cut");
    this.#routes.set(message.header.msg_id, route);
    this.#socket.send(encode(message, this.#framing));
    return message.header.msg_id;
  }

  /** Routes messages for a request that another client has sent. */
  claim(messageId: string, route: (message: Received) => void): void {
    this.#routes.set(messageId, route);
  }

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

  /** Routes late messages for a request that is over, such as its threads' output; for the latest requests only. */
  follow(messageId: string, route: (message: Received) => void): void {
    this.#routes.set(messageId, route);
    this.#over.push(messageId);
    if (this.#over.length > maxFollowed) this.forget(this.#over.shift() ?? "");
  }

  forget(messageId: string): void {
    this.#routes.delete(messageId);
  }

  /**
   * Closes the socket, or cancels its opening, and forgets the kernel's process, so that the next one is expected. The
   * socket of a kernel that is being shut down stays open for a moment: Jupyter would start to buffer for a client that
   * leaves then, and never stop.
   */
  close({ isShuttingDown = false } = {}): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#process = undefined;
    // Under the same id Jupyter would treat the next socket as this client returning, half of its messages still unread.
    this.#clientId = crypto.randomUUID();
    this.#isReturning = false;
    this.#opening.abort(this.#http.unreachable("the connection to the kernel was closed"));
    if (!isShuttingDown) return socket?.terminate();
    this.#closing = socket;
    setTimeout(() => {
      socket?.terminate();
      if (this.#closing === socket) this.#closing = undefined;
    }, shutdownTime);
  }

  #closed(socket: WebSocket | undefined): void {
    if (socket === undefined || this.#socket !== socket) return;
    this.#socket = undefined;
    this.#gaps.cut();
    this.#http.renew();
    this.#events.onLost();
  }

  #receive(frame: Uint8Array | string): void {
    this.#lastHeard = performance.now();
    // An error thrown from here would end the process, and anyone can send an odd message on a shared kernel.
    try {
      const message = decode(frame, this.#framing);
      const { channel, header: { msg_type } } = message;
      const missed = this.#gaps.take(message);
      if (missed === "cut") this.#events.onMissed();
      if (missed === "dropped") this.#events.onDropped(message);
      // Even if no one waits for it any more: a kernel that was busy answers our probes late.
      if (msg_type === "kernel_info_reply") this.#info = readKernelInfo(message);
      if (msg_type === "kernel_info_reply" && channel === "shell") this.#events.onShellFree();
      if (msg_type.startsWith("comm_") && channel === "iopub") return this.#events.onComm(message);
      const route = message.parent.msg_id === undefined ? undefined : this.#routes.get(message.parent.msg_id);
      if (route !== undefined) return route(message);
      this.#displacement.notice(message, this.#clientId);
      this.#events.onForeign(message);
    } catch (error) {
      this.#events.onUnreadable(error);
    }
  }

  /** Whether the kernel runs a cell: it is usable even if it does not answer on control, since requests are queued. */
  async #isRunningCell(signal?: AbortSignal): Promise<boolean> {
    const { execution_state, name } = await getKernel(this.#http, this.#kernelId, signal);
    if (execution_state !== "busy") return false;
    const { kernelspecs } = await getKernelspecs(this.#http, signal);
    // What the kernel itself has said by then takes precedence.
    const language = this.#info.language || (kernelspecs[name]?.spec.language ?? "").toLowerCase();
    this.#info = { ...this.#info, language };
    return true;
  }
}

/** What a kernel says about itself. */
export interface KernelInfo {
  /** In lower case, such as `python` or `r`. */
  readonly language: string;
  /** Its language as notebooks state it; undefined if the kernel itself has not said. */
  readonly languageInfo?: Readonly<Record<string, unknown>>;
  readonly hasSubshells: boolean;
}

function readKernelInfo(message: Received): KernelInfo {
  const { language_info, supported_features } = contents.kernel_info_reply.parse(message.content());
  return {
    language: language_info.name.toLowerCase(),
    languageInfo: language_info,
    hasSubshells: supported_features.includes("kernel subshells"),
  };
}

/** What a connection reports to the kernel it belongs to. */
interface ConnectionEvents {
  /** A message without a route: other clients' traffic, and the kernel's own statuses. */
  readonly onForeign: (message: Received) => void;
  /** A message about widgets, no matter whose code it comes from. */
  readonly onComm: (message: Received) => void;
  /** A frame that is not a message, or a message whose content cannot be read. */
  readonly onUnreadable: (error: unknown) => void;
  /** The main shell has answered a probe: it has executed everything that was queued before. */
  readonly onShellFree: () => void;
  /** Messages were lost while the socket was cut; called before the next one is routed. */
  readonly onMissed: () => void;
  /** The kernel has dropped output of the request that this message belongs to; called before it is routed. */
  readonly onDropped: (next: Received) => void;
  /** Whether the socket may be closed and its messages lost: none of our runs is in progress. */
  readonly mayClose: () => boolean;
  /** The open socket was closed by the other side. */
  readonly onLost: () => void;
}
