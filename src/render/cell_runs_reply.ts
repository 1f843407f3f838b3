/** The runs of several cells as one answer: a part for each, their pictures behind. */

import type { CellRuns } from "../jupyter/run_cells.ts";
import type { Presenter, Reply, ReplyImage } from "../tool.ts";

/** Left for the message's frame. */
const reservedBytes = 8_000;
/** What every cell gets at least. */
const smallestPart = 12_000;

export async function cellRunsReply(
  { presenter }: { readonly presenter: Presenter },
  outcome: CellRuns,
  signal?: AbortSignal,
): Promise<Reply> {
  const images: ReplyImage[] = [];
  const cells: Readonly<Record<string, unknown>>[] = [];
  let left = presenter.maxBytes - reservedBytes;
  for (const [place, { cellId, execution, status }] of outcome.runs.entries()) {
    // An even share of what is left: a quiet cell leaves its part to those after it.
    const share = Math.max(smallestPart, Math.floor(left / (outcome.runs.length - place)));
    const part = await presenter.run(execution, {
      status,
      maxBytes: share,
      ...(signal === undefined ? {} : { signal }),
    });
    cells.push({ cell_id: cellId, ...part.data });
    images.push(...(part.images ?? []));
    left -= JSON.stringify(part).length;
  }
  const failed = outcome.runs.find(({ status }) => status !== "ok" && status !== "running");
  return {
    data: {
      success: failed === undefined,
      status: outcome.isHandedOver ? "running" : failed?.status ?? "ok",
      notebook_path: outcome.path,
      cells_run: outcome.runs.length,
      ...(outcome.notRun.length === 0
        ? {}
        : { [outcome.isHandedOver ? "still_to_run" : "not_run"]: outcome.notRun }),
      visible: outcome.visible,
      saved: outcome.saved,
      cells,
    },
    ...(images.length === 0 ? {} : { images }),
  };
}
