/**
 * The file of `--otel-file`: spans are added to it, one line each. A disk that is full takes nothing else away: that is
 * told once, and nothing more is added.
 */

import { UsageError } from "../base/options.ts";

export interface SpanFile {
  readonly write: (line: string) => void;
  readonly close: () => void;
}

/** Opens it for adding; throws where that cannot be. */
export function openSpanFile(path: string, onFailure: (reason: string) => void): SpanFile {
  const file = open(path);
  const encoder = new TextEncoder();
  let isBroken = false;
  return {
    write(line) {
      if (isBroken) return;
      try {
        file.writeSync(encoder.encode(`${line}\n`));
      } catch (error) {
        isBroken = true;
        onFailure(stateOf(error));
      }
    },
    close: () => file.close(),
  };
}

function open(path: string): Deno.FsFile {
  try {
    const folder = path.replace(/[^/\\]*$/, "");
    if (folder !== "") Deno.mkdirSync(folder, { recursive: true });
    return Deno.openSync(path, { create: true, append: true, mode: 0o600 });
  } catch (error) {
    throw new UsageError(`Cannot use --otel-file "${path}": ${stateOf(error)}`);
  }
}

function stateOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
