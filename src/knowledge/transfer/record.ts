/** Items and states on their way between databases. Ids in them are those of the database they come from. */

import type { Priority } from "../item.ts";

export interface ItemRecord {
  /** Not always one that an item can have here. */
  readonly id: SourceId;
  /** The name that the item has in every base. */
  readonly uid: string;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly status: string;
  readonly priority: Priority;
  readonly category: string | null;
  readonly startDate: number | null;
  readonly endDate: number | null;
  readonly version: string | null;
  readonly tags: readonly string[];
  readonly related: readonly SourceId[];
  /** The names of related items, by their ids, as far as they are known. */
  readonly relatedUids: Readonly<Record<string, string>>;
  readonly notebooks: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StateRecord {
  readonly content: string;
  readonly summary: string;
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly related: readonly SourceId[];
  readonly relatedUids: Readonly<Record<string, string>>;
  readonly createdAt: number;
}

/** A record on its way in. */
export interface Incoming<T> {
  readonly record: T;
  /** What a person knows it by, such as its file. */
  readonly origin: string;
  /** What was changed so that it could be kept. */
  readonly changes: readonly string[];
  /** What is odd but was kept as it is. */
  readonly remarks: readonly string[];
  /** Whether we wrote it: what has to be changed in it is an edit made since. */
  readonly isOurs: boolean;
  /** When its file was last written. */
  readonly writtenAt?: number;
  /** What its file says that our export wrote: the digest of the record at that time. */
  readonly digest?: string | undefined;
}

/** An item of Shirokuma has only its number; with the time of its making that tells it from all others. */
export function shirokumaUid(id: number | string, createdAt: number): string {
  return `shirokuma-${id}-${createdAt}`;
}

/** How far a transfer is. */
export type Progress = (done: number, total: number) => void;

export type SourceId = number | string;

/** The id that a number, or the digits of one, stands for. */
export function sourceId(given: number | string): SourceId {
  const number = Number(given);
  return typeof given === "number" || Number.isSafeInteger(number) ? number : String(BigInt(given));
}

/** In the order of their numbers. */
export function compareIds(one: SourceId, other: SourceId): number {
  // Numbers that are too large to differ have equally many digits, which no language orders otherwise.
  return Number(one) - Number(other) || (String(one) < String(other) ? -1 : one === other ? 0 : 1);
}

/** The largest that an import keeps; larger ones would leave no numbers for the items after them. */
export const largestKept = 1e15;

/** Whether an import may keep an id. */
export function isKept(id: SourceId): id is number {
  return typeof id === "number" && Number.isSafeInteger(id) && id >= 1 && id <= largestKept;
}

/**
 * The value of a text; undefined if it is not JSON. A whole number that is too large to count with, alone or in a
 * list, is a text with all its digits; an object alone keeps its numbers, which are not ids.
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isInexact = Array.isArray(value) ? value.some(isTooLarge) : isTooLarge(value);
    return isInexact ? JSON.parse(text, exactly) : value;
  } catch {
    return undefined;
  }
}

function isTooLarge(value: unknown): boolean {
  return typeof value === "number" && Math.trunc(value) === value && !Number.isSafeInteger(value);
}

function exactly(_key: string, value: unknown, ...[context]: { readonly source?: string }[]): unknown {
  return isTooLarge(value) ? context?.source ?? value : value;
}
