/** Runs one cell of a notebook in use and writes its outputs into the notebook as they arrive, before the call returns. */

import { CompatError } from "../../compat_api.ts";
import type { FoundCell } from "../../jupyter/nbformat/find_cells.ts";
import { CellWriter, notWrittenReason } from "../../jupyter/notebooks/cell_writer.ts";
import type { NotebookBackend } from "../../jupyter/notebooks/notebook_backend.ts";
import type { ChangeRecorder } from "../../jupyter/review/journal.ts";
import { notWritable } from "../../jupyter/notebooks/notebook_errors.ts";
import type { OutputBlock } from "./answers.ts";
import { placeOf } from "./notebook_kernel.ts";
import type { UsedNotebook } from "./client.ts";
import type { ToolContext } from "./define_tool.ts";
import type { InsertOptions } from "./cells.ts";
import { followRun, timeoutLines, timeoutOf } from "./follow_run.ts";

interface RunCellOptions {
  readonly notebook_name: string | null;
  /** Seconds as given in the call; 0 for the default. */
  readonly timeout: number;
  readonly stream: boolean;
  readonly progress_interval: number;
  /** Picks the cell, or puts a new one in first. */
  readonly cell: (backend: NotebookBackend, record: InsertOptions) => Promise<FoundCell>;
}

interface RanCell {
  readonly blocks: readonly OutputBlock[];
  readonly cellId: string | undefined;
}

export async function runCell(context: ToolContext, options: RunCellOptions): Promise<RanCell> {
  const { client, signal } = context;
  const { used, path } = client.pathOf(options.notebook_name);
  const { notebooks } = used.servers.documents;
  const change = notebooks.journal.begin(context.tool);
  const { backend, release } = await notebooks.open(path, signal);
  let saved: Promise<unknown> = Promise.resolve();
  try {
    const found = await options.cell(backend, { change, mark: notebooks.mark, signal });
    const place = await placeOf(client, used, signal);
    const run = begin(context, { ...options, ...place, backend, found, path, used, change });
    saved = run.saved;
    return await run.ran;
  } finally {
    // The notebook must stay open until the last output is saved, even if nobody waits for it.
    saved.then(release, release);
  }
}

type Begin = RunCellOptions & Awaited<ReturnType<typeof placeOf>> & {
  readonly backend: NotebookBackend;
  readonly found: FoundCell;
  readonly path: string;
  readonly used: UsedNotebook;
  readonly change: ChangeRecorder;
};

function begin(context: ToolContext, run: Begin) {
  const { backend, found, path, used, kernel, sessionId, change, ...options } = run;
  const { index, cell: { id = "", cell_type, source } } = found;
  if (cell_type !== "code") throw new CompatError(`Cell ${index} is not a code cell, cannot execute it.`);
  const { documents: { notebooks }, kernels } = used.servers;
  const timeout = timeoutOf(context, options.timeout);
  const timing = {
    timeout,
    timeline: options.stream,
    timeoutLine: `[TIMEOUT ERROR: Execution exceeded ${timeout} seconds]`,
  };
  if (timeout < 0) {
    const ran = Promise.resolve({ blocks: timeoutLines(timing), cellId: found.cell.id });
    return { ran, saved: used.lateSave.save(backend) };
  }
  const execution = kernel.execute({ sessionId, code: source });
  change.beginRuns(path);
  kernels.runs.add(execution);
  const writer = new CellWriter({
    notebooks,
    backend,
    cellId: id,
    execution,
    // Datalayer's server writes regardless of who has the notebook open, and its tools have no force option.
    refusal: () => Promise.resolve(undefined),
    onBegin: (notebook, before) => change.recordBegin(path, { notebook, cells: [before] }),
    onChanged: (edit) => change.record(path, { ...edit, ended: [id] }),
  });
  for (const note of used.lateSave.takeNotes()) execution.note(`After the last run: ${note}`);
  // A file is on disk once written. The save of a shared document is reported later, unless it cannot be saved at all.
  const isShared = backend.kind === "shared";
  if (backend.isReadOnly) execution.note(notWrittenReason(notWritable(path)));
  const written = writer.written.catch(() => undefined).finally(() => change.endRuns(path));
  const saved = isShared ? written.then(() => used.lateSave.save(backend)) : written;
  const ran = followRun(kernel, execution, {
    ...timing,
    context,
    interval: options.progress_interval,
    written: writer.reported,
  }).then((blocks) => ({
    blocks: blocks.length === 0 ? ["[No output generated]"] : blocks,
    cellId: found.cell.id,
  }));
  return { saved, ran };
}
