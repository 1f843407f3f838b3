/** What a command was asked to print. Serving never writes here: stdout belongs to MCP then. */

import type { Environment } from "../base/options.ts";
/** Writes all of a text; a pipe takes a long one in parts. */
export function printText(text: string): void {
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
  } catch (error) {
    // Whoever reads has seen enough, as `| head` has.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** Plain lines for the person at the terminal. Stdout belongs to MCP, so they go to stderr. */

const encoder = new TextEncoder();

/** Writes one line to stderr. */
export function writeLine(text: string): void {
  writeText(`${text}\n`);
}

/** Writes text to stderr as it is. */
export function writeText(text: string): void {
  Deno.stderr.writeSync(encoder.encode(text));
}

/** Colours for people at a terminal. */

/** Paints a text, or leaves it as it is. */
export type Painter = (text: string, style: keyof typeof styles) => string;

const styles = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36, grey: 90 } as const;

interface PaintOptions {
  readonly env: Environment;
  readonly isTerminal: boolean;
}

/** Only a terminal gets colours, and only where nothing says that the person wants none. */
export function painter({ env, isTerminal }: PaintOptions): Painter {
  const plain = !isTerminal || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  return (text, style) => plain || text === "" ? text : `\x1b[${styles[style]}m${text}\x1b[0m`;
}
