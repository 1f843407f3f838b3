/** What is said to whoever serves with this command line, in the form in which its log is asked for. */

import { createLogger } from "../base/log.ts";
import type { Environment } from "../base/options.ts";
import { isCommandName } from "./commands.ts";
import { writeLine } from "./terminal.ts";

export interface Invocation {
  readonly args: readonly string[];
  readonly env: Environment;
}

/** Says it at this level; asked before the options are read, as it may be that they cannot be. */
export function reportToOperator(level: "error" | "warning", message: string, asked: Invocation): void {
  if (wantsJsonLog(asked)) createLogger({ level, format: "json" })[level](message);
  else writeLine(`jupyter-mcp: ${message}`);
}

/** A flag wins over its variable, the last over those before. What a command says is for people. */
export function wantsJsonLog({ args, env }: Invocation): boolean {
  if (isCommandName(args[0] ?? "")) return false;
  const flag = "--log-format";
  const given = args.flatMap((arg, index) =>
    arg === flag ? [args[index + 1]] : arg.startsWith(`${flag}=`) ? [arg.slice(flag.length + 1)] : []
  );
  return (given.at(-1) ?? env.LOG_FORMAT?.trim()) === "json";
}
