/** Real renderer processes for tests, started as the launcher does, and what became of them. */

import { RendererProcess } from "../../src/launch/workers/renderer_process.ts";
import { createLogger } from "../../src/base/log.ts";
import { RendererClient } from "../../src/output/renderer_client.ts";
import type { RendererPoolOptions } from "../../src/output/renderer_pool.ts";

export interface RendererProcessesOptions extends Omit<RendererPoolOptions, "connect"> {
  /** What is started in the place of the program. */
  readonly main?: URL;
}

export class RendererProcesses implements AsyncDisposable {
  readonly #main: URL;
  readonly started: RendererProcess[] = [];
  readonly log: string[] = [];
  readonly client: RendererClient;

  constructor({ main, ...options }: RendererProcessesOptions = {}) {
    this.#main = main ?? new URL("../../main.ts", import.meta.url);
    this.client = new RendererClient({ ...options, connect: () => Promise.resolve(this.connect()) });
  }

  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const logger = createLogger({ level: "debug", write: (line) => this.log.push(line) });
    this.started.push(new RendererProcess({ main: this.#main, port: port1, logger }));
    return port2;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.client.close();
    for (const renderer of this.started) renderer.kill();
    await Promise.all(this.started.map(({ ended }) => ended));
  }
}
