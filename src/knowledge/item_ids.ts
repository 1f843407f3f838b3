/**
 * The numbers of items. SQLite has larger ones than JavaScript can count with, and a new item gets the next after the
 * largest that there has ever been: one that is too large would leave no number for the items after it.
 */

/** The largest that an import keeps. */
export const largestKept = 1e15;

/** The largest that an item may have; what is between the two is for new items. */
export const largestId = 2 ** 52;

/** Whether an import may keep a number. */
export function isKept(id: number | string): id is number {
  return typeof id === "number" && Number.isSafeInteger(id) && id >= 1 && id <= largestKept;
}
