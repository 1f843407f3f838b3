/** Runs a command to its end, with its output taken line by line and hidden from the person. */

import type { Environment } from "../../base/options.ts";
import type { CommandPrefix } from "../jupyter/environment.ts";
import { tailLines } from "./line_tail.ts";

export interface RunOptions {
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
  readonly onLine?: (line: string) => void;
}

export interface RunResult {
  readonly ok: boolean;
  /** The last lines of stdout and stderr together. */
  readonly lines: readonly string[];
}

/** Runs it; a command that does not exist is a failed one. */
export async function runCommand([program, ...args]: CommandPrefix, options: RunOptions): Promise<RunResult> {
  const { env, signal, onLine } = options;
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) variables[name] = value;
  try {
    const child = new Deno.Command(program, {
      args,
      env: variables,
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      ...(signal === undefined ? {} : { signal }),
    }).spawn();
    const output = tailLines([child.stdout, child.stderr], onLine === undefined ? {} : { onLine });
    const [status] = await Promise.all([child.status, output.ended]);
    return { ok: status.success, lines: output.lines() };
  } catch (error) {
    return { ok: false, lines: [error instanceof Error ? error.message : String(error)] };
  }
}
