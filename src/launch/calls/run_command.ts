/** `jupyter-mcp run`: runs code in a session and prints what it prints. */

import { asRecord } from "../../base/json.ts";
import { UsageError } from "../../base/options.ts";
import type { CallResult } from "../../base/protocol.ts";
import { type Command, flagLines, splitArguments } from "../command.ts";
import { acquireFileLock } from "../file_lock.ts";
import { typedCommand } from "../own_program.ts";
import { printText, readAllStdin, writeLine } from "../terminal.ts";
import { isFile, type Machine } from "../user_folders.ts";
import { printCall, saveFlag } from "./print_call.ts";
import { dataOf, runningText, type SavedResult } from "./tool_output.ts";
import { callOptions, type CallTool } from "./tool_server.ts";

const ownFlags = [
  {
    flag: "--session",
    short: "-s",
    value: "<name>",
    isSession: true,
    help: "Session to run it in: a name, or the path of a notebook; created if it does not exist. " +
      "Without it, the only session, or a new one if there is none",
  },
  { flag: "--timeout", value: "<seconds>", help: "Interrupt it after this time" },
  {
    flag: "--background",
    help: "Do not wait for it. Its output goes to the session's notebook; without one it is not kept",
  },
  {
    flag: "--record",
    help:
      "Append the code and its output to the session's notebook, even if this command has not created the session",
  },
  { flag: "--max-chars", value: "<number>", help: "Longest text of the output [default:\u00a030000]" },
  { flag: "--json", help: "Print one JSON object, with what execute_code returns" },
  saveFlag,
] as const;

const help = `jupyter-mcp run runs code in a session and prints its output: stdout, stderr,
the value of the last expression, and the paths of its images. Variables stay in
the session's kernel for the next run. If no Jupyter is running, one is started
in the background.

Usage:
  jupyter-mcp run [-s <session>] [options] <file>|-|<code>

Options:
${flagLines(ownFlags)}

Server options that apply to a single call can be given too.

The exit code is 0 if the code ran, 1 if it raised an exception or could not be
run, 2 if the arguments are wrong.

Examples:
  jupyter-mcp run -s eda "import pandas as pd; df = pd.DataFrame({'a': [1]})"
  jupyter-mcp run -s eda "df.describe()"
  echo "print(len(df))" | jupyter-mcp run -s eda -
`;

const flags = [...ownFlags, ...callOptions];

/** Seconds; the longest that execute_code accepts. */
const longestTimeout = 86_400;
const largestNumber = 10_000_000;
/** Seconds in which a run in the background may report a mistake. */
const backgroundWait = 1;

export const runCommand: Command = {
  help,
  flags,
  takesFiles: true,
  run: async (args, machine, program) => {
    const { words: [source], given } = splitArguments(args, { command: "run", flags, words: 1 });
    const request = { code: codeOf(source), ...runArguments(given) };
    const session = given.get("--session");
    return await printCall(
      { given, machine, program, toolsets: ["sessions", "execution"], show },
      (call) => execute(call, request, { session, machine }),
    );
  },
};

function runArguments(given: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  const isBackground = given.has("--background");
  const chars = given.get("--max-chars");
  return {
    timeout: isBackground ? backgroundWait : numberOf("--timeout", given.get("--timeout")) ?? longestTimeout,
    ...(isBackground ? { on_timeout: "continue" } : {}),
    ...(given.has("--record") ? { record: true } : {}),
    ...(chars === undefined ? {} : { max_chars: numberOf("--max-chars", chars) }),
  };
}

function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (value > 0 && value <= largestNumber) return value;
  throw new UsageError(
    `Cannot use ${flag} "${text}": expected a number above 0 and up to ${largestNumber}`,
  );
}

/** A name with one of these endings is meant as a file, not as code. */
const sourceFile = /^[^\s(){}'"=]+\.(py|ipynb|R|r|jl)$/;

function codeOf(source: string | undefined): string {
  if (source === undefined) {
    throw new UsageError(`Cannot run: the code is missing, as in ${typedCommand()} run -s eda "df.head()"`);
  }
  if (source === "-") return readAllStdin();
  const text = sourceFile.test(source) || isFile(source) ? readSource(source) : source;
  if (!source.endsWith(".ipynb")) return text;
  throw new UsageError(
    `Cannot run "${source}": it is a notebook; run its cells with ${typedCommand()} call notebook_execute_cell`,
  );
}

function readSource(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    const state = error instanceof Deno.errors.NotFound ? "file does not exist" : "not a readable file";
    throw new UsageError(`Cannot run "${path}": ${state}`);
  }
}

interface Place {
  readonly session: string | undefined;
  readonly machine: Machine;
}

/** Runs it in the session of this name, which is created if it does not exist. */
async function execute(
  call: CallTool,
  request: Readonly<Record<string, unknown>>,
  { session, machine }: Place,
): Promise<CallResult | undefined> {
  if (session?.endsWith(".ipynb")) return await executeInNotebook(call, request, session);
  const first = await call(
    "execute_code",
    session === undefined ? request : { ...request, session_id: session },
  );
  if (session === undefined || first === undefined || dataOf(first).error !== "session_not_found") {
    return first;
  }
  // Commands that start at the same time create one session only; the code runs after the lock is released.
  const lock = await acquireFileLock(`session ${session}`, { machine });
  const created = await createUnlessThere(call, session).finally(() => lock.release());
  if (created === undefined || created.isError) return created;
  return await call("execute_code", { ...request, session_id: session });
}

async function createUnlessThere(call: CallTool, name: string): Promise<CallResult | undefined> {
  const listed = await call("session_list", {});
  if (listed === undefined || listed.isError) return listed;
  return sessionsIn(listed).some((session) => session.name === name)
    ? listed
    : await call("session_create", { name });
}

function sessionsIn(listed: CallResult): readonly Readonly<Record<string, unknown>>[] {
  const { sessions } = dataOf(listed);
  return (Array.isArray(sessions) ? sessions : []).map(asRecord);
}

/** The beginning of the names of sessions of notebooks that we have started, which pages name like the notebook. */
const ownMark = "jupyter-mcp: ";

/** The next command is another process, so the session's name tells it that the notebook records what is run. */
async function executeInNotebook(
  call: CallTool,
  request: Readonly<Record<string, unknown>>,
  path: string,
): Promise<CallResult | undefined> {
  const listed = await call("session_list", {});
  if (listed === undefined || listed.isError) return listed;
  const found = sessionsIn(listed).find(({ notebook_path }) => notebook_path === path);
  if (found === undefined) {
    const name = `${ownMark}${path.split("/").at(-1)}`;
    const created = await call("session_create", { notebook_path: path, name });
    if (created === undefined || created.isError) return created;
    return await call("execute_code", { ...request, session_id: dataOf(created).session_id });
  }
  const recorded = String(found.name).startsWith(ownMark) ? { record: true } : {};
  return await call("execute_code", { ...recorded, ...request, session_id: found.session_id });
}

function show(saved: SavedResult | undefined): void {
  if (saved === undefined) return writeLine("jupyter-mcp: interrupted");
  const { isError, data, files, text } = saved;
  if (isError) return writeLine(errorText(data) ?? text);
  printLines(data.stdout);
  for (const part of [data.stderr, data.traceback]) {
    if (typeof part === "string" && part !== "") writeLine(part.trimEnd());
  }
  printLines(data.result);
  for (const { path } of files) printLines(path);
  const notes = Array.isArray(data.notes) ? data.notes : [];
  const status = typeof data.status === "string" && data.status !== "error" ? [statusText(data)] : [];
  for (const note of [...status, ...notes]) writeLine(`jupyter-mcp: ${forShell(String(note))}`);
}

/** Only a client of MCP can read the resource that a note names. */
function forShell(note: string): string {
  return note.replace("all retained output is at outputs_uri", "--max-chars prints more");
}

/** A tool's error in the words of this command; undefined if it has another form. */
function errorText({ message, hint, available }: SavedResult["data"]): string | undefined {
  if (typeof message !== "string") return undefined;
  const names = (Array.isArray(available) ? available : []).flatMap((one) => asRecord(one).name ?? []);
  const advice = names.length > 0 ? `Name it with -s: ${names.join(", ")}` : hint;
  return `jupyter-mcp: ${message}${typeof advice === "string" ? `\n  → ${advice}` : ""}`;
}

function statusText(data: SavedResult["data"]): string {
  if (data.status === "running") return runningText(data);
  return data.status === "timeout"
    ? "the run was interrupted at its --timeout"
    : `the run ended as ${data.status}`;
}

function printLines(text: unknown): void {
  if (typeof text === "string" && text !== "") printText(text.endsWith("\n") ? text : `${text}\n`);
}
