/** Splits arguments into words, and flags with their values. Pure; throws {@linkcode UsageError}. */

import { UsageError } from "../base/options.ts";
import { suggestion } from "./suggestion.ts";

/** A flag as it may be given. */
export interface Flag {
  readonly flag?: string;
  /** Name of the value; a flag without one is a switch. */
  readonly value?: string;
  /** What it does, for completions. */
  readonly help?: string;
  /** The values there are, where they are known. */
  readonly choices?: readonly string[];
}

export interface ArgumentRules {
  /** The command that takes them, for messages; absent for serving. */
  readonly command?: string;
  readonly flags: readonly Flag[];
  /** Most words beside the flags; none if absent. */
  readonly words?: number;
}

export interface SplitArguments {
  readonly words: readonly string[];
  /** Flag → value, `""` for a switch; of several the last. */
  readonly given: ReadonlyMap<string, string>;
  /** Flag → every value, in order. */
  readonly all: ReadonlyMap<string, readonly string[]>;
}

export function splitArguments(args: readonly string[], rules: ArgumentRules): SplitArguments {
  const words: string[] = [];
  const all = new Map<string, readonly string[]>();
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith("-")) {
      words.push(arg);
      continue;
    }
    const [flag, inline] = splitOnce(arg);
    const value = flagValue(flag, { rules, inline, next: () => rest.shift() });
    all.set(flag, [...all.get(flag) ?? [], value]);
  }
  const extra = words[rules.words ?? 0];
  if (extra !== undefined) throw new UsageError(unexpectedWord(extra, rules));
  return { words, given: new Map([...all].map(([flag, values]) => [flag, values.at(-1) ?? ""])), all };
}

function splitOnce(arg: string): readonly [string, string | undefined] {
  const at = arg.indexOf("=");
  return at === -1 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

interface ValueSource {
  readonly rules: ArgumentRules;
  readonly inline: string | undefined;
  readonly next: () => string | undefined;
}

function flagValue(flag: string, { rules, inline, next }: ValueSource): string {
  const known = rules.flags.find((candidate) => candidate.flag === flag);
  if (known === undefined) throw new UsageError(unknownFlag(flag, rules));
  if (known.value === undefined) {
    if (inline !== undefined) throw new UsageError(`Cannot use ${flag} with a value: it is a switch`);
    return "";
  }
  const value = inline ?? next();
  if (value === undefined || value === "" || (inline === undefined && value.startsWith("--"))) {
    throw new UsageError(`Cannot use ${flag}: its value is missing, as in ${flag} ${known.value}`);
  }
  return value;
}

const secretFlags: ReadonlyMap<string, string> = new Map([
  ["--jupyter-token", "set JUPYTER_TOKEN or use --token-file"],
  ["--token", "set JUPYTER_TOKEN or use --token-file"],
  ["--mcp-token", "set MCP_TOKEN"],
]);

function unknownFlag(flag: string, { command, flags }: ArgumentRules): string {
  const instead = secretFlags.get(flag);
  if (instead !== undefined) {
    return `Cannot use ${flag}: a token on the command line is seen by every user of the machine; ${instead}`;
  }
  const known = [...flags.flatMap((candidate) => candidate.flag ?? []), "--help", "--version"];
  const of = command === undefined ? "" : ` of "${command}"`;
  return `Unknown option "${flag}"${of}: ${suggestion(flag, { known, command })}`;
}

function unexpectedWord(word: string, { command, words = 0 }: ArgumentRules): string {
  if (command === undefined) return `Cannot use "${word}" here: a command comes first`;
  return `Cannot use "${word}" after "${command}": ${words === 0 ? "it takes no arguments" : "one too many"}`;
}
