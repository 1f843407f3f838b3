/** The limit of code in one request. */

import { AppError } from "../../base/errors.ts";

/** Jupyter closes the connection on a message over 10 MiB. */
const maxCodeBytes = 9_000_000;

export function refuseLong(code: string): void {
  const size = new TextEncoder().encode(code).length;
  if (size <= maxCodeBytes) return;
  throw new AppError("too_large", `Cannot run ${size} bytes of code: the limit is ${maxCodeBytes}`, {
    hint: "Put data into a file and read it from the code",
  });
}
