/**
 * MCP servers for Jupyter that can be installed from PyPI, and ours, each with the calls by which it does the same
 * things. One environment for each, as `uvx` would make it.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };
import { ensureVenv, environmentOf } from "../../tests/harness/environment.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { binaryPath } from "../../tests/harness/program.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A tool and its arguments. */
export type Call = readonly [string, Readonly<Record<string, unknown>>];

export interface Server {
  readonly name: string;
  /** What is installed, with its version. */
  readonly version: string;
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** Opens the notebook with a kernel. */
  readonly open: Call;
  /** Runs `1 + 1` without a cell, if it can. */
  readonly run?: Call;
  /** Adds a cell with `1 + 1` and runs it. */
  readonly add: Call;
  readonly note?: string;
}

export interface Place {
  readonly jupyter: JupyterServer;
  /** The notebook, in the folder that Jupyter serves. */
  readonly notebook: string;
}

/** In the order of the tables; ours comes last. */
export async function installServers(report: (line: string) => void): Promise<(place: Place) => Server[]> {
  const block = await install("block", report);
  const toolkit = await install("toolkit", report);
  const jupymcp = await install("jupymcp", report);
  return (place) => [
    datalayerServer(place),
    blockServer(place, block),
    toolkitServer(place, toolkit),
    jupymcpServer(place, jupymcp),
    ourServer(place),
  ];
}

async function install(name: string, report: (line: string) => void): Promise<string> {
  const folder = join(root, `.venv-bench-${name}`);
  const requirements = join(root, `scripts/bench/requirements-${name}.txt`);
  await ensureVenv({ name, folder, requirements }, report);
  return join(folder, Deno.build.os === "windows" ? "Scripts" : "bin");
}

/** Without the slash at its end, which some servers cannot take. */
function address({ url }: JupyterServer): string {
  return url.replace(/\/$/, "");
}

function datalayerServer({ jupyter, notebook }: Place): Server {
  return {
    name: "Datalayer's",
    version: "jupyter-mcp-server 2.2.4",
    command: [join(environmentOf("datalayer").folder, "bin", "jupyter-mcp-server"), "start"],
    env: {
      JUPYTER_URL: address(jupyter),
      JUPYTER_TOKEN: jupyter.token,
      START_NEW_CODE_SANDBOX: "false",
    },
    open: ["use_notebook", { notebook_name: "n", notebook_path: notebook, kernel_id: "NEW" }],
    run: ["execute_code", { code: "1 + 1" }],
    add: ["insert_execute_code_cell", { cell_index: -1, cell_source: "1 + 1" }],
  };
}

function blockServer({ jupyter, notebook }: Place, folder: string): Server {
  return {
    name: "Block's",
    version: "mcp-jupyter 2.0.2",
    command: [join(folder, "mcp-jupyter")],
    env: { TOKEN: jupyter.token },
    open: ["setup_notebook", { notebook_path: notebook, server_url: address(jupyter) }],
    add: ["modify_notebook_cells", {
      notebook_path: notebook,
      operation: "add_code",
      cell_content: "1 + 1",
    }],
    note:
      "runs code only in cells. Measured with mcp 1.30 and jupyter-kernel-client 0.15: it does not start " +
      "with the newest releases of these, which `uvx mcp-jupyter` installs today",
  };
}

function toolkitServer({ jupyter, notebook }: Place, folder: string): Server {
  return {
    name: "mcp-jupyter-notebook",
    version: "0.10.0",
    command: [join(folder, "mcp-jupyter-notebook")],
    env: {
      MCP_JUPYTER_SESSION_MODE: "server",
      MCP_JUPYTER_BASE_URL: address(jupyter),
      MCP_JUPYTER_TOKEN: jupyter.token,
      MCP_JUPYTER_NOTEBOOK_PATH: notebook,
    },
    open: ["notebook_open", { notebook_path: notebook }],
    run: ["notebook_code_execute", { code: "1 + 1" }],
    add: ["notebook_code_run", { code: "1 + 1" }],
    note: "opens its notebook and starts a kernel before it answers `initialize`",
  };
}

function jupymcpServer({ jupyter, notebook }: Place, folder: string): Server {
  return {
    name: "JupyMCP",
    version: "0.3.2",
    command: [join(folder, "jupymcp"), "--workspace-root", jupyter.root],
    env: {},
    open: ["execute", { code: "0", path: notebook }],
    run: ["execute", { code: "1 + 1" }],
    add: ["execute", { code: "1 + 1", path: notebook }],
    note:
      "starts kernels of its own, without a Jupyter server, and writes notebook files: there is no server between " +
      "it and the kernel, and nobody sees the notebook live",
  };
}

function ourServer({ jupyter, notebook }: Place): Server {
  return {
    name: "jupyter-mcp",
    version: config.version,
    command: [binaryPath()],
    env: { JUPYTER_SERVER_URL: jupyter.url, JUPYTER_TOKEN: jupyter.token },
    open: ["session_create", { notebook_path: notebook }],
    run: ["execute_code", { session_id: notebook, code: "1 + 1", record: false }],
    add: ["notebook_add_cell", { notebook_path: notebook, source: "1 + 1", execute: true }],
  };
}
