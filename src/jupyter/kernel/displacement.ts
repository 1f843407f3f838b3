/**
 * Detects that a client who connected to the kernel after us has displaced us. jupyter-server-documents gives all clients
 * of a kernel one address in it, which the newest takes: requests of earlier clients are lost without a trace, and their
 * sockets stay open. So on that server, after another client has connected, the kernel is probed before anything
 * important is sent. On other servers it is not: programs like this one send `kernel_info_request` all the time.
 */

import { AppError } from "../../base/errors.ts";
import { type Received, type RequestConnection, requestReply } from "./messages.ts";

/** Milliseconds in which a kernel that receives our requests answers; if it is only slow, we reconnect needlessly. */
const answerLimit = 2_000;
/** The first request of every client. */
const firstRequest = "kernel_info_request";

interface DisplacementOptions {
  /** Whether this is a server on which the newest client displaces the others. */
  readonly isAffected: () => Promise<boolean>;
  readonly limit?: number;
}

export class Displacement {
  readonly #options: DisplacementOptions;
  #isPossible = false;
  #affected: Promise<boolean> | undefined;
  #probing: Promise<boolean> | undefined;

  constructor(options: DisplacementOptions) {
    this.#options = options;
  }

  /** Whether another client has connected since, so that the kernel must be probed. */
  get isPossible(): boolean {
    return this.#isPossible;
  }

  /** Takes a message that belongs to none of our requests. */
  notice({ parent }: Pick<Received, "parent">, ourSession: string): void {
    if (parent.msg_type !== firstRequest || parent.session === ourSession || this.#isPossible) return;
    this.#isPossible = true;
    // Looked up right away, so that no one has to wait for it.
    void this.#isAffected();
  }

  /** A connection that was just opened is the newest. */
  clear(): void {
    this.#isPossible = false;
  }

  /** Whether our requests reach the kernel, as far as can be known. */
  async canReachKernel(connection: RequestConnection): Promise<boolean> {
    if (!this.#isPossible || !await this.#isAffected()) return true;
    this.#probing ??= this.#probe(connection).finally(() => this.#probing = undefined);
    return await this.#probing;
  }

  /** Never rejects: if the server does not say, the kernel is probed. */
  async #isAffected(): Promise<boolean> {
    this.#affected ??= this.#options.isAffected();
    const isAffected = await this.#affected.catch(() => {
      this.#affected = undefined;
      return true;
    });
    if (!isAffected) this.#isPossible = false;
    return isAffected;
  }

  /** Probes on both channels: a busy kernel answers on control only, some kernels on shell only. */
  async #probe(connection: RequestConnection): Promise<boolean> {
    const answered = new AbortController();
    const signal = AbortSignal.any([
      answered.signal,
      AbortSignal.timeout(this.#options.limit ?? answerLimit),
    ]);
    const probes = (["control", "shell"] as const).map((channel) =>
      requestReply(connection, { channel, type: firstRequest, content: {} }, { signal })
    );
    try {
      await Promise.any(probes);
      this.#isPossible = false;
      return true;
    } catch (error) {
      const reasons = error instanceof AggregateError ? error.errors : [error];
      const unexpected = reasons.find((reason) => !signal.aborted && !(reason instanceof AppError));
      if (unexpected !== undefined) throw unexpected;
      return false;
    } finally {
      answered.abort();
    }
  }
}
