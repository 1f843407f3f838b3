/** Output for the person at the terminal: stdout for what a command was asked to print, stderr for everything else. */

import type { Environment } from "../base/options.ts";
/** Writes to stdout, which belongs to MCP while serving; a pipe takes a long text in parts. */
export function printText(text: string): void {
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
  } catch (error) {
    // The reader has closed the pipe, as `| head` does.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** All of stdin as text. */
export function readAllStdin(): string {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  let text = "";
  for (let count = Deno.stdin.readSync(buffer); count !== null; count = Deno.stdin.readSync(buffer)) {
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
  return text + decoder.decode();
}

const encoder = new TextEncoder();

/** Writes one line to stderr. */
export function writeLine(text: string): void {
  writeText(`${text}\n`);
}

/** Writes text to stderr as it is. */
export function writeText(text: string): void {
  Deno.stderr.writeSync(encoder.encode(text));
}

/** Colours a text, or leaves it as it is. */
export type Painter = (text: string, style: keyof typeof styles) => string;

const styles = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36, grey: 90 } as const;

interface PaintOptions {
  readonly env: Environment;
  readonly isTerminal: boolean;
}

/** Colours are used only on a terminal, and not if the environment disables them. */
export function painter({ env, isTerminal }: PaintOptions): Painter {
  const plain = !isTerminal || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  return (text, style) => plain || text === "" ? text : `\x1b[${styles[style]}m${text}\x1b[0m`;
}
