/** What can be written after the program's name: the commands, their words and flags, and what flags take. */

import { allOptions } from "../../base/options.ts";
import type { Flag } from "../command.ts";
import { type CommandName, commands } from "../commands.ts";

/** What follows a flag: nothing, a file, one of some words, or something that only the person knows. */
export type Value =
  | { readonly kind: "none" }
  | { readonly kind: "path" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "free" };

export interface CompletedFlag {
  readonly flag: string;
  readonly help: string;
  readonly value: Value;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  readonly words: readonly string[];
}

export interface Grammar {
  readonly commands: readonly CompletedCommand[];
  /** The flags of serving. */
  readonly flags: readonly CompletedFlag[];
}

const helpFlag: CompletedFlag = { flag: "--help", help: "Show the help", value: { kind: "none" } };
const versionFlag: CompletedFlag = { flag: "--version", help: "Show the version", value: { kind: "none" } };

/** Loads every command to ask what it takes. */
export async function readGrammar(): Promise<Grammar> {
  const names = Object.keys(commands).filter((name): name is CommandName => name in commands);
  return {
    commands: await Promise.all(names.map(async (name) => {
      const { flags, words = [] } = await commands[name].load();
      return { name, summary: commands[name].summary, flags: [...completed(flags), helpFlag], words };
    })),
    flags: [...completed(allOptions), helpFlag, versionFlag],
  };
}

function completed(flags: readonly Flag[]): readonly CompletedFlag[] {
  return flags.flatMap((one) =>
    one.flag === undefined ? [] : [{ flag: one.flag, help: one.help ?? "", value: valueOf(one) }]
  );
}

function valueOf({ value, choices }: Flag): Value {
  if (value === undefined) return { kind: "none" };
  if (choices !== undefined) return { kind: "choice", choices };
  return { kind: value === "<path>" ? "path" : "free" };
}
