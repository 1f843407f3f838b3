/**
 * Takes changes back, on whatever the notebook has become since.
 *
 * 1. What others changed meanwhile is never overwritten: the result is the present notebook less our changes, or a `conflict`
 *    that names both texts, and then nothing is changed.
 * 2. A change that others have taken back already is done.
 * 3. Outputs and notebook metadata are not anyone's typing: if they were renewed since, the newer ones stay. So do those
 *    whose predecessors were too large to keep.
 */

import { AppError } from "../../base/errors.ts";
import { deepEqual, definedKeys } from "../../base/deep_equal.ts";
import { isRecord } from "../../base/json.ts";
import { type KnownCell, storesIds, withIds, withoutId } from "../nbformat/cell_ids.ts";
import { replaceCell, showSource } from "../nbformat/edit_cells.ts";
import { type Cell, cell as cellSchema, type Edit, type Notebook } from "../nbformat/notebook.ts";
import { diffText, type TextChange } from "../rtc/text_diff.ts";
import {
  type FieldChange,
  type FieldChanges,
  fieldChanges,
  type Place,
  type RecordedChange,
} from "./cell_changes.ts";
import { areOutputs, isOmitted } from "./journal_entry.ts";

type Change<Kind extends RecordedChange["kind"]> = Extract<RecordedChange, { kind: Kind }>;

/**
 * The edit that takes changes back, the last one first.
 *
 * @param known The cells as the changes name them, for a notebook whose file stores no ids.
 */
export function undoChanges(changes: readonly RecordedChange[], known: readonly KnownCell[] = []): Edit {
  const undo: Edit = (notebook) => changes.toReversed().reduce(revert, notebook);
  return (notebook) =>
    storesIds(notebook) || known.length === 0 ? undo(notebook) : undoAs(known, notebook, undo);
}

/** Makes an edit under the ids of these cells, and gives the cells back under the ids that they have here. */
function undoAs(known: readonly KnownCell[], notebook: Notebook, undo: Edit): Notebook {
  const renamed = withIds({ ...notebook, cells: notebook.cells.map(withoutId) }, known);
  const ids = new Map(renamed.cells.map(({ id }, index) => [id, notebook.cells[index]?.id]));
  const undone = undo(renamed);
  return { ...undone, cells: undone.cells.map((cell) => ({ ...cell, id: ids.get(cell.id) ?? cell.id })) };
}

function revert(notebook: Notebook, change: RecordedChange): Notebook {
  switch (change.kind) {
    case "added":
      return withoutAdded(notebook, change);
    case "deleted":
      return withDeleted(notebook, change);
    case "moved":
      return movedBack(notebook, change);
    case "edited":
      return withOldFields(notebook, change);
    case "metadata": {
      return { ...notebook, metadata: revertFields(notebook.metadata, change.fields, keepNewer) };
    }
  }
}

function keepNewer(): void {}

function withoutAdded(notebook: Notebook, { cell }: Change<"added">): Notebook {
  const index = indexOf(notebook, cell.id);
  const present = notebook.cells[index];
  if (present === undefined) return notebook;
  if (present.source !== cell.source || present.cell_type !== cell.cell_type) {
    throw conflict(cell.id, "someone has changed the cell since it was added", {
      added: cell.source,
      now: present.source,
    });
  }
  return { ...notebook, cells: notebook.cells.toSpliced(index, 1) };
}

function withDeleted(notebook: Notebook, { cell, place }: Change<"deleted">): Notebook {
  if (indexOf(notebook, cell.id) >= 0) return notebook;
  return { ...notebook, cells: notebook.cells.toSpliced(insertionPoint(notebook, place), 0, cell) };
}

function movedBack(notebook: Notebook, { id, from, to }: Change<"moved">): Notebook {
  const index = indexOf(notebook, id);
  const cell = notebook.cells[index];
  if (cell === undefined) throw gone(id);
  const others = { ...notebook, cells: notebook.cells.toSpliced(index, 1) };
  const back = insertionPoint(others, from);
  if (back === index) return notebook;
  if (!isAt(others, index, to)) throw conflict(id, "someone has moved the cell since");
  return { ...others, cells: others.cells.toSpliced(back, 0, cell) };
}

/** Whether an index still lies between the nearest neighbours that are left. */
function isAt(notebook: Notebook, index: number, { preceding, following }: Place): boolean {
  const before = nearest(notebook, preceding);
  const after = nearest(notebook, following);
  return (before === undefined || before < index) && (after === undefined || index <= after);
}

function insertionPoint(notebook: Notebook, { index, preceding, following }: Place): number {
  const before = nearest(notebook, preceding);
  if (before !== undefined) return before + 1;
  return nearest(notebook, following) ?? Math.min(index, notebook.cells.length);
}

function nearest(notebook: Notebook, ids: readonly string[]): number | undefined {
  return ids.map((id) => indexOf(notebook, id)).find((index) => index >= 0);
}

function indexOf({ cells }: Notebook, id: string | undefined): number {
  return cells.findIndex((cell) => cell.id === id);
}

function withOldFields(notebook: Notebook, { id, fields, unfinished }: Change<"edited">): Notebook {
  const index = indexOf(notebook, id);
  const present = notebook.cells[index];
  if (present === undefined) throw gone(id);
  const { source, outputs, execution_count, ...others } = fields;
  const isLost = isOmitted(outputs?.before);
  const results = isLost ? {} : definedFields({ outputs, execution_count });
  // A run that was cut off left any outputs, and no count.
  const areTheirs = unfinished
    ? (present.execution_count ?? null) !== null
    : Object.entries(results).some(([field, { after }]) => !areOutputs(present[field], after));
  // Large outputs are recorded by their digest; those here are the same.
  const known = Object.entries(results).map(([field, { before }]) => [
    field,
    { before, after: present[field] },
  ]);
  const all = areTheirs ? others : { ...others, ...Object.fromEntries(known) };
  const reverted = revertFields(present, all, (field) => {
    throw conflict(id, `someone has changed its ${field} since`);
  });
  const text = source === undefined ? {} : { source: oldSource(present, source) };
  const isCode = reverted["cell_type"] === "code";
  // What a code cell must have, if its outputs were too large to keep.
  const required = isCode ? { outputs: [], execution_count: null } : {};
  return replaceCell(notebook, index, cellSchema.parse({ ...required, ...reverted, ...text }));
}

function definedFields(fields: Readonly<Record<string, FieldChange | undefined>>): FieldChanges {
  return Object.fromEntries(Object.entries(fields).flatMap(([key, change]) => change ? [[key, change]] : []));
}

function oldSource(present: Cell, { before, after }: FieldChange): string {
  const versions = { before: textOf(before), after: textOf(after), now: present.source };
  const text = revertText(versions);
  if (text !== null) return text;
  throw conflict(present.id, "someone has changed the same text since", {
    before: versions.before,
    now: versions.now,
  });
}

/** Texts of one cell: as it was before our change, after it, and as it is now. */
interface TextVersions {
  readonly before: string;
  readonly after: string;
  readonly now: string;
}

/**
 * The present text with our change taken back and everything that was typed since; null if someone has changed the same place
 * since: nothing that somebody typed is ever replaced.
 */
function revertText({ before, after, now }: TextVersions): string | null {
  if (now === after) return before;
  // Somebody has taken it back already.
  if (now === before) return now;
  const ours = diffText(after, before);
  const theirs = diffText(after, now);
  if (ours.some((one) => theirs.some((other) => touches(one, other)))) return null;
  return applyChanges(after, [...ours, ...theirs]);
}

function touches(one: TextChange, other: TextChange): boolean {
  return one.at <= other.at + other.remove && other.at <= one.at + one.remove;
}

function applyChanges(text: string, changes: readonly TextChange[]): string {
  return changes
    .toSorted((one, other) => other.at - one.at)
    .reduce(
      (result, { at, remove, insert }) => result.slice(0, at) + insert + result.slice(at + remove),
      text,
    );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields with changes taken back; calls `onConflict` for one that someone has changed since, which then stays. */
function revertFields(present: Fields, changes: FieldChanges, onConflict: (field: string) => void): Fields {
  const values = Object.entries(changes).map(([field, change]) => {
    return [field, revertValue(present[field], change, () => onConflict(field))] as const;
  });
  const whole = { ...present, ...Object.fromEntries(values) };
  return Object.fromEntries(definedKeys(whole).map((key) => [key, whole[key]]));
}

function revertValue(now: unknown, { before, after }: FieldChange, onConflict: () => void): unknown {
  if (isOmitted(before)) return now;
  if (deepEqual(now, after)) return before;
  if (deepEqual(now, before)) return now;
  if (!isRecord(now) || !isRecord(before) || !isRecord(after)) {
    onConflict();
    return now;
  }
  return revertFields(now, fieldChanges(before, after), onConflict);
}

function gone(id: string): AppError {
  return conflict(id, "someone has deleted the cell since");
}

function conflict(
  id: string | undefined,
  why: string,
  texts: Readonly<Record<string, string>> = {},
): AppError {
  return new AppError("conflict", `Cannot undo the change of cell "${id}": ${why}`, {
    hint:
      "Nothing was changed. See notebook_get for the cell as it is, and edit it if it should still change",
    details: Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [`${name}_source`, showSource(text)]),
    ),
  });
}
