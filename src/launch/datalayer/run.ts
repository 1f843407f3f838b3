/** `--compat datalayer`: help, serving, and requests to a running server. */

import { boundedText } from "../../base/net/bounded_text.ts";
import { serve, type ServeOptions } from "../serve.ts";
import { reportToOperator } from "../command_line.ts";
import { writeLine } from "../terminal.ts";
import { type Management, parseDatalayer } from "./command_line.ts";
import { type DatalayerOption, datalayerOptions } from "./options.ts";

export interface RunOptions extends Pick<ServeOptions, "entries" | "version"> {
  readonly print: (text: string) => number;
}

/** Returns the exit code. */
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

const column = 38;

function datalayerHelp(): string {
  const options: readonly DatalayerOption[] = Object.values(datalayerOptions);
  const lines = options.filter(({ refused, idle }) => (refused ?? idle) === undefined).map(
    ({ flags, variables, isSwitch }) => {
      const term = flags.length === 0
        ? "  (variable only)"
        : `  ${flags.join(", ")}${isSwitch ? "" : " <value>"}`;
      const isLong = term.length > column;
      return `${isLong ? `${term}\n${" ".repeat(column)}` : term.padEnd(column)} ${variables.join(", ")}`;
    },
  );
  return `jupyter-mcp --compat datalayer replaces Datalayer's jupyter-mcp-server: the
same tools, texts, prompt, resources, commands, options and variables.

Usage:
  jupyter-mcp [start] --compat datalayer [options]   Serve
  jupyter-mcp connect --compat datalayer [options]   Connect a running server
                                                     to a Jupyter
  jupyter-mcp stop --compat datalayer [options]      Make a running server
                                                     release its notebook

Options and their variables:
${lines.join("\n")}

Our own options (jupyter-mcp --help), such as --ca-cert, --token-file and
--log-level, work as well.
`;
}

const limit = 60_000;

/** Sends one request to a running server; returns the exit code. */
async function manage({ kind, url, token, body }: Management): Promise<number> {
  const address = `${url}/api/${kind}`;
  try {
    const response = await fetch(address, {
      method: kind === "connect" ? "PUT" : "DELETE",
      headers: {
        "Content-Type": "application/json",
        ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limit),
    });
    const { text } = await boundedText(response, 500);
    if (response.ok) return 0;
    writeLine(`jupyter-mcp: Cannot ${kind}: ${address} answered ${response.status} ${text}`);
  } catch (error) {
    const state = error instanceof Error ? error.message : String(error);
    writeLine(`jupyter-mcp: Cannot ${kind}: ${address} cannot be reached (${state})`);
  }
  return 1;
}
