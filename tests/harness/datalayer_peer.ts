/** Datalayer's own server from PyPI, pinned, as a peer to compare with. */

import { Client } from "@modelcontextprotocol/client";
import { join } from "node:path";
import { Connection } from "./client.ts";
import { ensureEnvironment, environmentOf } from "./environment.ts";
import type { JupyterServer } from "./jupyter.ts";
import { StdioTransport } from "./stdio_transport.ts";

export class PeerConnection extends Connection {
  readonly pid: number;

  constructor(client: Client, pid: number) {
    super(client);
    this.pid = pid;
  }
}

/** Starts it on a Jupyter; by itself it starts a kernel before it answers. */
export async function connectPeer(
  jupyter: JupyterServer,
  env: Readonly<Record<string, string>> = { START_NEW_CODE_SANDBOX: "false" },
): Promise<PeerConnection> {
  await ensureEnvironment("datalayer");
  const { folder } = environmentOf("datalayer");
  const programs = join(folder, Deno.build.os === "windows" ? "Scripts" : "bin");
  const transport = new StdioTransport({
    command: join(programs, "jupyter-mcp-server"),
    args: ["start"],
    env: {
      PATH: `${programs}:${Deno.env.get("PATH") ?? ""}`,
      HOME: Deno.env.get("HOME") ?? "/",
      // It joins addresses by hand, and hangs on two slashes.
      JUPYTER_URL: jupyter.url.replace(/\/$/, ""),
      JUPYTER_TOKEN: jupyter.token,
      ...env,
    },
  });
  const client = new Client({ name: "jupyter-mcp-tests", version: "0" }, {
    capabilities: {},
    versionNegotiation: { mode: "legacy" },
  });
  await client.connect(transport, { timeout: 120_000 });
  return new PeerConnection(client, transport.pid);
}
