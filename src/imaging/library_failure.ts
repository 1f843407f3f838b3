/** Why a library could not draw a figure, in words for the user. */

import { messageOf } from "../base/errors.ts";

/** The reason that the library gives. An error in its own code, such as a TypeError, says nothing about the figure. */
export function libraryReason(error: unknown): string {
  const isItsOwn = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
  if (isItsOwn) return "it gives no reason";
  return messageOf(error).replace(/\.+$/, "");
}
