/** One cell of a shared document and its outputs: read as plain values, created, and changed in place (schema version 2.0.0). */

import { deepEqual, definedKeys } from "../../base/deep_equal.ts";
import { isRecord } from "../../base/json.ts";
import type { Cell, CellOutput } from "../nbformat/notebook.ts";
import { diffText, tailChange } from "./text_diff.ts";
import { Y } from "./yjs.ts";
/** Fields that are read separately. */
const typed = new Set(["source", "metadata", "outputs"]);

/**
 * A cell as a plain value. It may carry `execution_state`, which files do not have.
 *
 * @param read Reads an output; a cache, if unchanged outputs should stay the same objects.
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
  // `createCell` and `applyCell` receive cells, whose outputs are valid.
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

/** Changes a field that is itself a shared type; returns whether it is one. */
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

/** Makes a shared text equal to another; the common parts stay in place, with the cursors in them. */
export function applyText(text: Y.Text, after: string): void {
  for (const { at, remove, insert } of diffText(text.toString(), after).toReversed()) {
    // In this order a cursor after the replaced part stays after it.
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

/** One output as a plain value; null if it is not an output. */
export function readOutput(shared: unknown): CellOutput | null {
  const record = shared instanceof Y.Map ? plainRecord(shared) : plainValue(shared);
  if (!isRecord(record) || typeof record.output_type !== "string") return null;
  const output = { ...record, output_type: record.output_type };
  return output.output_type === "stream" ? { ...output, text: plainText(record.text) } : output;
}

function createOutput(output: CellOutput): Y.Map<unknown> {
  const shared = new Y.Map<unknown>();
  for (const [key, value] of Object.entries(output)) {
    if (value === undefined) continue;
    const isStreamText = key === "text" && output.output_type === "stream";
    shared.set(key, isStreamText ? new Y.Text(plainText(value)) : value);
  }
  return shared;
}

/**
 * Makes the shared list of outputs, which equals `before`, equal to `after`.
 *
 * 1. The list itself is never replaced: browsers observe it.
 * 2. JupyterLab appends every output that is inserted and edits the text of its last stream only. So the common beginning
 *    is kept, the last stream is edited at its end, and everything from the first other difference on is written anew.
 */
function applyOutputs(
  shared: Y.Array<unknown>,
  before: readonly CellOutput[],
  after: readonly CellOutput[],
): void {
  // They differ in length if something in the list is not an output.
  const most = before.length === shared.length ? Math.min(before.length, after.length) : 0;
  let kept = 0;
  while (kept < most && deepEqual(before[kept], after[kept])) kept++;
  if (kept === shared.length - 1 && editLastStream(shared.get(kept), before[kept], after[kept])) kept++;
  if (kept < shared.length) shared.delete(kept, shared.length - kept);
  if (kept < after.length) shared.push(after.slice(kept).map(createOutput));
}

function editLastStream(
  shared: unknown,
  before: CellOutput | undefined,
  after: CellOutput | undefined,
): boolean {
  if (before?.output_type !== "stream" || after?.output_type !== "stream") return false;
  const text = shared instanceof Y.Map ? shared.get("text") : undefined;
  if (!(text instanceof Y.Text) || !deepEqual({ ...before, text: "" }, { ...after, text: "" })) return false;
  const change = tailChange(text.toString(), plainText(after.text));
  if (change === null) return true;
  // In this order, because JupyterLab removes characters from the end before it appends others.
  if (change.remove > 0) text.delete(change.at, change.remove);
  if (change.insert !== "") text.insert(change.at, change.insert);
  return true;
}

/** Converts the content of a shared map or list to JSON. Objects with nothing to convert are returned as they are. */
function plainValue(value: unknown): unknown {
  if (value instanceof Y.Text) return value.toString();
  if (value instanceof Y.Map) return plainRecord(value);
  if (value instanceof Y.Array) return value.toArray().map(plainValue);
  // Python's integers may arrive as bigints.
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) {
    const items = value.map(plainValue);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (isRecord(value) && !(value instanceof Uint8Array)) {
    const entries = Object.entries(value).map(([key, item]) => [key, plainValue(item)] as const);
    return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
  }
  return value;
}

export function plainRecord(map: Y.Map<unknown>): Record<string, unknown> {
  // Not by assignment, which would set the prototype for the key `__proto__`.
  return Object.fromEntries([...map.entries()].map(([key, value]) => [key, plainValue(value)]));
}

/** Text in any form: shared, a string, or a list of lines. */
function plainText(value: unknown): string {
  if (value instanceof Y.Text) return value.toString();
  if (typeof value === "string") return value;
  const lines = plainValue(value);
  return Array.isArray(lines) ? lines.join("") : "";
}
