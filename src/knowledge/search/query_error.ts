/** What is wrong with a query, and where. */

import { AppError } from "../../base/errors.ts";

/** Thrown while a query is read; {@linkcode explainFault} makes of it what a caller is told. */
export class QueryFault extends Error {
  /** Where, in UTF-16 units from 0. */
  readonly at: number;

  constructor(state: string, at: number) {
    super(state);
    this.name = "QueryFault";
    this.at = at;
  }
}

/** Says where in the query, in characters from 1, as a reader counts them. */
export function explainFault({ message, at }: QueryFault, query: string): AppError {
  const position = [...query.slice(0, at)].length + 1;
  return new AppError("invalid_argument", `Cannot read the query: ${message} (character ${position})`, {
    hint:
      'Put text in "quotes" to search for it as it is. Fields: type: status: priority: tag: category: notebook: ' +
      "is:open created: updated: date:, as in created:2026-01-01..2026-02-01",
    details: { field: "query", position },
  });
}
