/** A reader's own errors say nothing that a caller could act on: they become one that does. */

import { AppError } from "../../base/errors.ts";

/** The work's result; what it throws is explained, unless it is explained already or the call was given up. */
export async function understood<T>(
  work: Promise<T>,
  explain: (state: string, cause: unknown) => AppError,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && error.name === "AbortError")) throw error;
    throw explain("its content does not make sense", error);
  }
}
