/**
 * The path of a value: a name, then attributes and keys, as in Python's `cfg["a"].b[-1]` or R's
 * `fit$coefficients[["x"]]`. It is parsed here and followed step by step in the kernel; no part of it is run as code.
 */

import { AppError } from "../../base/errors.ts";

export type PathStep = { readonly attribute: string } | { readonly key: string | number };

export interface VariablePath {
  readonly name: string;
  readonly steps: readonly PathStep[];
}

const maxPathLength = 1_000;
const maxSteps = 50;
const identifier = /[\p{XID_Start}_][\p{XID_Continue}]*/uy;
const numeral = /-?\d+(\.\d+)?(?![\w.])/y;
const spaces = /[ \t]*/y;
const escapes: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  "0": "\0",
};
const noSlices = "slices are not part of paths; get_variable takes `start` and `max_items`";
const codeUnits = /x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})/y;

/** Parses a path in Python's syntax; anything else is an `invalid_argument`. */
export function parsePath(text: string): VariablePath {
  const reader = new PathReader(text);
  if (text.length > maxPathLength) throw reader.error(`it is longer than ${maxPathLength} characters`);
  const name = reader.word() ?? reader.fail("a name must come first");
  const steps: PathStep[] = [];
  for (let step = reader.step(); step !== undefined; step = reader.step()) {
    if (steps.push(step) > maxSteps) throw reader.error(`it has more than ${maxSteps} steps`);
  }
  return { name, steps };
}

/** The path as Python writes it. */
export function formatPath({ name, steps }: VariablePath): string {
  const parts = steps.map((step) =>
    "attribute" in step ? `.${step.attribute}` : `[${JSON.stringify(step.key)}]`
  );
  return `${name}${parts.join("")}`;
}

class PathReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** A Python identifier: letters of any language, in normal form NFKC. */
  word(): string | undefined {
    this.#match(spaces);
    return this.#match(identifier)?.[0].normalize("NFKC");
  }

  /** The next step; undefined at the end. */
  step(): PathStep | undefined {
    this.#match(spaces);
    if (this.#at === this.#text.length) return undefined;
    if (this.#take(".")) return { attribute: this.word() ?? this.fail("a name must follow the dot") };
    if (!this.#take("[")) return this.fail(`${this.#next()} is neither an attribute nor a key`);
    this.#match(spaces);
    const key = this.#key();
    this.#match(spaces);
    if (this.#take(",")) return this.fail("brackets take one key each, as in a[0][5]");
    if (this.#take(":")) return this.fail(noSlices);
    return this.#take("]") ? { key } : this.fail("a bracket is not closed");
  }

  error(why: string): AppError {
    const shown = this.#text.length > 100 ? `${this.#text.slice(0, 100)}…` : this.#text;
    return new AppError("invalid_argument", `Cannot read variable name ${JSON.stringify(shown)}: ${why}`, {
      hint: 'Give a name, or a path such as cfg["a"].b[0]; to compute something call execute_code',
    });
  }

  fail(why: string): never {
    throw this.error(why);
  }

  #key(): string | number {
    if (this.#take(":")) return this.fail(noSlices);
    for (const quote of ["'", '"']) if (this.#take(quote)) return this.#string(quote);
    const found = this.#match(numeral)?.[0] ?? this.fail("a key must be a text in quotes or a number");
    const key = Number(found);
    return Number.isSafeInteger(key) || found.includes(".") ? key : this.fail("the number is too large");
  }

  #string(quote: string): string {
    let value = "";
    while (!this.#take(quote)) {
      const character = this.#text[this.#at++] ?? this.fail("a text is not closed");
      value += character === "\\" ? this.#escape() : character;
    }
    return value;
  }

  #escape(): string {
    const codes = this.#match(codeUnits);
    if (codes !== undefined) {
      const code = parseInt(codes[1] ?? codes[2] ?? codes[3] ?? "", 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : this.fail("an escape does not name a character");
    }
    const character = this.#text[this.#at++] ?? "";
    return escapes[character] ?? this.fail("a text has an unknown escape");
  }

  #next(): string {
    return JSON.stringify(String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0));
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }
}

const rName = /^(?:`([^`\\\0]+)`|((?:\p{L}|\.(?!\d))[\p{L}\p{N}._]*))/u;
const rStep =
  /^(?:[$@](?:`([^`\\\0]+)`|([\p{L}.][\p{L}\p{N}._]*))|\[\[(?:"([^"\\\0]*)"|'([^'\\\0]*)'|(\d{1,9}))\]\]|\["([^"\\\0]*)"\]|\[(\d{1,9})\])/u;

/** Parses a path in R's syntax, as in `fit$coefficients[["x"]]` or `model@slot`. */
export function parseRPath(text: string): VariablePath {
  const path = text.trim();
  const first = rName.exec(path);
  if (first === null || path.length > maxPathLength) throw unreadableRPath(text);
  const steps: PathStep[] = [];
  let rest = path.slice(first[0].length);
  while (rest !== "") {
    const found = rStep.exec(rest);
    if (found === null) throw unreadableRPath(text);
    const place = found[5] ?? found[7];
    const key = found[1] ?? found[2] ?? found[3] ?? found[4] ?? found[6] ?? "";
    steps.push({ key: place === undefined ? key : Number(place) });
    rest = rest.slice(found[0].length);
  }
  return { name: first[1] ?? first[2] ?? "", steps };
}

function unreadableRPath(text: string): AppError {
  return new AppError(
    "invalid_argument",
    `Cannot read variable name ${JSON.stringify(text.slice(0, 100))}: it is not a path`,
    {
      hint:
        'Give a name (an odd one in backticks, as `odd name`), or a path such as fit$coefficients[["x"]]; to ' +
        "compute something call execute_code",
    },
  );
}
