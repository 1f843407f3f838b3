/** Runs a program of a package to its end. */

import assert from "node:assert/strict";

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What it printed on stdout; fails the test where it fails. */
export async function run(
  [command, ...args]: readonly [string, ...string[]],
  { cwd, env }: RunOptions = {},
): Promise<string> {
  const output = await new Deno.Command(command, {
    args,
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env },
    stdin: "null",
  }).output();
  const [stdout, stderr] = [output.stdout, output.stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(output.code, 0, `${command} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout ?? "";
}
