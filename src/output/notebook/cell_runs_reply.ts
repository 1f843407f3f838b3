/**
 * The runs of several cells as one response: a part for each, followed by their images.
 *
 * 1. Every cell is in the response. If there is no space for its output, there is its status and where to find the rest.
 * 2. The response stays within the budget, however many cells there are.
 */

import { AppError } from "../../base/errors.ts";
import type { CellRun, CellRuns } from "../../jupyter/notebooks/cell_batch.ts";
import type { Presenter, Reply, ReplyImage } from "../../tool.ts";
import { wireBytes } from "../text_budget.ts";

type Part = Readonly<Record<string, unknown>>;

/** Left for the message's frame. */
const reservedBytes = 8_000;
/** With less than this only the status of a cell is given. */
const smallestPart = 12_000;
/** What the status of a cell takes. */
const briefBytes = 250;
const frameBytes = 100;

export async function cellRunsReply(
  { presenter }: { readonly presenter: Presenter },
  outcome: CellRuns,
  signal?: AbortSignal,
): Promise<Reply> {
  const { runs } = outcome;
  const images: ReplyImage[] = [];
  const pictures = presenter.pictures();
  const cells: Part[] = [];
  let left = presenter.maxBytes - reservedBytes - wireBytes(outcome.notRun) - runs.length * briefBytes;
  let isCut = false;
  for (const [number, run] of runs.entries()) {
    // An even share of what is left: a quiet cell leaves its part to those after it.
    const share = Math.max(smallestPart, Math.floor(left / (runs.length - number)));
    const part = left < share ? undefined : await presenter.run(run.execution, {
      status: run.status,
      maxBytes: share,
      pictures,
      ...(signal === undefined ? {} : { signal }),
    }).catch((error) => failedPart(error, outcome));
    const cost = part === undefined ? 0 : costOf(part);
    isCut ||= part === undefined || cost > left;
    const place = { cell_id: run.cellId, index: outcome.indexOf(run.cellId) };
    if (part === undefined || cost > left) cells.push({ ...place, ...brief(run) });
    else {
      cells.push({ ...place, ...part.data });
      images.push(...(part.images ?? []));
      left -= cost;
    }
  }
  return { data: { ...summary(outcome, isCut), cells }, ...(images.length === 0 ? {} : { images }) };
}

const noRoom = "Cells without output here had no room: see execution_get, or notebook_get with detail full";

const nothingRun =
  "Nothing was run: what was named holds no code (text cells and empty ones are passed over)";

function summary(outcome: CellRuns, isCut: boolean): Part {
  const { runs, notRun, isHandedOver, path, indexOf, visible, saved } = outcome;
  const [only, ...others] = [...runs.map(({ cellId }) => cellId), ...notRun];
  const isOne = only !== undefined && others.length === 0;
  const isNothing = runs.length === 0 && notRun.length === 0;
  const notes = [...outcome.notes, ...(isCut ? [noRoom] : []), ...(isNothing ? [nothingRun] : [])];
  const failed = runs.find(({ status }) => status !== "ok" && status !== "running")?.status;
  // Requested cells that did not run are a failure, even if all that ran succeeded.
  const fate = failed ?? (notRun.length > 0 && !isHandedOver ? "error" : undefined);
  return {
    ...(isHandedOver && fate === undefined ? {} : { success: fate === undefined }),
    status: isHandedOver ? "running" : fate ?? "ok",
    notebook_path: path,
    cell_id: isOne ? only : null,
    index: isOne ? indexOf(only) : null,
    cells_run: runs.length,
    ...(notRun.length === 0 ? {} : { [isHandedOver ? "still_to_run" : "not_run"]: notRun }),
    ...(visible === undefined ? {} : { visible }),
    saved,
    ...(isHandedOver ? handedOver(runs.at(-1)) : {}),
    ...(isCut ? { truncated: true } : {}),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function handedOver(run: CellRun | undefined) {
  return {
    execution_id: run?.execution.id,
    hint:
      "It is still running: execution_get with this execution_id, then execution_list and notebook_get for the rest",
  };
}

/** An error of one cell, such as an unanswered input request, is reported beside the results of the others. */
function failedPart(error: unknown, { runs, notRun }: CellRuns): Reply {
  if (!(error instanceof AppError) || runs.length + notRun.length === 1) throw error;
  const { code, message, hint, details } = error;
  return { data: { ...details, error: code, message, ...(hint === undefined ? {} : { hint }) } };
}

function brief({ execution, status }: CellRun): Part {
  return {
    execution_id: execution.id,
    ...(status === "running" ? {} : { success: status === "ok" }),
    status,
    execution_count: execution.executionCount,
    truncated: true,
  };
}

function costOf({ data, images = [] }: Reply): number {
  return wireBytes(data) + images.reduce((sum, image) => sum + image.data.length + frameBytes, 0);
}
