/**
 * Others who connect to a kernel after us. Some servers, such as jupyter-server-documents, give all clients of a kernel
 * one address in it, which the newest takes: what the ones before send is lost without a trace, and their sockets stay
 * open. So after a newcomer the kernel is asked whether it still hears us, before anything is sent that matters.
 */

import { AppError } from "../../errors.ts";
import { ask, type AskedConnection } from "./ask.ts";
import type { Received } from "./messages.ts";

/** Milliseconds in which a kernel answers that hears us; where it is only slow, we connect again for nothing. */
const answerLimit = 1_000;
/** The first word of every client. */
const greeting = "kernel_info_request";

export class Newcomers {
  readonly #limit: number;
  #isDoubted = false;
  #asking: Promise<boolean> | undefined;

  constructor(limit = answerLimit) {
    this.#limit = limit;
  }

  /** Takes a message that belongs to none of our requests. */
  notice({ parent }: Pick<Received, "parent">, ourSession: string): void {
    if (parent.msg_type === greeting && parent.session !== ourSession) this.#isDoubted = true;
  }

  /** A connection that was just opened is the newest. */
  forget(): void {
    this.#isDoubted = false;
  }

  /** Whether what we send reaches the kernel, as far as that can be told. */
  async isHeard(connection: AskedConnection): Promise<boolean> {
    if (!this.#isDoubted) return true;
    this.#asking ??= this.#ask(connection).finally(() => this.#asking = undefined);
    return await this.#asking;
  }

  async #ask(connection: AskedConnection): Promise<boolean> {
    const request = { channel: "control", type: greeting, content: {} } as const;
    const signal = AbortSignal.timeout(this.#limit);
    try {
      await ask(connection, request, { signal });
      this.#isDoubted = false;
      return true;
    } catch (error) {
      if (!signal.aborted && !(error instanceof AppError)) throw error;
      return false;
    }
  }
}
