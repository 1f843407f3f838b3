/**
 * Adds our server to a client's TOML configuration, as a table `[section.name]`, finds it there, and removes it.
 *
 * 1. In an existing table only command and arguments change, with their comments kept, and missing keys are added; a
 *    table for a URL is replaced together with its sub-tables; every other statement stays.
 * 2. The result is parsed again, and a file that cannot be changed this way (the server as an inline table, or not TOML
 *    at all) is refused.
 */

import { UsageError } from "../../base/options.ts";
import { asRecord } from "../../base/json.ts";
import type { Changed, ServerEntry } from "./clients.ts";
import { parse } from "smol-toml";

interface TomlServer {
  readonly section: string;
  readonly name: string;
  readonly entry: ServerEntry;
  /** Further keys of the table. */
  readonly extra?: Readonly<Record<string, string | number>>;
}

/** The text with the server's table: changed in place, or added before its sub-tables or at the end. */
export function withTomlServer(text: string, server: TomlServer): Changed {
  const { section, name, entry, extra = {} } = server;
  const before = read(text);
  const former = serverIn(before, server);
  // An entry for a URL has other keys, such as headers, that do not apply to a command.
  const isKept = typeof former["command"] === "string" || former["url"] === undefined;
  const wanted = { ...extra, ...(isKept ? former : {}), ...entry };
  if (same(former, wanted)) return { text, kept: keptOf(former, server) };
  const statements = statementsOf(text);
  const change = { server, former, eol: text.includes("\r\n") ? "\r\n" : "\n" };
  const changed = isKept ? withTable(statements, change) : withNewTable(statements, change);
  const notExtensible = `its "${section}" has a form that cannot be extended`;
  const isThere = Object.keys(former).length > 0;
  const after = readOutcome(changed, isThere ? notReplaceable : notExtensible);
  if (others(before, [section, name]) !== others(after, [section, name])) {
    throw new UsageError(notExtensible);
  }
  if (!same(serverIn(after, server), wanted)) throw new UsageError(notReplaceable);
  return { text: changed, kept: isKept ? keptOf(former, server) : [] };
}

const notReplaceable = "it already contains the server, in a form that cannot be replaced";

function keptOf(former: Readonly<Record<string, unknown>>, { entry }: TomlServer): readonly string[] {
  return Object.keys(former).filter((key) => !Object.hasOwn(entry, key));
}

interface Change {
  readonly server: TomlServer;
  readonly former: Readonly<Record<string, unknown>>;
  /** How lines end in this file. */
  readonly eol: string;
}

function withTable(statements: readonly Statement[], change: Change): string {
  const { section, name } = change.server;
  const at = statements.findIndex(({ header }) => header?.length === 2 && isUnder(header, [section, name]));
  if (at !== -1) return withChangedTable(statements, at, change);
  const below = statements.findIndex(({ header }) => isUnder(header, [section, name]));
  return inserted(statements, below === -1 ? statements.length : withRemarks(statements, below), change);
}

/** The table in the place of one that is not ours, with its sub-tables; remarks before the next table are of that one. */
function withNewTable(statements: readonly Statement[], change: Change): string {
  const { first, rest } = withoutTables(statements, change.server);
  return inserted(rest, first === -1 ? rest.length : first, change);
}

type Place = Pick<TomlServer, "section" | "name">;

/** The statements without the server's tables, and where the first of these was. */
function withoutTables(statements: readonly Statement[], { section, name }: Place) {
  const starts = statements.flatMap(({ header }, index) => header === undefined ? [] : [index]);
  const ours = starts.filter((start) => isUnder(statements[start]?.header, [section, name]));
  const gone = new Set(ours.flatMap((start) => {
    const next = starts.find((other) => other > start) ?? statements.length;
    const end = ours.includes(next) ? next : withRemarks(statements, next);
    return Array.from({ length: end - start }, (_, index) => start + index);
  }));
  return { first: ours[0] ?? -1, rest: statements.filter((_, index) => !gone.has(index)) };
}

/** The server's entry; undefined if there is none. */
export function tomlServer(text: string, place: Place): unknown {
  const former = serverIn(read(text), place);
  return Object.keys(former).length === 0 ? undefined : former;
}

/** The text without the server's tables. */
export function withoutTomlServer(text: string, { section, name }: Place): string {
  const before = read(text);
  const changed = withoutTables(statementsOf(text), { section, name }).rest.map((one) => one.text).join("");
  const trouble = "it contains the server in a form that cannot be removed";
  const after = readOutcome(changed, trouble);
  const isGone = Object.keys(serverIn(after, { section, name })).length === 0;
  if (!isGone || others(before, [section, name]) !== others(after, [section, name])) {
    throw new UsageError(trouble);
  }
  return changed;
}

/** Where the comments begin that stand directly above a statement. */
function withRemarks(statements: readonly Statement[], at: number): number {
  const isRemark = (statement: Statement | undefined) => statement?.text.trimStart().startsWith("#") === true;
  return at > 0 && at < statements.length && isRemark(statements[at - 1])
    ? withRemarks(statements, at - 1)
    : at;
}

function inserted(statements: readonly Statement[], at: number, { server, eol }: Change): string {
  const texts = statements.map(({ text }) => text);
  const before = texts.slice(0, at).join("");
  const after = texts.slice(at).join("");
  const table = tomlTable(server).replaceAll("\n", eol);
  return [before, separator(before, eol), table, after.trim() === "" ? "" : eol, after].join("");
}

/** The table with command and arguments changed, and every other statement as it was. */
function withChangedTable(
  statements: readonly Statement[],
  at: number,
  { server, former, eol }: Change,
): string {
  const next = statements.findIndex(({ header }, index) => index > at && header !== undefined);
  const end = next === -1 ? statements.length : next;
  const own = statements.slice(at + 1, end);
  const given = new Set(own.flatMap(({ keys }) => keys));
  const missing = assignmentsOf(server).filter(({ key }) => !given.has(key)).map(({ line }) =>
    `${line}${eol}`
  );
  const isChanged = (key: string, value: unknown) =>
    Object.hasOwn(server.entry, key) && plain(former[key]) !== plain(value);
  const texts = own.map((statement) => {
    const ours = assignmentsOf(server).find(({ key, value }) =>
      statement.keys.includes(key) && isChanged(key, value)
    );
    return ours === undefined ? statement.text : `${ours.line}${commentOf(statement)}${eol}`;
  });
  const last = own.findLastIndex(({ keys }) => keys.length > 0) + 1;
  const body = [statements[at]?.text ?? "", ...texts.slice(0, last)].join("");
  return [
    ...statements.slice(0, at).map(({ text }) => text),
    body,
    missing.length > 0 && !body.endsWith("\n") ? eol : "",
    ...missing,
    ...texts.slice(last),
    ...statements.slice(end).map(({ text }) => text),
  ].join("");
}

function isUnder(header: readonly string[] | undefined, path: readonly string[]): boolean {
  return header !== undefined && path.every((key, index) => header[index] === key);
}

interface Assignment {
  readonly key: string;
  readonly value: unknown;
  readonly line: string;
}

function assignmentsOf({ entry: { command, args }, extra = {} }: TomlServer): readonly Assignment[] {
  return [
    { key: "command", value: command, line: `command = ${tomlString(command)}` },
    { key: "args", value: args, line: `args = [${args.map(tomlString).join(", ")}]` },
    ...Object.entries(extra).map(([key, value]) => ({
      key,
      value,
      line: `${tomlKey(key)} = ${typeof value === "number" ? value : tomlString(value)}`,
    })),
  ];
}

/** `[mcp_servers.jupyter]` and its lines. */
export function tomlTable(server: TomlServer): string {
  const lines = assignmentsOf(server).map(({ line }) => `${line}\n`);
  return `[${server.section}.${tomlKey(server.name)}]\n${lines.join("")}`;
}

/** An empty line before the table, where something is before it. */
function separator(before: string, eol: string): string {
  if (before === "" || /(^|\n)[ \t]*\r?\n$/.test(before)) return "";
  return before.endsWith("\n") ? eol : `${eol}${eol}`;
}

function read(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseToml(text);
  } catch (error) {
    const line = error instanceof Error && "line" in error ? ` at line ${error.line}` : "";
    throw new UsageError(`not valid TOML${line}`);
  }
}

function readOutcome(text: string, trouble: string): Readonly<Record<string, unknown>> {
  try {
    return parseToml(text);
  } catch {
    throw new UsageError(trouble);
  }
}

function serverIn(
  document: Readonly<Record<string, unknown>>,
  { section, name }: Place,
): Readonly<Record<string, unknown>> {
  return asRecord(asRecord(document[section])[name]);
}

/** Whether two tables are equal, in any order. */
function same(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const sorted = (table: Readonly<Record<string, unknown>>) =>
    plain(Object.entries(table).toSorted(([one], [other]) => one < other ? -1 : 1));
  return sorted(a) === sorted(b);
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_, inner) => typeof inner === "bigint" ? `${inner}` : inner);
}

/** Everything except our server, for comparison. */
function others(
  document: Readonly<Record<string, unknown>>,
  [section, name]: readonly [string, string],
): string {
  const { [section]: table, ...rest } = document;
  const servers = Object.entries(asRecord(table)).filter(([key]) => key !== name);
  return plain([rest, Object.fromEntries(servers)]);
}

function tomlKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** A literal string if possible, so that Windows paths stay readable. */
function tomlString(text: string): string {
  return /^[^'\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}

/**
 * Splits a valid TOML text into statements, so that one can be changed while every other byte stays. A statement is the
 * smallest number of lines that parses, which keeps multi-line strings and arrays in one piece.
 */

interface Statement {
  /** Its lines, with their ends. */
  readonly text: string;
  /** The path of the table that it opens. */
  readonly header?: readonly string[];
  /** What it sets; nothing for a comment or an empty line. */
  readonly keys: readonly string[];
}

function statementsOf(text: string): readonly Statement[] {
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
  const [entry] = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return entry === undefined ? [] : [entry[0], ...pathIn(entry[1])];
}

function parsedOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parseToml(text);
  } catch {
    return undefined; // It continues on the next line.
  }
}

/** Parses TOML; integers beyond the safe range, which the standard allows, become bigints. */
function parseToml(text: string): Readonly<Record<string, unknown>> {
  return parse(text, { integersAsBigInt: "asNeeded" });
}
