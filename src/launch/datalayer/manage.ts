/** `connect` and `stop`: one request to a server that runs, and the exit code. */

import { writeLine } from "../terminal.ts";
import type { Management } from "./command_line.ts";

const limit = 60_000;

export async function manage({ kind, url, token, body }: Management): Promise<number> {
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
    const said = await response.text();
    if (response.ok) return 0;
    writeLine(`jupyter-mcp: Cannot ${kind}: ${address} answered ${response.status} ${said.slice(0, 500)}`);
  } catch (error) {
    const state = error instanceof Error ? error.message : String(error);
    writeLine(`jupyter-mcp: Cannot ${kind}: ${address} cannot be reached (${state})`);
  }
  return 1;
}
