/**
 * The outputs of a run as they are collected, and their two forms: pages for a caller, and the cell of a notebook.
 *
 * 1. Pages joined are the whole, wherever they and the kernel's messages were cut. While the run continues, the last line
 *    of its text may still grow or be rewritten: it is reported separately, and joins a page when it is complete.
 * 2. Once the run is over, its last line is part of the page, and threads may write after it. Only what they rewrite of a
 *    line that was shown is shown again.
 * 3. A cell marks the place of what was not kept: a notebook never looks complete if it is not.
 * 4. While the run continues, what is already in the cell stays as it is as far as possible. What follows something
 *    dropped changes with every new output, and is added when the run is over; the last lines of a text are added before.
 */

import { plural } from "../../base/text.ts";
import type { Output } from "../nbformat/outputs.ts";
import type { TerminalText } from "../nbformat/terminal_text.ts";

export interface StreamEntry {
  readonly kind: "stream";
  readonly name: "stdout" | "stderr";
  readonly text: TerminalText;
  readonly order: number;
}

interface RichEntry {
  readonly kind: "rich";
  readonly output: Output;
  readonly displayId: string | undefined;
  readonly size: number;
  readonly order: number;
  /** It updates a display of an earlier run: reported here, kept there. */
  readonly isShownElsewhere: boolean;
}

export type Entry = StreamEntry | RichEntry;

export function isStream(entry: Entry): entry is StreamEntry {
  return entry.kind === "stream";
}

export function isRich(entry: Entry): entry is RichEntry {
  return entry.kind === "rich";
}

/** The indices of the entries of some kind, each looked for only when it is needed. */
export function placesOf(
  entries: readonly Entry[],
  isWanted: (entry: Entry) => boolean,
): IteratorObject<number> {
  return entries.entries().filter(([, entry]) => isWanted(entry)).map(([place]) => place);
}

/** What arrived or changed since the previous page. */
export interface OutputPage {
  readonly outputs: Output[];
  /** The last line as it is now, if it is incomplete; else empty. */
  readonly openLine: string;
  /**
   * Where the next page begins: the number of the newest change, then the text that may still grow and how much of it
   * was shown. An update of an older output must not hide that growth.
   */
  readonly cursor: string;
}

export interface OutputPageOptions {
  /** The cursor of the previous page; undefined for the first page. */
  readonly after?: string | undefined;
  /** Whether the run continues. */
  readonly isOpen: boolean;
  /** The number of the newest change. */
  readonly newest: number;
}

export function outputPage(
  entries: readonly Entry[],
  { after, isOpen, newest }: OutputPageOptions,
): OutputPage {
  const [seen = 0, stream = 0, offset = 0] = after === undefined ? [] : after.split(".").map(Number);
  const last = entries.at(-1);
  const growing = last !== undefined && isStream(last) ? last : undefined;
  const held = isOpen ? growing : undefined;
  const outputs = entries.flatMap((entry) => {
    if (!isStream(entry)) return entry.order > seen ? [entry.output] : [];
    if (entry.order <= seen && entry.order !== stream) return [];
    const start = entry.order === stream ? offset : 0;
    const text = entry === held ? entry.text.finishedFrom(start) : entry.text.from(start);
    return text === "" ? [] : [{ output_type: "stream" as const, name: entry.name, text }];
  });
  const shown = isOpen ? growing?.text.settled : growing?.text.shown;
  return {
    outputs,
    openLine: held?.text.openLine ?? "",
    cursor: `${newest}.${growing?.order ?? 0}.${shown ?? 0}`,
  };
}

/** The index of the first dropped output, and the number of dropped outputs. */
export interface OutputGap {
  readonly at: number;
  readonly count: number;
}

/** Characters at the end of a text that are rewritten repeatedly while lines before them are dropped. */
const liveTail = 10_000;

interface NotebookOutputsOptions {
  readonly gap: OutputGap | undefined;
  readonly isOver: boolean;
}

/** The outputs of a run as its own cell shows them. */
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
  if (!isStream(entry)) return entry.isShownElsewhere ? [] : [entry.output];
  const text = isOver ? entry.text.from() : entry.text.withTail(liveTail);
  return text === "" ? [] : [{ output_type: "stream", name: entry.name, text }];
}

function notKept(count: number): Output {
  const outputs = `${count} ${plural(count, "output")}`;
  return note(`${outputs} of this run from here on exceeded the retention limit`);
}

const notYetShown = note("more outputs than are kept: the last ones are shown when the run is over");

function note(text: string): Output {
  return { output_type: "stream", name: "stderr", text: `[… ${text} …]\n` };
}
