/**
 * A part of a run's outputs: what came or changed since the page before.
 *
 * 1. Pages joined are the whole, wherever they and the kernel's messages were cut. While the run goes on, the last line
 *    of its text may still grow or be rewritten: it is told apart, and becomes part of a page when it is over.
 * 2. Once the run is over, its last line is part of the page, and threads may go on writing behind it. Only what
 *    they rewrite of a line that was shown is shown again.
 */

import type { Output } from "../nbformat/outputs.ts";
import { type Entry, isStream } from "./output_entry.ts";

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
