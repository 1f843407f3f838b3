/**
 * What an edit did to a notebook, cell by cell, in a form that can be stored, shown and taken back.
 *
 * 1. The changes are listed in the order deletions, moves, additions, edits: made in that order they turn the old notebook
 *    into the new one, and taken back in the reverse order the new one into the old.
 * 2. A place is named by neighbouring cells, because indices shift as soon as somebody else adds or deletes a cell.
 */

import { z } from "zod";
import { deepEqual, definedKeys } from "../../base/deep_equal.ts";
import { cellsById, itemsThatStay } from "../nbformat/compare_notebooks.ts";
import { cell as cellSchema, type Notebook } from "../nbformat/notebook.ts";

/** Where a cell is: the ids of its neighbours, the nearest first. */
const place = z.object({
  index: z.number(),
  preceding: z.array(z.string()),
  following: z.array(z.string()),
});

export type Place = z.infer<typeof place>;

/** Old and new value; undefined if there was none. */
const fieldChange = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });

/** By the name of the field. */
const changedFields = z.record(z.string(), fieldChange);

export type FieldChange = Readonly<z.infer<typeof fieldChange>>;
export type FieldChanges = Readonly<Record<string, FieldChange>>;

/** Stands for outputs that are too large to keep: `bytes` of their JSON, and its digest. */
export const omittedOutputs = z.strictObject({ bytes: z.number(), sha256: z.string() });

export type OmittedOutputs = z.infer<typeof omittedOutputs>;

/** `omitted` is there instead of the outputs of the cell. */
const wholeCell = { cell: cellSchema, place, omitted: omittedOutputs.optional() };

export const cellChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("deleted"), ...wholeCell }),
  z.object({ kind: z.literal("moved"), id: z.string(), from: place, to: place }),
  z.object({ kind: z.literal("added"), ...wholeCell }),
  z.object({
    kind: z.literal("edited"),
    id: z.string(),
    fields: changedFields,
    /** A run that had begun, or was waited for: what it made of the cell is not recorded. */
    unfinished: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal("metadata"), fields: changedFields }),
]);

export type RecordedChange = z.infer<typeof cellChange>;

const neighbours = 5;

/** @param moving Ids of the cells that were moved, if known: of two neighbours that changed places either may have been. */
export function changesBetween(
  before: Notebook,
  after: Notebook,
  moving: readonly string[] = [],
): readonly RecordedChange[] {
  if (before === after) return [];
  return [
    ...cellListChanges(before, after, moving),
    ...contentChanges(before, after),
    ...metadataChanges(before, after),
  ];
}

function cellListChanges(
  before: Notebook,
  after: Notebook,
  moving: readonly string[],
): readonly RecordedChange[] {
  const old = cellsById(before);
  const wanted = cellsById(after);
  const changes: RecordedChange[] = [];
  const order = [...old.keys()];
  for (const [id, cell] of old) {
    if (wanted.has(id)) continue;
    changes.push({ kind: "deleted", cell, place: placeOf(id, order) });
    order.splice(order.indexOf(id), 1);
  }
  const kept = [...wanted.keys()].filter((id) => old.has(id));
  const staying = itemsThatStay(order, kept, moving);
  kept.forEach((id, index) => {
    if (staying.has(id)) return;
    const from = placeOf(id, order);
    order.splice(order.indexOf(id), 1);
    insertAfter(id, { previous: kept[index - 1], order });
    changes.push({ kind: "moved", id, from, to: placeOf(id, order) });
  });
  let previous: string | undefined;
  for (const [id, cell] of wanted) {
    if (!old.has(id)) {
      insertAfter(id, { previous, order });
      changes.push({ kind: "added", cell, place: placeOf(id, order) });
    }
    previous = id;
  }
  return changes;
}

function insertAfter(
  id: string,
  { previous, order }: { readonly previous: string | undefined; readonly order: string[] },
): void {
  order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
}

export function placeOf(id: string, order: readonly string[]): Place {
  const index = order.indexOf(id);
  return {
    index,
    preceding: order.slice(Math.max(0, index - neighbours), index).reverse(),
    following: order.slice(index + 1, index + 1 + neighbours),
  };
}

function contentChanges(before: Notebook, after: Notebook): readonly RecordedChange[] {
  const old = cellsById(before);
  return [...cellsById(after)].flatMap(([id, cell]): RecordedChange[] => {
    const was = old.get(id);
    if (was === undefined || was === cell) return [];
    const fields = fieldChanges(was, cell);
    return Object.keys(fields).length === 0 ? [] : [{ kind: "edited", id, fields }];
  });
}

function metadataChanges(before: Notebook, after: Notebook): readonly RecordedChange[] {
  const fields = fieldChanges(before.metadata, after.metadata);
  return Object.keys(fields).length === 0 ? [] : [{ kind: "metadata", fields }];
}

type Fields = Readonly<Record<string, unknown>>;

/** Passing states, which no file keeps, are not changes. */
const passing: ReadonlySet<string> = new Set(["execution_state"]);

export function fieldChanges(before: Fields, after: Fields): FieldChanges {
  const keys = new Set([...definedKeys(before), ...definedKeys(after)]).difference(passing);
  return Object.fromEntries(
    [...keys].filter((key) => !deepEqual(before[key], after[key]))
      .map((key) => [key, { before: before[key], after: after[key] }]),
  );
}
