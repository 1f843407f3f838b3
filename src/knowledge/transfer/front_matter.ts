/**
 * Markdown files with front matter, as Shirokuma 0.8 writes them: one `key: value` a line, texts in double quotes,
 * lists and objects as JSON (all of which is YAML too). Any YAML is read.
 */

import { isMap, parseDocument, visit } from "yaml";

export interface Document {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Why a file that should hold something cannot be read. */
export interface Unreadable {
  readonly fault: string;
}

const fence = "---";

/** Fields without a value are left out. */
export function writeDocument(fields: Readonly<Record<string, unknown>>, body: string): string {
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${writeValue(value)}`]
  );
  return `${fence}\n${lines.join("\n")}\n${fence}\n\n${body}`;
}

/** What YAML of any version takes for a text without quotes. */
const plainText = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z](?:[\w ]*\w)?$/i;

/** Words and times stand as they are; everything else is JSON. */
function writeValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string" && plainText.test(value)) return value;
  // JSON lets these stand; other readers of YAML take them for ends of lines, or refuse them.
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The parts of a file; undefined if it has no front matter. */
export function readDocument(text: string): Document | Unreadable | undefined {
  // Between the fence and the text there is one empty line.
  const match = /^\ufeff?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)(?:\r?\n)?([\s\S]*))?/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, yaml, body] = match;
  if (yaml === undefined || body === undefined) return { fault: "its front matter has no end" };
  try {
    // The line before is the fence: errors name lines of the file.
    const document = parseDocument(`\n${yaml}`, { logLevel: "silent" });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    if (!isMap(document.contents)) return { fault: "its front matter has no fields" };
    visit(document, {
      Scalar: (_key, scalar, path) => {
        const isWord = typeof scalar.value === "number" || typeof scalar.value === "boolean";
        // A version 1.10 is not 1.1: only what is in objects has a type.
        if (isWord && path.filter(isMap).length === 1) scalar.value = scalar.source;
      },
    });
    return { fields: Object(document.toJS()), body };
  } catch (error) {
    const [state] = String(error instanceof Error ? error.message : error).split(/:?\n/);
    return { fault: `its front matter is not YAML: ${state}` };
  }
}
