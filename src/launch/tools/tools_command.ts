/** `jupyter-mcp tools`: the reference of the tools, which is made from them when the program is built. */

import { UsageError } from "../../base/options.ts";
import { splitArguments } from "../command.ts";
import { painter } from "../colour.ts";
import type { Command } from "../commands.ts";
import { printText } from "../terminal.ts";
import { suggestion } from "../suggestion.ts";
import reference from "./reference.json" with { type: "json" };
import { referenceText, type ReferenceTool } from "./reference_text.ts";

const help = `jupyter-mcp tools shows what an assistant can call: every tool with its arguments. Without
--toolsets a server offers all of them but those of the toolset knowledge.

Usage:
  jupyter-mcp tools [--json] [<tool or toolset>...]

Options:
  --json                      Print them as JSON, with the schemas that clients get

Examples:
  jupyter-mcp tools
  jupyter-mcp tools execute_code
  jupyter-mcp tools notebooks --json
`;

const flags = [{ flag: "--json", help: "Print them as JSON, with the schemas that clients get" }];

const tools: readonly ReferenceTool[] = reference.tools;
const words = [...new Set(tools.map(({ toolset }) => toolset)), ...tools.map(({ name }) => name)];

export const toolsCommand: Command = {
  help,
  flags,
  words,
  run: (args, machine) => {
    const { words: wanted, given } = splitArguments(args, { command: "tools", flags, words: words.length });
    const chosen = chooseTools(wanted);
    if (given.has("--json")) {
      printText(`${JSON.stringify({ tools: chosen }, null, 2)}\n`);
      return Promise.resolve(0);
    }
    const isTerminal = Deno.stdout.isTerminal();
    const width = isTerminal ? Deno.consoleSize().columns : undefined;
    printText(referenceText(chosen, { paint: painter({ env: machine.env, isTerminal }), width }));
    return Promise.resolve(0);
  },
};

function chooseTools(wanted: readonly string[]): readonly ReferenceTool[] {
  for (const word of wanted) {
    if (!words.includes(word)) {
      throw new UsageError(`Unknown tool "${word}": ${suggestion(word, { known: words, command: "tools" })}`);
    }
  }
  if (wanted.length === 0) return tools;
  return tools.filter(({ name, toolset }) => wanted.includes(name) || wanted.includes(toolset));
}
