/** `jupyter-mcp setup` at the terminal: progress, one clear message if it fails, the exit code. */

import { UsageError } from "../../base/options.ts";
import { type Command, flagLines, splitArguments } from "../command.ts";
import { removeEnvironment, setUp, SetupError } from "./setup.ts";
import { stderrReport } from "../progress.ts";
import { writeLine } from "../terminal.ts";
import { stopSignal } from "../processes.ts";

const flags = [
  { flag: "--upgrade", help: "Upgrade all packages to their newest versions" },
  {
    flag: "--with",
    value: "<package>",
    help: "Add a package, as pip names it; can be repeated. It is kept through upgrades and repairs",
  },
  { flag: "--remove", help: "Delete the environment. Notebooks and other files of yours are not in it" },
] as const;

const help = `jupyter-mcp setup creates a Jupyter environment in your user data folder, with
JupyterLab, real-time collaboration, pandas, pyarrow, openpyxl and matplotlib.

It uses uv if installed, otherwise python3 (3.9 or newer) with venv and pip.
Nothing outside that folder changes. Running it again completes or repairs the
environment.

Usage:
  jupyter-mcp setup [--upgrade] [--with <package>]...
  jupyter-mcp setup --remove

Options:
${flagLines(flags)}

A Jupyter that is already running keeps the packages it has loaded: restart its
kernels.

Examples:
  jupyter-mcp setup
  jupyter-mcp setup --with scikit-learn --with "polars>=1"
  jupyter-mcp setup --upgrade
  jupyter-mcp setup --remove
`;

export const setupCommand: Command = {
  help,
  flags,
  run: async (args, machine) => {
    const { given, all } = splitArguments(args, { command: "setup", flags });
    const packages = (all.get("--with") ?? []).map(checkPackage);
    const isRemoved = given.has("--remove");
    if (isRemoved && given.size > 1) throw new UsageError("Cannot use --remove with other options");
    const interrupt = new AbortController();
    stopSignal().then(() => interrupt.abort());
    try {
      if (isRemoved) {
        await removeEnvironment({ env: machine.env, report: stderrReport() });
        return 0;
      }
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

/** A leading dash would make it an option of pip; a line end would break our list of added packages. */
function checkPackage(text: string): string {
  if (/^[^-\s][^\r\n]*$/.test(text)) return text;
  throw new UsageError(
    `Cannot use --with "${text}": expected a package, such as scikit-learn or "polars>=1"`,
  );
}
