/**
 * Finds other instances of this program on the same kernel. Jupyter counts connections and does not say whose they are; a
 * roll call distinguishes browsers from our instances. All clients see the kernel's status for our request, and each
 * instance answers it with another such request.
 */

import type { KernelConnection } from "./connection.ts";
import { contents, type Received } from "./messages.ts";

const callPrefix = "jupyter-mcp-who-";
const answerPrefix = "jupyter-mcp-here-";
/** Milliseconds for the kernel to take the call; a slower one does not serve its control channel while it is busy. */
const callLimit = 1_000;
/** Milliseconds for the answers from then on: an instance that is not busy answers at once. */
const answerLimit = 300;
/** Answers take the same route as the call: they get this many times as long as it took. */
const slowness = 3;
/** Milliseconds for which the answers are valid while the number of connections stays the same. */
const validity = 10_000;

interface LastCall {
  readonly connections: number;
  readonly at: number;
  /** Whether the kernel has taken the call. */
  readonly isHeard: boolean;
}

export class PeerDiscovery {
  readonly #connection: Pick<KernelConnection, "request" | "forget" | "isOpen">;
  /** Marks the ids of our own requests: the reply to one can overtake its status. */
  readonly #instanceId = crypto.randomUUID();
  /** The sessions that answered the last call, even if late. */
  readonly #present = new Set<string>();
  #onAnswer = () => {};
  #last: LastCall | undefined;
  #calling: Promise<void> | undefined;

  constructor(connection: Pick<KernelConnection, "request" | "forget" | "isOpen">) {
    this.#connection = connection;
  }

  /** Takes a message that others caused; returns whether it belongs to a roll call. */
  take({ header, parent, content }: Received): boolean {
    const { msg_id = "", session } = parent;
    const isCall = msg_id.startsWith(callPrefix);
    if (!isCall && !msg_id.startsWith(answerPrefix)) return false;
    const isOurs = msg_id.includes(this.#instanceId);
    if (isOurs || header.msg_type !== "status") return true;
    if (contents.status.parse(content()).execution_state !== "busy") return true;
    if (isCall) this.#send(answerPrefix);
    else if (session !== undefined) this.#present.add(session);
    this.#onAnswer();
    return true;
  }

  /** How many of the others' `connections` are instances of this program; undefined if that is not known. */
  async count(connections: number): Promise<number | undefined> {
    if (connections <= 0) return 0;
    // One call at a time: a second one would receive the answers to the first.
    while (this.#calling !== undefined) await this.#calling;
    if (!this.#connection.isOpen) return undefined;
    if (!this.#isKnown(connections)) {
      this.#calling = this.#call(connections).finally(() => this.#calling = undefined);
      await this.#calling;
    }
    return this.#last?.isHeard || this.#present.size > 0 ? this.#present.size : undefined;
  }

  /** Whether the last answers are still valid. Instead of a browser that was among the connections, an instance may be there. */
  #isKnown(connections: number): boolean {
    const last = this.#last;
    if (last?.connections !== connections || performance.now() - last.at >= validity) return false;
    return !last.isHeard || this.#present.size >= connections;
  }

  async #call(connections: number): Promise<void> {
    const all = Promise.withResolvers<void>();
    const began = performance.now();
    let [isHeard, isOver] = [false, false];
    let timer = setTimeout(all.resolve, callLimit);
    this.#present.clear();
    this.#onAnswer = () => this.#present.size >= connections && all.resolve();
    this.#send(callPrefix, () => {
      isHeard = true;
      if (isOver) return;
      clearTimeout(timer);
      timer = setTimeout(all.resolve, Math.max(answerLimit, slowness * (performance.now() - began)));
    });
    await all.promise;
    isOver = true;
    clearTimeout(timer);
    this.#last = { connections, at: performance.now(), isHeard };
  }

  /** Sends on the control channel, which a kernel serves while it runs code. */
  #send(what: string, onHeard = () => {}): void {
    if (!this.#connection.isOpen) return;
    const id = `${what}${this.#instanceId}-${crypto.randomUUID()}`;
    const request = { channel: "control", type: "kernel_info_request", content: {}, id } as const;
    this.#connection.request(request, ({ channel }) => {
      if (channel !== "control") return;
      this.#connection.forget(id);
      onHeard();
    });
  }
}
