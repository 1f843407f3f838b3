/**
 * The launcher's entry: parses the command line, then serves or runs a command.
 *
 * The URLs of the three isolates are computed here, because bundling merges every other module of the launcher into
 * this file, which stays next to `src/`.
 */

import config from "./deno.json" with { type: "json" };
import {
  asksForDatalayer,
  type CommandLine,
  parseCommandLine,
  reportToOperator,
} from "./src/launch/command_line.ts";
import { type CommandName, commands } from "./src/launch/commands.ts";
import { helpText } from "./src/launch/help.ts";
import { serve } from "./src/launch/serve.ts";
import { printText } from "./src/launch/terminal.ts";
import { thisMachine } from "./src/launch/user_folders.ts";
import { processTasks } from "./src/launch/workers/own_process.ts";
import { UsageError } from "./src/base/options.ts";

const entries = {
  main: new URL(import.meta.url),
  server: new URL("./src/server.ts", import.meta.url),
  renderer: new URL("./src/renderer.ts", import.meta.url),
};

async function run(commandLine: CommandLine): Promise<number> {
  switch (commandLine.kind) {
    case "help":
      return print(await helpOf(commandLine.command));
    case "version":
      return print(`jupyter-mcp ${config.version}\n`);
    case "command": {
      const command = await commands[commandLine.name].load();
      return await command.run(commandLine.args, thisMachine(), { entries, version: config.version });
    }
    case "serve":
      return await serve({ options: commandLine.options, entries, version: config.version });
  }
}

async function helpOf(command: CommandName | "serve"): Promise<string> {
  return command === "serve" ? helpText() : (await commands[command].load()).help;
}

function print(text: string): number {
  printText(text);
  return 0;
}

async function main(): Promise<number> {
  try {
    if (asksForDatalayer(Deno.args)) {
      const { runDatalayer } = await import("./src/launch/datalayer/run.ts");
      return await runDatalayer(Deno.args, { entries, version: config.version, print });
    }
    if (Deno.args[0] === processTasks.renderer) {
      const { hostRenderer } = await import("./src/launch/workers/host_renderer.ts");
      return await hostRenderer(entries.renderer);
    }
    if (Deno.args[0] === processTasks.successor) {
      const { serveSuccessor } = await import("./src/launch/workers/serve_successor.ts");
      return await serveSuccessor(entries);
    }
    if (Deno.args[0] === processTasks.keeper) {
      const { keepJupyter } = await import("./src/launch/jupyter/background.ts");
      return await keepJupyter(Deno.args[1] ?? Deno.cwd());
    }
    return await run(parseCommandLine(Deno.args, Deno.env.toObject()));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    reportToOperator("error", error.message, { args: Deno.args, env: Deno.env.toObject() });
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main());
