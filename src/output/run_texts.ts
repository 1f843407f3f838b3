/** The texts of a run, cleaned: streams, the result, what was displayed, and the exception. */

import type { ErrorOutput, Output, ResultOutput } from "../jupyter/nbformat/outputs.ts";
import type { EventLoopYielder } from "../base/async.ts";
import { collapseRepeats } from "./collapse_repeats.ts";
import { mimeSteps } from "./mime_text.ts";
import { plainText } from "./plain_text.ts";

export interface RunTexts {
  readonly stdout: string;
  readonly stderr: string;
  /** The last value, as the kernel echoes it. */
  readonly result: string | null;
  /** Everything else that was displayed and is no picture, in order. */
  readonly displays: readonly string[];
  readonly error: { readonly type: string; readonly message: string; readonly traceback: string } | null;
  /** Names of the fields in which repeated lines were collapsed. */
  readonly collapsed: readonly string[];
}

export async function runTexts(outputs: readonly Output[], pace: EventLoopYielder): Promise<RunTexts> {
  const last = outputs.findLast((output) => output.output_type === "execute_result");
  const stdout = await streamText(outputs, "stdout", pace);
  const stderr = await streamText(outputs, "stderr", pace);
  const error = outputs.findLast((output) => output.output_type === "error");
  const displays = await displayTexts(outputs, last, pace);
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    result: last === undefined ? null : await pace.runSteps(mimeSteps(last.data)),
    displays,
    error: error === undefined ? null : await errorTexts(error, pace),
    collapsed: [stdout.collapsed ? "stdout" : "", stderr.collapsed ? "stderr" : ""].filter((name) =>
      name !== ""
    ),
  };
}

/** The traceback as a terminal would show it, without colours. */
export function tracebackText(error: ErrorOutput): string {
  return plainText(error.traceback.join("\n"));
}

async function errorTexts(
  error: ErrorOutput,
  pace: EventLoopYielder,
): Promise<NonNullable<RunTexts["error"]>> {
  await pace.yieldIfDue();
  const message = plainText(error.evalue);
  await pace.yieldIfDue();
  return { type: plainText(error.ename), message, traceback: tracebackText(error) };
}

async function streamText(outputs: readonly Output[], name: "stdout" | "stderr", pace: EventLoopYielder) {
  const texts = outputs.flatMap((output) =>
    output.output_type === "stream" && output.name === name ? [output.text] : []
  );
  // One by one: an escape that one text leaves open would swallow the start of the next, unless a page ends between.
  const text = texts.map(plainText).join("");
  await pace.yieldIfDue();
  const collapsed = collapseRepeats(text);
  await pace.yieldIfDue();
  return collapsed;
}

async function displayTexts(
  outputs: readonly Output[],
  result: ResultOutput | undefined,
  pace: EventLoopYielder,
): Promise<string[]> {
  const texts: string[] = [];
  for (const output of outputs) {
    const isDisplay = output.output_type === "display_data" || output.output_type === "execute_result";
    const text = !isDisplay || output === result ? null : await pace.runSteps(mimeSteps(output.data));
    if (text !== null) texts.push(text);
    await pace.yieldIfDue();
  }
  return texts;
}
