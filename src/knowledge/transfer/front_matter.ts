/**
 * Markdown files with front matter, as Shirokuma 0.8 writes them: one `key: value` a line, texts in double quotes,
 * lists and objects as JSON (all of which is YAML too). Read more freely: single quotes, indented lists and indented
 * objects as well.
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
  let open: string | undefined;
  let list: unknown[] | undefined;
  for (const [at, line] of lines.entries()) {
    const element = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (element !== undefined && list !== undefined) {
      list.push(readValue(element));
      continue;
    }
    if (open !== undefined && /^\s+\S/.test(line)) {
      fields[open] = readFields(outdented(lines.slice(at)));
      open = undefined;
      continue;
    }
    const [, key, rest = ""] = /^([A-Za-z_]\w*):\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined) continue;
    list = rest === "" ? [] : undefined;
    open = rest === "" ? key : undefined;
    fields[key] = list ?? readValue(rest);
  }
  return fields;
}

/** The lines up to the first that stands further left than the first of all, without their indentation. */
function outdented(lines: readonly string[]): string[] {
  const indent = /^\s*/.exec(lines[0] ?? "")?.[0] ?? "";
  const end = lines.findIndex((line) => line.trim() !== "" && !line.startsWith(indent));
  return lines.slice(0, end === -1 ? lines.length : end).map((line) => line.slice(indent.length));
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
