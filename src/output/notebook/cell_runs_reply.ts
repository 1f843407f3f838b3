/**
 * The runs of several cells as one reply: a part for each, followed by their images.
 *
 * 1. Every cell is in the reply. If there is no space for its output, there is its status and where to find the rest.
 * 2. The reply stays within the budget, however many cells there are.
 */

import { AppError } from "../../base/errors.ts";
import type { CellRun, CellRuns } from "../../jupyter/notebooks/cell_batch.ts";
import type { Reply, ReplyImage } from "../../reply.ts";
import type { Services } from "../../services.ts";
import { wireBytes } from "../text_budget.ts";

type Part = Readonly<Record<string, unknown>>;

/** Left for the message's frame and the fields of the whole. */
const reservedBytes = 1_500;
/** With less than this only the status of a cell is given. */
const smallestPart = 2_500;
/** What the status of a cell takes. */
const briefBytes = 150;
const frameBytes = 100;

interface CellRunsOptions {
  readonly signal?: AbortSignal;
  /** Maximum text, if it is not the usual. */
  readonly maxChars?: number | undefined;
  /** Whether figures are described in words. */
  readonly figureText?: boolean;
}

export async function cellRunsReply(
  { presenter, figureWords }: Pick<Services, "presenter" | "figureWords">,
  outcome: CellRuns,
  { signal, maxChars, figureText = true }: CellRunsOptions = {},
): Promise<Reply> {
  const { runs } = outcome;
  if (figureText) await figureWords.describe(runs.map(({ execution }) => execution), signal);
  const images: ReplyImage[] = [];
  const renderer = presenter.imageRenderer();
  const cells: Part[] = [];
  const fixed = reservedBytes + wireBytes(outcome.notRun) + runs.length * briefBytes;
  let left = presenter.maxBytes - fixed;
  let textLeft = presenter.textBytes(maxChars) - fixed;
  let isCut = false;
  for (const [number, run] of runs.entries()) {
    // An even share of what is left: a quiet cell leaves its part to those after it.
    const share = (rest: number) => Math.max(smallestPart, Math.floor(rest / (runs.length - number)));
    const hasBudget = left >= share(left) && textLeft >= share(textLeft);
    const part = !hasBudget ? undefined : await presenter.runReply(run.execution, {
      status: run.status,
      maxBytes: share(left),
      maxText: share(textLeft),
      renderer,
      ...(signal === undefined ? {} : { signal }),
    }).catch((error) => failedPart(error, outcome));
    const fields = part === undefined ? {} : informative(part.data);
    const text = wireBytes(fields);
    const cost = text + imageBytes(part?.images);
    const fits = part !== undefined && cost <= left && text <= textLeft;
    isCut ||= !fits;
    const place = { index: outcome.indexOf(run.cellId), cell_id: run.cellId };
    if (!fits) cells.push({ ...place, ...brief(run) });
    else {
      cells.push({ ...place, ...fields });
      images.push(...(part.images ?? []));
      left -= cost;
      textLeft -= text;
    }
  }
  return { data: { ...summary(outcome, isCut), cells }, ...(images.length === 0 ? {} : { images }) };
}

/** Milliseconds from which the run time of a cell is reported. */
const noticeable = 1_000;

/** The fields of a run that add something to "it ran"; a cell without output has only its id and index. */
function informative(data: Part): Part {
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => {
      if (name === "success") return value === false;
      if (name === "execution_time_ms") return typeof value === "number" && value >= noticeable;
      return value !== "" && value !== null && !(Array.isArray(value) && value.length === 0);
    }),
  );
}

const outputsDidNotFit =
  "The output of some cells did not fit: see execution_get, or notebook_get with detail full";

const nothingRun =
  "Nothing was run: the given cells contain no code (text cells and empty cells are skipped)";

function summary(outcome: CellRuns, isCut: boolean): Part {
  const { runs, notRun, isInBackground, path, visible, saved, kernel } = outcome;
  const isNothing = runs.length === 0 && notRun.length === 0;
  const notes = [...outcome.notes, ...(isCut ? [outputsDidNotFit] : []), ...(isNothing ? [nothingRun] : [])];
  const failed = runs.find(({ status }) => status !== "ok" && status !== "running")?.status;
  // Requested cells that did not run are a failure, even if all that ran succeeded.
  const end = failed ?? (notRun.length > 0 && !isInBackground ? "error" : undefined);
  return {
    ...(isInBackground && end === undefined ? {} : { success: end === undefined }),
    ...(isInBackground ? { status: "running" } : end === undefined ? {} : { status: end }),
    notebook_path: path,
    ...(kernel === undefined ? {} : { kernel }),
    ...(notRun.length === 0 ? {} : { [isInBackground ? "still_to_run" : "not_run"]: notRun }),
    ...(visible === undefined ? {} : { visible }),
    saved,
    ...(isInBackground ? handedOver(runs.at(-1)) : {}),
    ...(isCut ? { truncated: true } : {}),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function handedOver(run: CellRun | undefined) {
  return {
    execution_id: run?.execution.id,
    hint:
      "It is still running: execution_get with this execution_id reports on all cells, notebook_get shows them",
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
    ...(status === "ok" ? {} : { status }),
    truncated: true,
    execution_id: execution.id,
  };
}

function imageBytes(images: readonly ReplyImage[] = []): number {
  return images.reduce((sum, image) => sum + image.data.length + frameBytes, 0);
}
