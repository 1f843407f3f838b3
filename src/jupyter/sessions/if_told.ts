/** Requests whose failure changes nothing for the caller. */

import { AppError } from "../../base/errors.ts";

/** Undefined where Jupyter refuses or cannot be reached. */
export function ignoreRefusal<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
}
