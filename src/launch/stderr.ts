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
