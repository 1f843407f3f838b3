/** Which changes of a journal a caller means. */

import { AppError } from "../../base/errors.ts";
import type { JournalEntry } from "./journal_entry.ts";

interface UndoRequest {
  readonly changeId?: string | undefined;
  /** The last changes that are still in effect. */
  readonly last?: number | undefined;
  /** A change, or an ISO time: everything from then on. */
  readonly since?: string | undefined;
}

/** Ids of the changes that have been taken back by a change that is itself in effect. */
export function undoneIds(entries: readonly JournalEntry[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, undoes = [] } of entries.toReversed()) {
    if (!undone.has(id)) undoes.forEach((one) => undone.add(one));
  }
  return undone;
}

/** The changes from a change or a time on, oldest first. */
export function changesSince(entries: readonly JournalEntry[], since: string): readonly JournalEntry[] {
  const index = entries.findIndex(({ id }) => id === since);
  if (index >= 0) return entries.slice(index);
  const time = Date.parse(since);
  if (Number.isNaN(time)) throw unknownChange("since", since, entries);
  return entries.filter(({ at }) => Date.parse(at) >= time);
}

/** The changes to take back, oldest first; changes whose runs are still in progress are left out. */
export function changesToUndo(
  entries: readonly JournalEntry[],
  { changeId, last, since }: UndoRequest,
): readonly JournalEntry[] {
  const undone = undoneIds(entries);
  if (changeId !== undefined) {
    const entry = entries.find(({ id }) => id === changeId);
    if (entry === undefined) throw unknownChange("change_id", changeId, entries);
    if (entry.isOpen) {
      throw new AppError("conflict", `Cannot undo change "${changeId}": its run is not over`, {
        hint: "Wait for it, or stop it with kernel_interrupt",
      });
    }
    if (!undone.has(changeId)) return [entry];
    throw new AppError("invalid_argument", `Cannot undo change "${changeId}": it has been undone already`, {
      hint: "Undo the change that undid it to get it back; see notebook_changes",
    });
  }
  const inEffect = entries.filter(({ id, isOpen }) => !undone.has(id) && !isOpen);
  if (since === undefined) return inEffect.filter(({ undoes }) => undoes === undefined).slice(-(last ?? 1));
  const range = new Set(changesSince(entries, since).map(({ id }) => id));
  // An undo of something within the range has no effect beyond it.
  return inEffect.filter(({ id, undoes }) =>
    range.has(id) && (undoes === undefined || undoes.some((one) => !range.has(one)))
  );
}

const mostListed = 10;

function unknownChange(argument: string, given: string, entries: readonly JournalEntry[]): AppError {
  return new AppError(
    "invalid_argument",
    `Cannot use "${argument}" ${JSON.stringify(given)}: no such change`,
    {
      hint: "See notebook_changes; older changes are no longer in the journal",
      details: { available: entries.slice(-mostListed).map(({ id }) => id) },
    },
  );
}
