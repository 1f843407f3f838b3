/**
 * Puts our server into a client's JSON configuration.
 *
 * Invariants: everything else in the text stays as it was, comments and order too; a text that cannot be read is
 * refused and never replaced.
 */

import { applyEdits, modify, parse, type ParseError, printParseErrorCode } from "jsonc-parser";
import { UsageError } from "../../options.ts";

/** The text with `value` at `[section, name]`. */
export function withJsonServer(
  text: string,
  { section, name, value }: { readonly section: string; readonly name: string; readonly value: unknown },
): string {
  const present = text.replace(/^\uFEFF/, "");
  const document = present.trim() === "" ? "{}\n" : present;
  checkReadable(document, section);
  const edits = modify(document, [section, name], value, {
    formattingOptions: { insertSpaces: !/\n\t/.test(document), tabSize: 2, eol: eolOf(document) },
  });
  return applyEdits(document, edits);
}

function checkReadable(document: string, section: string): void {
  const errors: ParseError[] = [];
  const root: unknown = parse(document, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = document.slice(0, first.offset).split("\n").length;
    throw new UsageError(`not valid JSON at line ${line} (${printParseErrorCode(first.error)})`);
  }
  if (!isObject(root)) throw new UsageError("expected a JSON object");
  const present = root[section];
  if (present !== undefined && !isObject(present)) throw new UsageError(`its "${section}" is not an object`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
