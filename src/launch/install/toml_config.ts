/**
 * Puts our server into a client's TOML configuration, as a table `[section.name]`.
 *
 * Invariants: only the lines of that table change; the outcome is read back, and a file that this way cannot express
 * (the server written as an inline table, or not TOML at all) is refused.
 */

import { parse } from "smol-toml";
import { UsageError } from "../../options.ts";
import type { ServerEntry } from "./clients.ts";

export interface TomlServer {
  readonly section: string;
  readonly name: string;
  readonly entry: ServerEntry;
  /** Further keys of the table. */
  readonly extra?: Readonly<Record<string, string | number>>;
}

/** The text with the server's table replaced, or added at the end. */
export function withTomlServer(
  text: string,
  { section, name, entry, extra = {} }: TomlServer,
): string {
  const before = read(text);
  const table = tomlTable({ section, name, entry, extra });
  const { kept, at } = withoutTable(text.split(/(?<=\n)/), [section, name]);
  const changed = [
    ...kept.slice(0, at),
    at > 0 ? separator(kept[at - 1] ?? "") : "",
    table,
    ...kept.slice(at),
  ].join("");
  const after = readOutcome(changed);
  if (others(before, [section, name]) !== others(after, [section, name])) {
    throw new UsageError(`its "${section}" is written in a way that cannot be extended`);
  }
  return changed;
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

function readOutcome(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch {
    throw new UsageError("the server is in it already, in a form that cannot be replaced");
  }
}

/** Everything but our server, for comparing. */
function others(
  document: Readonly<Record<string, unknown>>,
  [section, name]: readonly [string, string],
): string {
  const { [section]: table, ...rest } = document;
  const servers = typeof table === "object" && table !== null ? Object.entries(table) : [];
  return JSON.stringify(
    [rest, Object.fromEntries(servers.filter(([key]) => key !== name))],
    (_, value) => typeof value === "bigint" ? `${value}` : value,
  );
}

function tomlKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** A literal string where it can be one, so that Windows paths stay readable. */
function tomlString(text: string): string {
  return /^[^'\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}
