/** Real renderer processes for tests, started as the launcher does, and what became of them. */

import { RendererProcess } from "../../src/launch/workers/renderer_process.ts";
import { createLogger } from "../../src/base/log.ts";
import { RendererClient } from "../../src/output/renderer_client.ts";
import type { RendererPoolOptions } from "../../src/output/renderer_pool.ts";
import { peakMemoryIfRunning } from "./peak_memory.ts";

export interface RendererProcessesOptions extends Omit<RendererPoolOptions, "connect"> {
  /** What is started in the place of the program. */
  readonly main?: URL;
}

/** A renderer whose memory is read before it is killed. */
class MeasuredRenderer extends RendererProcess {
  #peak: number | undefined;

  /** The most memory that it has held at once, in bytes; undefined if it ended by itself, or not on Linux. */
  get peak(): number | undefined {
    return this.pid === undefined ? undefined : peakMemoryIfRunning(this.pid) ?? this.#peak;
  }

  override kill(): void {
    this.#peak ??= this.peak;
    super.kill();
  }
}

export class RendererProcesses implements AsyncDisposable {
  readonly #main: URL;
  readonly started: MeasuredRenderer[] = [];
  readonly log: string[] = [];
  readonly client: RendererClient;

  constructor({ main, ...options }: RendererProcessesOptions = {}) {
    this.#main = main ?? new URL("../../main.ts", import.meta.url);
    this.client = new RendererClient({ ...options, connect: () => Promise.resolve(this.connect()) });
  }

  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const logger = createLogger({ level: "debug", write: (line) => this.log.push(line) });
    this.started.push(new MeasuredRenderer({ main: this.#main, port: port1, logger }));
    return port2;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.client.close();
    for (const renderer of this.started) renderer.kill();
    await Promise.all(this.started.map(({ ended }) => ended));
  }
}
