/** A search, understood. */

import { AppError } from "../../base/errors.ts";
import type { Priority } from "../item.ts";

export type Query =
  /** Everything. */
  | { readonly kind: "all" }
  | { readonly kind: "and" | "or"; readonly parts: readonly Query[] }
  | { readonly kind: "not"; readonly part: Query }
  /** Words in title, description or content; exact if they were quoted. */
  | { readonly kind: "text"; readonly text: string; readonly exact: boolean }
  | Filter;

/** A field with the values of which one must fit. */
export type Filter =
  | { readonly kind: "type" | "tag" | "category" | "notebook" | "status"; readonly values: readonly string[] }
  | { readonly kind: "priority"; readonly values: readonly Priority[] }
  | { readonly kind: "closed"; readonly closed: boolean }
  /** From the first millisecond, up to but without the last; either may be open. */
  | {
    readonly kind: "created" | "updated" | "date";
    readonly from: number | undefined;
    readonly until: number | undefined;
  };

export interface ParsedQuery {
  readonly query: Query;
  /** What was taken for text although it looks like something else. */
  readonly warnings: readonly string[];
}

/** All of them, or one of them; a single one stands for itself. */
export function joined(kind: "and" | "or", parts: readonly Query[]): Query {
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : { kind, parts };
}

/** @param position Where in the query, in characters from 1, as a reader counts them. */
export function queryFault(state: string, position: number): AppError {
  return new AppError("invalid_argument", `Cannot read the query: ${state} (character ${position})`, {
    hint:
      'Put text in "quotes" to search for it as it is. Fields: type: status: priority: tag: category: notebook: ' +
      "is:open created: updated: date:, as in created:2026-01-01..2026-02-01",
    details: { field: "query", position },
  });
}
