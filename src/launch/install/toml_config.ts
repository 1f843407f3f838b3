/**
 * Adds our server to a client's TOML configuration, as a table `[section.name]`, finds it there, and removes it.
 *
 * 1. In an existing table only command and arguments change, with their comments kept, and missing keys are added; a
 *    table for a URL is replaced together with its sub-tables; every other statement stays.
 * 2. The result is parsed again, and a file that cannot be changed this way (the server as an inline table, or not TOML
 *    at all) is refused.
 */

import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { asRecord } from "../../base/json.ts";
import { UsageError } from "../../base/options.ts";
import type { Changed, ConfiguredServer, Place } from "./clients.ts";

type Table = Readonly<Record<string, unknown>>;

/** The server's entry; undefined if there is none. */
export function tomlServer(text: string, place: Place): Table | undefined {
  const found = split(read(text), place).server;
  return Object.keys(found).length === 0 ? undefined : found;
}

/** The text with the server's table: changed in place, or added before its sub-tables or at the end. */
export function withTomlServer(text: string, server: ConfiguredServer): Changed {
  const { section, name, entry, extra = {} } = server;
  const before = split(read(text), server);
  const former = before.server;
  // An entry for a URL has other keys, such as headers, that do not apply to a command.
  const isKept = typeof former["command"] === "string" || former["url"] === undefined;
  const wanted = { ...extra, ...(isKept ? former : {}), ...entry };
  const keptKeys = Object.keys(former).filter((key) => !Object.hasOwn(entry, key));
  if (isDeepStrictEqual(former, wanted)) return { text, kept: keptKeys };
  const statements = statementsOf(text);
  const change = { server, former, eol: text.includes("\r\n") ? "\r\n" : "\n" };
  const changed = isKept ? withTable(statements, change) : withNewTable(statements, change);
  const notExtensible = `its "${section}" has a form that cannot be extended`;
  const notReplaceable = "it already contains the server, in a form that cannot be replaced";
  const after = split(
    read(changed, Object.keys(former).length > 0 ? notReplaceable : notExtensible),
    { section, name },
  );
  if (!isDeepStrictEqual(before.others, after.others)) throw new UsageError(notExtensible);
  if (!isDeepStrictEqual(after.server, wanted)) throw new UsageError(notReplaceable);
  return { text: changed, kept: isKept ? keptKeys : [] };
}

/** The text without the server's tables. */
export function withoutTomlServer(text: string, place: Place): string {
  const before = split(read(text), place);
  const changed = withoutTables(statementsOf(text), place).rest.map((one) => one.text).join("");
  const trouble = "it contains the server in a form that cannot be removed";
  const after = split(read(changed, trouble), place);
  if (!isDeepStrictEqual(after, { server: {}, others: before.others })) throw new UsageError(trouble);
  return changed;
}

/** `[mcp_servers.jupyter]` and its lines. */
export function tomlTable(server: ConfiguredServer): string {
  const lines = assignmentsOf(server).map(({ line }) => `${line}\n`);
  return `[${server.section}.${tomlKey(server.name)}]\n${lines.join("")}`;
}

/** The entry of the server, and everything else. */
function split(document: Table, { section, name }: Place) {
  const { [section]: table, ...rest } = document;
  const { [name]: server, ...servers } = asRecord(table);
  return { server: asRecord(server), others: { rest, servers } };
}

interface Change {
  readonly server: ConfiguredServer;
  readonly former: Table;
  /** How lines end in this file. */
  readonly eol: string;
}

function withTable(statements: readonly Statement[], change: Change): string {
  const own = statements.findIndex(({ header }) => header?.length === 2 && isUnder(header, change.server));
  if (own !== -1) return withChangedTable(statements, own, change);
  const below = statements.findIndex(({ header }) => isUnder(header, change.server));
  return inserted(statements, below === -1 ? statements.length : withRemarks(statements, below), change);
}

/** The table in the place of one that is not ours, with its sub-tables; remarks before the next table are of that one. */
function withNewTable(statements: readonly Statement[], change: Change): string {
  const { first, rest } = withoutTables(statements, change.server);
  return inserted(rest, first === -1 ? rest.length : first, change);
}

/** The statements without the server's tables, and where the first of these was. */
function withoutTables(statements: readonly Statement[], place: Place) {
  const starts = statements.flatMap(({ header }, index) => header === undefined ? [] : [index]);
  const ours = starts.filter((start) => isUnder(statements[start]?.header, place));
  const gone = new Set(ours.flatMap((start) => {
    const next = starts.find((other) => other > start) ?? statements.length;
    const end = ours.includes(next) ? next : withRemarks(statements, next);
    return Array.from({ length: end - start }, (_, index) => start + index);
  }));
  return { first: ours[0] ?? -1, rest: statements.filter((_, index) => !gone.has(index)) };
}

/** Where the comments begin that stand directly above a statement. */
function withRemarks(statements: readonly Statement[], at: number): number {
  const isRemark = at < statements.length && statements[at - 1]?.text.trimStart().startsWith("#") === true;
  return isRemark ? withRemarks(statements, at - 1) : at;
}

function inserted(statements: readonly Statement[], at: number, { server, eol }: Change): string {
  const texts = statements.map(({ text }) => text);
  const before = texts.slice(0, at).join("");
  const after = texts.slice(at).join("");
  // An empty line before the table, if something is before it.
  const isApart = before === "" || /(^|\n)[ \t]*\r?\n$/.test(before);
  const gap = isApart ? "" : before.endsWith("\n") ? eol : `${eol}${eol}`;
  const table = tomlTable(server).replaceAll("\n", eol);
  return [before, gap, table, after.trim() === "" ? "" : eol, after].join("");
}

/** The table with command and arguments changed, and every other statement as it was. */
function withChangedTable(
  statements: readonly Statement[],
  at: number,
  { server, former, eol }: Change,
): string {
  const next = statements.findIndex(({ header }, index) => index > at && header !== undefined);
  const end = next === -1 ? statements.length : next;
  const wanted = assignmentsOf(server);
  const changed = wanted.filter(({ key, value }) =>
    Object.hasOwn(server.entry, key) && !isDeepStrictEqual(former[key], value)
  );
  const texts = statements.map((statement, index) => {
    const ours = index < at || index >= end
      ? undefined
      : changed.find(({ key }) => statement.keys.includes(key));
    return ours === undefined ? statement.text : `${ours.line}${commentOf(statement)}${eol}`;
  });
  const last = statements.findLastIndex(({ keys }, index) =>
    index < end && (index === at || keys.length > 0)
  );
  const missing = wanted.filter(({ key }) => !Object.hasOwn(former, key)).map(({ line }) => `${line}${eol}`);
  const gap = missing.length > 0 && texts[last]?.endsWith("\n") === false ? eol : "";
  return [...texts.slice(0, last + 1), gap, ...missing, ...texts.slice(last + 1)].join("");
}

function isUnder(header: readonly string[] | undefined, { section, name }: Place): boolean {
  return header?.[0] === section && header[1] === name;
}

/** The statements of the server's table. */
function assignmentsOf({ entry: { command, args }, extra = {} }: ConfiguredServer) {
  return Object.entries({ command, args, ...extra }).map(([key, value]) => ({
    key,
    value,
    line: `${tomlKey(key)} = ${tomlValue(value)}`,
  }));
}

function tomlKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** Strings are literal if possible, so that Windows paths stay readable. */
function tomlValue(value: string | number | readonly string[]): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return `[${value.map(tomlValue).join(", ")}]`;
  return /^[^'\p{Cc}]*$/u.test(value) ? `'${value}'` : JSON.stringify(value);
}

/** A statement of a TOML text: the smallest number of lines that parses, such as a multi-line array. */
interface Statement {
  /** Its lines, with their ends. */
  readonly text: string;
  /** The path of the table that it opens. */
  readonly header?: readonly string[];
  /** What it sets; nothing for a comment or an empty line. */
  readonly keys: readonly string[];
}

/** The statements of a valid text, so that one can be changed while every other byte stays. */
function statementsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let pending = "";
  for (const line of text.split(/(?<=\n)/)) {
    pending += line;
    const parsed = parsedOf(pending);
    if (parsed === undefined) continue;
    const isHeader = pending.trimStart().startsWith("[");
    statements.push({
      text: pending,
      ...(isHeader ? { header: pathIn(parsed), keys: [] } : { keys: Object.keys(parsed) }),
    });
    pending = "";
  }
  return statements;
}

/** The comment behind the value of a statement, with the space before it. */
function commentOf({ text }: Statement): string {
  for (const { index } of text.matchAll(/[ \t]*#/g)) {
    // Inside an open string or array, the text before is not a complete statement.
    if (parsedOf(text.slice(0, index)) !== undefined) return text.slice(index).trimEnd();
  }
  return "";
}

/** The path of a header that was parsed alone. */
function pathIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return pathIn(value[0]);
  const [entry] = Object.entries(asRecord(value));
  return entry === undefined ? [] : [entry[0], ...pathIn(entry[1])];
}

/** The text parsed; throws UsageError with this message, or one that names the line. */
function read(text: string, trouble?: string): Table {
  try {
    return parseToml(text);
  } catch (error) {
    const line = error instanceof Error && "line" in error ? ` at line ${error.line}` : "";
    throw new UsageError(trouble ?? `not valid TOML${line}`);
  }
}

function parsedOf(text: string): Table | undefined {
  try {
    return parseToml(text);
  } catch {
    return undefined; // It continues on the next line.
  }
}

/** Integers beyond the safe range, which the standard allows, become bigints. */
function parseToml(text: string): Table {
  return parse(text, { integersAsBigInt: "asNeeded" });
}
