/**
 * Adds our server to a client's JSON configuration, finds it there, and removes it.
 *
 * 1. Everything else in the text stays as it was, including comments, order and what the user added to our entry.
 * 2. A text that cannot be parsed is refused, and so is one with duplicate keys on our path: we would change the first
 *    one, while clients read the last.
 */

import {
  findNodeAtLocation,
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { deepEqual } from "../../base/deep_equal.ts";
import { isRecord } from "../../base/json.ts";
import { UsageError } from "../../base/options.ts";
import type { Changed, ConfiguredServer, Place } from "./clients.ts";

/** The text with the server's entry at `[section, name]`. */
export function withJsonServer(text: string, server: ConfiguredServer): Changed {
  const { section, name } = server;
  const value: Readonly<Record<string, unknown>> = { ...server.extra, ...server.entry };
  const present = text.replace(/^\uFEFF/, "");
  const given = present.trim() === "" ? "{}\n" : present;
  const servers = serversIn(given, section);
  refuseTwice(given, [[section], [name], Object.keys(value)]);
  // A null cannot be extended and holds nothing to lose.
  const document = servers === null ? setJsonValue(given, [section], {}) : given;
  const former = servers?.[name];
  // An entry for a URL has other keys, such as headers, that do not apply to a command.
  const isKept = isRecord(former) && (typeof former["command"] === "string" || former["url"] === undefined);
  if (!isKept) {
    return { text: setJsonValue(document, [section, name], value), kept: [] };
  }
  const changes = Object.entries(value).filter(([key, wanted]) => !deepEqual(former[key], wanted));
  return {
    text: changes.reduce((rest, [key, wanted]) => setJsonValue(rest, [section, name, key], wanted), document),
    kept: Object.keys(former).filter((key) => !Object.hasOwn(value, key)),
  };
}

const comment = /\/\/.*|\/\*[\s\S]*?\*\//g;

/** The server's entry; undefined if there is none. */
export function jsonServer(text: string, { section, name }: Place): unknown {
  const present = text.replace(/^\uFEFF/, "");
  return present.trim() === "" ? undefined : serversIn(present, section)?.[name];
}

/** The text without the server. */
export function withoutJsonServer(text: string, { section, name }: Place): string {
  refuseTwice(text, [[section], [name]]);
  const root = parseTree(text, [], { allowTrailingComma: true });
  const servers = root && findNodeAtLocation(root, [section]);
  const pairs = servers?.children ?? [];
  const at = pairs.findIndex(({ children: [key] = [] }) => key?.value === name);
  const pair = pairs[at];
  if (servers === undefined || pair === undefined) return text;
  const previous = pairs[at - 1];
  const start = previous === undefined ? servers.offset + 1 : endOf(previous);
  const comma = commaIn(text.slice(endOf(pair), pairs[at + 1]?.offset ?? endOf(servers) - 1));
  const rest = text.slice(comma === -1 ? endOf(pair) : endOf(pair) + comma + 1);
  const gap = text.slice(start, pair.offset);
  // What follows on the same line must not become part of a comment before it.
  const kept = /^[ \t]*\r?\n/.test(rest) ? gap.trimEnd() : gap;
  const before = commaIn(kept);
  const isLast = comma === -1 && before !== -1;
  return text.slice(0, start) + (isLast ? kept.slice(0, before) + kept.slice(before + 1) : kept) + rest;
}

/** Where the comma between two pairs is, outside of comments; -1 if there is none. */
function commaIn(gap: string): number {
  return gap.replaceAll(comment, (text) => " ".repeat(text.length)).indexOf(",");
}

function serversIn(document: string, section: string): Readonly<Record<string, unknown>> | null {
  const errors: ParseError[] = [];
  const root: unknown = parse(document, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = document.slice(0, first.offset).split("\n").length;
    throw new UsageError(`not valid JSON at line ${line} (${printParseErrorCode(first.error)})`);
  }
  if (!isRecord(root)) throw new UsageError("expected a JSON object");
  const present = root[section] === undefined ? {} : root[section];
  if (present !== null && !isRecord(present)) throw new UsageError(`its "${section}" is not an object`);
  return present;
}

/** Follows one key per level from the root; on the last level none of the keys may be duplicated. */
function refuseTwice(document: string, levels: readonly (readonly string[])[]): void {
  let inside = parseTree(document, [], { allowTrailingComma: true });
  for (const keys of levels) {
    const pairs = pairsOf(inside).filter(({ key }) => keys.includes(key));
    const again = pairs.find(({ key }, index) => pairs.findIndex((pair) => pair.key === key) < index);
    if (again !== undefined) {
      const line = document.slice(0, again.offset).split("\n").length;
      throw new UsageError(`"${again.key}" occurs twice, again at line ${line}: merge the two`);
    }
    inside = pairs[0]?.value;
  }
}

interface Pair {
  readonly key: string;
  readonly value: Node | undefined;
  readonly offset: number;
}

function pairsOf(node: Node | undefined): readonly Pair[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).map(({ offset, children: [key, value] = [] }) => ({
    key: String(key?.value),
    value,
    offset,
  }));
}

/** What to add by hand. */
export function jsonSnippet({ section, name, entry, extra }: ConfiguredServer): string {
  return `${JSON.stringify({ [section]: { [name]: { ...extra, ...entry } } }, null, 2)}\n`;
}

/**
 * The text, an object, with `value` at `path`; missing parents are created. Nothing else changes but a comma before the
 * value if one is needed; an object on one line stays on one line.
 */
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

interface NewPair {
  readonly parent: Node;
  readonly key: string;
  readonly value: unknown;
}

/** Adds after the last pair and its comments, so that these stay with their pair. */
function added(text: string, { parent, key, value }: NewPair): string {
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
  const comma = commaIn(gap) === -1 ? "," : "";
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

/** The indentation of the first key on a line of its own. */
function unitOf(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
