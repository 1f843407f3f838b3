/**
 * Another process of this program that goes on with runs when this one must end: clients end a program two seconds
 * after they have left it, and the notebook of a run of hours is not to end there.
 *
 * 1. What it needs to know, with the token, goes through its stdin, not into its arguments.
 * 2. It has no pipe of the client: the client would wait for its end.
 */

import type { ServerSettings } from "../../base/protocol.ts";

/** The argument that makes a process an heir. */
export const successorArgument = "take-over-runs";

export class SuccessorProcess {
  readonly #child: Deno.ChildProcess;
  readonly #will: WritableStreamDefaultWriter<Uint8Array>;
  #given: Promise<void> = Promise.resolve();

  constructor(settings: ServerSettings, kernels: readonly string[]) {
    const [program = "", ...args] = Deno.build.standalone
      ? [Deno.execPath()]
      : [Deno.execPath(), "run", "--quiet", "--allow-all", Deno.mainModule];
    this.#child = new Deno.Command(program, {
      args: [...args, successorArgument],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      detached: true,
    }).spawn();
    this.#child.unref();
    this.#will = this.#child.stdin.getWriter();
    const { jupyter, version, logLevel, logFormat, maxSessions, maxResultBytes } = settings;
    this.#say(
      JSON.stringify({ jupyter, version, logLevel, logFormat, maxSessions, maxResultBytes, kernels }),
    );
  }

  /** Resolves when it listens to the kernels; false where it never will. */
  async isReady(): Promise<boolean> {
    const { done } = await this.#child.stdout.getReader().read();
    return !done;
  }

  /** Leaves the runs to it. */
  handOver(json: string): void {
    this.#say(json);
  }

  /** Resolves when it has all that was left to it. Without runs it ends by itself. */
  async close(): Promise<void> {
    await this.#given.then(() => this.#will.close()).catch(() => undefined);
  }

  #say(json: string): void {
    const line = new TextEncoder().encode(`${json}\n`);
    this.#given = this.#given.then(() => this.#will.write(line));
    this.#given.catch(() => undefined);
  }
}
