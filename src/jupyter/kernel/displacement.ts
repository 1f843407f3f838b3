/**
 * Others who connect to a kernel after us. jupyter-server-documents gives all clients of a kernel one address in it,
 * which the newest takes: what the ones before send is lost without a trace, and their sockets stay open. So after a
 * newcomer the kernel is asked there whether it still hears us, before anything is sent that matters. On other servers
 * nothing is asked: other programs like this one greet the kernel all the time.
 */

import { AppError } from "../../base/errors.ts";
import { type RequestConnection, requestReply } from "./request.ts";
import type { Received } from "./messages.ts";

/** Milliseconds in which a kernel answers that hears us; where it is only slow, we connect again for nothing. */
const answerLimit = 2_000;
/** The first word of every client. */
const greeting = "kernel_info_request";

export interface DisplacementOptions {
  /** Whether the server is of the kind on which the newest client is the only one. */
  readonly isConcerned: () => Promise<boolean>;
  readonly limit?: number;
}

export class Displacement {
  readonly #options: DisplacementOptions;
  #isDoubted = false;
  #concerned: Promise<boolean> | undefined;
  #asking: Promise<boolean> | undefined;

  constructor(options: DisplacementOptions) {
    this.#options = options;
  }

  /** Whether it must be asked if we are heard. */
  get isDoubted(): boolean {
    return this.#isDoubted;
  }

  /** Takes a message that belongs to none of our requests. */
  notice({ parent }: Pick<Received, "parent">, ourSession: string): void {
    if (parent.msg_type !== greeting || parent.session === ourSession || this.#isDoubted) return;
    this.#isDoubted = true;
    // Found out right away, so that nobody has to wait for it.
    void this.#isConcerned();
  }

  /** A connection that was just opened is the newest. */
  forget(): void {
    this.#isDoubted = false;
  }

  /** Whether what we send reaches the kernel, as far as that can be told. */
  async canReachKernel(connection: RequestConnection): Promise<boolean> {
    if (!this.#isDoubted || !await this.#isConcerned()) return true;
    this.#asking ??= this.#ask(connection).finally(() => this.#asking = undefined);
    return await this.#asking;
  }

  /** Never rejects: where the server does not tell, the kernel is asked. */
  async #isConcerned(): Promise<boolean> {
    this.#concerned ??= this.#options.isConcerned();
    const isConcerned = await this.#concerned.catch(() => {
      this.#concerned = undefined;
      return true;
    });
    if (!isConcerned) this.#isDoubted = false;
    return isConcerned;
  }

  /** On both channels: a busy kernel answers on control only, some kernels on shell only. */
  async #ask(connection: RequestConnection): Promise<boolean> {
    const answered = new AbortController();
    const signal = AbortSignal.any([
      answered.signal,
      AbortSignal.timeout(this.#options.limit ?? answerLimit),
    ]);
    const asked = (["control", "shell"] as const).map((channel) =>
      requestReply(connection, { channel, type: greeting, content: {} }, { signal })
    );
    try {
      await Promise.any(asked);
      this.#isDoubted = false;
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
