/** The compiled program run to its end as a command, in an environment made from nothing. */

import { binaryPath } from "./program.ts";

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  /** What it reads from stdin; nothing if absent. */
  readonly stdin?: string;
  readonly cwd?: string;
}

export async function runBinary(
  args: readonly string[],
  env: Record<string, string> = {},
  { stdin, cwd }: RunOptions = {},
): Promise<Finished> {
  const child = new Deno.Command(binaryPath(), {
    args: [...args],
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: "/nowhere", ...env },
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    ...(cwd === undefined ? {} : { cwd }),
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const output = await child.output();
  const decoder = new TextDecoder();
  return {
    code: output.code,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}
