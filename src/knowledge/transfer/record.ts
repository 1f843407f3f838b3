/** Items and states on their way between databases. Ids in them are those of the database they come from. */

import type { ItemRow } from "../items.ts";
import type { StateRow } from "../states.ts";

/** The id is not always one that an item can have here. */
export type ItemRecord = Readonly<ItemRow>;
export type StateRecord = Readonly<Omit<StateRow, "id">>;

/** A record on its way in. */
export interface Incoming<T> {
  readonly record: T;
  /** What a person knows it by, such as its file. */
  readonly origin: string;
  /** What was changed so that it could be kept. */
  readonly notes: readonly string[];
}

/** How far a transfer is. */
export type Progress = (done: number, total: number) => void;
