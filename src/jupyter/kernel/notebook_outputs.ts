/**
 * The outputs of a run as its own cell shows them.
 *
 * 1. What was not kept is told of at its place: a notebook never looks whole where it is not.
 * 2. While the run goes on, what is already in the cell stays as it is as far as possible. What lies behind something
 *    dropped changes with every new output, and comes when the run is over; of a text, its last lines come before.
 */

import { plural } from "../../base/text.ts";
import type { Output } from "../nbformat/outputs.ts";
import { type Entry, isStream } from "./output_entry.ts";

/** Where the first of the dropped outputs was, and how many were dropped. */
export interface OutputGap {
  readonly at: number;
  readonly count: number;
}

/** Characters of the end of a text that are written again and again while lines before them are dropped. */
const liveTail = 10_000;

export interface NotebookOutputsOptions {
  readonly gap: OutputGap | undefined;
  readonly isOver: boolean;
}

export function notebookOutputs(
  entries: readonly Entry[],
  { gap, isOver }: NotebookOutputsOptions,
): Output[] {
  const show = (some: readonly Entry[]) => some.flatMap((entry) => cellOutput(entry, isOver));
  if (gap === undefined) return show(entries);
  const after = isOver ? show(entries.slice(gap.at)) : [];
  return [...show(entries.slice(0, gap.at)), isOver ? notKept(gap.count) : notYetShown, ...after];
}

function cellOutput(entry: Entry, isOver: boolean): Output[] {
  if (!isStream(entry)) return entry.isElsewhere ? [] : [entry.output];
  const text = isOver ? entry.text.from() : entry.text.withTail(liveTail);
  return text === "" ? [] : [{ output_type: "stream", name: entry.name, text }];
}

function notKept(count: number): Output {
  const outputs = `${count} ${plural(count, "output")}`;
  return note(`${outputs} of this run from here on went over the limit of what is kept`);
}

const notYetShown = note("more outputs than are kept: the last ones are shown when the run is over");

function note(text: string): Output {
  return { output_type: "stream", name: "stderr", text: `[… ${text} …]\n` };
}
