/** `jupyter-mcp setup` at the terminal: progress, one clear message where it fails, the exit code. */

import { setUp } from "./setup.ts";
import { SetupError } from "./setup_error.ts";
import { stderrReport } from "./setup_report.ts";
import { writeLine } from "./stderr.ts";
import { stopSignal } from "./stop_signals.ts";

/** Runs setup; gives the exit code. */
export async function runSetup(): Promise<number> {
  const interrupt = new AbortController();
  stopSignal().then(() => interrupt.abort());
  try {
    await setUp({ env: Deno.env.toObject(), report: stderrReport(), signal: interrupt.signal });
    return 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    writeLine("");
    for (const line of interrupt.signal.aborted ? [] : error.lines) writeLine(`  | ${line}`);
    writeLine(`${error.message}\n${error.hint}`);
    return interrupt.signal.aborted ? 130 : 1;
  }
}
