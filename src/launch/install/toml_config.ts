/**
 * Puts our server into a client's TOML configuration, as a table `[section.name]`.
 *
 * Invariants: only the lines of that table change, and of an earlier one of ours only those of command and arguments;
 * the outcome is read back, and a file that this way cannot express (the server written as an inline table, or not
 * TOML at all) is refused.
 */

import { parse } from "smol-toml";
import { UsageError } from "../../options.ts";
import { fieldsOf } from "../fields_of.ts";
import type { Changed, ServerEntry } from "./clients.ts";

export interface TomlServer {
  readonly section: string;
  readonly name: string;
  readonly entry: ServerEntry;
  /** Further keys of the table. */
  readonly extra?: Readonly<Record<string, string | number>>;
}

/** The text with the server's table in it: changed where it stands, else added at the end. */
export function withTomlServer(text: string, server: TomlServer): Changed {
  const { section, name, entry, extra = {} } = server;
  const before = read(text);
  const former = serverIn(before, server);
  const isOurs = typeof former["command"] === "string";
  const wanted = { ...extra, ...(isOurs ? former : {}), ...entry };
  if (isOurs && same(former, wanted)) return { text, kept: keptOf(former, server) };
  const lines = text.split(/(?<=\n)/);
  const changed = isOurs ? withChangedTable(lines, server) : withNewTable(lines, server);
  const notExtensible = `its "${section}" is written in a way that cannot be extended`;
  const after = readOutcome(changed, isOurs ? notReplaceable : notExtensible);
  if (others(before, [section, name]) !== others(after, [section, name])) {
    throw new UsageError(notExtensible);
  }
  if (!same(serverIn(after, server), wanted)) throw new UsageError(notReplaceable);
  return { text: changed, kept: isOurs ? keptOf(former, server) : [] };
}

const notReplaceable = "the server is in it already, in a form that cannot be replaced";

function keptOf(former: Readonly<Record<string, unknown>>, { entry }: TomlServer): readonly string[] {
  return Object.keys(former).filter((key) => !Object.hasOwn(entry, key));
}

/** The table in the place of one that is not ours, with its sub-tables. */
function withNewTable(lines: readonly string[], server: TomlServer): string {
  const { kept, at } = withoutTable(lines, [server.section, server.name]);
  return [
    ...kept.slice(0, at),
    at > 0 ? separator(kept[at - 1] ?? "") : "",
    tomlTable(server),
    ...kept.slice(at),
  ].join("");
}

/** The table with command and arguments changed, and every other line as it was. */
function withChangedTable(lines: readonly string[], server: TomlServer): string {
  const path = [server.section, server.name];
  const isHeader = (line: string) => JSON.stringify(headerPath(line)) === JSON.stringify(path);
  const first = lines.findIndex(isHeader) + 1;
  if (first === 0) throw new UsageError(notReplaceable);
  const statements = statementsOf(lines.slice(first));
  const given = new Set(statements.flatMap(({ keys }) => keys));
  const [, ...ours] = tomlTable(server).split(/(?<=\n)/);
  const isMissing = (line: string) => statementsOf([line]).every(({ keys }) => !keys.some(isTheirs));
  const isTheirs = (key: string) => given.has(key) && !Object.hasOwn(server.entry, key);
  const kept = statements.filter(({ keys }) => !keys.some((key) => Object.hasOwn(server.entry, key)));
  const length = statements.reduce((sum, { count }) => sum + count, 0);
  return [
    ...lines.slice(0, first),
    ...ours.filter(isMissing),
    ...kept.map(({ text }) => text),
    ...lines.slice(first + length),
  ].join("");
}

interface Statement {
  readonly text: string;
  /** How many lines it has. */
  readonly count: number;
  /** What it sets; nothing for a comment. */
  readonly keys: readonly string[];
}

/** The statements up to the next table: each as many lines as make a whole. */
function statementsOf(lines: readonly string[]): readonly Statement[] {
  const statements: Statement[] = [];
  let pending: string[] = [];
  for (const line of lines) {
    if (pending.length === 0 && headerPath(line) !== undefined) break;
    pending.push(line);
    const text = pending.join("");
    const keys = keysOf(text);
    if (keys === undefined) continue;
    statements.push({ text, count: pending.length, keys });
    pending = [];
  }
  return statements;
}

function keysOf(text: string): readonly string[] | undefined {
  try {
    return Object.keys(parse(text));
  } catch {
    return undefined;
  }
}

/** `[mcp_servers.jupyter]` and its lines. */
export function tomlTable({ section, name, entry, extra = {} }: TomlServer): string {
  const args = entry.args.map(tomlString).join(", ");
  const more = Object.entries(extra).map(([key, value]) =>
    `${tomlKey(key)} = ${typeof value === "number" ? value : tomlString(value)}\n`
  );
  return `[${section}.${tomlKey(name)}]\ncommand = ${tomlString(entry.command)}\nargs = [${args}]\n${
    more.join("")
  }`;
}

/** Lines without the table and its sub-tables, and where it was. */
function withoutTable(
  lines: readonly string[],
  path: readonly string[],
): { readonly kept: readonly string[]; readonly at: number } {
  const kept: string[] = [];
  let inside = false;
  let at: number | undefined;
  for (const line of lines) {
    const header = headerPath(line);
    if (header !== undefined) inside = path.every((key, index) => header[index] === key);
    if (inside) at ??= kept.length;
    else kept.push(line);
  }
  return { kept, at: at ?? kept.length };
}

/** The keys of a line such as `[mcp_servers."a.b"]`; undefined for every other line. */
function headerPath(line: string): readonly string[] | undefined {
  const header = /^\s*\[\[?([^\]]*)\]\]?\s*(#.*)?$/.exec(line.trimEnd())?.[1];
  if (header === undefined) return undefined;
  return [...header.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map((part) =>
    part[1] ?? part[2] ?? part[3] ?? ""
  );
}

function separator(previous: string): string {
  if (previous.trim() === "") return previous.endsWith("\n") || previous === "" ? "" : "\n";
  return previous.endsWith("\n") ? "\n" : "\n\n";
}

function read(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch (error) {
    const line = error instanceof Error && "line" in error ? ` at line ${error.line}` : "";
    throw new UsageError(`not valid TOML${line}`);
  }
}

function readOutcome(text: string, trouble: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch {
    throw new UsageError(trouble);
  }
}

function serverIn(
  document: Readonly<Record<string, unknown>>,
  { section, name }: TomlServer,
): Readonly<Record<string, unknown>> {
  return fieldsOf(fieldsOf(document[section])[name]);
}

/** Whether two tables say the same, in whatever order. */
function same(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const sorted = (table: Readonly<Record<string, unknown>>) =>
    plain(Object.entries(table).toSorted(([one], [other]) => one < other ? -1 : 1));
  return sorted(a) === sorted(b);
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_, inner) => typeof inner === "bigint" ? `${inner}` : inner);
}

/** Everything but our server, for comparing. */
function others(
  document: Readonly<Record<string, unknown>>,
  [section, name]: readonly [string, string],
): string {
  const { [section]: table, ...rest } = document;
  const servers = Object.entries(fieldsOf(table)).filter(([key]) => key !== name);
  return plain([rest, Object.fromEntries(servers)]);
}

function tomlKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** A literal string where it can be one, so that Windows paths stay readable. */
function tomlString(text: string): string {
  return /^[^'\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}
