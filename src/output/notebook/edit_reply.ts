/** The reply of every tool that edits a notebook: what was written, who sees it, whether it is on disk. */

import { type CellReference, type FoundCell, isCellNotFound } from "../../jupyter/nbformat/find_cells.ts";
import { changedCells } from "../../jupyter/nbformat/compare_notebooks.ts";
import type { Edit, Notebook } from "../../jupyter/nbformat/notebook.ts";
import { normalizeLineEnds } from "../../jupyter/nbformat/source_text.ts";
import { convertedNotes } from "../../jupyter/nbformat/parse_notebook.ts";
import {
  type EditTrace,
  insertCells,
  type NewCell,
  showSource,
  traceEdit,
} from "../../jupyter/nbformat/edit_cells.ts";
import { orIfUnreachable } from "../../jupyter/rest/http.ts";
import { refuseOpenPage, visibilityTo } from "../../jupyter/notebooks/visibility.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { resolveSelected } from "../../jupyter/notebooks/selected_cell.ts";
import type { NotebookBackend } from "../../jupyter/notebooks/notebook_backend.ts";
import { changesBetween, type RecordedChange } from "../../jupyter/review/cell_changes.ts";
import type { ChangeRecorder } from "../../jupyter/review/journal.ts";
import type { Notebooks } from "../../jupyter/notebooks/notebooks.ts";
import type { Reply } from "../../reply.ts";
import type { Call } from "../../tool.ts";
import { changedLines, changePreview } from "./change_text.ts";

/** A cell that an edit is about. */
interface EditedCell {
  readonly id: string;
  /** Whether the whole source is the caller's afterwards. */
  readonly isWhole: boolean;
  /** The text that was looked for in it. */
  readonly find?: string | undefined;
}

/** What an edit does to a notebook as it is. */
interface PlannedEdit {
  readonly edit: Edit;
  /** The cells that the reply is about; they may be gone afterwards. */
  readonly cells?: readonly EditedCell[];
  readonly movedCellIds?: readonly string[] | undefined;
  /** What the caller should know of what was given. */
  readonly notes?: readonly string[];
}

/** The notebook that a call edits. */
interface EditTarget {
  readonly path: string;
  /** Records what is changed. */
  readonly change: ChangeRecorder;
  /** Whether a file is written that a browser has open. */
  readonly force: boolean;
  readonly signal: AbortSignal;
}

export interface NotebookWrite extends EditTarget {
  readonly plan: (backend: NotebookBackend) => Promise<PlannedEdit> | PlannedEdit;
  /** Whether the reply shows how the sources of the cells changed. */
  readonly showsChanges?: boolean;
  readonly notes?: readonly string[];
}

/** The notebook that the arguments of a tool name. */
export async function editTarget(
  tool: string,
  args: Parameters<typeof resolveNotebookPath>[1] & { readonly force: boolean },
  { services: { notebooks, sessions }, signal }: Call,
): Promise<EditTarget> {
  const path = await resolveNotebookPath(sessions, args, signal);
  return { path, change: notebooks.journal.begin(tool), force: args.force, signal };
}

/** Makes an edit and answers with what came of it. */
export async function writeNotebook(notebooks: Notebooks, options: NotebookWrite): Promise<Reply> {
  return await notebooks.use(options.path, async (backend) => {
    const planned = await options.plan(backend);
    const notes = [...options.notes ?? [], ...planned.notes ?? []];
    return await write(notebooks, backend, { ...options, ...planned, notes }).catch(async (error) => {
      // A cell deleted during the call is reported like one deleted before: a caller who gave an index knows no id.
      if (isCellNotFound(error)) await options.plan(backend);
      throw error;
    });
  }, options.signal);
}

type Planned = Pick<NotebookWrite, "path" | "plan" | "signal">;

/** What an edit would change in the notebook as it is. */
export async function plannedChanges(
  notebooks: Notebooks,
  { path, plan, signal }: Planned,
): Promise<readonly RecordedChange[]> {
  return await notebooks.use(path, async (backend) => {
    const { edit, movedCellIds } = await plan(backend);
    const before = await backend.read(signal);
    return changesBetween(before, edit(before), movedCellIds);
  }, signal);
}

/** The same for a person. */
export async function previewWrite(notebooks: Notebooks, options: Planned): Promise<string> {
  return changePreview(options.path, await plannedChanges(notebooks, options));
}

interface Addition extends Pick<EditTarget, "path" | "signal"> {
  readonly cells: readonly NewCell[];
  /** The cell to insert after or before, as the caller names it. */
  readonly after?: CellReference | undefined;
  readonly before?: CellReference | undefined;
  readonly position?: number | undefined;
}

/** Adds cells, beside the cell that the caller means if there is one. */
export function addition(
  notebooks: Notebooks,
  { path, cells, after, before, position, signal }: Addition,
): NotebookWrite["plan"] {
  return async (backend) => {
    const named = after ?? before;
    const [beside] = named === undefined
      ? []
      : await findCells(notebooks, backend, { path, cells: [named], signal });
    const id = beside && idOf(beside);
    const place = id === undefined ? position : after === undefined ? { before: id } : { after: id };
    return {
      edit: notebooks.mark(insertCells(cells, place)),
      cells: cells.map((cell) => ({ id: cell.id, isWhole: true })),
    };
  };
}

/** One of the changes of a call. */
interface PlannedCellEdit {
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

/** Edits cells that a caller means: all of them or none. */
export function cellChanges(
  notebooks: Notebooks,
  { path, signal }: Pick<EditTarget, "path" | "signal">,
  changes: readonly PlannedCellEdit[],
): NotebookWrite["plan"] {
  return async (backend) => {
    const cells = await findCells(notebooks, backend, {
      path,
      cells: changes.map(({ cell }) => cell),
      signal,
    });
    const found = changes.flatMap((change, number) => {
      const place = cells[number];
      if (place === undefined) return [];
      const id = idOf(place);
      const wanted = notebooks.mark(change.edit(id));
      const edit = change.replaces ? notebooks.seenCells.guarded(path, place.cell, wanted) : wanted;
      return [{ ...change, id, edit, source: place.cell.source }];
    });
    const moved = found.filter(({ isMove }) => isMove).map(({ id }) => id);
    return {
      edit: (before) => found.reduce((notebook, { edit }) => edit(notebook), before),
      cells: found.map(({ id, isWhole = false, find }) => ({ id, isWhole, find })),
      movedCellIds: moved.length === 0 ? undefined : moved,
      notes: found.flatMap(({ notesFor, source }) => notesFor?.(source) ?? []),
    };
  };
}

interface NamedCells extends Pick<EditTarget, "path" | "signal"> {
  readonly cells: readonly CellReference[];
}

/** The cells that a caller names, "selected" among them. */
export async function findCells(
  { seenCells }: Notebooks,
  backend: NotebookBackend,
  { path, cells, signal }: NamedCells,
): Promise<readonly FoundCell[]> {
  const resolve = await resolveSelected(backend, cells, signal);
  const notebook = await backend.read(signal);
  return cells.map((cell) => seenCells.find(path, notebook, resolve(cell)));
}

function idOf({ cell, index }: FoundCell): string {
  return cell.id ?? String(index);
}

async function write(
  notebooks: Notebooks,
  backend: NotebookBackend,
  options: NotebookWrite & PlannedEdit,
): Promise<Reply> {
  const { path, cells = [], movedCellIds, force, signal } = options;
  const viewer = backend.mayBeUnshared ? await notebooks.viewer(backend, signal) : undefined;
  if (viewer !== undefined && !force) refuseOpenPage(path, viewer);
  const { edit, made } = traceEdit(options.edit);
  const { notebook, saved, notes: found } = await backend.editAndSave(edit, { signal, moving: movedCellIds });
  const trace = made();
  if (trace !== undefined) {
    // A save hook may have changed the file; in a shared document others keep typing.
    const after = backend.kind === "file" ? notebook : trace.after;
    noteSeen(notebooks, { path, cells, change: { ...trace, after }, now: notebook });
  }
  const isRecorded = trace !== undefined && options.change.record(path, { ...trace, moving: movedCellIds });
  const wasConverted = trace !== undefined && trace.after !== trace.before;
  const converted = wasConverted ? convertedNotes(trace.before) : [];
  const notes = [...options.notes ?? [], ...options.change.notes, ...converted, ...found];
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
function noteSeen({ seenCells }: Notebooks, { path, cells, change, now }: SeenEdit): void {
  if (cells.length === 0) {
    // An undo: the caller knows the sources before and after.
    for (const id of changedCells(change.before, change.after)) {
      seenCells.changed(path, id, { ...change, now, isWhole: false });
    }
  }
  const isSameLength = change.before.cells.length === change.after.cells.length;
  cells.forEach(({ id, isWhole }, number) => {
    // The first cell brings the new order of all.
    const before = number === 0 || isSameLength ? change.before : change.after;
    seenCells.changed(path, id, { before, after: change.after, now, isWhole });
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
  const diff = showSource(changedLines(old ?? "", now ?? ""), longestDiff);
  return { ...(count === 0 ? {} : { replacements: count }), ...(diff === "" ? {} : { diff }) };
}

/** Characters of a diff; it is there to check an edit, not to repeat the cell. */
const longestDiff = 500;
