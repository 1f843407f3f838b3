/** Makes errors about a table name the file or variable that it came from, instead of the argument. */

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
