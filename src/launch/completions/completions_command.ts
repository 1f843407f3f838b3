/** `jupyter-mcp completions`: prints a script that completes commands, options, tools and sessions in a shell. */

import { asRecord } from "../../base/json.ts";
import { createLogger } from "../../base/log.ts";
import { loopbackBypass } from "../../base/net/loopback.ts";
import { readOptions, UsageError } from "../../base/options.ts";
import { type Command, type CommandEntry, splitArguments, suggestion } from "../command.ts";
import { logIn, probe } from "../doctor/probe.ts";
import { findJupyter } from "../jupyter/target.ts";
import { printText } from "../terminal.ts";
import type { Machine } from "../user_folders.ts";
import { bashCompletions } from "./bash.ts";
import { fishCompletions } from "./fish.ts";
import { type Grammar, readGrammar } from "./grammar.ts";
import { powershellCompletions } from "./powershell.ts";
import { zshCompletions } from "./zsh.ts";

const help = `jupyter-mcp completions prints a script that completes commands, options, tools
and sessions in a shell.

Usage:
  jupyter-mcp completions bash|zsh|fish|powershell

To enable completions in every new shell:
  bash, in ~/.bashrc:
    eval "$(jupyter-mcp completions bash)"
  zsh, in ~/.zshrc, after compinit:
    eval "$(jupyter-mcp completions zsh)"
  fish, in ~/.config/fish/config.fish:
    jupyter-mcp completions fish | source
  powershell, in $PROFILE:
    jupyter-mcp completions powershell | Out-String | Invoke-Expression
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

/** For the scripts, not for people. */
const flags = [{ flag: "--sessions" }];

/** What `-s` accepts: the notebook of a session, or else its name; none if there is no Jupyter to ask. */
async function sessionNames(machine: Machine): Promise<readonly string[]> {
  for (const [name, value] of Object.entries(loopbackBypass(machine.env))) Deno.env.set(name, value);
  const logger = createLogger({ level: "error" });
  const options = readOptions(new Map(), machine.env);
  const target = await findJupyter({ options, machine, cwd: Deno.cwd(), logger, withManaged: true });
  const login = target === undefined ? undefined : await logIn(target);
  if (target === undefined || login?.kind !== "logged_in") return [];
  const answer = await probe(target, "api/sessions", login);
  const sessions = answer.kind === "answered" && Array.isArray(answer.body) ? answer.body : [];
  return sessions.map(asRecord).map(({ type, path, name }) => String(type === "notebook" ? path : name));
}

export function completionsCommand(commands: Readonly<Record<string, CommandEntry>>): Command {
  return {
    help,
    flags: [],
    words: known,
    run: async (args, machine) => {
      const { words: [shell], given } = splitArguments(args, { command: "completions", flags, words: 1 });
      if (given.has("--sessions")) {
        printText((await sessionNames(machine)).map((name) => `${name}\n`).join(""));
        return 0;
      }
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
