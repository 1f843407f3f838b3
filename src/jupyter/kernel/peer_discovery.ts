/**
 * Programs like this one that are connected to the same kernel. Jupyter counts connections and does not tell whose they
 * are; a browser is told from such a program by a roll call. A request of ours that anybody on the kernel hears of, by
 * the kernel's status, is answered by each program with another such request.
 */

import type { KernelConnection } from "./connection.ts";
import { contents, type Received } from "./messages.ts";

const callPrefix = "jupyter-mcp-who-";
const answerPrefix = "jupyter-mcp-here-";
/** Milliseconds for the kernel to take the call; one that takes longer serves no control channel while it is busy. */
const callLimit = 1_000;
/** Milliseconds for the answers from then on: a program that is not busy gives its own at once. */
const answerLimit = 300;
/** They go the way of the call: where that took long they are given so many times as long. */
const slowness = 3;
/** Milliseconds for which the answers hold as long as the number of connections stays. */
const validity = 10_000;

interface LastCall {
  readonly connections: number;
  readonly at: number;
  /** The kernel has passed the call on. */
  readonly isHeard: boolean;
}

export class PeerDiscovery {
  readonly #connection: Pick<KernelConnection, "request" | "forget" | "isOpen">;
  readonly #now: () => number;
  /** In the ids of our own requests: the reply to one can overtake the status by which the others hear of it. */
  readonly #name = crypto.randomUUID();
  /** Those who answered the last call, also when they did so late. */
  readonly #here = new Set<string>();
  #onAnswer = () => {};
  #last: LastCall | undefined;
  #calling: Promise<void> | undefined;

  constructor(
    connection: Pick<KernelConnection, "request" | "forget" | "isOpen">,
    now = () => performance.now(),
  ) {
    this.#connection = connection;
    this.#now = now;
  }

  /** Takes a message that others caused; tells whether it belongs to a roll call. */
  take({ header, parent, content }: Received): boolean {
    const { msg_id = "", session } = parent;
    const isCall = msg_id.startsWith(callPrefix);
    if (!isCall && !msg_id.startsWith(answerPrefix)) return false;
    const isOurs = msg_id.includes(this.#name);
    if (isOurs || header.msg_type !== "status") return true;
    if (contents.status.parse(content()).execution_state !== "busy") return true;
    if (isCall) this.#say(answerPrefix);
    else if (session !== undefined) this.#here.add(session);
    this.#onAnswer();
    return true;
  }

  /** How many of so many connections of others are programs like this one; undefined where that cannot be told. */
  async count(connections: number): Promise<number | undefined> {
    if (connections <= 0) return 0;
    // One call at a time: a second one would take the answers from the first.
    while (this.#calling !== undefined) await this.#calling;
    if (!this.#connection.isOpen) return undefined;
    if (this.#last?.connections !== connections || this.#now() - this.#last.at >= validity) {
      this.#calling = this.#call(connections).finally(() => this.#calling = undefined);
      await this.#calling;
    }
    return this.#last?.isHeard || this.#here.size > 0 ? this.#here.size : undefined;
  }

  async #call(connections: number): Promise<void> {
    const all = Promise.withResolvers<void>();
    const began = this.#now();
    let [isHeard, isOver] = [false, false];
    let timer = setTimeout(all.resolve, callLimit);
    this.#here.clear();
    this.#onAnswer = () => this.#here.size >= connections && all.resolve();
    this.#say(callPrefix, () => {
      isHeard = true;
      if (isOver) return;
      clearTimeout(timer);
      timer = setTimeout(all.resolve, Math.max(answerLimit, slowness * (this.#now() - began)));
    });
    await all.promise;
    isOver = true;
    clearTimeout(timer);
    this.#last = { connections, at: this.#now(), isHeard };
  }

  /** On the control channel, which a kernel serves while it runs code. */
  #say(what: string, onHeard = () => {}): void {
    if (!this.#connection.isOpen) return;
    const id = `${what}${this.#name}-${crypto.randomUUID()}`;
    const request = { channel: "control", type: "kernel_info_request", content: {}, id } as const;
    this.#connection.request(request, ({ channel }) => {
      if (channel !== "control") return;
      this.#connection.forget(id);
      onHeard();
    });
  }
}
