/** One output of a run as it is gathered: text that grows, or something that comes whole. */

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
