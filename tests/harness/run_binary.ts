/** The compiled program run to its end as a command, in an environment made from nothing. */

import { binaryPath } from "./program.ts";

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runBinary(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Finished> {
  const output = await new Deno.Command(binaryPath(), {
    args: [...args],
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: "/nowhere", ...env },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return {
    code: output.code,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}
