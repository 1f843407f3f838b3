/**
 * The language of searches: words that must all occur, `OR`, `NOT` and `-`, "quotes", (groups), fields.
 *
 *     query = and (OR and)*        and = not (AND? not)*        not = (NOT | -)* (group | word | field)
 */

import { explainFault, joined, type ParsedQuery, type Query, QueryFault } from "./query.ts";
import { readField, readWords, type Word } from "./read_words.ts";

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
    // An address or a time of day is no field.
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
