/** The presenter that tools use: runs and images in the form a model reads. */

import { AppError } from "../base/errors.ts";
import type { Execution } from "../jupyter/kernel/execution.ts";
import { externalEndOf } from "../jupyter/kernel/execution.ts";
import type { InputRequests, Refusal } from "../jupyter/kernel/input_requests.ts";
import type { Reply } from "../reply.ts";
import type { Presenter, RunReplyOptions } from "../services.ts";
import { notebookReply } from "./notebook/notebook_reply.ts";
import { ImageDeadline } from "./image_deadline.ts";
import type { RendererClient } from "./renderer_client.ts";
import { RunPresenter, type RunPresenterOptions } from "./run_presenter.ts";
import type { PresentedRun } from "./presented_run.ts";

type PresenterOptions = Required<RunPresenterOptions> & { readonly renderer: RendererClient };

/** Creates presenters that differ only in the client they draw for. */
export function createPresenters(options: PresenterOptions): (renderer: RendererClient) => Presenter {
  const runs = new RunPresenter(options);
  return (renderer) => presenterOf(runs, { ...options, renderer });
}

function presenterOf(runs: RunPresenter, options: PresenterOptions): Presenter {
  const { maxResultBytes: maxBytes, maxTextBytes } = options;
  const textBytes = (maxChars = maxTextBytes) => Math.min(maxChars, maxBytes);
  const imageRenderer = () => new ImageDeadline(options.renderer);
  return {
    maxBytes,
    textBytes,
    async runReply(execution, options = {}) {
      const isOpen = execution.status === "running";
      const { cursor, ...page } = execution.outputs.page({ after: options.cursor, isOpen });
      const run = { ...presentedRun(execution, options), ...page };
      const { data, ...rest } = await runs.present(run, { renderer: imageRenderer(), ...options });
      const { refused } = execution.inputRequests;
      if (refused !== undefined && execution.status !== "ok") throw inputUnavailable(refused, data);
      const hasMore = isOpen || data["truncated"] === true;
      return { data: { ...data, ...(hasMore ? { execution_id: execution.id, cursor } : {}) }, ...rest };
    },
    runText: (execution) => runs.text(presentedRun(execution)),
    image: (image, how) => runs.image(image, { renderer: options.renderer, ...how }),
    imageRenderer,
    notebookReply: (notebook, options) =>
      notebookReply(notebook, {
        ...options,
        maxBytes,
        textBytes: textBytes(options.maxChars),
        renderer: imageRenderer(),
      }),
  };
}

const refusals: Readonly<Record<Refusal, string>> = {
  nobody_to_ask: "nobody can be asked: the client has no way to, or no longer waits for the run",
  declined: "nobody answered",
  silence: "nobody answered in time",
};

/** The error for code that asked and got no answer; it carries what the run gave before. */
function inputUnavailable(
  { prompt, refusal }: NonNullable<InputRequests["refused"]>,
  data: Reply["data"],
): AppError {
  const asked = JSON.stringify(prompt);
  return new AppError(
    "input_unavailable",
    `Cannot continue: the code asked for input (${asked}) and ${refusals[refusal]}, so it was stopped`,
    { hint: "Set the value in the code instead of calling input()", details: data },
  );
}

function presentedRun(execution: Execution, options: RunReplyOptions = {}): PresentedRun {
  const all = execution.outputs.outputs();
  const externalEnd = execution.status === "error" ? externalEndOf(execution) : undefined;
  return {
    executionId: execution.id,
    sessionId: execution.sessionId,
    code: execution.code,
    status: options.status ?? execution.status,
    executionCount: execution.executionCount,
    outputs: all,
    allOutputs: all,
    executionTimeMs: execution.elapsed,
    dropped: execution.outputs.dropped,
    failure: externalEnd && { type: externalEnd.ename, message: externalEnd.evalue },
    limitedByServer: execution.isIncomplete,
    notes: execution.notes,
  };
}
