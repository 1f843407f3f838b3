/**
 * What every command is made of: its interface, its flags, and how its arguments are split and its help is laid out.
 * The commands themselves are listed in `commands.ts`.
 */

import { UsageError } from "../base/options.ts";
import { similarity } from "../base/similarity.ts";
import { typedCommand } from "./own_program.ts";
import type { Machine } from "./user_folders.ts";
import type { EntryUrls } from "./workers/server_worker.ts";

export interface Command {
  /** The text of `--help` after the command. */
  readonly help: string;
  /** The flags it accepts. */
  readonly flags: readonly Flag[];
  /** The values that its first positional argument can have, if they are known. */
  readonly words?: readonly string[];
  /** Whether its positional arguments may be files. */
  readonly takesFiles?: boolean;
  /** Runs with the arguments after the command's name and returns the exit code; throws UsageError. */
  readonly run: (args: readonly string[], machine: Machine, program: ProgramParts) => Promise<number>;
}

/** What a command needs to start the server. */
export interface ProgramParts {
  readonly entries: EntryUrls;
  readonly version: string;
}

/** A command that is loaded when it is run. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export interface Flag {
  /** One letter after a dash. */
  readonly short?: string;
  /** Absent for options that are environment variables only. */
  readonly flag?: string;
  /** Placeholder for the value; a flag without one is a switch. */
  readonly value?: string;
  readonly help?: string;
  /** The allowed values, if they are known. */
  readonly choices?: readonly string[];
  /** Whether the value names a session, so that shells complete those that are running. */
  readonly isSession?: boolean;
}

/** The commands of Datalayer's server, accepted with `--compat datalayer`. */
export const datalayerCommands: ReadonlySet<string> = new Set(["start", "connect", "stop"]);

interface ArgumentRules {
  /** The command they belong to, for error messages; absent for serving. */
  readonly command?: string;
  readonly flags: readonly Flag[];
  /** Maximum number of positional arguments; 0 if absent. */
  readonly words?: number;
}

interface SplitArguments {
  readonly words: readonly string[];
  /** Flag → value, `""` for a switch; the last one if it is repeated. */
  readonly given: ReadonlyMap<string, string>;
  /** Flag → every value, in order. */
  readonly all: ReadonlyMap<string, readonly string[]>;
}

/** Splits arguments into positional ones and flags with their values; throws {@linkcode UsageError}. */
export function splitArguments(args: readonly string[], rules: ArgumentRules): SplitArguments {
  const words: string[] = [];
  const all = new Map<string, readonly string[]>();
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "--") {
      words.push(...rest.splice(0));
      continue;
    }
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg);
      continue;
    }
    const [given, inline] = splitOnce(arg);
    const flag = rules.flags.find(({ short }) => short === given)?.flag ?? given;
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
    return `Cannot use ${flag}: every user of the machine can see a token on the command line; ${instead}`;
  }
  const known = [...flags.flatMap((candidate) => candidate.flag ?? []), "--help", "--version"];
  const of = command === undefined ? "" : ` of "${command}"`;
  return `Unknown option "${flag}"${of}: ${suggestion(flag, { known, command })}`;
}

function unexpectedWord(word: string, { command, words = 0 }: ArgumentRules): string {
  if (command === undefined) return `Cannot use "${word}" here: a command comes first`;
  return `Cannot use "${word}" after "${command}": ${
    words === 0 ? "it takes no arguments" : "too many arguments"
  }`;
}

interface SuggestionOptions {
  readonly known: readonly string[];
  /** The command whose help to refer to; absent for the program's own. */
  readonly command?: string | undefined;
}

const minSimilarity = 0.25;

/** Asks for the most similar known word, or else refers to the help. */
export function suggestion(wrong: string, { known, command }: SuggestionOptions): string {
  const nearest = known
    .map((name) => ({ name, score: scoreOf(bare(wrong), bare(name)) }))
    .filter(({ score }) => score >= minSimilarity)
    .toSorted((a, b) => b.score - a.score)[0];
  const help = command === undefined ? "--help" : `${command} --help`;
  return nearest === undefined ? `see ${typedCommand()} ${help}` : `did you mean "${nearest.name}"?`;
}

/** All options start with dashes, so these say nothing. */
function bare(word: string): string {
  return word.replace(/^-+/, "");
}

/** A person may remember only the first of several words. */
function scoreOf(wrong: string, name: string): number {
  const [first = name] = name.split("-");
  return Math.max(similarity(wrong, name), 0.9 * similarity(wrong, first));
}

/** The options of a command, as its help lists them. */
export function flagLines(flags: readonly Flag[]): string {
  return flags.map(({ flag = "", short, value, help = "" }) => {
    const name = short === undefined ? flag : `${short}, ${flag}`;
    return helpLine(value === undefined ? name : `${name} ${value}`, help);
  }).join("\n");
}

const helpColumn = 30;
const helpWidth = 80;

/** A term and its explanation, in two columns; a non-breaking space is never broken. */
export function helpLine(term: string, help: string): string {
  const first = `  ${term}`;
  // A term that does not fit into its column has a line of its own.
  const lines = first.length < helpColumn ? [first.padEnd(helpColumn)] : [first, " ".repeat(helpColumn)];
  for (const word of help.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length + 1 <= helpWidth) {
      lines[lines.length - 1] = `${line}${line.endsWith(" ") ? "" : " "}${word}`;
    } else lines.push(" ".repeat(helpColumn) + word);
  }
  return lines.join("\n").replaceAll("\u00a0", " ");
}
