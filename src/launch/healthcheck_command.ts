/**
 * `jupyter-mcp healthcheck`: checks an HTTP server on this machine. For containers without a shell or curl.
 */

import { optionTable, readOptions } from "../base/options.ts";
import { type Command, splitArguments } from "./command.ts";
import { writeLine } from "./terminal.ts";
import type { Machine } from "./user_folders.ts";

const help = `jupyter-mcp healthcheck checks whether an HTTP server on this machine responds.

Usage:
  jupyter-mcp healthcheck [options]

Options:
  --host <address>  Address the server listens on [default: 127.0.0.1]
  --port <number>   Its port (MCP_PORT) [default: 3001]

It sends MCP_TOKEN if that is set; a server that rejects the token still counts
as healthy. The exit code is 0 if the server responds, otherwise 1.
`;

const flags = [optionTable.host, optionTable.port];

/** Milliseconds. */
const patience = 4_000;

async function run(args: readonly string[], { env }: Machine): Promise<number> {
  const { given } = splitArguments(args, { command: "healthcheck", flags });
  const { host, port, mcpToken } = readOptions(given, {
    MCP_PORT: env["MCP_PORT"],
    MCP_TOKEN: env["MCP_TOKEN"],
  });
  const name = host === "0.0.0.0"
    ? "127.0.0.1"
    : host === "::"
    ? "[::1]"
    : host.includes(":")
    ? `[${host}]`
    : host;
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, {
      headers: mcpToken === undefined ? {} : { Authorization: `Bearer ${mcpToken}` },
      signal: AbortSignal.timeout(patience),
    });
    await response.body?.cancel();
    if (response.ok || response.status === 401) return 0;
    writeLine(`jupyter-mcp: the server at ${name}:${port} answered ${response.status}`);
  } catch {
    writeLine(`jupyter-mcp: no server answers at ${name}:${port}`);
  }
  return 1;
}

export const healthcheckCommand: Command = { help, flags, run };
