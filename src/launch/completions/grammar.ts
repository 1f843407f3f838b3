/** The grammar of the command line, as completion scripts need it: commands, their arguments, flags and values. */

import { allOptions } from "../../base/options.ts";
import type { CommandEntry, Flag } from "../command.ts";

/** What follows a flag: nothing, a path, one of a few values, or any text. */
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

interface CompletedCommand {
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

const helpFlag: CompletedFlag = { flag: "--help", help: "Show this help", value: { kind: "none" } };
const versionFlag: CompletedFlag = { flag: "--version", help: "Show the version", value: { kind: "none" } };

/** Loads every command to read its flags and arguments. */
export async function readGrammar(commands: Readonly<Record<string, CommandEntry>>): Promise<Grammar> {
  return {
    commands: await Promise.all(
      Object.entries(commands).map(async ([name, { summary, load }]) => {
        const { flags, words = [] } = await load();
        return { name, summary, flags: [...completed(flags), helpFlag], words };
      }),
    ),
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
