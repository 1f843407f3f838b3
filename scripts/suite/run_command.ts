/** Runs Deno for one part of the suite, showing what it says while keeping it. */

export interface Finished {
  readonly code: number;
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `deno` with its output shown as it comes. */
export async function runDeno(args: readonly string[], options: CommandOptions): Promise<Finished> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: options.cwd,
    env: { ...options.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const kept: string[] = [];
  await Promise.all([show(child.stdout, kept), show(child.stderr, kept)]);
  return { code: (await child.status).code, output: kept.join("") };
}

async function show(stream: ReadableStream<Uint8Array>, kept: string[]): Promise<void> {
  const encoder = new TextEncoder();
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    kept.push(text);
    const bytes = encoder.encode(text);
    for (let done = 0; done < bytes.length;) done += await Deno.stdout.write(bytes.subarray(done));
  }
}
