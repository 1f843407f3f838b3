/**
 * The language of searches: words that must all occur, `OR`, `NOT` and `-`, "quotes", (groups), fields.
 *
 *     query = and (OR and)*        and = not (AND? not)*        not = (NOT | -)* (group | word | field)
 *
 * A query is first cut into words (quotes, parentheses, operators, fields and text, each with its place).
 */

import { parseSpan, type Span } from "../dates.ts";
import { findPriority, findStatus, priorities, statusList } from "../item.ts";
import { explainFault, type Filter, joined, type ParsedQuery, type Query, QueryFault } from "./query.ts";

/** SQLite bounds the depth of what a query becomes. */
const deepestGroup = 20;
const mostWords = 64;
const longestText = 300;

export function parseQuery(text: string): ParsedQuery {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof QueryFault ? explainFault(error, text) : error;
  }
}

function parse(text: string): ParsedQuery {
  // What no text can hold, no text is searched for.
  const words = readWords(text.replaceAll("\0", " ").toWellFormed());
  checkDepth(words);
  const excess = words.filter(({ kind }) => kind === "text" || kind === "field")[mostWords];
  if (excess !== undefined) throw new QueryFault(`it has more than ${mostWords} words`, excess.at);
  if (words.length === 0) return { query: { kind: "all" }, warnings: [] };
  const reader = new Reader(words, text.length);
  const query = reader.either(0);
  const left = reader.peek();
  if (left !== undefined) throw new QueryFault("this parenthesis closes nothing", left.at);
  return { query, warnings: reader.warnings };
}

/** Before they are counted: who nests too deeply has too many words besides. */
function checkDepth(words: readonly Word[]): void {
  let depth = 0;
  for (const { kind, at } of words) {
    if (kind === "open") depth += 1;
    if (kind === "close") depth -= 1;
    if (depth > deepestGroup) throw new QueryFault("it is nested too deeply", at);
  }
}

class Reader {
  readonly warnings: string[] = [];
  readonly #words: readonly Word[];
  readonly #end: number;
  #next = 0;

  constructor(words: readonly Word[], end: number) {
    this.#words = words;
    this.#end = end;
  }

  peek(): Word | undefined {
    return this.#words[this.#next];
  }

  either(depth: number): Query {
    const parts = [this.#all(depth)];
    while (this.peek()?.kind === "or") {
      this.#next += 1;
      parts.push(this.#all(depth));
    }
    return joined("or", parts);
  }

  #all(depth: number): Query {
    const parts = [this.#one(depth)];
    for (let next = this.peek(); next !== undefined; next = this.peek()) {
      if (next.kind === "or" || next.kind === "close") break;
      if (next.kind === "and") this.#next += 1;
      parts.push(this.#one(depth));
    }
    return joined("and", parts);
  }

  #one(depth: number): Query {
    const word = this.peek();
    if (word === undefined) throw new QueryFault("something is missing at the end", this.#end);
    this.#next += 1;
    switch (word.kind) {
      case "not": {
        if (depth >= deepestGroup) throw new QueryFault("it is nested too deeply", word.at);
        const part = this.#one(depth + 1);
        return part.kind === "not" ? part.part : { kind: "not", part };
      }
      case "open":
        return this.#group(word.at, depth);
      case "text":
        return textOf(word);
      case "field":
        return readField(word) ?? this.#unknown(word);
      case "close":
        throw new QueryFault("something is missing before this parenthesis", word.at);
      case "or":
      case "and":
        throw new QueryFault(`${word.kind.toUpperCase()} lacks what it joins`, word.at);
    }
  }

  #group(at: number, depth: number): Query {
    if (depth >= deepestGroup) throw new QueryFault("it is nested too deeply", at);
    if (this.peek()?.kind === "close") throw new QueryFault("these parentheses are empty", at);
    const inner = this.either(depth + 1);
    if (this.peek()?.kind !== "close") throw new QueryFault("this parenthesis is not closed", at);
    this.#next += 1;
    return inner;
  }

  #unknown(word: Extract<Word, { kind: "field" }>): Query {
    // An address or a time of day is not a field.
    if (!/^\w+:\/\//.test(word.text)) {
      this.warnings.push(
        `There is no field "${word.name}:"; "${word.text.slice(0, 50)}" was searched for as text`,
      );
    }
    return textOf({ text: word.text.replaceAll('"', " "), exact: false, at: word.at });
  }
}

function textOf(
  { text, exact, at }: { readonly text: string; readonly exact: boolean; readonly at: number },
): Query {
  if (text.trim() === "") throw new QueryFault("these quotes are empty", at);
  if ([...text].length > longestText) {
    throw new QueryFault(`a word is longer than ${longestText} characters`, at);
  }
  return { kind: "text", text, exact };
}

export type Word =
  | { readonly kind: "open" | "close" | "or" | "and" | "not"; readonly at: number }
  | { readonly kind: "text"; readonly text: string; readonly exact: boolean; readonly at: number }
  /** `name:value,value`; an empty value if nothing follows the colon. */
  | {
    readonly kind: "field";
    readonly name: string;
    readonly values: readonly string[];
    readonly text: string;
    readonly at: number;
  };

const operators: ReadonlyMap<string, "or" | "and" | "not"> = new Map([
  ["OR", "or"],
  ["AND", "and"],
  ["NOT", "not"],
]);
const space = /\s/u;
const fieldName = /^([A-Za-z][A-Za-z_]*):/;
/** Between Japanese words the wide colon is no more than a colon; after a field's name it is a slip of the keyboard. */
const wideFieldName = /^([A-Za-zＡ-Ｚａ-ｚ]+)[:：]/;

export function readWords(query: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < query.length) {
    const next = query.charAt(at);
    if (space.test(next)) {
      at += 1;
      continue;
    }
    const { word, end } = readWord(query, at);
    words.push(word);
    at = end;
  }
  return words;
}

function readWord(query: string, at: number): { word: Word; end: number } {
  const next = query.charAt(at);
  if (next === "(") return { word: { kind: "open", at }, end: at + 1 };
  if (next === ")") return { word: { kind: "close", at }, end: at + 1 };
  if (next === '"') {
    const { text, end } = readQuoted(query, at);
    return { word: { kind: "text", text, exact: true, at }, end };
  }
  const follows = query.charAt(at + 1);
  if ((next === "-" || next === "－") && follows !== "" && !space.test(follows) && !/[-－]/.test(follows)) {
    return { word: { kind: "not", at }, end: at + 1 };
  }
  return readBare(query, at);
}

/** A word, or a field whose values may be quoted: `status:"In Progress",Open`. */
function readBare(query: string, at: number): { word: Word; end: number } {
  const name = nameAt(query.slice(at));
  if (name !== undefined) {
    const { values, end } = readValues(query, at + name.length + 1);
    const text = query.slice(at, end);
    return { word: { kind: "field", name: name.normalize("NFKC"), values, text, at }, end };
  }
  let end = at;
  while (end < query.length && !endsWord(query, end) && query.charAt(end) !== '"') end += stepOf(query, end);
  const text = query.slice(at, end);
  const operator = operators.get(text.normalize("NFKC"));
  return {
    word: operator === undefined ? { kind: "text", text, exact: false, at } : { kind: operator, at },
    end,
  };
}

/** The values of a field, with commas between them; a quote within a value ends the field. */
function readValues(query: string, start: number): { values: string[]; end: number } {
  const values: string[] = [];
  let value = "";
  let end = start;
  while (end < query.length && !endsWord(query, end)) {
    const next = query.charAt(end);
    if (next === '"') {
      if (value !== "") break;
      const quoted = readQuoted(query, end);
      value = quoted.text;
      end = quoted.end;
      continue;
    }
    if (next === ",") {
      values.push(value);
      value = "";
    } else if (!isCall(query, end)) value += next;
    end += stepOf(query, end);
  }
  return { values: [...values, value], end };
}

/** A call without arguments, as in `plot()`, is part of the word; any other parenthesis is one. */
function isCall(query: string, at: number): boolean {
  return query.startsWith("()", at);
}

function stepOf(query: string, at: number): number {
  return isCall(query, at) ? 2 : 1;
}

function endsWord(query: string, at: number): boolean {
  const next = query.charAt(at);
  return space.test(next) || next === ")" || (next === "(" && !isCall(query, at));
}

function nameAt(text: string): string | undefined {
  const wide = wideFieldName.exec(text)?.[1];
  return wide !== undefined && isField(wide.normalize("NFKC")) ? wide : fieldName.exec(text)?.[1];
}

function readQuoted(query: string, at: number): { text: string; end: number } {
  const end = query.indexOf('"', at + 1);
  if (end === -1) throw new QueryFault("this quote is not closed", at);
  return { text: query.slice(at + 1, end), end: end + 1 };
}

/** A field of a query: its name and values, checked. */

type FieldWord = Extract<Word, { kind: "field" }>;

/** The filter that a field stands for; undefined if there is no field of this name. */
export function readField(word: FieldWord): Filter | undefined {
  const read = fields.get(word.name.toLowerCase());
  if (read === undefined) return undefined;
  if (word.values.some((value) => value.trim() === "")) {
    throw new QueryFault(`"${word.name}:" lacks a value`, word.at);
  }
  return read(word);
}

/** Whether there is a field of this name. */
function isField(name: string): boolean {
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
      `"${text.slice(0, 50)}" is not a date; dates are YYYY, YYYY-MM, YYYY-MM-DD or ISO 8601`,
      at,
    );
  }
  return span;
}
