/** `jupyter-mcp completions`: prints a script that completes commands and options in a shell. */

import { UsageError } from "../../base/options.ts";
import { type Command, type CommandEntry, splitArguments, suggestion } from "../command.ts";
import { printText } from "../terminal.ts";
import { bashCompletions } from "./bash.ts";
import { fishCompletions } from "./fish.ts";
import { type Grammar, readGrammar } from "./grammar.ts";
import { powershellCompletions } from "./powershell.ts";
import { zshCompletions } from "./zsh.ts";

const help = `jupyter-mcp completions prints a script that completes its commands and options in a shell.

Usage:
  jupyter-mcp completions bash|zsh|fish|powershell

To enable completions in every new shell:
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

/** Real shells, not misspellings of a supported one. */
const otherShells: ReadonlySet<string> = new Set("sh dash csh tcsh ksh mksh nu elvish xonsh".split(" "));

export function completionsCommand(commands: Readonly<Record<string, CommandEntry>>): Command {
  return {
    help,
    flags: [],
    words: known,
    run: async (args) => {
      const { words: [shell] } = splitArguments(args, { command: "completions", flags: [], words: 1 });
      printText(scriptFor(shell)(await readGrammar(commands)));
      return 0;
    },
  };
}

function scriptFor(shell: string | undefined): (grammar: Grammar) => string {
  if (shell === undefined) {
    throw new UsageError(`Cannot print completions: name the shell, one of ${known.join(", ")}`);
  }
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (script !== undefined) return script;
  throw new UsageError(
    otherShells.has(shell)
      ? `Cannot print completions for "${shell}": supported are ${known.join(", ")}`
      : `Unknown shell "${shell}": ${suggestion(shell, { known, command: "completions" })}`,
  );
}
