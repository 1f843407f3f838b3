/** One output of a run as it is gathered: text that grows, or something that comes whole. */

import type { Output } from "../nbformat/outputs.ts";
import type { TerminalText } from "../nbformat/terminal_text.ts";
import { plural } from "../../base/plural.ts";

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
  /** It is the new content of a display that an earlier run shows: told of here, kept there. */
  readonly isElsewhere: boolean;
}

export type Entry = StreamEntry | RichEntry;

export function isStream(entry: Entry): entry is StreamEntry {
  return entry.kind === "stream";
}

export function isRich(entry: Entry): entry is RichEntry {
  return entry.kind === "rich";
}

interface Wanted {
  readonly count: number;
  readonly isWanted: (entry: Entry) => boolean;
}

/** Where the first of some kind are. */
export function firstPlaces(entries: readonly Entry[], { count, isWanted }: Wanted): number[] {
  const places: number[] = [];
  for (let place = 0; place < entries.length && places.length < count; place++) {
    const entry = entries[place];
    if (entry !== undefined && isWanted(entry)) places.push(place);
  }
  return places;
}

/**
 * A part of a run's outputs: what came or changed since the page before.
 *
 * 1. Pages joined are the whole, wherever they and the kernel's messages were cut. While the run goes on, the last line
 *    of its text may still grow or be rewritten: it is told apart, and becomes part of a page when it is over.
 * 2. Once the run is over, its last line is part of the page, and threads may go on writing behind it. Only what
 *    they rewrite of a line that was shown is shown again.
 */

export interface OutputPage {
  readonly outputs: Output[];
  /** The last line as it is now, where it is not over; else empty. */
  readonly openLine: string;
  /**
   * Where the next page begins: the number of the newest change, then the text that may still grow and how much of it
   * was shown. An update of an older output must not hide that growth.
   */
  readonly cursor: string;
}

export interface OutputPageOptions {
  /** The cursor of the page before; the first page begins with the first output. */
  readonly after?: string | undefined;
  /** Whether the run goes on. */
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

/**
 * The outputs of a run as its own cell shows them.
 *
 * 1. What was not kept is told of at its place: a notebook never looks whole where it is not.
 * 2. While the run goes on, what is already in the cell stays as it is as far as possible. What lies behind something
 *    dropped changes with every new output, and comes when the run is over; of a text, its last lines come before.
 */

/** Where the first of the dropped outputs was, and how many were dropped. */
export interface OutputGap {
  readonly at: number;
  readonly count: number;
}

/** Characters of the end of a text that are written again and again while lines before them are dropped. */
const liveTail = 10_000;

interface NotebookOutputsOptions {
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
