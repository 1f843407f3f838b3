/** Reads JSON of unknown shape, such as the specification of a chart. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The record under a key, or an empty one. */
export function recordAt(value: unknown, key: string): JsonRecord {
  const found = isRecord(value) ? value[key] : undefined;
  return isRecord(found) ? found : {};
}

/** The records of the list under a key. */
export function recordsAt(value: unknown, key: string): readonly JsonRecord[] {
  const found = isRecord(value) ? value[key] : undefined;
  return Array.isArray(found) ? found.filter(isRecord) : [];
}

/** The text under a key, or an empty one. */
export function textAt(value: unknown, key: string): string {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === "string" ? found : "";
}

/** The JSON value that starts at `start` within other text, such as a script, and the position after it. */
export function jsonWithin(
  source: string,
  start: number,
): { readonly value: unknown; readonly end: number } | null {
  const end = jsonEnd(source, start);
  if (end === null) return null;
  try {
    const value: unknown = JSON.parse(source.slice(start, end));
    return { value, end };
  } catch {
    return null;
  }
}

/** The position after the bracket that closes the one at `start`; brackets within strings do not count. */
function jsonEnd(source: string, start: number): number | null {
  let depth = 0;
  for (let i = start; i < source.length; i++) {
    const char = source[i];
    if (char === '"') i = stringEnd(source, i) ?? source.length;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    if (depth === 0 && i < source.length) return i + 1;
  }
  return null;
}

/** The position of the quotation mark that ends the JSON string at `start`; undefined if it does not end. */
export function stringEnd(json: string, start: number): number | undefined {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    if (!isEscaped(json, end)) return end;
  }
  return undefined;
}

/** Whether an odd number of backslashes precedes a position. */
export function isEscaped(json: string, position: number): boolean {
  let start = position;
  while (json[start - 1] === "\\") start--;
  return (position - start) % 2 === 1;
}

/** Parses JSON; undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value as a record; an empty one if it is not an object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/**
 * Numbers that Python writes and JSON lacks. Strings are matched too, even one that is cut off, so that they are left
 * unchanged. Each character can match in only one way, so that the time is linear.
 */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/gs;

/** Whether a text that is not JSON may be JSON except for NaN and Infinity. */
export function mayHoldPythonNumbers(text: string): boolean {
  return /NaN|Infinity/.test(text);
}

/** Replaces NaN, Infinity and -Infinity, except inside strings. */
export function replacePythonNumbers(text: string, write: (token: string) => string): string {
  return text.replaceAll(tokens, (token) => token.startsWith('"') ? token : write(token));
}

/** A table as JSON for charts; lists and objects in cells become text. */
export function tableJson(
  columns: readonly { readonly name: string }[],
  rows: readonly (readonly unknown[])[],
): string {
  const data = rows.map((row) =>
    row.map((cell) => typeof cell === "object" && cell !== null ? JSON.stringify(cell) : cell)
  );
  return JSON.stringify({ columns: columns.map(({ name }) => name), data });
}
