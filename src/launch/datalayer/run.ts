/** `--compat datalayer`: reads that command line and does what it says. */

import { serve, type ServeOptions } from "../serve.ts";
import { reportToOperator } from "../command_line.ts";
import { parseDatalayer } from "./command_line.ts";
import { datalayerHelp } from "./help.ts";
import { manage } from "./manage.ts";

export interface RunOptions extends Pick<ServeOptions, "entries" | "version"> {
  readonly print: (text: string) => number;
}

/** Gives the exit code. */
export async function runDatalayer(
  args: readonly string[],
  { entries, version, print }: RunOptions,
): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) return print(datalayerHelp());
  if (args.includes("--version") || args.includes("-V")) return print(`jupyter-mcp ${version}\n`);
  const env = Deno.env.toObject();
  const commandLine = parseDatalayer(args, env);
  if (commandLine.kind !== "serve") return await manage(commandLine);
  const { options, compat, isOpen, notices } = commandLine;
  for (const notice of notices) reportToOperator("warning", notice, { args, env });
  return await serve({ options, entries, version, compat, isOpen });
}
