/**
 * The errors of the knowledge base, with the numbers that its users know from the JSON-RPC error table: −32602 for an
 * argument of the wrong shape, −32002 for one that breaks a rule, −32001 for an item that is not there, −32003 for
 * trouble with the database.
 */

import { AppError, type ErrorNumbers } from "../base/errors.ts";

export const errorNumbers: ErrorNumbers = {
  invalid_argument: -32602,
  item_not_found: -32001,
  too_large: -32002,
  database_error: -32003,
  unsupported: -32000,
  read_only: -32000,
  internal: -32603,
};

const validationError = -32002;

/** An argument has the right type and still breaks a rule. */
export function invalid(field: string, message: string, hint?: string): AppError {
  return new AppError("invalid_argument", message, {
    ...(hint === undefined ? {} : { hint }),
    details: { code: validationError, field },
  });
}

/** A value in a sentence; of a long one the beginning. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** How many ids a sentence names; `missing` has them all, no more than a call may give. */
const mostNamed = 20;

/** Items that are not there. */
export function missingItems(action: string, ids: readonly number[], field: string): AppError {
  const named = ids.slice(0, mostNamed).join(", ");
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : "";
  const which = ids.length === 1 ? `is no item ${named}` : `are no items ${named}${more}`;
  return new AppError("item_not_found", `Cannot ${action}: there ${which}`, {
    hint: "search_items and list_items show the items there are",
    details: { field, missing: ids },
  });
}
