import { untilAborted } from "../../base/async.ts";
import type { KernelConnection } from "./connection.ts";
import { contents, requestReply } from "./messages.ts";

/** Milliseconds without use after which the subshell is removed. */
const idleTime = 60_000;

/** Milliseconds; a kernel's control channel answers at once, unless something blocks it. */
const createLimit = 5_000;

/** Milliseconds to wait for the kernel when we leave. */
const removeLimit = 500;

interface CreatedSubshell {
  readonly id: string;
  /** The process of the kernel that it belongs to. */
  readonly process: string | undefined;
}

/** The subshell in which we inspect a kernel whose main shell is busy. */
export class Subshell {
  readonly #connection: KernelConnection;
  #creating: Promise<CreatedSubshell> | undefined;
  #created: CreatedSubshell | undefined;
  #users = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: KernelConnection) {
    this.#connection = connection;
  }

  /** Runs `work` in the subshell, which is created if there is none. */
  async use<T>(work: (id: string) => Promise<T>, signal: AbortSignal): Promise<T> {
    clearTimeout(this.#idleTimer);
    this.#users++;
    try {
      return await work(await untilAborted(this.#ready(), signal));
    } finally {
      if (--this.#users === 0) this.#removeLater();
    }
  }

  /** Abandons a subshell that does not answer. */
  abandon(): void {
    this.#created = undefined;
  }

  /** Removes a subshell that is known to be idle; resolves when the kernel confirms, or after a limit. */
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
    clearTimeout(this.#idleTimer);
    const created = this.#created;
    this.#created = undefined;
    if (created !== undefined && this.#users === 0 && created.process === this.#connection.process) {
      await this.remove(created.id);
    }
  }

  async #ready(): Promise<string> {
    const { process } = this.#connection;
    if (this.#created?.process !== process) this.#created = undefined;
    if (this.#created !== undefined) return this.#created.id;
    this.#creating ??= this.#create(process).finally(() => this.#creating = undefined);
    this.#created = await this.#creating;
    return this.#created.id;
  }

  async #create(process: string | undefined): Promise<CreatedSubshell> {
    const request = { channel: "control", type: "create_subshell_request", content: {} } as const;
    const { reply } = await requestReply(this.#connection, request, {
      signal: AbortSignal.timeout(createLimit),
    });
    return { id: contents.create_subshell_reply.parse(reply.content()).subshell_id, process };
  }

  #removeLater(): void {
    this.#idleTimer = setTimeout(() => void this.close(), idleTime);
    Deno.unrefTimer(this.#idleTimer);
  }
}
