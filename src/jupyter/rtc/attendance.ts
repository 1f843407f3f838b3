/**
 * Who is noticed in a room after entering it, before they say something of themselves. Only of jupyter-collaboration:
 * jupyter-server-documents tells a newcomer at once who is there, the newcomer included.
 */

import { untilAborted } from "../../base/async/until_aborted.ts";
import type { SyncConnection } from "./sync_connection.ts";

/** Others say that they are there every 15 seconds. */
const presenceDelay = 20_000;
/** A page that is not busy passes on what it hears within milliseconds. */
const echoDelay = 400;
/** One that loads or draws takes longer. */
const busyDelay = 2_000;

export type EchoConnection = Pick<SyncConnection, "isEchoed" | "echoed" | "ask">;

export interface PresenceOptions {
  readonly signal?: AbortSignal | undefined;
  /** A browser is known to show the notebook, in whatever way: it is waited for a little. */
  readonly isExpected?: boolean;
}

export class PresenceDetector {
  readonly #link: EchoConnection;
  readonly #now: () => number;
  readonly #entered: number;
  readonly #isTold: boolean;

  constructor(
    link: EchoConnection,
    { now, isTold }: { readonly now: () => number; readonly isTold: boolean },
  ) {
    this.#link = link;
    this.#now = now;
    this.#entered = now();
    this.#isTold = isTold;
  }

  /** Some page has the document open that has not said so by itself yet. */
  get hasUnnamed(): boolean {
    return !this.#isTold && this.#link.isEchoed && this.#now() - this.#entered < presenceDelay;
  }

  /** Resolves when a page that is there must have been noticed: soon after entering; one that is expected may be busy. */
  async settled({ signal, isExpected = false }: PresenceOptions = {}): Promise<void> {
    const left = this.#entered + (isExpected ? busyDelay : echoDelay) - this.#now();
    if (!this.#isTold && left > 0) await this.#echoWithin(left, signal);
  }

  /** Whether a page that was heard of is still there: one that was closed in a hurry takes no leave. */
  async isStillThere(signal?: AbortSignal): Promise<boolean> {
    if (this.#isTold) return true;
    this.#link.ask();
    await this.#echoWithin(echoDelay, signal);
    return this.#link.isEchoed;
  }

  async #echoWithin(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, milliseconds);
    await untilAborted(Promise.race([this.#link.echoed, late.promise]), signal).finally(() =>
      clearTimeout(timer)
    );
  }
}
