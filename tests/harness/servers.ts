/**
 * The two Jupyter servers that `deno task test` starts once per run, handed to the test files by
 * environment variables.
 */

import { z } from "zod";
import type { EnvironmentKind } from "./environment.ts";
import type { JupyterServer } from "./jupyter.ts";

const serverSchema = z.object({ url: z.string(), token: z.string(), root: z.string() });

/** The variable that carries a server, as JSON. */
export function variableOf(kind: EnvironmentKind): string {
  return `JUPYTER_MCP_TEST_${kind.toUpperCase()}`;
}

/** The value of {@linkcode variableOf} for a server. */
export function serialiseServer(server: JupyterServer): string {
  return JSON.stringify({ url: server.url, token: server.token, root: server.root });
}

/** The running server of this kind; fails where the tests were not started by `deno task test`. */
export function sharedJupyter(kind: EnvironmentKind): JupyterServer {
  const value = Deno.env.get(variableOf(kind));
  if (value === undefined) {
    throw new Error(
      `Cannot reach the shared ${kind} Jupyter: ${
        variableOf(kind)
      } is not set (run: deno task test [filter])`,
    );
  }
  return serverSchema.parse(JSON.parse(value));
}
