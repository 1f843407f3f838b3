/**
 * The outputs of a cell in a shared document.
 *
 * 1. The list itself is never replaced: browsers watch it.
 * 2. JupyterLab appends every output that is inserted and edits the text of its last stream only. So what comes first
 *    is kept, the last stream is edited at its end, and from the first other difference on all is written anew.
 */

import type { CellOutput } from "../nbformat/notebook.ts";
import { plainRecord, plainText, plainValue } from "./plain_value.ts";
import { deepEqual } from "../../base/deep_equal.ts";
import { isRecord } from "../../base/json_view.ts";
import { tailChange } from "./text_change.ts";
import { Y } from "./yjs.ts";

/** One output as a plain value; null for what is none. */
export function readOutput(shared: unknown): CellOutput | null {
  const record = shared instanceof Y.Map ? plainRecord(shared) : plainValue(shared);
  if (!isRecord(record) || typeof record.output_type !== "string") return null;
  const output = { ...record, output_type: record.output_type };
  return output.output_type === "stream" ? { ...output, text: plainText(record.text) } : output;
}

export function createOutput(output: CellOutput): Y.Map<unknown> {
  const shared = new Y.Map<unknown>();
  for (const [key, value] of Object.entries(output)) {
    if (value === undefined) continue;
    const isStreamText = key === "text" && output.output_type === "stream";
    shared.set(key, isStreamText ? new Y.Text(plainText(value)) : value);
  }
  return shared;
}

/** Makes the shared list equal to `after`; it is equal to `before` now. */
export function applyOutputs(
  shared: Y.Array<unknown>,
  before: readonly CellOutput[],
  after: readonly CellOutput[],
): void {
  // They differ in length where something in the list is no output.
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
  // In this order: JupyterLab takes characters off the end before it appends others.
  if (change.remove > 0) text.delete(change.at, change.remove);
  if (change.insert !== "") text.insert(change.at, change.insert);
  return true;
}
