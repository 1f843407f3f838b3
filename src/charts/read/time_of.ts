/** The column of times that the sentence names, else the first that has more than one. */

import type { TimeColumn } from "../table/column.ts";
import type { Shape } from "../table/table_shape.ts";
import type { Intent } from "./find_intent.ts";

export function timeOf(intent: Intent, { times }: Shape): TimeColumn | null {
  const named = intent.mentions.flatMap(({ column }) => column.kind === "time" ? [column] : [])[0];
  // Visits over time are over the days of visits.
  const counted = intent.things.flatMap((column) => column.kind === "time" ? [column] : [])[0];
  const found = named ?? counted ?? times.find((column) => column.distinct > 1) ?? times[0] ?? null;
  return fiscalYears(found, intent, times) ?? found;
}

/** Years are those of the column of fiscal years that the times were made of, and none of the calendar. */
function fiscalYears(
  found: TimeColumn | null,
  { period }: Intent,
  times: readonly TimeColumn[],
): TimeColumn | null {
  if (period !== "year" || found === null) return null;
  return times.find(({ grain, name }) => grain === "fiscal_year" && found.name.startsWith(`${name}/`)) ??
    null;
}
