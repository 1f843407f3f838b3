/** The presenter that tools use: runs and images in the form a model reads. */

import type { ImageStore } from "../images.ts";
import type { Execution } from "../jupyter/kernel/execution.ts";
import type { Presenter, RunOptions } from "../tool.ts";
import type { RendererClient } from "./renderer_client.ts";
import { RunRenderer } from "./run.ts";
import type { RunView } from "./run_view.ts";

export interface PresenterOptions {
  readonly images: ImageStore;
  readonly renderer: RendererClient;
  readonly maxResultBytes: number;
}

export function createPresenter(options: PresenterOptions): Presenter {
  const runs = new RunRenderer(options);
  return {
    async run(execution, options = {}) {
      // Read before the rendering, which takes time: what comes meanwhile is for the next answer.
      const { cursor } = execution.outputs;
      const { data, ...rest } = await runs.render(viewOf(execution, options), options.signal);
      return { data: { ...data, cursor }, ...rest };
    },
    text: (execution) => runs.text(viewOf(execution)),
    image: (image, signal) => runs.image(image, signal),
  };
}

function viewOf(execution: Execution, options: RunOptions = {}): RunView {
  return {
    executionId: execution.id,
    sessionId: execution.sessionId,
    code: execution.code,
    status: options.status ?? execution.status,
    executionCount: execution.executionCount,
    outputs: execution.outputs.outputs(options.cursor),
    executionTimeMs: execution.elapsed,
    dropped: execution.outputs.dropped,
    notes: execution.notes,
  };
}
