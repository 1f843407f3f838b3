/**
 * Ids in the base that a record comes from. One that is larger than numbers can be is a text: its digits tell it from
 * all others.
 */

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
