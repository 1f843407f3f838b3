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
