/** What `call` and `run` have in common: they call tools, print the result, and report by the exit code how it went. */

import { AppError } from "../../base/errors.ts";
import { readOptions } from "../../base/options.ts";
import type { CallResult } from "../../base/protocol.ts";
import type { ProgramParts } from "../command.ts";
import { printText } from "../terminal.ts";
import type { Machine } from "../user_folders.ts";
import {
  exitCodeOf,
  exitCodes,
  jsonText,
  prepareFolder,
  type SavedResult,
  saveResult,
  withoutFollowUp,
} from "./tool_output.ts";
import { type CallTool, withToolServer } from "./tool_server.ts";

export const saveFlag = {
  flag: "--save-to",
  value: "<path>",
  help: "Folder for images and files of the result [default:\u00a0a\u00a0new\u00a0temporary\u00a0folder]",
} as const;

interface PrintOptions {
  readonly given: ReadonlyMap<string, string>;
  readonly machine: Machine;
  readonly program: ProgramParts;
  /** The toolsets that are called. */
  readonly toolsets: readonly string[];
  /** Shows a person the result; undefined for a call that was cancelled. */
  readonly show: (saved: SavedResult | undefined) => void;
}

/** Calls tools and prints the result of the last; returns the exit code. */
export async function printCall(
  { given, machine, program, toolsets, show }: PrintOptions,
  work: (call: CallTool) => Promise<CallResult | undefined>,
): Promise<number> {
  // A log of every call is not needed at a terminal, unless it is asked for.
  const options = readOptions(given, { ...machine.env, LOG_LEVEL: machine.env.LOG_LEVEL || "warning" });
  const folder = prepareFolder(given.get(saveFlag.flag));
  const { value: result, isStopped } = await withToolServer({ options, machine, program, toolsets }, work)
    .catch(failedResult);
  if (result === undefined) {
    show(undefined);
    return exitCodes.stopped;
  }
  const saved = withoutFollowUp(saveResult(result, { machine, folder }));
  if (given.has("--json")) printText(jsonText(saved));
  else show(saved);
  return isStopped ? exitCodes.stopped : exitCodeOf(saved);
}

/** That there is no Jupyter, in the form of a tool's error. */
function failedResult(error: unknown) {
  if (!(error instanceof AppError)) throw error;
  const { code, message, hint } = error;
  const text = JSON.stringify({ error: code, message, ...(hint === undefined ? {} : { hint }) });
  return { value: { content: [{ type: "text", text }], isError: true }, isStopped: false };
}
