import { AppError } from "../../base/errors.ts";

/**
 * What to take for an answer where Jupyter has gone. For what is asked after an edit was made: an error would tell the
 * caller to make it again, and it would be there twice.
 */
export function orIfUnreachable<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof AppError && error.code === "jupyter_unreachable") return value;
    throw error;
  };
}
