/**
 * Links of imported items. Neither making nor removing a link changes an item's time, so each has one of its own, and
 * the later word counts:
 *
 * - A link that a file names is made, unless it was removed here after the file's `updated`.
 * - A file of ours that is newer than the item here names all links of it: others are removed, unless they were made
 *   here after the file's `updated`.
 * - A number that our export wrote and a person struck out (it is in `related_uids` still) is a link to remove, unless
 *   it was made here after the file was edited.
 */

import type { Statements } from "../database.ts";
import { relate, relationsOf, rememberUnrelated, unrelate, unrelatedAt } from "../relations.ts";

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

/** Removes links that a person struck out of a file at a time; gives those with whom there was one. */
export function strikeRelations(statements: Statements, { id, others, at }: Links): number[] {
  const since = new Map(relationsOf(statements, id).map((link) => [link.other, link.since]));
  const struck = others.filter((other) => (since.get(other) ?? -Infinity) <= at);
  // Also where there is no link yet: the file of the other item may name it.
  for (const from of struck) {
    if (!unrelate(statements, id, { from, at })) rememberUnrelated(statements, id, { from, at });
  }
  return struck.filter((other) => since.has(other));
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
