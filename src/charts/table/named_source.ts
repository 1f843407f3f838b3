/** Names the file or the variable that a table came from in what is wrong with it, instead of the argument it was put in. */

import { AppError } from "../../base/errors.ts";

export function namingSource<T>(source: string | undefined, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (source === undefined || !(error instanceof AppError)) throw error;
    const { code, message, hint, details } = error;
    const named = message.replace('"data"', () => JSON.stringify(source));
    throw new AppError(code, named, { ...(hint === undefined ? {} : { hint }), details, cause: error });
  }
}
