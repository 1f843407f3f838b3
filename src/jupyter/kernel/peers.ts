/**
 * Programs like this one that are connected to the same kernel. Jupyter counts connections and does not tell whose they
 * are; a browser is told from such a program by a roll call. A request of ours that anybody on the kernel hears of, by
 * the kernel's status, is answered by each program with another such request.
 */

import type { KernelConnection } from "./connection.ts";
import { contents, type Received } from "./messages.ts";

const call = "jupyter-mcp-who-";
const answer = "jupyter-mcp-here-";
/** Milliseconds for the answers: a program that is not busy gives its own at once. */
const answerLimit = 300;
/** Milliseconds for which the answers hold as long as the number of connections stays. */
const validity = 10_000;

interface LastCall {
  readonly connections: number;
  readonly at: number;
  readonly count: number;
}

export class Peers {
  readonly #connection: Pick<KernelConnection, "request" | "forget" | "isOpen">;
  readonly #now: () => number;
  readonly #here = new Set<string>();
  #onAnswer = () => {};
  #last: LastCall | undefined;

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
    const isCall = msg_id.startsWith(call);
    if (!isCall && !msg_id.startsWith(answer)) return false;
    if (header.msg_type !== "status" || contents.status.parse(content()).execution_state !== "busy") {
      return true;
    }
    if (isCall) this.#say(answer);
    else if (session !== undefined) this.#here.add(session);
    this.#onAnswer();
    return true;
  }

  /** How many of so many connections of others are programs like this one; none where we are not connected. */
  async count(connections: number): Promise<number> {
    if (!this.#connection.isOpen || connections <= 0) return 0;
    const last = this.#last;
    if (last?.connections === connections && this.#now() - last.at < validity) return last.count;
    this.#here.clear();
    const all = Promise.withResolvers<void>();
    const timer = setTimeout(all.resolve, answerLimit);
    this.#onAnswer = () => this.#here.size >= connections && all.resolve();
    this.#say(call);
    await all.promise;
    clearTimeout(timer);
    this.#last = { connections, at: this.#now(), count: this.#here.size };
    return this.#here.size;
  }

  /** On the control channel, which a kernel serves while it runs code. */
  #say(what: string): void {
    if (!this.#connection.isOpen) return;
    const id = `${what}${crypto.randomUUID()}`;
    const request = { channel: "control", type: "kernel_info_request", content: {}, id } as const;
    this.#connection.request(request, ({ channel }) => {
      if (channel === "control") this.#connection.forget(id);
    });
  }
}
