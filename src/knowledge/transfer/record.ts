/** Items and states on their way between databases. Ids in them are those of the database they come from. */

import type { StoredItem } from "../item.ts";
import type { StoredState } from "../states.ts";

export interface ItemRecord extends StoredItem {
  /** Not always one that an item can have here. */
  readonly id: SourceId;
  /** The name that the item has in every base. */
  readonly uid: string;
  readonly tags: readonly string[];
  readonly related: readonly SourceId[];
  /** The names of related items, by their ids, as far as they are known. */
  readonly relatedUids: Readonly<Record<string, string>>;
  readonly notebooks: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StateRecord extends Omit<StoredState, "related"> {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly related: readonly SourceId[];
  readonly relatedUids: Readonly<Record<string, string>>;
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

/** A text if it is larger than numbers can be, so that no digit is lost. */
export type SourceId = number | string;

/** The id that the digits of a number stand for. */
export function sourceId(digits: string): SourceId {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : String(BigInt(digits));
}

/** The largest that an import keeps; larger ones would leave no numbers for the items after them. */
export const largestKept = 1e15;

/** Whether an import may keep an id. */
export function isKept(id: SourceId): id is number {
  return typeof id === "number" && Number.isSafeInteger(id) && id >= 1 && id <= largestKept;
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
