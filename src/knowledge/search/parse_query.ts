/**
 * The language of searches: words that must all occur, `OR`, `NOT` and `-`, "quotes", (groups), fields.
 *
 *     query = and (OR and)*        and = not (AND? not)*        not = (NOT | -)* (group | word | field)
 *
 * A query is first cut into words (quotes, parentheses, operators, fields and text), each with its place in characters
 * from 1.
 */

import { AppError } from "../../base/errors.ts";
import { parseSpan, type Span } from "../dates.ts";
import { findPriority, findStatus, priorities, type Priority, statusList } from "../item.ts";

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
  | TimeFilter;

/** From the first millisecond, up to but without the last; either may be open. */
interface TimeFilter extends Readonly<Record<keyof Span, number | undefined>> {
  readonly kind: "created" | "updated" | "date";
}

/** SQLite bounds the depth of what a query becomes. */
const deepestGroup = 20;
const mostWords = 64;
const longestText = 300;

/** The query, and warnings of what was taken for text although it looks like something else. */
export function parseQuery(text: string): { readonly query: Query; readonly warnings: readonly string[] } {
  // What no text can hold, no text is searched for.
  return new Reader(readWords(text.replaceAll("\0", " ").toWellFormed()), [...text].length + 1).read();
}

class Reader {
  readonly #warnings: string[] = [];
  readonly #words: readonly Word[];
  readonly #end: number;
  #next = 0;

  constructor(words: readonly Word[], end: number) {
    this.#words = words;
    this.#end = end;
  }

  read() {
    const excess = this.#words.filter(({ kind }) => kind === "text" || kind === "field")[mostWords];
    if (excess !== undefined) throw queryFault(`it has more than ${mostWords} words`, excess.at);
    const query: Query = this.#words.length === 0 ? { kind: "all" } : this.#either(0);
    const left = this.#peek();
    if (left !== undefined) throw queryFault("this parenthesis closes nothing", left.at);
    return { query, warnings: this.#warnings };
  }

  #peek(): Word | undefined {
    return this.#words[this.#next];
  }

  /** Whether the next word is of this kind; if so, steps over it. */
  #takes(kind: Word["kind"]): boolean {
    const isNext = this.#peek()?.kind === kind;
    if (isNext) this.#next += 1;
    return isNext;
  }

  #either(depth: number): Query {
    const parts = [this.#all(depth)];
    while (this.#takes("or")) parts.push(this.#all(depth));
    return joined("or", parts);
  }

  #all(depth: number): Query {
    const parts = [this.#one(depth)];
    while (!["or", "close", undefined].includes(this.#peek()?.kind)) {
      this.#takes("and");
      parts.push(this.#one(depth));
    }
    return joined("and", parts);
  }

  #one(depth: number): Query {
    const word = this.#peek();
    if (word === undefined) throw queryFault("something is missing at the end", this.#end);
    const isOuter = word.kind === "not" || word.kind === "open";
    if (isOuter && depth >= deepestGroup) throw queryFault("it is nested too deeply", word.at);
    this.#next += 1;
    switch (word.kind) {
      case "not": {
        const part = this.#one(depth + 1);
        return part.kind === "not" ? part.part : { kind: "not", part };
      }
      case "open": {
        if (this.#takes("close")) throw queryFault("these parentheses are empty", word.at);
        const inner = this.#either(depth + 1);
        if (!this.#takes("close")) throw queryFault("this parenthesis is not closed", word.at);
        return inner;
      }
      case "text":
        return textOf(word);
      case "field":
        return readField(word) ?? this.#unknown(word);
      case "close":
        throw queryFault("something is missing before this parenthesis", word.at);
      case "or":
      case "and":
        throw queryFault(`${word.kind.toUpperCase()} has nothing to join`, word.at);
    }
  }

  #unknown({ name, text, at }: FieldWord): Query {
    // An address is not a field.
    if (!/^\w+:\/\//.test(text)) {
      this.#warnings.push(`There is no field "${name}:"; "${text.slice(0, 50)}" was searched for as text`);
    }
    return textOf({ text: text.replaceAll('"', " "), exact: false, at });
  }
}

/** All of them, or one of them; a single one stands for itself. */
function joined(kind: "and" | "or", parts: readonly Query[]): Query {
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : { kind, parts };
}

interface TextWord {
  readonly text: string;
  readonly exact: boolean;
  readonly at: number;
}

function textOf({ text, exact, at }: TextWord): Query {
  if (text.trim() === "") throw queryFault("these quotes are empty", at);
  if ([...text].length > longestText) throw queryFault(`a word is longer than ${longestText} characters`, at);
  return { kind: "text", text, exact };
}

type Word =
  | { readonly kind: "open" | "close" | "or" | "and" | "not"; readonly at: number }
  | TextWord & { readonly kind: "text" }
  | FieldWord;

interface FieldWord {
  readonly kind: "field";
  readonly name: string;
  /** What is between the commas; an empty text if nothing follows the colon. */
  readonly values: readonly string[];
  /** All of it. */
  readonly text: string;
  readonly at: number;
}

/** A call without arguments, as in `plot()`, is part of a word; any other parenthesis is one. */
const wordPattern =
  /\s+|(?<open>\()|(?<close>\))|"(?<quoted>[^"]*)"|(?<unclosed>")|(?<not>[-－])(?=[^\s\-－])|(?<bare>(?:\(\)|[^\s()"])+)/uy;
const fieldPattern =
  /(?<name>[A-Za-zＡ-Ｚａ-ｚ][A-Za-z_Ａ-Ｚａ-ｚ]*)(?<colon>[:：])(?<values>(?:"[^"]*")?(?:\(\)|,"[^"]*"|[^\s()"])*)/uy;
const operators = { OR: "or", AND: "and", NOT: "not" } as const;

function readWords(query: string): Word[] {
  const words: Word[] = [];
  for (let index = 0, at = 1; index < query.length;) {
    const field = fieldAt(query, index);
    const { groups = {}, 0: text = "" } = field === undefined ? matchAt(wordPattern, query, index) ?? {} : {};
    const { quoted, bare } = groups;
    if (groups["unclosed"] !== undefined) throw queryFault("this quote is not closed", at);
    const operator = (["OR", "AND", "NOT"] as const).find((name) => name === bare?.normalize("NFKC"));
    const sign = (["open", "close", "not"] as const).find((kind) => groups[kind] !== undefined);
    if (field !== undefined) words.push({ ...field, at });
    else if (operator !== undefined) words.push({ kind: operators[operator], at });
    else if (sign !== undefined) words.push({ kind: sign, at });
    else if (quoted !== undefined) words.push({ kind: "text", text: quoted, exact: true, at });
    else if (bare !== undefined) words.push({ kind: "text", text: bare, exact: false, at });
    const whole = field?.text ?? text;
    index += whole.length;
    at += [...whole].length;
  }
  return words;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** Between Japanese words the wide colon is no more than a colon; after a field's name it is a slip of the keyboard. */
function fieldAt(query: string, index: number): Omit<FieldWord, "at"> | undefined {
  const match = matchAt(fieldPattern, query, index);
  const { name = "", colon, values = "" } = match?.groups ?? {};
  const plain = name.normalize("NFKC");
  const isPlain = plain === name && colon === ":";
  if (match === undefined || (!isPlain && !isField(plain))) return undefined;
  const parts = `,${values}`.matchAll(/,((?:"[^"]*"|[^,"])*)/g).map(([, part = ""]) =>
    part.replaceAll('"', "")
  );
  return { kind: "field", name: plain, values: [...parts], text: match[0] };
}

const fields: Readonly<Record<string, (word: FieldWord) => Filter>> = {
  type: ({ values }) => ({ kind: "type", values: values.map((value) => value.toLowerCase()) }),
  tag: ({ values }) => ({ kind: "tag", values }),
  tags: ({ values }) => ({ kind: "tag", values }),
  category: ({ values }) => ({ kind: "category", values }),
  notebook: ({ values }) => ({ kind: "notebook", values }),
  status: (word) => ({
    kind: "status",
    values: namesOf(word, (value) => findStatus(value)?.name, statusList),
  }),
  priority: (word) => ({ kind: "priority", values: namesOf(word, findPriority, priorities.join(", ")) }),
  is: readIs,
  created: (word) => ({ kind: "created", ...readTime(word) }),
  updated: (word) => ({ kind: "updated", ...readTime(word) }),
  date: (word) => ({ kind: "date", ...readTime(word) }),
};

function isField(name: string): boolean {
  return Object.hasOwn(fields, name.toLowerCase());
}

/** The filter that a field stands for; undefined if there is no field of this name. */
function readField(word: FieldWord): Filter | undefined {
  if (!isField(word.name)) return undefined;
  if (word.values.some((value) => value.trim() === "")) {
    throw queryFault(`"${word.name}:" lacks a value`, word.at);
  }
  return fields[word.name.toLowerCase()]?.(word);
}

function namesOf<Name>(word: FieldWord, find: (value: string) => Name | undefined, all: string): Name[] {
  return word.values.map((value) => {
    const found = find(value);
    if (found !== undefined) return found;
    throw queryFault(`there is no ${word.name.toLowerCase()} "${value}", only ${all}`, word.at);
  });
}

function readIs({ values, at }: FieldWord): Filter {
  const value = values.join(",").toLowerCase();
  if (value === "open" || value === "closed") return { kind: "closed", closed: value === "closed" };
  throw queryFault(`"is:${values.join(",")}" is not a filter; use is:open or is:closed`, at);
}

function readTime({ values, at }: FieldWord): Omit<TimeFilter, "kind"> {
  const text = values.join(",");
  const [, first, last] = /^(.*?)\.\.(.*)$/.exec(text) ?? [];
  if (first !== undefined && last !== undefined) {
    if (first === "" && last === "") throw queryFault("a range needs a date before or after ..", at);
    const from = first === "" ? undefined : readSpan(first, at).from;
    const until = last === "" ? undefined : readSpan(last, at).until;
    if (from === undefined || until === undefined || from < until) return { from, until };
    throw queryFault(`the range ${text} ends before it begins`, at);
  }
  const [, operator = "=", date = ""] = /^(>=|<=|>|<|=)?(.*)$/s.exec(text) ?? [];
  const { from, until } = readSpan(date, at);
  return {
    from: operator.startsWith("<") ? undefined : operator === ">" ? until : from,
    until: operator.startsWith(">") ? undefined : operator === "<" ? from : until,
  };
}

function readSpan(text: string, at: number): Span {
  const span = parseSpan(text);
  if (span !== undefined) return span;
  const state = `"${text.slice(0, 50)}" is not a date; dates are YYYY, YYYY-MM, YYYY-MM-DD or ISO 8601`;
  throw queryFault(state, at);
}

/** @param position Where in the query, in characters from 1, as a reader counts them. */
function queryFault(state: string, position: number): AppError {
  return new AppError("invalid_argument", `Cannot read the query: ${state} (character ${position})`, {
    hint:
      'Put text in "quotes" to search for it as it is. Fields: type: status: priority: tag: category: notebook: ' +
      "is:open created: updated: date:, as in created:2026-01-01..2026-02-01",
    details: { field: "query", position },
  });
}
