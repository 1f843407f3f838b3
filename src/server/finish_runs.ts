/**
 * The successor process: it serves no client, takes over runs from a process that must end, and finishes them. That process
 * may have to end before this one could connect to the kernels, if Jupyter is slow or away.
 */

import { z } from "zod";
import { delay } from "../base/async.ts";
import { messageOf } from "../base/errors.ts";
import type { Kernel } from "../jupyter/kernel/kernel.ts";
import { type HandedOverRun, handedOverRun } from "../jupyter/notebooks/notebook_work.ts";
import { resumeRun } from "../jupyter/notebooks/resume_run.ts";
import { RendererClient } from "../output/renderer_client.ts";
import type { RendererPoolOptions } from "../output/renderer_pool.ts";
import { closeServices, createServices, type ServicesOptions } from "./create_services.ts";

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
  services.notebooks.becomeUnattended();
  /** Since when, by kernel. */
  const listening = new Map<string, number>();
  const listen = async (id: string) => {
    const kernel = services.kernels.get(id);
    kernel.listenForTakeover();
    await Promise.race([kernel.connect({ callLimit: Infinity }), settledConnection(kernel)]);
    listening.set(id, Date.now());
  };
  try {
    // A kernel that cannot be reached is connected again by the runs that need it.
    Promise.all(options.kernels.map(listen)).then(options.onListening, () => undefined);
    const runs = z.array(handedOverRun).parse(JSON.parse(await options.runs));
    const resume = async (run: HandedOverRun) => {
      await resumeRun(services, run, listening.get(run.kernelId))
        .catch((error) => options.log.warning("a run could not be finished", { reason: messageOf(error) }));
    };
    await Promise.all(runs.map(resume));
  } finally {
    await closeServices(services);
  }
}

/** Resolves when a kernel's socket has been open for a while. */
async function settledConnection(kernel: Kernel): Promise<void> {
  while (!kernel.isAttached) await delay(pollMs);
  await delay(settleMs);
}
