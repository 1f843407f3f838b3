/** Items and states on their way between bases. Ids in them are those of the base they come from. */

import type { Priority } from "../item.ts";
import type { SourceId } from "./source_id.ts";

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
  /** Whether we wrote it: what has to be changed in it then is an edit that somebody made since. */
  readonly isOurs: boolean;
  /** When its file was last written. */
  readonly writtenAt?: number;
  /** The mark in its file (`mark.ts`). */
  readonly mark?: string | undefined;
}

/** An item of Shirokuma has only its number; with the time of its making that tells it from all others. */
export function shirokumaUid(id: number | string, createdAt: number): string {
  return `shirokuma-${id}-${createdAt}`;
}

/** How far a transfer is. */
export type Progress = (done: number, total: number) => void;
