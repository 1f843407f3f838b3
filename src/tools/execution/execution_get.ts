import { z } from "zod";
import { settle } from "../../jupyter/kernel/await_run.ts";
import { findRun } from "../../jupyter/notebooks/find_run.ts";
import { reportProgress } from "../../output/progress.ts";
import type { FollowingCells } from "../../jupyter/kernel/run_registry.ts";
import { defineTool } from "../../tool.ts";

/** The cells after the run, if there are any: what has become of them so far. */
function followingFields(following: FollowingCells | undefined) {
  const { begun = [], remaining = [], isOver } = following ?? {};
  if (begun.length + remaining.length === 0) return {};
  const cells = begun.map(({ cellId, execution: { id, status } }) => ({
    cell_id: cellId,
    execution_id: id,
    ...(status === "ok" ? {} : { status }),
  }));
  return {
    ...(cells.length === 0 ? {} : { then: cells }),
    ...(remaining.length === 0 ? {} : { [isOver ? "not_run" : "still_to_run"]: remaining }),
  };
}

export const executionGet = defineTool({
  name: "execution_get",
  title: "Look at a run",
  description:
    "Shows a background or earlier run, as execute_code does; never stops it. `open_line` is a last line " +
    "still being written.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    execution_id: z.string().min(1).describe("From execute_code or execution_list"),
    wait: z.number().min(0).max(3_600).default(0).describe("Seconds to wait for its end"),
    cursor: z.string().regex(/^\d+\.\d+\.\d+$/, 'expected a cursor such as "3.2.120"').optional()
      .describe("From the last reply: only newer output"),
    tail: z.number().int().min(1).optional().describe("Only the last lines"),
    max_chars: z.number().int().min(1_000).optional().describe("Max. characters of text").meta({
      hidden: true,
    }),
  }),
  async run({ execution_id, wait, cursor, tail, max_chars }, { services, signal, progress }) {
    const { presenter } = services;
    const execution = await findRun(execution_id, services, signal);
    const stopReporting = reportProgress(execution, progress);
    try {
      const following = services.runs.following(execution);
      await settle(execution, { seconds: wait, following, signal });
      services.runs.showsEnd(execution);
      await services.figureWords.describe([execution], signal);
      const options = { cursor, tail, maxText: presenter.textBytes(max_chars), signal };
      const { data, ...rest } = await presenter.runReply(execution, options);
      return { data: { ...data, ...followingFields(following) }, ...rest };
    } finally {
      stopReporting();
    }
  },
});
