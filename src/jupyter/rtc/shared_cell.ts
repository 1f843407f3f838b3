/** One cell of a shared document: as a plain value, new, and changed in place (version 2.0.0 of the schema). */

import type { Cell, CellOutput } from "../nbformat/notebook.ts";
import { plainText, plainValue } from "./plain_value.ts";
import { deepEqual, definedKeys } from "../../base/deep_equal.ts";
import { isRecord } from "../../base/json_view.ts";
import { applyOutputs, createOutput } from "./shared_outputs.ts";
import { diffText } from "./text_diff.ts";
import { Y } from "./yjs.ts";

/** Fields that are read each in their own way. */
const typed = new Set(["source", "metadata", "outputs"]);

/**
 * A cell as a plain value. It may carry `execution_state`, which files do not have.
 *
 * @param read Reads an output; a cache where unchanged outputs should stay the same objects.
 */
export function readCell(shared: Y.Map<unknown>, read: (output: unknown) => CellOutput | null): Cell {
  const entries = [...shared.entries()].filter(([key]) => !typed.has(key));
  const fields: Record<string, unknown> = Object.fromEntries(
    entries.map(([key, value]) => [key, plainValue(value)]),
  );
  const { id, cell_type, execution_count, ...others } = fields;
  const metadata = plainValue(shared.get("metadata"));
  const outputs = shared.get("outputs");
  return {
    ...others,
    ...(typeof id === "string" && id !== "" ? { id } : {}),
    cell_type: typeof cell_type === "string" ? cell_type : "raw",
    source: plainText(shared.get("source")),
    metadata: isRecord(metadata) ? metadata : {},
    ...(outputs === undefined
      ? {}
      : { outputs: outputList(outputs).flatMap((output) => read(output) ?? []) }),
    ...(typeof execution_count === "number" || execution_count === null ? { execution_count } : {}),
  };
}

function outputList(outputs: unknown): unknown[] {
  if (outputs instanceof Y.Array) return outputs.toArray();
  return Array.isArray(outputs) ? outputs : [];
}

/** A cell to insert; one without an id gets one. */
export function createCell(cell: Cell): Y.Map<unknown> {
  const shared = new Y.Map<unknown>();
  for (const key of definedKeys(cell)) shared.set(key, sharedField(key, cell[key]));
  if (cell.id === undefined) shared.set("id", crypto.randomUUID());
  if (cell.cell_type !== "code") return shared;
  if (cell.outputs === undefined) shared.set("outputs", new Y.Array());
  if (cell.execution_count === undefined) shared.set("execution_count", null);
  if (cell.execution_state === undefined) shared.set("execution_state", "idle");
  return shared;
}

function sharedField(key: string, value: unknown): unknown {
  if (key === "source") return new Y.Text(plainText(value));
  if (key === "metadata" && isRecord(value)) {
    return new Y.Map(definedKeys(value).map((name) => [name, value[name]]));
  }
  // What `createCell` and `applyCell` get is a cell, whose outputs are outputs.
  if (key === "outputs" && Array.isArray(value)) return Y.Array.from(value.map(createOutput));
  return value;
}

/** Makes the shared cell, which is equal to `before` now, equal to `after`. */
export function applyCell(shared: Y.Map<unknown>, before: Cell, after: Cell): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = after[key];
    if (deepEqual(before[key], value)) continue;
    if (value === undefined) shared.delete(key);
    else if (!applyInside(shared.get(key), key, { before, after })) shared.set(key, sharedField(key, value));
  }
}

/** Changes a field that is itself shared; tells whether it is. */
function applyInside(field: unknown, key: string, change: { before: Cell; after: Cell }): boolean {
  const { before, after } = change;
  if (key === "source" && field instanceof Y.Text) {
    applyText(field, after.source);
    return true;
  }
  if (key === "metadata" && field instanceof Y.Map) {
    applyRecord(field, before.metadata, after.metadata);
    return true;
  }
  if (key === "outputs" && field instanceof Y.Array) {
    applyOutputs(field, before.outputs ?? [], after.outputs ?? []);
    return true;
  }
  return false;
}

/** Makes a shared text equal to another; what both have stays as it is, with the cursors in it. */
export function applyText(text: Y.Text, after: string): void {
  for (const { at, remove, insert } of diffText(text.toString(), after).toReversed()) {
    // In this order a cursor behind the replaced part stays behind it.
    if (insert !== "") text.insert(at, insert);
    if (remove > 0) text.delete(at + insert.length, remove);
  }
}

/** Sets and deletes the keys that differ. */
export function applyRecord(
  shared: Y.Map<unknown>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (deepEqual(before[key], after[key])) continue;
    if (after[key] === undefined) shared.delete(key);
    else shared.set(key, after[key]);
  }
}
