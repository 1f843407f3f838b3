/**
 * The subshell (JEP 91) in which we look at a kernel whose main shell is busy.
 *
 * 1. There is at most one of ours per kernel; it is made when needed and removed when it has not been needed for a while.
 * 2. One that hangs is never removed: the kernel would wait for its thread, deaf to everybody. It is left behind, another
 *    is made, and it is removed if it ever answers.
 * 3. A restart ends it with its process.
 */

import { untilAborted } from "../../base/async/until_aborted.ts";
import { requestReply } from "./ask.ts";
import type { KernelConnection } from "./connection.ts";
import { contents } from "./messages.ts";

const idleTime = 60_000;

/** A kernel's control channel answers at once, unless something wedges it. */
const createLimit = 5_000;

/** Whoever leaves does not wait longer than that for the kernel. */
const removeLimit = 500;

interface CreatedSubshell {
  readonly id: string;
  /** The process of the kernel that it lives in. */
  readonly process: string | undefined;
}

export class Subshell {
  readonly #connection: KernelConnection;
  #making: Promise<CreatedSubshell> | undefined;
  #made: CreatedSubshell | undefined;
  #users = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: KernelConnection) {
    this.#connection = connection;
  }

  /** Does something in the subshell, which is made where there is none. */
  async use<T>(work: (id: string) => Promise<T>, signal: AbortSignal): Promise<T> {
    clearTimeout(this.#rest);
    this.#users++;
    try {
      return await work(await untilAborted(this.#ready(), signal));
    } finally {
      if (--this.#users === 0) this.#restLater();
    }
  }

  /** Leaves a subshell behind that does not answer. */
  abandon(): void {
    this.#made = undefined;
  }

  /** Removes a subshell that is known to be free; resolves when it is, or when nobody says so in time. */
  async remove(id: string): Promise<void> {
    if (!this.#connection.isOpen) return;
    const request = {
      channel: "control",
      type: "delete_subshell_request",
      content: { subshell_id: id },
    } as const;
    await requestReply(this.#connection, request, { signal: AbortSignal.timeout(removeLimit) }).catch(() =>
      undefined
    );
  }

  /** Removes it unless it is in use. */
  async close(): Promise<void> {
    clearTimeout(this.#rest);
    const made = this.#made;
    this.#made = undefined;
    if (made !== undefined && this.#users === 0 && made.process === this.#connection.process) {
      await this.remove(made.id);
    }
  }

  async #ready(): Promise<string> {
    const { process } = this.#connection;
    if (this.#made?.process !== process) this.#made = undefined;
    if (this.#made !== undefined) return this.#made.id;
    this.#making ??= this.#make(process).finally(() => this.#making = undefined);
    this.#made = await this.#making;
    return this.#made.id;
  }

  async #make(process: string | undefined): Promise<CreatedSubshell> {
    const request = { channel: "control", type: "create_subshell_request", content: {} } as const;
    const { reply } = await requestReply(this.#connection, request, {
      signal: AbortSignal.timeout(createLimit),
    });
    return { id: contents.create_subshell_reply.parse(reply.content()).subshell_id, process };
  }

  #restLater(): void {
    this.#rest = setTimeout(() => void this.close(), idleTime);
    Deno.unrefTimer(this.#rest);
  }
}
