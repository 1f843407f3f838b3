/**
 * Takes changes back, on whatever the notebook has become since.
 *
 * 1. What others changed meanwhile is never overwritten: the result is the present notebook less our changes, or a
 *    `conflict`, which quotes the sources if they differ, and then nothing is changed.
 * 2. A change that others have taken back already is done.
 * 3. Outputs and notebook metadata are not anyone's typing: if they were renewed since, the newer ones stay, and the cells are
 *    reported. So do those whose predecessors were too large to keep.
 * 4. In a notebook whose file stores no ids, each change is taken back under the ids that the cells had when it was made. They
 *    are followed from change to change: right after one, the cells are as it has recorded them, equal ones in the same order.
 */

import { AppError } from "../../base/errors.ts";
import { deepEqual, definedKeys } from "../../base/deep_equal.ts";
import { isRecord } from "../../base/json.ts";
import {
  type KnownCell,
  knownCells,
  newCellId,
  storesIds,
  withIds,
  withoutId,
} from "../nbformat/cell_ids.ts";
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

/** One of the changes since the first that is to be taken back. */
export interface MadeChange {
  /** What is taken back of it: nothing if it is to stay. */
  readonly changes: readonly RecordedChange[];
  /** The cells right after it, as it names them, if their file stores no ids. */
  readonly ids?: readonly KnownCell[] | undefined;
}

/** Ids of cells, as the notebook names them. */
interface UndoneCells {
  /** Their outputs stay, because they are newer than the changes. */
  readonly kept: readonly string[];
  readonly moved: readonly string[];
}

interface Undo {
  /** Takes the changes back, the last one first. */
  readonly edit: Edit;
  /** What it did when it was made last. */
  readonly cells: () => UndoneCells;
}

/** Collects what an undo does to cells. */
interface Collected {
  readonly kept: Set<string>;
  readonly moved: Set<string>;
}

export function undoChanges(made: readonly MadeChange[]): Undo {
  const collected: Collected = { kept: new Set(), moved: new Set() };
  const edit: Edit = (notebook) => {
    collected.kept.clear();
    collected.moved.clear();
    if (!storesIds(notebook)) return undoNamed(notebook, made, collected);
    return undoAll(notebook, made.flatMap(({ changes }) => changes), collected);
  };
  return { edit, cells: () => ({ kept: [...collected.kept], moved: [...collected.moved] }) };
}

function undoAll(notebook: Notebook, changes: readonly RecordedChange[], collected: Collected): Notebook {
  return changes.toReversed().reduce((present, change) => revert(present, change, collected), notebook);
}

/** The same under the ids that each change uses; the cells have those of the notebook again afterwards. */
function undoNamed(notebook: Notebook, made: readonly MadeChange[], { kept, moved }: Collected): Notebook {
  let present = notebook;
  let original = new Map(notebook.cells.map(({ id }) => [id, id]));
  for (const { changes, ids = [] } of made.toReversed()) {
    const renamed = withIdsAsIn(ids, present);
    original = new Map(renamed.cells.map(({ id }, index) => [id, original.get(present.cells[index]?.id)]));
    const own: Collected = { kept: new Set(), moved: new Set() };
    present = undoAll(renamed, changes, own);
    for (const id of own.kept) kept.add(original.get(id) ?? id);
    for (const id of own.moved) moved.add(original.get(id) ?? id);
  }
  const taken = new Set(original.values());
  const idOf = (id: string | undefined) => original.get(id) ?? (taken.has(id) ? newCellId() : id);
  return { ...present, cells: present.cells.map((cell) => ({ ...cell, id: idOf(cell.id) })) };
}

/** The notebook with the ids of these cells, as far as it has them. */
function withIdsAsIn(known: readonly KnownCell[], notebook: Notebook): Notebook {
  if (known.length === 0) return notebook;
  const keys = knownCells(notebook).map(({ key }) => key);
  const areAll = keys.length === known.length && keys.every((key, index) => key === known[index]?.key);
  if (areAll) {
    return { ...notebook, cells: notebook.cells.map((cell, index) => ({ ...cell, id: known[index]?.id })) };
  }
  const ids = new Set(known.map(({ id }) => id));
  const named = notebook.cells.map((cell) => ids.has(cell.id ?? "") ? cell : withoutId(cell));
  return withIds({ ...notebook, cells: named }, known);
}

function revert(notebook: Notebook, change: RecordedChange, collected: Collected): Notebook {
  switch (change.kind) {
    case "added":
      return withoutAdded(notebook, change);
    case "deleted":
      return withDeleted(notebook, change);
    case "moved":
      return movedBack(notebook, change, collected);
    case "edited":
      return withOldFields(notebook, change, collected);
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

function movedBack(
  notebook: Notebook,
  { id, from, to }: Change<"moved">,
  { moved }: Collected,
): Notebook {
  const index = indexOf(notebook, id);
  const cell = notebook.cells[index];
  if (cell === undefined) throw gone(id);
  const others = { ...notebook, cells: notebook.cells.toSpliced(index, 1) };
  const back = insertionPoint(others, from);
  if (back === index) return notebook;
  if (!isAt(others, index, to)) throw conflict(id, "someone has moved the cell since");
  moved.add(id);
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

function withOldFields(
  notebook: Notebook,
  { id, fields, unfinished }: Change<"edited">,
  { kept }: Collected,
): Notebook {
  const index = indexOf(notebook, id);
  const present = notebook.cells[index];
  const { source, outputs, execution_count, ...others } = fields;
  const results = definedFields({ outputs, execution_count });
  if (present === undefined) {
    if (Object.keys(fields).length > Object.keys(results).length) throw gone(id);
    kept.add(id);
    return notebook;
  }
  const areNewer = unfinished ? (present.execution_count ?? null) !== null : areRenewed(present, results);
  if (areNewer) kept.add(id);
  const isLost = isOmitted(outputs?.before);
  // Large outputs are recorded by their digest; those here are the same.
  const known = Object.entries(results).map(([field, { before }]) => [
    field,
    { before, after: present[field] },
  ]);
  const all = areNewer || isLost ? others : { ...others, ...Object.fromEntries(known) };
  const reverted = revertFields(present, all, (field) => {
    throw conflict(id, `someone has changed its ${field} since`);
  });
  const text = source === undefined ? {} : { source: oldSource(present, source) };
  const isCode = reverted["cell_type"] === "code";
  // What a code cell must have, if its outputs were too large to keep.
  const required = isCode ? { outputs: [], execution_count: null } : {};
  // The program that was running it is gone.
  const idle = unfinished && !areNewer && present.execution_state === "running"
    ? { execution_state: "idle" }
    : {};
  return replaceCell(notebook, index, cellSchema.parse({ ...required, ...reverted, ...text, ...idle }));
}

/** Whether outputs are neither those that the change made nor those that it replaced. */
function areRenewed(present: Cell, results: FieldChanges): boolean {
  const are = (version: "before" | "after") =>
    Object.entries(results).every(([field, change]) => areOutputs(present[field], change[version]));
  return !are("after") && !are("before");
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
