/** Items and states on their way between databases. Ids in them are those of the database they come from. */

import type { ItemRow } from "../items.ts";
import type { StateRow } from "../states.ts";

/** A text if it is larger than numbers can be, so that no digit is lost. */
export type SourceId = number | string;

export interface ItemRecord extends Readonly<Omit<ItemRow, "id" | "related">> {
  /** Not always one that an item can have here. */
  readonly id: SourceId;
  readonly related: readonly SourceId[];
}

export interface StateRecord extends Readonly<Omit<StateRow, "id" | "related">> {
  readonly related: readonly SourceId[];
}

/** A record on its way in. */
export interface Incoming<T> {
  readonly record: T;
  /** What a person knows it by, such as its file. */
  readonly origin: string;
  /** What was changed so that it could be kept, or is odd. */
  readonly notes: readonly string[];
  /** Whether we wrote it: what has to be changed in it is an edit made since. */
  readonly isOurs: boolean;
  /** When its file was last written. */
  readonly writtenAt: number;
  /** The digest of the record that our export wrote into its file. */
  readonly exported?: string | undefined;
}

export type Outcome = "created" | "updated" | "unchanged" | "kept";

/** An item that was imported, with the id that it has here. */
export interface Imported extends Incoming<ItemRecord> {
  readonly id: number;
  readonly outcome: Outcome;
}

/** How far a transfer is. */
export type Progress = (done: number, total: number) => void;

/** The id that the digits of a number stand for. */
export function sourceId(digits: string): SourceId {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : String(BigInt(digits));
}

/**
 * The value of a text; undefined if it is not JSON. A whole number that is too large to count with, alone or in a
 * list, is a text with all its digits; an object keeps its numbers, which are not ids.
 */
export function parseJson(text: string): unknown {
  try {
    return text.trimStart().startsWith("{") ? JSON.parse(text) : JSON.parse(text, exactly);
  } catch {
    return undefined;
  }
}

function exactly(_key: string, value: unknown, ...[context]: { readonly source?: string }[]): unknown {
  const isInexact = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isInexact ? context?.source ?? value : value;
}
