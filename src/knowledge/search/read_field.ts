/** A field of a query: its name and values, checked. */

import { parseSpan, type Span } from "../dates.ts";
import { findPriority, priorities } from "../priorities.ts";
import { findStatus, statusList } from "../statuses.ts";
import type { Filter } from "./query.ts";
import { QueryFault } from "./query_error.ts";
import type { Word } from "./read_words.ts";

type FieldWord = Extract<Word, { kind: "field" }>;

/** The filter that a field stands for; undefined where there is no field of this name. */
export function readField(word: FieldWord): Filter | undefined {
  const read = fields.get(word.name.toLowerCase());
  if (read === undefined) return undefined;
  if (word.values.some((value) => value.trim() === "")) {
    throw new QueryFault(`"${word.name}:" lacks a value`, word.at);
  }
  return read(word);
}

/** Whether there is a field of this name. */
export function isField(name: string): boolean {
  return fields.has(name.toLowerCase());
}

const fields: ReadonlyMap<string, (word: FieldWord) => Filter> = new Map([
  ["type", ({ values }: FieldWord) => ({ kind: "type", values: values.map((value) => value.toLowerCase()) })],
  ["tag", ({ values }: FieldWord) => ({ kind: "tag", values })],
  ["tags", ({ values }: FieldWord) => ({ kind: "tag", values })],
  ["category", ({ values }: FieldWord) => ({ kind: "category", values })],
  ["notebook", ({ values }: FieldWord) => ({ kind: "notebook", values })],
  ["status", readStatus],
  ["priority", readPriority],
  ["is", readIs],
  ["created", (word: FieldWord) => readTime("created", word)],
  ["updated", (word: FieldWord) => readTime("updated", word)],
  ["date", (word: FieldWord) => readTime("date", word)],
]);

function readStatus({ values, at }: FieldWord): Filter {
  const names = values.map((value) => {
    const status = findStatus(value);
    if (status === undefined) throw new QueryFault(`there is no status "${value}", only ${statusList}`, at);
    return status.name;
  });
  return { kind: "status", values: names };
}

function readPriority({ values, at }: FieldWord): Filter {
  const names = values.map((value) => {
    const priority = findPriority(value);
    if (priority === undefined) {
      throw new QueryFault(`there is no priority "${value}", only ${priorities.join(", ")}`, at);
    }
    return priority;
  });
  return { kind: "priority", values: names };
}

function readIs({ values, at }: FieldWord): Filter {
  const [value = "", more] = values.map((text) => text.toLowerCase());
  if (more === undefined && (value === "open" || value === "closed")) {
    return { kind: "closed", closed: value === "closed" };
  }
  throw new QueryFault(`"is:${values.join(",")}" means nothing, only is:open and is:closed do`, at);
}

function readTime(kind: "created" | "updated" | "date", { values, at }: FieldWord): Filter {
  const text = values.join(",");
  const range = /^(.*?)\.\.(.*)$/.exec(text);
  if (range !== null) return readRange(kind, { from: range[1] ?? "", until: range[2] ?? "", at });
  const [, operator = "", date = ""] = /^(>=|<=|>|<|=)?(.*)$/s.exec(text) ?? [];
  const span = readSpan(date, at);
  switch (operator) {
    case ">":
      return { kind, from: span.until, until: undefined };
    case ">=":
      return { kind, from: span.from, until: undefined };
    case "<":
      return { kind, from: undefined, until: span.from };
    case "<=":
      return { kind, from: undefined, until: span.until };
    default:
      return { kind, ...span };
  }
}

function readRange(
  kind: "created" | "updated" | "date",
  { from, until, at }: { readonly from: string; readonly until: string; readonly at: number },
): Filter {
  if (from === "" && until === "") throw new QueryFault("a range needs a date before or after ..", at);
  const first = from === "" ? undefined : readSpan(from, at).from;
  const last = until === "" ? undefined : readSpan(until, at).until;
  if (first !== undefined && last !== undefined && first >= last) {
    throw new QueryFault(`the range ${from}..${until} ends before it begins`, at);
  }
  return { kind, from: first, until: last };
}

function readSpan(text: string, at: number): Span {
  const span = parseSpan(text);
  if (span === undefined) {
    throw new QueryFault(
      `"${text.slice(0, 50)}" is no date; dates are YYYY, YYYY-MM, YYYY-MM-DD or ISO 8601`,
      at,
    );
  }
  return span;
}
