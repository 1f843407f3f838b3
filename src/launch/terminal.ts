/** What a command was asked to print. Serving never writes here: stdout belongs to MCP then. */

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
