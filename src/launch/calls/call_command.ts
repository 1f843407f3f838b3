/** `jupyter-mcp call`: calls one tool and prints its result. */

import { UsageError } from "../../base/options.ts";
import { type Command, flagLines, helpLine, splitArguments, suggestion } from "../command.ts";
import { typedCommand } from "../own_program.ts";
import { printText, readAllStdin, writeLine } from "../terminal.ts";
import { reference } from "../tools/reference.ts";
import { printCall, saveFlag } from "./print_call.ts";
import { parseArguments, splitFields, unknownField } from "./tool_arguments.ts";
import type { SavedResult } from "./tool_output.ts";
import { callOptions } from "./tool_server.ts";

const help = `jupyter-mcp call calls one tool, as an assistant would, and prints its result.
The state stays in Jupyter, so that calls build on each other. If no Jupyter
is running, one is started in the background.

Usage:
  jupyter-mcp call <tool> [--<field> <value>]... [options]
  jupyter-mcp call <tool> --json '{"<field>": <value>}' [options]

The fields of a tool are shown by: jupyter-mcp tools <tool>
A value of - is read from stdin.

Options:
${helpLine("--json ['{...}']", "Print one JSON object; the fields may be given as one too")}
${flagLines([saveFlag])}

Server options that apply to a single call can be given too.

The exit code is 0 if the tool succeeded, 1 if it failed or the code that it
ran raised an exception, 2 if the arguments are wrong.

Examples:
  jupyter-mcp call session_list
  jupyter-mcp call execute_code --session_id eda --code "df.describe()"
  jupyter-mcp call notebook_list --json '{"recursive": true}'
`;

const flags = [{ flag: "--json", help: "Print one JSON object" }, saveFlag, ...callOptions];

/** A field of most tools, for shells to complete. */
const sessionField = { flag: "--session_id", value: "<name>", help: "Session to use", isSession: true };

export const callCommand: Command = {
  help,
  flags: [sessionField, ...flags],
  words: reference.map(({ name }) => name),
  run: async (args, machine, program) => {
    const { tool, toolset, values, rest } = readCall(args);
    const { given } = splitArguments(rest, { command: "call", flags });
    return await printCall(
      { given, machine, program, toolsets: [toolset], show },
      (call) => call(tool, values),
    );
  },
};

/** Accepted by every tool, though most do not list it. */
const ofEveryTool = { max_chars: { type: "integer" } };

interface ToolCall {
  readonly tool: string;
  readonly toolset: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly rest: readonly string[];
}

function readCall([name, ...args]: readonly string[]): ToolCall {
  if (name === undefined || name.startsWith("-")) {
    throw new UsageError(
      `Cannot call a tool: its name is missing, as in ${typedCommand()} call session_list`,
    );
  }
  const tool = reference.find((one) => one.name === name);
  if (tool === undefined) {
    const known = reference.map((one) => one.name);
    throw new UsageError(`Unknown tool "${name}": ${suggestion(name, { known, command: "tools" })}`);
  }
  const fields = { ...ofEveryTool, ...tool.unlistedArguments, ...tool.inputSchema.properties };
  const { json, others } = takeJson(args);
  const { values, rest } = splitFields(others, { tool: name, fields, readStdin: readAllStdin });
  const unknown = rest.find((arg) =>
    arg.startsWith("--") && !flags.some(({ flag }) => flag === arg.split("=")[0])
  );
  if (unknown !== undefined) {
    throw new UsageError(unknownField(unknown.split("=")[0] ?? "", { tool: name, fields }));
  }
  return { tool: name, toolset: tool.toolset, values: { ...json, ...values }, rest };
}

/** The JSON object after `--json`, if there is one. */
function takeJson(args: readonly string[]) {
  const at = args.findIndex((arg) => arg === "--json" || arg.startsWith("--json="));
  const [flag = "", next] = args.slice(at);
  const inline = at !== -1 && flag.includes("=") ? flag.slice(flag.indexOf("=") + 1) : undefined;
  const given = inline ?? (at !== -1 && /^(\s*\{|-$)/.test(next ?? "") ? next : undefined);
  if (given === undefined) return { json: {}, others: args };
  const others = [...args.slice(0, at), "--json", ...args.slice(at + (inline === undefined ? 2 : 1))];
  return { json: parseArguments(given === "-" ? readAllStdin() : given), others };
}

function show(saved: SavedResult | undefined): void {
  if (saved === undefined) return;
  const { isError, text, files } = saved;
  if (isError) writeLine(text);
  else printText(`${text}\n`);
  for (const { path } of files) printText(`${path}\n`);
}
