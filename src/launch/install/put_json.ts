/**
 * Puts a value into a JSON text that people write in, comments and all.
 *
 * Invariants: nothing of the text changes but the value, and a comma before it where one is needed; an object that
 * stands on one line stays on one.
 */

import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

/** The text, which is an object, with `value` at `path`; what is missing on the way is made. */
export function setJsonValue(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const above = path.slice(0, -1);
  const parent = root && findNodeAtLocation(root, above);
  const key = path.at(-1) ?? "";
  if (parent === undefined) return setJsonValue(text, above, { [key]: value });
  const present = findNodeAtLocation(parent, [key]);
  if (present === undefined) return added(text, { parent, key, value });
  const json = isOneLine(text, parent)
    ? JSON.stringify(value)
    : inLines(text, { value, indent: indentAt(text, present.offset) });
  return text.slice(0, present.offset) + json + text.slice(endOf(present));
}

interface Pair {
  readonly parent: Node;
  readonly key: string;
  readonly value: unknown;
}

/** Behind the last pair and the comments on it, so that they stay with what they are about. */
function added(text: string, { parent, key, value }: Pair): string {
  const close = endOf(parent) - 1;
  const last = parent.children?.at(-1);
  const name = JSON.stringify(key);
  const outer = indentAt(text, parent.offset);
  const indent = last === undefined ? outer + unitOf(text) : indentAt(text, last.offset);
  const line = `${eolOf(text)}${indent}${name}: ${inLines(text, { value, indent })}`;
  if (last === undefined) {
    return text.slice(0, close).trimEnd() + line + eolOf(text) + outer + text.slice(close);
  }
  const end = endOf(last);
  if (isOneLine(text, parent)) {
    return `${text.slice(0, end)}, ${name}: ${JSON.stringify(value)}${text.slice(end)}`;
  }
  const gap = text.slice(end, close);
  const comments = gap.trimEnd();
  const comma = gap.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, "").includes(",") ? "" : ",";
  return text.slice(0, end) + comma + comments + line + gap.slice(comments.length) + text.slice(close);
}

interface Indented {
  readonly value: unknown;
  readonly indent: string;
}

function inLines(text: string, { value, indent }: Indented): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll("\n", eolOf(text) + indent);
}

function isOneLine(text: string, node: Node): boolean {
  return !text.slice(node.offset, endOf(node)).includes("\n");
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** What the first key that stands in a line of its own is indented by. */
function unitOf(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
