/** The reply of every tool that edits a notebook: what was written, who sees it, whether it is on disk. */

import { type CellReference, isCellNotFound } from "../../jupyter/nbformat/find_cells.ts";
import { changedCells } from "../../jupyter/nbformat/compare_notebooks.ts";
import type { Edit, Notebook } from "../../jupyter/nbformat/notebook.ts";
import { commonRuns } from "../../base/diff.ts";
import { normalizeLineEnds } from "../../jupyter/nbformat/source_text.ts";
import { convertedNotes } from "../../jupyter/nbformat/parse_notebook.ts";
import {
  type EditTrace,
  type NewCell,
  type Place,
  showSource,
  traceEdit,
} from "../../jupyter/nbformat/edit_cells.ts";
import { orIfUnreachable } from "../../jupyter/rest/http.ts";
import { refuseOpenPage, visibilityTo } from "../../jupyter/notebooks/visibility.ts";
import { resolveSelected } from "../../jupyter/notebooks/selected_cell.ts";
import type { NotebookBackend } from "../../jupyter/notebooks/notebook_backend.ts";
import { type CellChange as JournalChange, changesBetween } from "../../jupyter/review/cell_changes.ts";
import type { ChangeRecorder } from "../../jupyter/review/journal.ts";
import type { Notebooks } from "../../jupyter/notebooks/notebooks.ts";
import type { Reply } from "../../reply.ts";
import { changePreview } from "./change_text.ts";

/** A cell that an edit is about. */
interface EditedCell {
  readonly id: string;
  /** Whether the whole source is the caller's afterwards. */
  readonly isWhole: boolean;
  /** The text that was looked for in it. */
  readonly find?: string | undefined;
}

export interface WriteOptions {
  readonly path: string;
  readonly edit: Edit;
  /** Records what is changed. */
  readonly change: ChangeRecorder;
  /** The cells that the reply is about; they may be gone afterwards. */
  readonly cells?: readonly EditedCell[];
  /** Whether the reply shows how their sources changed. */
  readonly showsChanges?: boolean;
  readonly touches?: readonly string[];
  /** Whether a file is written that a browser has open. */
  readonly force: boolean;
  /** What the caller should know of what was given. */
  readonly notes?: readonly string[];
  readonly signal?: AbortSignal;
}

/** One of the changes of a call. */
interface CellChange {
  /** As the caller names it. */
  readonly cell: CellReference;
  /** The edit of the cell of this id, which hits that cell wherever it moves meanwhile. */
  readonly edit: (id: string) => Edit;
  /** Whether it takes the whole source away: only one that was shown may go unasked. */
  readonly replaces?: boolean;
  /** Whether the whole source is the caller's afterwards. */
  readonly isWhole?: boolean;
  readonly isMove?: boolean;
  /** What the caller should know of what was given, if the cell has this source. */
  readonly notesFor?: (source: string) => readonly string[];
  /** The text that is replaced. */
  readonly find?: string | undefined;
}

type CallOptions = Pick<WriteOptions, "path" | "change" | "showsChanges" | "force" | "notes" | "signal">;

type PlannedEdit = Pick<WriteOptions, "path" | "edit" | "touches" | "signal">;

/** Makes an edit and answers with what came of it. */
export async function writeNotebook(notebooks: Notebooks, options: WriteOptions): Promise<Reply> {
  return await notebooks.use(options.path, (backend) => write(notebooks, backend, options), options.signal);
}

/** What an edit would change in the notebook as it is. */
export async function plannedChanges(
  notebooks: Notebooks,
  options: PlannedEdit,
): Promise<readonly JournalChange[]> {
  return await notebooks.use(options.path, (backend) => changesOf(backend, options), options.signal);
}

async function changesOf(backend: NotebookBackend, { edit, touches, signal }: PlannedEdit) {
  const before = await backend.read(signal);
  return changesBetween(before, edit(before), touches);
}

export interface AddOptions extends CallOptions {
  readonly cells: readonly NewCell[];
  /** The cell to insert after or before, as the caller names it. */
  readonly after?: CellReference | undefined;
  readonly before?: CellReference | undefined;
  readonly insert: (place: Place | undefined) => Edit;
}

/** Adds cells, beside the cell that the caller means if there is one. */
export async function addCells(notebooks: Notebooks, options: AddOptions): Promise<Reply> {
  return await notebooks.use(
    options.path,
    async (backend) => await write(notebooks, backend, await planAddition(notebooks, backend, options)),
    options.signal,
  );
}

/** What {@linkcode addCells} would do, for a person. */
export async function previewAddition(notebooks: Notebooks, options: AddOptions): Promise<string> {
  return await notebooks.use(options.path, async (backend) => {
    const plan = await planAddition(notebooks, backend, options);
    return changePreview(options.path, await changesOf(backend, plan));
  }, options.signal);
}

async function planAddition(
  notebooks: Notebooks,
  backend: NotebookBackend,
  options: AddOptions,
): Promise<WriteOptions> {
  const { path, after, before, cells, insert, signal } = options;
  const named = after ?? before;
  const beside = (await resolveSelected(backend, [named], signal))(named);
  const found = beside === undefined
    ? undefined
    : notebooks.callerViews.find(path, await backend.read(signal), beside);
  const id = found === undefined ? "" : found.cell.id ?? String(found.index);
  const place = found === undefined ? undefined : after === undefined ? { before: id } : { after: id };
  return {
    ...options,
    edit: notebooks.mark(insert(place)),
    cells: cells.map((cell) => ({ id: cell.id, isWhole: true })),
  };
}

export interface ChangeOptions extends CallOptions {
  readonly changes: readonly CellChange[];
}

/** Makes an edit of the cell that a caller means. */
export async function changeCell(notebooks: Notebooks, options: CallOptions & CellChange): Promise<Reply> {
  return await changeCells(notebooks, { ...options, changes: [options] });
}

/** What {@linkcode changeCells} would do, for a person. */
export async function previewChanges(notebooks: Notebooks, options: ChangeOptions): Promise<string> {
  return await notebooks.use(options.path, async (backend) => {
    const { plan } = await planChanges(notebooks, backend, options);
    return changePreview(options.path, await changesOf(backend, plan));
  }, options.signal);
}

/** Makes edits of cells that a caller means: all of them or none. */
export async function changeCells(notebooks: Notebooks, options: ChangeOptions): Promise<Reply> {
  const { path, signal } = options;
  return await notebooks.use(path, async (backend) => {
    const { plan, changes } = await planChanges(notebooks, backend, options);
    const written = write(notebooks, backend, plan);
    // A cell deleted during the call is reported like one deleted before: a caller who gave an index knows no id.
    return await written.catch(async (error) => {
      if (isCellNotFound(error)) {
        const now = await backend.read(signal);
        for (const { cell } of changes) notebooks.callerViews.find(path, now, cell);
      }
      throw error;
    });
  }, signal);
}

/** The edit of all cells together, and the changes with the cells that "selected" stands for. */
async function planChanges(notebooks: Notebooks, backend: NotebookBackend, options: ChangeOptions) {
  const { path, signal } = options;
  const resolve = await resolveSelected(backend, options.changes.map(({ cell }) => cell), signal);
  const changes = options.changes.map((change) => ({ ...change, cell: resolve(change.cell) }));
  const notebook = await backend.read(signal);
  const found = changes.map((change) => {
    const { cell, index } = notebooks.callerViews.find(path, notebook, change.cell);
    const id = cell.id ?? String(index);
    const wanted = notebooks.mark(change.edit(id));
    const edit = change.replaces ? notebooks.callerViews.guarded(path, cell, wanted) : wanted;
    return { ...change, id, edit, source: cell.source };
  });
  const moved = found.filter(({ isMove }) => isMove).map(({ id }) => id);
  const plan: WriteOptions = {
    ...options,
    notes: [...(options.notes ?? []), ...found.flatMap(({ notesFor, source }) => notesFor?.(source) ?? [])],
    edit: (before) => found.reduce((notebook, { edit }) => edit(notebook), before),
    cells: found.map(({ id, isWhole = false, find }) => ({ id, isWhole, find })),
    ...(moved.length === 0 ? {} : { touches: moved }),
  };
  return { plan, changes };
}

async function write(notebooks: Notebooks, backend: NotebookBackend, options: WriteOptions): Promise<Reply> {
  const { path, cells = [], touches, force, signal } = options;
  const viewer = backend.mayBeUnshared ? await notebooks.viewer(backend, signal) : undefined;
  if (viewer !== undefined && !force) refuseOpenPage(path, viewer);
  const { edit, made } = traceEdit(options.edit);
  const { notebook, saved, notes: found } = await backend.update(edit, { signal, moving: touches });
  const trace = made();
  if (trace !== undefined) {
    // A save hook may have changed the file; in a shared document others keep typing.
    const after = backend.kind === "file" ? notebook : trace.after;
    noteSeen(notebooks, { path, cells, change: { ...trace, after }, now: notebook });
  }
  const isRecorded = trace !== undefined && options.change.record(path, { ...trace, moving: touches });
  const wasConverted = trace !== undefined && trace.after !== trace.before;
  const converted = wasConverted ? convertedNotes(trace.before) : [];
  const notes = [...(options.notes ?? []), ...options.change.notes, ...converted, ...found];
  return {
    data: {
      notebook_path: path,
      ...editedFields(cells, { notebook, change: options.showsChanges ? trace : undefined }),
      visible: viewer === undefined
        ? await notebooks.visibility(backend, signal).catch(orIfUnreachable("no_browser"))
        : visibilityTo(viewer),
      saved,
      ...(isRecorded ? { change_id: options.change.id } : {}),
      ...(trace === undefined ? {} : deletedCell(trace, cells)),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}

/** Characters of a deleted source that are shown; notebook_changes shows all of it. */
const longestShown = 300;

/** What was there, if the cell is gone. */
function deletedCell({ before, after }: EditTrace, [edited]: readonly EditedCell[]) {
  const cell = before.cells.find(({ id }) => id === edited?.id);
  if (cell === undefined || after.cells.some(({ id }) => id === cell.id)) return {};
  const outputs = cell.outputs?.length ?? 0;
  const source = showSource(cell.source, longestShown);
  return { deleted: { cell_type: cell.cell_type, source, ...(outputs === 0 ? {} : { outputs }) } };
}

interface SeenEdit {
  readonly path: string;
  readonly cells: readonly EditedCell[];
  readonly change: EditTrace;
  readonly now: Notebook;
}

/** The caller knows what it has written. */
function noteSeen({ callerViews }: Notebooks, { path, cells, change, now }: SeenEdit): void {
  if (cells.length === 0) {
    // An undo: the caller knows the sources before and after.
    for (const id of changedCells(change.before, change.after)) {
      callerViews.changed(path, id, { ...change, now, isWhole: false });
    }
  }
  const isSameLength = change.before.cells.length === change.after.cells.length;
  cells.forEach(({ id, isWhole }, number) => {
    // The first cell brings the new order of all.
    const before = number === 0 || isSameLength ? change.before : change.after;
    callerViews.changed(path, id, { before, after: change.after, now, isWhole });
  });
}

interface EditOutcome {
  readonly notebook: Notebook;
  /** Given if the changes are to be shown. */
  readonly change: EditTrace | undefined;
}

/** One cell by its fields, several as lists. */
function editedFields(cells: readonly EditedCell[], { notebook, change }: EditOutcome) {
  const [first] = cells;
  if (first === undefined) return {};
  const fields = (cell: EditedCell) => {
    const index = notebook.cells.findIndex(({ id }) => id === cell.id);
    return {
      cell_id: cell.id,
      ...(index < 0 ? {} : { index }),
      ...(change === undefined ? {} : changeFields(cell, change)),
    };
  };
  if (cells.length === 1) return fields(first);
  if (change !== undefined) return { edits: cells.map(fields) };
  const { index } = fields(first);
  return { cell_ids: cells.map(({ id }) => id), ...(index === undefined ? {} : { index }) };
}

function changeFields({ id, find }: EditedCell, { before, after }: EditTrace) {
  const sourceIn = (notebook: Notebook) => notebook.cells.find((cell) => cell.id === id)?.source ?? "";
  const [old, now] = [before, after].map((one) => normalizeLineEnds(sourceIn(one)));
  const count = find === undefined ? 0 : (old ?? "").split(normalizeLineEnds(find)).length - 1;
  const diff = shortDiff(old ?? "", now ?? "");
  return { ...(count === 0 ? {} : { replacements: count }), ...(diff === "" ? {} : { diff }) };
}

/** Characters of a diff; it is there to check an edit, not to repeat the cell. */
const longestDiff = 500;

/** The lines that went and came, without those around them. */
function shortDiff(before: string, after: string): string {
  if (before === after) return "";
  const [old, now] = [before.split("\n"), after.split("\n")];
  let [from, to] = [0, 0];
  const end = { before: old.length, after: now.length, length: 0 };
  const lines = [...commonRuns(old, now), end].flatMap((run) => {
    const gone = old.slice(from, run.before).map((line) => `-${line}`);
    const come = now.slice(to, run.after).map((line) => `+${line}`);
    [from, to] = [run.before + run.length, run.after + run.length];
    return gone.concat(come);
  });
  return showSource(lines.join("\n"), longestDiff);
}
