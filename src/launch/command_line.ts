/**
 * The command line: arguments and environment come in, a {@linkcode CommandLine} or a
 * {@linkcode UsageError} comes out. Pure; what the options are is declared in `options.ts`.
 *
 * Invariants: a flag wins over its variable; an empty variable counts as unset; no message holds a secret.
 */

import { allOptions, declared, type Environment, type Option, type Options, UsageError } from "../options.ts";

/** The commands beside serving, which needs no word. */
export const commands = {
  setup: "Make a Jupyter environment of its own, for machines that have none",
} as const;

export type CommandName = "serve" | keyof typeof commands;

export type CommandLine =
  | { readonly kind: "serve"; readonly options: Options }
  | { readonly kind: "setup" }
  | { readonly kind: "help"; readonly command: CommandName }
  | { readonly kind: "version" };

/** Reads the command line and the environment; throws {@linkcode UsageError}. */
export function parseCommandLine(args: readonly string[], env: Environment): CommandLine {
  // Help wins over any mistake beside it.
  if (args.includes("--help") || args.includes("-h")) {
    return { kind: "help", command: args.includes("setup") ? "setup" : "serve" };
  }
  const { words, given } = splitArguments(args);
  const command = commandOf(words);
  if (given.has("--version")) return { kind: "version" };
  if (command === "serve") return { kind: "serve", options: readOptions(given, env) };
  for (const flag of given.keys()) {
    throw new UsageError(`Cannot use ${flag} with "${command}": it is for serving`);
  }
  return { kind: command };
}

const secretFlags: ReadonlyMap<string, string> = new Map([
  ["--jupyter-token", "set JUPYTER_TOKEN or use --token-file"],
  ["--token", "set JUPYTER_TOKEN or use --token-file"],
  ["--mcp-token", "set MCP_TOKEN"],
]);

/** Splits arguments into words, and flags with their values. */
function splitArguments(args: readonly string[]): { words: string[]; given: Map<string, string> } {
  const words: string[] = [];
  const given = new Map<string, string>();
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [flag, inline] = splitOnce(arg);
    if (!arg.startsWith("-")) words.push(arg);
    else if (flag === "--version" || flag === "-V") given.set("--version", "");
    else given.set(flag, flagValue(flag, { inline, next: () => rest.shift() }));
  }
  return { words, given };
}

function splitOnce(arg: string): readonly [string, string | undefined] {
  const at = arg.indexOf("=");
  return at === -1 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

function flagValue(
  flag: string,
  source: { readonly inline: string | undefined; readonly next: () => string | undefined },
): string {
  const option = allOptions.find((candidate) => candidate.flag === flag);
  if (option === undefined) throw new UsageError(unknownFlag(flag));
  if (option.value === undefined) {
    if (source.inline !== undefined) throw new UsageError(`Cannot use ${flag} with a value: it is a switch`);
    return "";
  }
  const value = source.inline ?? source.next();
  if (value === undefined || value === "" || (source.inline === undefined && value.startsWith("--"))) {
    throw new UsageError(`Cannot use ${flag}: its value is missing, as in ${flag} ${option.value}`);
  }
  return value;
}

function unknownFlag(flag: string): string {
  const instead = secretFlags.get(flag);
  if (instead !== undefined) {
    return `Cannot use ${flag}: a token on the command line is seen by every user of the machine; ${instead}`;
  }
  const flags = [...allOptions.flatMap((option) => option.flag ?? []), "--help", "--version"];
  return `Unknown option "${flag}": ${suggestion(flag, flags)}`;
}

function commandOf(words: readonly string[]): CommandName {
  const [word, extra] = words;
  if (word === undefined) return "serve";
  if (word !== "setup") {
    throw new UsageError(`Unknown command "${word}": ${suggestion(word, Object.keys(commands))}`);
  }
  if (extra !== undefined) {
    throw new UsageError(`Cannot use "${extra}" after "${word}": it takes no arguments`);
  }
  return word;
}

function readOptions(given: ReadonlyMap<string, string>, env: Environment): Options {
  const read = <T>(option: Option<T>) => readOption(option, { given, env });
  return {
    jupyterUrl: read(declared.jupyterUrl),
    jupyterToken: read(declared.jupyterToken),
    tokenFile: read(declared.tokenFile),
    caCert: read(declared.caCert),
    transport: read(declared.transport),
    host: read(declared.host),
    port: read(declared.port),
    mcpToken: read(declared.mcpToken),
    toolsets: read(declared.toolsets),
    readOnly: read(declared.readOnly),
    maxSessions: read(declared.maxSessions),
    maxResultBytes: read(declared.maxResultBytes),
    logLevel: read(declared.logLevel),
    logCode: read(declared.logCode),
  };
}

function readOption<T>(
  option: Option<T>,
  from: { readonly given: ReadonlyMap<string, string>; readonly env: Environment },
): T {
  const flagged = option.flag === undefined ? undefined : from.given.get(option.flag);
  const variable = option.variable === undefined ? undefined : from.env[option.variable]?.trim();
  const text = flagged ?? (variable === "" ? undefined : variable);
  if (text === undefined) return option.fallback;
  try {
    return option.check(text);
  } catch (error) {
    const name = flagged === undefined ? option.variable : option.flag;
    const expected = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot use ${name}${option.secret ? "" : ` "${text}"`}: ${expected}`);
  }
}

function suggestion(wrong: string, known: readonly string[]): string {
  const nearest = known
    .map((name) => ({ name, distance: editDistance(wrong, name) }))
    .filter(({ name, distance }) => distance <= 3 || name.startsWith(wrong))
    .toSorted((a, b) => a.distance - b.distance)[0];
  return nearest === undefined ? "jupyter-mcp --help shows what there is" : `did you mean "${nearest.name}"?`;
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
