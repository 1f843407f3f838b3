/**
 * Whether a kernel's main shell is executing, and for whom, according to its status messages.
 *
 * Only execute requests count: probes and introspection make a kernel "busy" for a moment too. Subshells
 * run alongside the main shell and do not occupy it.
 */

import { contents, type Received, type ReceivedParent } from "./messages.ts";

export interface Busy {
  /** The request being executed; undefined if it began before we connected. */
  readonly request: string | undefined;
  /** `performance.now()` when we learned of it. */
  readonly since: number;
  /** The execution count of its cell, if the kernel has sent it. */
  readonly count?: number | null | undefined;
}

type Owner = "ours" | "foreign";

export class BusyState {
  #busy: Busy | undefined;
  #lastIdle: Readonly<Record<Owner, number>> = { ours: -Infinity, foreign: -Infinity };
  #latest: ReceivedParent | undefined;
  readonly #idleListeners = new Set<() => void>();
  readonly #busyListeners = new Set<() => void>();

  get current(): Busy | undefined {
    return this.#busy;
  }

  /** Milliseconds for which a request other than ours has been running; undefined if none is. */
  busyWithOthers(ours: string | undefined): number | undefined {
    if (this.#busy === undefined || (ours !== undefined && this.#busy.request === ours)) return undefined;
    return Math.round(performance.now() - this.#busy.since);
  }

  /** The header of the last request that the main shell was seen to execute. */
  get latest(): ReceivedParent | undefined {
    return this.#latest;
  }

  /** Milliseconds since a request of this owner was last seen to end. */
  sinceLast(owner: Owner): number {
    return performance.now() - this.#lastIdle[owner];
  }

  /** The kernel was found busy with something we did not see begin. */
  assume(): void {
    this.#busy ??= { request: undefined, since: performance.now() };
  }

  /** Takes a status message. */
  take(message: Received, owner: Owner): void {
    if (message.parent.msg_type !== "execute_request" || message.parent.subshell_id) return;
    const { execution_state } = contents.status.parse(message.content());
    if (execution_state === "busy") {
      this.#busy = { request: message.parent.msg_id, since: performance.now() };
      this.#latest = message.parent;
      for (const listener of this.#busyListeners) listener();
    } else if (execution_state === "idle") {
      this.#lastIdle = { ...this.#lastIdle, [owner]: performance.now() };
      this.clear();
    }
  }

  /** Takes the message with the execution count of the cell. */
  takeInput(message: Received): void {
    if (this.#busy === undefined || message.parent.msg_id !== this.#busy.request) return;
    const { execution_count } = contents.execute_input.parse(message.content());
    this.#busy = { ...this.#busy, count: execution_count };
  }

  /**
   * The main shell has answered: what was only assumed to run is over, or never ran. After a kernel's death Jupyter may
   * report it as busy until someone uses it.
   */
  clearAssumed(): void {
    if (this.#busy !== undefined && this.#busy.request === undefined) this.clear();
  }

  clear(): void {
    this.#busy = undefined;
    for (const listener of this.#idleListeners) listener();
  }

  /** Calls back whenever the kernel begins to execute; returns the function that unsubscribes. */
  onBusy(listener: () => void): () => void {
    this.#busyListeners.add(listener);
    return () => this.#busyListeners.delete(listener);
  }

  /** Calls back whenever the kernel becomes idle; returns the function that unsubscribes. */
  onIdle(listener: () => void): () => void {
    this.#idleListeners.add(listener);
    return () => this.#idleListeners.delete(listener);
  }
}
