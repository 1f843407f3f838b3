/** `jupyter-mcp setup` at the terminal: progress, one clear message where it fails, the exit code. */

import { UsageError } from "../../base/options.ts";
import { type Command, splitArguments } from "../command.ts";
import { setUp, SetupError } from "./setup.ts";
import { stderrReport } from "../progress.ts";
import { writeLine } from "../terminal.ts";
import { stopSignal } from "../processes.ts";

const help = `jupyter-mcp setup makes a Jupyter environment of its own in your user data folder, with
JupyterLab, real-time collaboration, pandas, pyarrow, openpyxl and matplotlib.

It uses uv where there is one, else python3 (3.9 or newer) with venv and pip. Nothing
outside that folder changes. Running it again completes or repairs the environment.

Usage:
  jupyter-mcp setup [--upgrade] [--with <package>]...

Options:
  --upgrade                   Bring everything in it to the newest versions
  --with <package>            Add a package, as pip names it; can be given several times.
                              It is kept through upgrades and repairs

A Jupyter that runs in it already goes on with what it has loaded: restart its kernels.

Examples:
  jupyter-mcp setup
  jupyter-mcp setup --with scikit-learn --with "polars>=1"
  jupyter-mcp setup --upgrade
`;

const flags = [
  { flag: "--upgrade", help: "Bring everything in it to the newest versions" },
  { flag: "--with", value: "<package>", help: "Add a package" },
] as const;

export const setupCommand: Command = {
  help,
  flags,
  run: async (args, machine) => {
    const { given, all } = splitArguments(args, { command: "setup", flags });
    const packages = (all.get("--with") ?? []).map(checkPackage);
    const interrupt = new AbortController();
    stopSignal().then(() => interrupt.abort());
    try {
      await setUp({
        env: machine.env,
        report: stderrReport(),
        signal: interrupt.signal,
        packages,
        upgrade: given.has("--upgrade"),
      });
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

/** What begins with a dash would be an option of pip; a line end would break our note of what was added. */
function checkPackage(text: string): string {
  if (/^[^-\s][^\r\n]*$/.test(text)) return text;
  throw new UsageError(
    `Cannot use --with "${text}": expected a package, such as scikit-learn or "polars>=1"`,
  );
}
