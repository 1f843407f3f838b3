/** A table's description within the budget of an answer; what is left out is said. */

import type { TableInfo } from "../jupyter/introspect/table_info.ts";

/** Answers are read by models: far below what the wire could carry. */
const comfortable = 200_000;

/** Dropped in this order, the least missed first. */
const optional = ["labels", "describe", "head", "nulls"] as const;

export function tableReply(info: TableInfo, maxBytes: number): Readonly<Record<string, unknown>> {
  const budget = Math.min(comfortable, maxBytes);
  const reply: Record<string, unknown> = { ...info, ...widthNote(info) };
  const leftOut: string[] = [];
  for (const field of optional) {
    if (sizeOf(reply) <= budget) break;
    if (!(field in reply)) continue;
    delete reply[field];
    leftOut.push(field);
  }
  if (leftOut.length === 0) return reply;
  return { ...reply, truncated: `${leftOut.join(", ")} left out for size: ask for fewer columns or rows` };
}

/** Of wide tables only some columns are looked into. */
function widthNote({ columns, describe, head, nulls, left_out }: TableInfo) {
  // Those that could not be read were looked into, and are named with the reason.
  const unread = Object.keys(Object(left_out ?? {})).length;
  const shown = Object.keys(Object(nulls ?? describe ?? Object(head)[0] ?? {})).length + unread;
  if (shown === 0 || shown >= columns.length) return {};
  return {
    columns_shown:
      `head, nulls and describe tell of ${shown} of ${columns.length} columns; name others in \`columns\``,
  };
}

function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
