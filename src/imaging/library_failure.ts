/** Why a library could not draw a figure, as a user is told. */

import { messageOf } from "../base/errors.ts";

/** What the library says is wrong with the figure. An error in its own code, such as a TypeError, says nothing about that. */
export function libraryReason(error: unknown): string {
  const isItsOwn = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
  if (isItsOwn) return "it gives no reason";
  return messageOf(error).replace(/\.+$/, "");
}
