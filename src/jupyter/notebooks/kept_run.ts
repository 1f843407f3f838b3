/**
 * A run that outlives its client: another process of ours takes it over when the one that began it must end, and writes
 * it into its notebook to its end, and the cells after it.
 */

import { z } from "zod";
import { CellWriter } from "./cell_writer.ts";
import type { Execution } from "../kernel/execution.ts";
import { runSnapshot } from "../kernel/run_snapshot.ts";
import { mayWriteRuns } from "./may_write.ts";
import { isMeantToFail } from "../nbformat/meant_to_fail.ts";
import { type Cell, cell, type Edit } from "../nbformat/notebook.ts";
import { waitNoLonger } from "../nbformat/run_cell.ts";
import type { NotebookHome } from "./notebook_home.ts";
import { runCells, type RunServices } from "./run_cells.ts";
import { whenBack } from "./when_back.ts";

export const keptRun = z.object({
  path: z.string(),
  kernel_id: z.string(),
  /** The cell whose turn it was. */
  cell_id: z.string(),
  /** Its run, where it is with the kernel. */
  so_far: runSnapshot.nullable(),
  /** The cells that are still to be run. */
  left: z.array(z.string()),
  /** How the run before those has ended, where it is over. */
  last_status: z.enum(["ok", "error", "timeout", "interrupted", "running", "kernel_died"]).nullable(),
  stop_on_error: z.boolean(),
  /** Whether outputs are written to a file that a browser has open. */
  force: z.boolean(),
  /** How to recognise the cells of a notebook whose file stores no ids. */
  known_cells: z.array(z.object({ id: z.string(), key: z.string() })).readonly().optional(),
  /** Cells with outputs that were not in the file yet. */
  unsaved: z.array(cell),
});

export type KeptRun = z.infer<typeof keptRun>;

/** Seconds: as good as for ever. */
const patience = 1_000_000;

/** Goes on with a run; resolves when it is in its notebook, and all cells after it. */
export async function keepRun(services: RunServices, run: KeptRun): Promise<void> {
  const { path, left, so_far, last_status, stop_on_error: stopOnError, force } = run;
  const { kernels, notebooks } = services;
  if (run.known_cells !== undefined) notebooks.cellIds.adopt(path, run.known_cells);
  if (run.unsaved.length > 0) {
    await notebooks.use(path, (home) => home.write(restoreOutputs(run.unsaved)));
  }
  const execution = so_far === null ? undefined : kernels.get(run.kernel_id).takeover.adopt(so_far);
  if (execution !== undefined) await writeRun(services, { ...run, execution });
  const status = execution?.status ?? last_status ?? "ok";
  if (left.length === 0) return;
  if (status === "ok" || (status === "error" && (!stopOnError || await mayFail(services, run)))) {
    const { signal } = new AbortController();
    await runCells(services, {
      path,
      cells: left,
      stopOnError,
      force,
      timeout: patience,
      onTimeout: "interrupt",
      signal,
    });
    return;
  }
  // What they last showed is known no more; that they do not wait any longer is.
  const counts = new Map(left.map((id) => [id, null] as const));
  await whenBack(() =>
    notebooks.use(path, async (home) => {
      if (home.kind === "shared") await home.write(waitNoLonger(counts));
    })
  );
}

/** Puts outputs into the cells that they are of; one whose source has changed since is left as it is. */
export function restoreOutputs(unsaved: readonly Cell[]): Edit {
  const byId = new Map(unsaved.map((cell) => [cell.id, cell]));
  return (notebook) => ({
    ...notebook,
    cells: notebook.cells.map((cell) => {
      const ours = byId.get(cell.id);
      if (ours === undefined || ours.source !== cell.source || ours.cell_type !== cell.cell_type) return cell;
      return { ...cell, outputs: ours.outputs, execution_count: ours.execution_count };
    }),
  });
}

async function mayFail({ notebooks }: RunServices, { path, cell_id }: KeptRun): Promise<boolean> {
  const { cells } = await whenBack(() => notebooks.use(path, (home) => home.read()));
  const cell = cells.find(({ id }) => id === cell_id);
  return cell !== undefined && isMeantToFail(cell);
}

interface Adopted extends KeptRun {
  readonly execution: Execution;
}

async function writeRun(
  { notebooks }: RunServices,
  { path, cell_id: cellId, execution, force }: Adopted,
): Promise<void> {
  // A run that is over is written again from the start, to the same effect.
  const write = async (home: NotebookHome) => {
    const mayWrite = mayWriteRuns({ notebooks, home, force });
    await new CellWriter({
      home,
      cellId,
      execution,
      isAdopted: true,
      mayWrite,
      editLater: async (edit) => {
        if (await mayWrite()) await notebooks.editLater(path, edit);
      },
    }).written;
    await home.save();
  };
  await whenBack(() => notebooks.use(path, write));
}
