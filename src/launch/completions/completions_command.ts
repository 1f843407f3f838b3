/** `jupyter-mcp completions`: prints the script by which a shell completes our commands and options. */

import { UsageError } from "../../base/options.ts";
import { splitArguments } from "../command.ts";
import type { Command } from "../commands.ts";
import { printText } from "../terminal.ts";
import { suggestion } from "../suggestion.ts";
import { bashCompletions } from "./bash.ts";
import { fishCompletions } from "./fish.ts";
import { type Grammar, readGrammar } from "./grammar.ts";
import { powershellCompletions } from "./powershell.ts";
import { zshCompletions } from "./zsh.ts";

const help = `jupyter-mcp completions prints the completions of its commands and options for a shell.

Usage:
  jupyter-mcp completions bash|zsh|fish|powershell

To have them in every new shell:
  bash        add to ~/.bashrc:   eval "$(jupyter-mcp completions bash)"
  zsh         add to ~/.zshrc, after compinit:   eval "$(jupyter-mcp completions zsh)"
  fish        jupyter-mcp completions fish > ~/.config/fish/completions/jupyter-mcp.fish
  powershell  add to $PROFILE:   jupyter-mcp completions powershell | Out-String | Invoke-Expression
`;

const shells: Readonly<Record<string, (grammar: Grammar) => string>> = {
  bash: bashCompletions,
  zsh: zshCompletions,
  fish: fishCompletions,
  powershell: powershellCompletions,
};
const known = Object.keys(shells);

/** Whoever names one of these has not mistyped another. */
const otherShells: ReadonlySet<string> = new Set([
  "sh",
  "dash",
  "csh",
  "tcsh",
  "ksh",
  "mksh",
  "nu",
  "elvish",
  "xonsh",
]);

export const completionsCommand: Command = {
  help,
  flags: [],
  words: known,
  run: async (args) => {
    const { words: [shell] } = splitArguments(args, { command: "completions", flags: [], words: 1 });
    if (shell === undefined) {
      throw new UsageError(`Cannot print completions: name the shell, one of ${known.join(", ")}`);
    }
    const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
    if (write === undefined) {
      throw new UsageError(
        otherShells.has(shell)
          ? `Cannot print completions for "${shell}": there are some for ${known.join(", ")}`
          : `Unknown shell "${shell}": ${suggestion(shell, { known, command: "completions" })}`,
      );
    }
    printText(write(await readGrammar()));
    return 0;
  },
};
