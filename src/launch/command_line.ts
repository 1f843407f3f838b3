/**
 * Parses the command line: arguments and environment in, a {@linkcode CommandLine} or a {@linkcode UsageError} out.
 * The options are declared in `base/options.ts`, the commands in `commands.ts`.
 */

import { createLogger } from "../base/log.ts";
import {
  allOptions,
  type Environment,
  type Options,
  optionTable,
  readOptions,
  UsageError,
} from "../base/options.ts";
import { datalayerCommands, splitArguments, suggestion } from "./command.ts";
import { type CommandName, commands, isCommandName } from "./commands.ts";
import { typedCommand } from "./own_program.ts";
import { writeLine } from "./terminal.ts";

export type CommandLine =
  | { readonly kind: "serve"; readonly options: Options }
  | { readonly kind: "command"; readonly name: CommandName; readonly args: readonly string[] }
  | { readonly kind: "help"; readonly command: CommandName | "serve" }
  | { readonly kind: "version" };

/** Parses the command line; throws {@linkcode UsageError}. */
export function parseCommandLine(args: readonly string[], env: Environment): CommandLine {
  // Help is shown even if the rest of the command line is wrong.
  if (args.includes("--help") || args.includes("-h")) {
    return { kind: "help", command: args.find(isCommandName) ?? "serve" };
  }
  const [first, ...rest] = args;
  if (first === "help") return { kind: "help", command: rest.find(isCommandName) ?? "serve" };
  if (first !== undefined && !first.startsWith("-")) {
    if (isCommandName(first)) return { kind: "command", name: first, args: rest };
    throw new UsageError(
      `Unknown command "${first}": ${
        datalayerCommands.has(first)
          ? `it belongs to Datalayer's server, as in ${typedCommand()} ${first} --compat datalayer`
          : suggestion(first, { known: Object.keys(commands) })
      }`,
    );
  }
  const versions = [{ flag: "--version" }, { flag: "-V" }];
  const { given } = splitArguments(args, { flags: [...allOptions, ...versions] });
  if (versions.some(({ flag }) => given.has(flag))) return { kind: "version" };
  return { kind: "serve", options: readOptions(given, env) };
}

/** Whether to parse the arguments as Datalayer's server does. */
export function asksForDatalayer(args: readonly string[]): boolean {
  // After one of our commands, such as install, --compat is an option of that command.
  if (isCommandName(args[0] ?? "")) return false;
  return args.includes("--compat=datalayer") ||
    args.some((arg, index) => arg === "--compat" && args[index + 1] === "datalayer");
}

/** The command line and environment, not parsed yet. */
interface Invocation {
  readonly args: readonly string[];
  readonly env: Environment;
}

/** Writes a message to stderr in the format of the log. Works before the options are parsed, as they may be wrong. */
export function reportToOperator(level: "error" | "warning", message: string, invocation: Invocation): void {
  if (wantsJsonLog(invocation)) createLogger({ level, format: "json" })[level](message);
  else writeLine(`jupyter-mcp: ${message}`);
}

/** A flag takes precedence over its variable, the last over earlier ones. Commands always write text. */
export function wantsJsonLog({ args, env }: Invocation): boolean {
  if (isCommandName(args[0] ?? "")) return false;
  const { flag, variable } = optionTable.logFormat;
  const given = args.flatMap((arg, index) =>
    arg === flag ? [args[index + 1]] : arg.startsWith(`${flag}=`) ? [arg.slice(flag.length + 1)] : []
  );
  return (given.at(-1) ?? env[variable]?.trim()) === "json";
}
