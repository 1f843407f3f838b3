/** Runs Deno for one part of the suite. */

import type { PartOutput } from "./part_output.ts";

export interface CommandOptions {
  readonly cwd: string;
  /** Gets both of its streams. */
  readonly output: PartOutput;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `deno` to its end and returns its exit code. */
export async function runDeno(args: readonly string[], options: CommandOptions): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: options.cwd,
    env: { ...options.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await Promise.all([pass(child.stdout, options.output), pass(child.stderr, options.output)]);
  return (await child.status).code;
}

async function pass(stream: ReadableStream<Uint8Array>, output: PartOutput): Promise<void> {
  for await (const text of stream.pipeThrough(new TextDecoderStream())) await output.take(text);
}
