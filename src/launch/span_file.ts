/** The file of `--otel-file`: spans are added to it, one line each. */

import { UsageError } from "../options.ts";

/** Opens it for adding; throws where that cannot be. */
export function openSpanFile(path: string): { write: (line: string) => void; close: () => void } {
  const file = open(path);
  const encoder = new TextEncoder();
  return {
    write: (line) => void file.writeSync(encoder.encode(`${line}\n`)),
    close: () => file.close(),
  };
}

function open(path: string): Deno.FsFile {
  try {
    const folder = path.replace(/[^/\\]*$/, "");
    if (folder !== "") Deno.mkdirSync(folder, { recursive: true });
    return Deno.openSync(path, { create: true, append: true, mode: 0o600 });
  } catch (error) {
    const state = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot use --otel-file "${path}": ${state}`);
  }
}
