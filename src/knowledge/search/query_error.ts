import { AppError } from "../../errors.ts";

/** A query that cannot be read, with the place where. Places count characters from 1. */
export function queryError(state: string, at: number): AppError {
  return new AppError("invalid_argument", `Cannot read the query: ${state} (character ${at + 1})`, {
    hint:
      'Put text in "quotes" to search for it as it is. Fields: type: status: priority: tag: category: notebook: ' +
      "is:open created: updated: date:, as in created:2026-01-01..2026-02-01",
    details: { field: "query", position: at + 1 },
  });
}
