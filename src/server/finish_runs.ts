/** The successor process: it serves no client, takes over runs from a process that must end, and finishes them. */

import { z } from "zod";
import { delay } from "../base/async.ts";
import type { Kernel } from "../jupyter/kernel/kernel.ts";
import { handedOverRun } from "../jupyter/notebooks/background_runs.ts";
import { resumeRun } from "../jupyter/notebooks/resume_run.ts";
import type { Logger } from "../base/log.ts";
import { RendererClient } from "../output/renderer_client.ts";
import type { RendererPoolOptions } from "../output/renderer_pool.ts";
import { closeServices, createServices, type ServicesOptions } from "./services.ts";

interface FinishRunsOptions extends Omit<ServicesOptions, "renderer"> {
  readonly renderer: RendererPoolOptions;
  readonly kernels: readonly string[];
  /** Called when no later message of the kernels will be missed. */
  readonly onListening: () => void;
  /** Resolves with the runs, as JSON. */
  readonly runs: Promise<string>;
}

/** How long after opening a socket receives all messages; some servers do not answer a probe of a busy kernel. */
const settleMs = 500;
const pollMs = 20;

export async function finishRuns(options: FinishRunsOptions): Promise<void> {
  const services = createServices({ ...options, renderer: new RendererClient(options.renderer) });
  try {
    await Promise.all(options.kernels.map(async (id) => {
      const kernel = services.kernels.get(id);
      kernel.takeover.listen();
      await Promise.race([kernel.connect({ callLimit: Infinity }), settledConnection(kernel)]);
    }));
    options.onListening();
    const runs = z.array(handedOverRun).parse(JSON.parse(await options.runs));
    await Promise.all(
      runs.map((run) => resumeRun(services, run).catch((error) => logFailure(options.log, error))),
    );
  } finally {
    await closeServices(services);
  }
}

/** Resolves when a kernel's socket has been open for a while. */
async function settledConnection(kernel: Kernel): Promise<void> {
  while (!kernel.isAttached) await delay(pollMs);
  await delay(settleMs);
}

function logFailure(log: Logger, error: unknown): void {
  log.warning("a run could not be finished", {
    reason: error instanceof Error ? error.message : String(error),
  });
}
