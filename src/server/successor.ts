/** What an heir does, a process that serves no client: it takes runs over from one that must end, and finishes them. */

import { z } from "zod";
import { delay } from "../base/async/delay.ts";
import type { Kernel } from "../jupyter/kernel/kernel.ts";
import { handedOverRun } from "../jupyter/notebooks/background_runs.ts";
import { resumeRun } from "../jupyter/notebooks/resume_run.ts";
import type { Logger } from "../base/log.ts";
import { RendererClient } from "../output/renderer_client.ts";
import type { RendererPoolOptions } from "../output/renderer_pool.ts";
import { closeServices, createServices, type ServicesOptions } from "./services.ts";

export interface HeirOptions extends Omit<ServicesOptions, "renderer"> {
  readonly renderer: RendererPoolOptions;
  readonly kernels: readonly string[];
  /** Called when what the kernels say from then on is not lost. */
  readonly onListening: () => void;
  /** Resolves with the runs, as JSON. */
  readonly runs: Promise<string>;
}

/** Milliseconds after which an open socket has all that a kernel says; some servers leave a busy one's probe unanswered. */
const settling = 500;
const look = 20;

export async function finishRuns(options: HeirOptions): Promise<void> {
  const services = createServices({ ...options, renderer: new RendererClient(options.renderer) });
  try {
    await Promise.all(options.kernels.map(async (id) => {
      const kernel = services.kernels.get(id);
      kernel.takeover.listen();
      await Promise.race([kernel.connect(), surelyHeard(kernel)]);
    }));
    options.onListening();
    const runs = z.array(handedOverRun).parse(JSON.parse(await options.runs));
    await Promise.all(runs.map((run) => resumeRun(services, run).catch((error) => tell(options.log, error))));
  } finally {
    await closeServices(services);
  }
}

/** Resolves when a kernel's socket has been open for a while. */
async function surelyHeard(kernel: Kernel): Promise<void> {
  while (!kernel.isAttached) await delay(look);
  await delay(settling);
}

function tell(log: Logger, error: unknown): void {
  log.warning("a run could not be brought to its end", {
    reason: error instanceof Error ? error.message : String(error),
  });
}
