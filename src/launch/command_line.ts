/**
 * The command line: arguments and environment come in, a {@linkcode CommandLine} or a
 * {@linkcode UsageError} comes out. Pure; what the options are is declared in `options.ts`.
 *
 * Invariants: a flag wins over its variable; an empty variable counts as unset; no message holds a secret.
 */

import {
  allOptions,
  type Environment,
  type Option,
  type Options,
  optionTable,
  UsageError,
} from "../base/options.ts";
import { splitArguments } from "./command.ts";
import { type CommandName, commands, isCommandName } from "./commands.ts";
import { suggestion } from "./suggestion.ts";

export type CommandLine =
  | { readonly kind: "serve"; readonly options: Options }
  | { readonly kind: "command"; readonly name: CommandName; readonly args: readonly string[] }
  | { readonly kind: "help"; readonly command: CommandName | "serve" }
  | { readonly kind: "version" };

/** The commands of Datalayer's server. */
export const datalayerWords: ReadonlySet<string> = new Set(["start", "connect", "stop"]);

/** Reads the command line and the environment; throws {@linkcode UsageError}. */
export function parseCommandLine(args: readonly string[], env: Environment): CommandLine {
  // Help wins over any mistake beside it.
  if (args.includes("--help") || args.includes("-h")) {
    return { kind: "help", command: args.find(isCommandName) ?? "serve" };
  }
  const [first, ...rest] = args;
  if (first === "help") return { kind: "help", command: rest.find(isCommandName) ?? "serve" };
  if (first !== undefined && !first.startsWith("-")) {
    if (isCommandName(first)) return { kind: "command", name: first, args: rest };
    throw new UsageError(
      `Unknown command "${first}": ${
        datalayerWords.has(first)
          ? `it is one of Datalayer's server, as in jupyter-mcp ${first} --compat datalayer`
          : suggestion(first, { known: Object.keys(commands) })
      }`,
    );
  }
  const versions = [{ flag: "--version" }, { flag: "-V" }];
  const { given } = splitArguments(args, { flags: [...allOptions, ...versions] });
  if (versions.some(({ flag }) => given.has(flag))) return { kind: "version" };
  return { kind: "serve", options: readOptions(given, env) };
}

/** Whether the arguments are those of Datalayer's server, which has a command line of its own. */
export function asksForDatalayer(args: readonly string[]): boolean {
  // Behind a command of ours, such as install, --compat is an option of that command.
  if (isCommandName(args[0] ?? "")) return false;
  return args.includes("--compat=datalayer") ||
    args.some((arg, index) => arg === "--compat" && args[index + 1] === "datalayer");
}

/** The options of serving, from flags and variables. */
export function readOptions(given: ReadonlyMap<string, string>, env: Environment): Options {
  const read = <T>(option: Option<T>) => readOption(option, { given, env });
  return {
    jupyterUrl: read(optionTable.jupyterUrl),
    jupyterToken: read(optionTable.jupyterToken),
    tokenFile: read(optionTable.tokenFile),
    jupyterPassword: read(optionTable.jupyterPassword),
    passwordFile: read(optionTable.passwordFile),
    caCert: read(optionTable.caCert),
    transport: read(optionTable.transport),
    host: read(optionTable.host),
    port: read(optionTable.port),
    mcpToken: read(optionTable.mcpToken),
    stopWith: read(optionTable.stopWith),
    toolsets: read(optionTable.toolsets),
    readOnly: read(optionTable.readOnly),
    knowledgeDir: read(optionTable.knowledgeDir),
    maxSessions: read(optionTable.maxSessions),
    maxResultBytes: read(optionTable.maxResultBytes),
    logLevel: read(optionTable.logLevel),
    logFormat: read(optionTable.logFormat),
    logCode: read(optionTable.logCode),
    otelFile: read(optionTable.otelFile),
    compat: read(optionTable.compat),
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
