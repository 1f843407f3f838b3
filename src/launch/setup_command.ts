/** `jupyter-mcp setup` at the terminal: progress, one clear message where it fails, the exit code. */

import { splitArguments } from "./arguments.ts";
import type { Command } from "./commands.ts";
import { setUp } from "./setup.ts";
import { SetupError } from "./setup_error.ts";
import { stderrReport } from "./setup_report.ts";
import { writeLine } from "./stderr.ts";
import { stopSignal } from "./stop_signals.ts";

const help = `jupyter-mcp setup makes a Jupyter environment of its own in your user data folder, with
JupyterLab, real-time collaboration, pandas, pyarrow, openpyxl and matplotlib.

It uses uv where there is one, else python3 (3.9 or newer) with venv and pip. Nothing
outside that folder changes. Running it again completes or repairs the environment.

Usage:
  jupyter-mcp setup
`;

export const setupCommand: Command = {
  help,
  run: async (args, machine) => {
    splitArguments(args, { command: "setup", flags: [] });
    const interrupt = new AbortController();
    stopSignal().then(() => interrupt.abort());
    try {
      await setUp({ env: machine.env, report: stderrReport(), signal: interrupt.signal });
      return 0;
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      writeLine("");
      for (const line of interrupt.signal.aborted ? [] : error.lines) writeLine(`  | ${line}`);
      writeLine(`${error.message}\n${error.hint}`);
      return interrupt.signal.aborted ? 130 : 1;
    }
  },
};
