/** The grammar of the command line, as completion scripts need it: commands, their arguments, flags and values. */

import { allOptions } from "../../base/options.ts";
import type { CommandEntry, Flag } from "../command.ts";

/** What follows a flag: nothing, a path, a running session, one of a few values, or any text. */
export type Value =
  | { readonly kind: "session" }
  | { readonly kind: "none" }
  | { readonly kind: "path" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "free" };

export interface CompletedFlag {
  readonly flag: string;
  /** One letter after a dash. */
  readonly short?: string;
  readonly help: string;
  readonly value: Value;
}

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  readonly words: readonly string[];
  readonly takesFiles: boolean;
}

/** The names under which packages install the program. */
export const programNames = ["jupyter-mcp", "jupyter-live-mcp"] as const;

/** Prints the names of the running sessions, one per line. */
export const sessionsArguments = "completions --sessions";

export interface Grammar {
  readonly commands: readonly CompletedCommand[];
  /** The flags of serving. */
  readonly flags: readonly CompletedFlag[];
}

/** All flags by what follows them; those for a session also by their letter. */
export function flagsByValue({ commands, flags }: Grammar) {
  const all = [...flags, ...commands.flatMap((command) => command.flags)];
  const named = (...kinds: readonly Value["kind"][]) =>
    new Set(all.flatMap(({ flag, value }) => kinds.includes(value.kind) ? [flag] : []));
  return {
    choices: new Map(all.flatMap(({ flag, value }) => value.kind === "choice" ? [[flag, value.choices]] : [])),
    sessions: new Set(
      all.flatMap(({ flag, short, value }) => value.kind === "session" ? [flag, ...short ? [short] : []] : []),
    ),
    texts: named("path", "free"),
    takers: named("session", "path", "choice", "free"),
  };
}

/** What is offered after a command, or after the program's name: words and flags. */
export function offered(words: readonly string[], flags: readonly CompletedFlag[]): readonly string[] {
  return [...words, ...flags.map(({ flag }) => flag)];
}

const helpFlag: CompletedFlag = { flag: "--help", help: "Show this help", value: { kind: "none" } };
const versionFlag: CompletedFlag = { flag: "--version", help: "Show the version", value: { kind: "none" } };

/** Loads every command to read its flags and arguments. */
export async function readGrammar(commands: Readonly<Record<string, CommandEntry>>): Promise<Grammar> {
  return {
    commands: await Promise.all(
      Object.entries(commands).map(async ([name, { summary, load }]) => {
        const { flags, words = [], takesFiles = false } = await load();
        return { name, summary, flags: [...completed(flags), helpFlag], words, takesFiles };
      }),
    ),
    flags: [...completed(allOptions), helpFlag, versionFlag],
  };
}

function completed(flags: readonly Flag[]): readonly CompletedFlag[] {
  return flags.flatMap(({ flag, short, help = "", ...rest }) => {
    if (flag === undefined) return [];
    const text = help.replaceAll("\u00a0", " ");
    return [{ flag, help: text, value: valueOf(rest), ...(short === undefined ? {} : { short }) }];
  });
}

function valueOf({ value, choices, isSession = false }: Flag): Value {
  if (value === undefined) return { kind: "none" };
  if (isSession) return { kind: "session" };
  if (choices !== undefined) return { kind: "choice", choices };
  return { kind: value === "<path>" ? "path" : "free" };
}
