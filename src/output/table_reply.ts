/** A table's description within the budget of a response; it names what is cut or left out. */

import type { TableInfo } from "../jupyter/inspect/variables.ts";
import { isRecord } from "../base/json.ts";

/** Answers are read by models: far below what the wire could carry. */
const comfortable = 200_000;
/** Characters of a text if there are too many to fit. */
const shortText = 100;

type Fields = Readonly<Record<string, unknown>>;

/** A smaller response and what it lacks; null if there is nothing of this kind to save. */
type Saving = (reply: Fields, budget: number) => { readonly reply: Fields; readonly lacks: string } | null;

/** In this order, the least missed first. */
const savings: readonly Saving[] = [
  without("labels"),
  shorten,
  fewerRows,
  without("describe"),
  without("head"),
  without("nulls"),
];

export function tableReply(info: TableInfo, maxBytes: number): Fields {
  const budget = Math.min(comfortable, maxBytes);
  let reply: Fields = { ...info, ...widthNote(info) };
  const lacks: string[] = [];
  for (const save of savings) {
    if (sizeOf(reply) <= budget) break;
    const saved = save(reply, budget);
    if (saved === null) continue;
    reply = saved.reply;
    lacks.push(saved.lacks);
  }
  if (lacks.length === 0) return reply;
  return { ...reply, truncated: `${lacks.join(", ")} for size: ask for fewer columns or rows` };
}

function without(field: string): Saving {
  return (reply) => {
    if (!(field in reply)) return null;
    const { [field]: _, ...rest } = reply;
    return { reply: rest, lacks: `${field} left out` };
  };
}

function shorten(reply: Fields): ReturnType<Saving> {
  const fields = ["head", "describe"].filter((field) => field in reply);
  const shorter = {
    ...reply,
    ...Object.fromEntries(fields.map((field) => [field, shortened(reply[field])])),
  };
  return sizeOf(shorter) < sizeOf(reply)
    ? { reply: shorter, lacks: `texts cut after ${shortText} characters` }
    : null;
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") {
    return value.length <= shortText ? value : `${value.slice(0, shortText).toWellFormed()}…`;
  }
  if (Array.isArray(value)) return value.map(shortened);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]));
}

/** As many rows as fit beside the rest, at least one: the first shows what the others are like. */
function fewerRows(reply: Fields, budget: number): ReturnType<Saving> {
  const head: unknown = reply["head"];
  if (!Array.isArray(head) || head.length < 2) return null;
  // Each row has a comma or the last bracket behind it; the first bracket is one more.
  let room = budget - (sizeOf(reply) - sizeOf(head)) - 1;
  const fitting = head.findIndex((row) => (room -= sizeOf(row) + 1) < 0);
  const count = Math.max(1, fitting < 0 ? head.length : fitting);
  const index = reply["index"];
  const shorterIndex = isRecord(index) && Array.isArray(index["head"])
    ? { index: { ...index, head: index["head"].slice(0, count) } }
    : {};
  return {
    reply: { ...reply, head: head.slice(0, count), ...shorterIndex },
    lacks: `head cut to ${count} of ${head.length} rows`,
  };
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
