/**
 * The launcher: reads the options, finds or starts Jupyter, starts the sandboxed server, forwards signals.
 *
 * The addresses of the two rooms are computed here because this file keeps its place beside `src/` when the program
 * is bundled; every other module of the launcher becomes part of it.
 */

import config from "./deno.json" with { type: "json" };
import { type CommandLine, parseCommandLine } from "./src/launch/command_line.ts";
import { helpText } from "./src/launch/help.ts";
import { runSetup } from "./src/launch/run_setup.ts";
import { serve } from "./src/launch/serve.ts";
import { writeLine } from "./src/launch/stderr.ts";
import { UsageError } from "./src/options.ts";

const rooms = {
  server: new URL("./src/server.ts", import.meta.url),
  renderer: new URL("./src/renderer.ts", import.meta.url),
};

async function run(commandLine: CommandLine): Promise<number> {
  switch (commandLine.kind) {
    case "help":
      return print(helpText(commandLine.command));
    case "version":
      return print(`jupyter-mcp ${config.version}\n`);
    case "setup":
      return await runSetup();
    case "serve":
      return await serve({ options: commandLine.options, rooms, version: config.version });
  }
}

function print(text: string): number {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
  return 0;
}

async function main(): Promise<number> {
  try {
    return await run(parseCommandLine(Deno.args, Deno.env.toObject()));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    writeLine(`jupyter-mcp: ${error.message}`);
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main());
