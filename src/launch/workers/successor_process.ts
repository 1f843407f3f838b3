/**
 * A successor process: this program again, which continues runs when this process must end. Clients kill a server two
 * seconds after they disconnect, and a run that writes into a notebook must not stop there.
 *
 * 1. It receives its settings and the token through stdin, not as arguments.
 * 2. It inherits no pipe of the client, which would otherwise wait for it to end.
 */

import { serverOptions } from "../../base/options.ts";
import type { ServerSettings } from "../../base/protocol.ts";
import { ownCommand } from "./own_process.ts";

export class SuccessorProcess {
  readonly #child: Deno.ChildProcess;
  readonly #stdin: WritableStreamDefaultWriter<Uint8Array>;
  #written: Promise<void> = Promise.resolve();

  constructor(settings: ServerSettings, kernels: readonly string[]) {
    const { program, args } = ownCommand("successor");
    this.#child = new Deno.Command(program, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      detached: true,
    }).spawn();
    this.#child.unref();
    this.#stdin = this.#child.stdin.getWriter();
    const { jupyter, version, journalFolder } = settings;
    this.#send(
      JSON.stringify({ options: serverOptions(settings), jupyter, version, journalFolder, kernels }),
    );
  }

  /** Resolves when it is connected to the kernels; false if it has ended before. Runs may be handed over earlier. */
  async isReady(): Promise<boolean> {
    const { done } = await this.#child.stdout.getReader().read();
    return !done;
  }

  /** Hands the runs over to it. */
  handOver(json: string): void {
    this.#send(json);
  }

  /** Resolves when everything has been written. Without runs it ends by itself. */
  async close(): Promise<void> {
    await this.#written.then(() => this.#stdin.close()).catch(() => undefined);
  }

  #send(json: string): void {
    const line = new TextEncoder().encode(`${json}\n`);
    this.#written = this.#written.then(() => this.#stdin.write(line));
    this.#written.catch(() => undefined);
  }
}
