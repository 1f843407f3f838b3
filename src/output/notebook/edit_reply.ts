/** The response of every tool that edits a notebook: what was written, who sees it, whether it is on disk. */

import { type CellReference, isCellNotFound } from "../../jupyter/nbformat/find_cells.ts";
import type { Edit } from "../../jupyter/nbformat/notebook.ts";
import { convertedNotes } from "../../jupyter/nbformat/parse_notebook.ts";
import { traceEdit } from "../../jupyter/nbformat/edit_cells.ts";
import { orIfUnreachable } from "../../jupyter/rest/http.ts";
import { refuseOpenPage, visibilityTo } from "../../jupyter/notebooks/visibility.ts";
import type { NotebookBackend } from "../../jupyter/notebooks/notebook_backend.ts";
import type { Notebooks } from "../../jupyter/notebooks/notebooks.ts";
import type { Reply } from "../../tool.ts";

interface WriteOptions {
  readonly path: string;
  readonly edit: Edit;
  /** The cell that the response is about, if any; it may be gone afterwards. */
  readonly cellId?: string | undefined;
  /** Whether the whole source of that cell is the caller's. */
  readonly isWhole?: boolean;
  readonly touches?: readonly string[];
  /** Whether a file is written that a browser has open. */
  readonly force: boolean;
  /** What the caller should know of what was given. */
  readonly notes?: readonly string[];
  readonly signal?: AbortSignal;
}

interface ChangeOptions {
  readonly path: string;
  /** As the caller names it. */
  readonly cell: CellReference;
  /** The edit of the cell of this id, which hits that cell wherever it moves meanwhile. */
  readonly edit: (id: string) => Edit;
  /** Whether it takes the whole source away: only one that was shown may go unasked. */
  readonly replaces?: boolean;
  /** Whether the whole source is the caller's afterwards. */
  readonly isWhole?: boolean;
  readonly isMove?: boolean;
  /** Whether a file is written that a browser has open. */
  readonly force: boolean;
  /** What the caller should know of what was given, if the cell has this source. */
  readonly notes?: (source: string) => readonly string[];
  readonly signal?: AbortSignal;
}

/** Makes an edit and answers with what came of it. */
export async function writeNotebook(notebooks: Notebooks, options: WriteOptions): Promise<Reply> {
  return await notebooks.use(options.path, (home) => write(notebooks, home, options), options.signal);
}

/** Makes an edit of the cell that a caller means. */
export async function changeCell(notebooks: Notebooks, options: ChangeOptions): Promise<Reply> {
  const { path, replaces = false, isWhole = false, isMove = false, force, signal } = options;
  return await notebooks.use(path, async (home) => {
    const { cell, index } = notebooks.seen.find(path, await home.read(signal), options.cell);
    const cellId = cell.id ?? String(index);
    const wanted = options.edit(cellId);
    const edit = replaces ? notebooks.seen.guarded(path, cell, wanted) : wanted;
    const written = write(notebooks, home, {
      path,
      edit,
      cellId,
      isWhole,
      force,
      notes: options.notes?.(cell.source) ?? [],
      ...(isMove ? { touches: [cellId] } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
    // A cell deleted during the call is reported like one deleted before: a caller who gave an index knows no id.
    return await written.catch(async (error) => {
      if (isCellNotFound(error)) notebooks.seen.find(path, await home.read(signal), options.cell);
      throw error;
    });
  }, signal);
}

async function write(notebooks: Notebooks, home: NotebookBackend, options: WriteOptions): Promise<Reply> {
  const { path, cellId, isWhole = false, touches, force, signal } = options;
  const viewer = home.kind === "file" ? await notebooks.viewer(path, home, signal) : undefined;
  if (viewer !== undefined && !force) refuseOpenPage(path, viewer);
  const { edit, made } = traceEdit(options.edit);
  const { notebook, saved, notes: found } = await home.update(edit, {
    signal,
    ...(touches === undefined ? {} : { touches: () => touches }),
  });
  const change = made();
  if (cellId !== undefined && change !== undefined) {
    // A save hook may have changed the file; in a shared document others keep typing.
    const after = home.kind === "file" ? notebook : change.after;
    notebooks.seen.changed(path, cellId, { before: change.before, after, now: notebook, isWhole });
  }
  const wasConverted = change !== undefined && change.after !== change.before;
  const converted = wasConverted ? convertedNotes(change.before) : [];
  const notes = [...(options.notes ?? []), ...converted, ...found];
  const index = cellId === undefined ? -1 : notebook.cells.findIndex((cell) => cell.id === cellId);
  return {
    data: {
      notebook_path: path,
      cell_id: cellId ?? null,
      index: index < 0 ? null : index,
      visible: viewer === undefined
        ? await notebooks.visibility(path, home, signal).catch(orIfUnreachable("no_browser"))
        : visibilityTo(viewer),
      saved,
      cells: notebook.cells.length,
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}
