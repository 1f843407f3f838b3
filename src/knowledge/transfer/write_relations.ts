/**
 * Links of imported items. Neither making nor removing a link changes an item's time, so each has one of its own, and
 * the later word counts:
 *
 * - A link that a file names is made, unless it was removed here after the file's `updated`.
 * - A file of ours that is newer than the item here names all links of it: others are removed, unless they were made
 *   here after the file's `updated`.
 */

import type { Statements } from "../database.ts";
import { relate, relationsOf, unrelate, unrelatedAt } from "../relations.ts";

export interface Links {
  /** The item, and those that its file names, by their ids here. */
  readonly id: number;
  readonly others: readonly number[];
  /** The time of the file. */
  readonly at: number;
}

/** Removes links that a newer file names no more; gives their number. */
export function dropRelations(statements: Statements, { id, others, at }: Links): number {
  const dropped = relationsOf(statements, id).filter(({ other, since }) =>
    since < at && !others.includes(other) && unrelate(statements, id, { from: other, at })
  );
  return dropped.length;
}

/** Makes links; gives the number of new ones, and the items with which there was one that was removed here since. */
export function writeRelations(
  statements: Statements,
  { id, others, at }: Links,
): { readonly made: number; readonly removed: readonly number[] } {
  const removed = others.filter((other) => (unrelatedAt(statements, id, other) ?? -Infinity) > at);
  const made = others.filter((to) =>
    to !== id && !removed.includes(to) && relate(statements, id, { to, at, field: "related" })
  );
  return { made: made.length, removed };
}
