/**
 * The relations of imported items. Neither making nor removing a relation changes an item's time, so each has one of its
 * own, and the latest change wins:
 * 1. A relation that a file lists is made, unless it was removed here after the file's `updated`.
 * 2. A file of ours that is newer than the item here lists all its relations: others are removed, unless they were made
 *    here after the file's `updated`.
 * 3. A number that our export wrote and a person deleted (it is still in `related_uids`) is a relation to remove, unless
 *    it was made here after the file was edited.
 */

import { plural } from "../../base/text.ts";
import type { Statements } from "../database.ts";
import { relate, relationsOf, rememberUnrelated, unrelate, unrelatedAt } from "../relations.ts";
import type { ItemLookup } from "./item_lookup.ts";
import { type Imported, sourceId } from "./record.ts";

/** An item with the ids here of the items that its file lists. */
interface Listed extends Imported {
  readonly others: readonly number[];
}

/** Links the items, all of which exist by now. What was changed here since keeps its relations. */
export function importRelations(
  statements: Statements,
  all: readonly Imported[],
  lookup: ItemLookup,
): { readonly made: number; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const listed = all.filter(({ outcome }) => outcome !== "kept").map((one): Listed => {
    const { ids, missing } = lookup.find(statements, one.record, one);
    if (one.outcome !== "unchanged") notes.push(...missing.map(({ note }) => `${one.origin}: ${note}`));
    return { ...one, others: ids };
  });
  // Before any is made: the file of the other item may still list what is gone from this one.
  for (const one of listed) {
    if (one.isOurs) {
      notes.push(...removeRelations(statements, one, lookup).map((note) => `${one.origin}: ${note}`));
    }
  }
  let made = 0;
  for (const { id, others, origin, record: { updatedAt: at } } of listed) {
    for (const to of others) {
      if ((unrelatedAt(statements, id, to) ?? -Infinity) > at) {
        notes.push(`${origin}: its link with item ${to} was removed here since`);
      } else if (relate(statements, id, { to, at, field: "related" })) made += 1;
    }
  }
  return { made, notes };
}

/** Returns what is reported of it. */
function removeRelations(
  statements: Statements,
  { id, others, outcome, writtenAt, record }: Listed,
  lookup: ItemLookup,
): string[] {
  const since = new Map(relationsOf(statements, id).map((link) => [link.other, link.since]));
  const struck = Object.entries(record.relatedUids)
    .filter(([number]) => !record.related.includes(sourceId(number)))
    .flatMap(([, uid]) => lookup.byUid(statements, uid) ?? [])
    .filter((other) => (since.get(other) ?? -Infinity) <= writtenAt);
  for (const from of struck) {
    unrelate(statements, id, { from, at: writtenAt });
    // Also if there is none yet: the file of the other item may list it.
    rememberUnrelated(statements, id, { from, at: writtenAt });
  }
  const at = record.updatedAt;
  const dropped = outcome !== "updated"
    ? []
    : [...since].filter(([other, time]) =>
      time < at && !others.includes(other) && unrelate(statements, id, { from: other, at })
    );
  return [
    ...struck.filter((other) => since.has(other)).map((other) =>
      `its link with item ${other} was struck out: removed`
    ),
    ...(dropped.length === 0
      ? []
      : [`${dropped.length} ${plural(dropped.length, "link")} that it does not name: removed`]),
  ];
}
