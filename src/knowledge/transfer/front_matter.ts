/**
 * Markdown files with front matter, as Shirokuma 0.8 writes them: one `key: value` a line, texts in double quotes,
 * lists and objects as JSON (all of which is YAML too). Read more freely: single quotes and indented lists as well.
 */

export interface Document {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const fence = "---";

export function writeDocument(fields: Readonly<Record<string, unknown>>, body: string): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${writeValue(value)}`);
  return `${fence}\n${lines.join("\n")}\n${fence}\n\n${body}`;
}

/** Words and dates stand as they are; everything else is JSON. */
function writeValue(value: unknown): string {
  const plain = typeof value === "string" && /^[A-Za-z][\w ]*$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) &&
    !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return plain ? value : JSON.stringify(value);
}

/** The parts of a file; undefined where it has no front matter. */
export function readDocument(text: string): Document | undefined {
  const match = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (match === null) return undefined;
  // Between the fence and the text there is one empty line.
  const body = text.slice(match[0].length).replace(/^\r?\n/, "");
  return { fields: readFields((match[1] ?? "").split(/\r?\n/)), body };
}

function readFields(lines: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  let list: unknown[] | undefined;
  for (const line of lines) {
    const element = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (element !== undefined && list !== undefined) {
      list.push(readValue(element));
      continue;
    }
    const [, key, rest = ""] = /^([A-Za-z_]\w*):\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined) continue;
    list = rest === "" ? [] : undefined;
    fields[key] = list ?? readValue(rest);
  }
  return fields;
}

function readValue(text: string): unknown {
  if (/^["[{]/.test(text)) return readJson(text);
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (text === "true" || text === "false") return text === "true";
  return text === "null" || text === "~" ? null : text;
}

/** Shirokuma escapes quotes in titles and nothing else, which is not always JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.startsWith('"') ? text.replace(/^"|"$/g, "").replaceAll('\\"', '"') : text;
  }
}
