/**
 * Markdown files with front matter, as Shirokuma 0.8 writes them: one `key: value` a line, texts in double quotes,
 * lists and objects as JSON (all of which is YAML too). Any YAML is read, each field by itself, so that one that
 * cannot be read spoils no other.
 */

import { isCollection, isScalar, isSeq, parseDocument, visit } from "yaml";
import { parseJson } from "./record.ts";

export interface Document {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** What could not be read as it was meant, one phrase each. */
  readonly faults: readonly string[];
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

/** Whether a file begins as one with front matter does. */
export function hasFence(text: string): boolean {
  return /^\ufeff?---[ \t]*\r?\n/.test(text);
}

/** The parts of a file; undefined if it has no front matter. */
export function readDocument(text: string): Document | undefined {
  const match = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (match === null) return undefined;
  // Between the fence and the text there is one empty line.
  const body = text.slice(match[0].length).replace(/^\r?\n/, "");
  const faults: string[] = [];
  const cut = cutFields((match[1] ?? "").split(/\r?\n/), faults);
  const isOurs = cut.some(([key]) => key === "uid");
  const fields = cut.map(([key, lines]) =>
    [key, (isOurs ? undefined : readRaw(key, lines)) ?? readValue(key, { lines, faults })] as const
  );
  return { fields: Object.fromEntries(fields), body, faults };
}

/** The lines of each field, without its name: those that follow it up to the next. */
function cutFields(lines: readonly string[], faults: string[]): (readonly [string, string[]])[] {
  const cut: (readonly [string, string[]])[] = [];
  for (const line of lines) {
    const [, key, rest = ""] = /^([A-Za-z_][\w-]*)[ \t]*:(|[ \t][^]*)$/.exec(line) ?? [];
    const open = cut.at(-1);
    if (key !== undefined) cut.push([key, [rest]]);
    else if (open !== undefined) open[1].push(line);
    else if (!/^\s*(#|$)/.test(line)) {
      faults.push(`${JSON.stringify(line.slice(0, 80))} is not a field: left out`);
    }
  }
  return cut;
}

/** Shirokuma puts these between quotes as they are, but for quotes in titles. */
const rawFields = new Set(["title", "category", "version"]);

/** A text that is not YAML, or another one by chance: a title with a backslash in it has no end of line. */
function readRaw(key: string, lines: readonly string[]): string | undefined {
  const text = lines.length === 1 ? (lines[0] ?? "").trim() : "";
  if (!rawFields.has(key) || !/^".*\\.*"$/.test(text)) return undefined;
  const json = parseJson(text);
  // deno-lint-ignore no-control-regex
  return typeof json === "string" && !/[\u0000-\u001f]/.test(json) ? undefined : unquoted(text);
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll('\\"', '"');
}

function readValue(key: string, { lines, faults }: { lines: readonly string[]; faults: string[] }): unknown {
  const [first = ""] = lines;
  const text = first.trim();
  const isLine = lines.slice(1).every((line) => /^\s*(#|$)/.test(line));
  if (isLine) {
    // Nearly all files are our own or Shirokuma's, which need no more.
    if (plainText.test(text) || /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
    const json = /^(["[{]|-?(0|[1-9]\d*)$)/.test(text) ? parseJson(text) : undefined;
    if (json !== undefined) return json;
  }
  const yaml = parsedYaml(lines);
  if (yaml !== undefined) return yaml.value;
  if (isLine && /^"[^]*"$/.test(text)) return unquoted(text);
  const kept = [text, ...lines.slice(1)].join("\n").trimEnd();
  faults.push(`${key} is not YAML: taken as the text ${JSON.stringify(kept.slice(0, 80))}`);
  return kept;
}

function parsedYaml(lines: readonly string[]): { readonly value: unknown } | undefined {
  try {
    const document = parseDocument(`value:${lines.join("\n")}\n`, {
      schema: "core",
      prettyErrors: false,
      logLevel: "silent",
    });
    if (document.errors.length > 0) return undefined;
    const node = document.get("value", true);
    if (!isCollection(node) || isSeq(node)) asWritten(node);
    const { value } = Object(document.toJS());
    return { value };
  } catch {
    // Names for parts of other fields, or too many of them.
    return undefined;
  }
}

/** A version 1.10 is not 1.1: what another spelling would be lost of stays text. */
function asWritten(node: unknown): void {
  const keep = (scalar: { value: unknown; source?: string }) => {
    if (typeof scalar.value !== "number" && typeof scalar.value !== "boolean") return;
    if (String(scalar.value) !== scalar.source) scalar.value = scalar.source;
  };
  if (isScalar(node)) keep(node);
  else if (isSeq(node)) visit(node, { Scalar: (_key, scalar) => keep(scalar) });
}
