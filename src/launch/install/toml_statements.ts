/**
 * A TOML text cut into its statements, so that single ones can be changed and every other byte stays. Only for texts
 * that are valid as a whole: a statement is as many lines as make one that is, which keeps strings and arrays of
 * several lines in one piece, whatever they look like inside.
 */

import { parseToml } from "./parse_toml.ts";

export interface Statement {
  /** Its lines, with their ends. */
  readonly text: string;
  /** The path of the table that it opens. */
  readonly header?: readonly string[];
  /** What it sets; nothing for a comment or an empty line. */
  readonly keys: readonly string[];
}

export function statementsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let pending = "";
  for (const line of text.split(/(?<=\n)/)) {
    pending += line;
    const parsed = parsedOf(pending);
    if (parsed === undefined) continue;
    const isHeader = pending.trimStart().startsWith("[");
    statements.push(
      isHeader
        ? { text: pending, header: pathIn(parsed), keys: [] }
        : { text: pending, keys: Object.keys(parsed) },
    );
    pending = "";
  }
  return statements;
}

/** The comment behind the value of a statement, with the space before it. */
export function commentOf({ text }: Statement): string {
  for (const { index } of text.matchAll(/[ \t]*#/g)) {
    // In a string or an array that is still open, what comes before is no whole statement.
    if (parsedOf(text.slice(0, index)) !== undefined) return text.slice(index).trimEnd();
  }
  return "";
}

/** The path of a header that was parsed alone. */
function pathIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return pathIn(value[0]);
  const [entry] = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return entry === undefined ? [] : [entry[0], ...pathIn(entry[1])];
}

function parsedOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parseToml(text);
  } catch {
    return undefined; // There is more of it on the next line.
  }
}
