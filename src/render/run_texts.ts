/** The texts of a run, cleaned: streams, the result, what was displayed, and the exception. */

import type { ErrorOutput, Output, ResultOutput } from "../jupyter/nbformat/outputs.ts";
import { collapseRepeats } from "./collapse_repeats.ts";
import { mimeText } from "./mime_text.ts";
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

export function runTexts(outputs: readonly Output[]): RunTexts {
  const last = outputs.findLast((output) => output.output_type === "execute_result");
  const stdout = collapseRepeats(streamText(outputs, "stdout"));
  const stderr = collapseRepeats(streamText(outputs, "stderr"));
  const error = outputs.findLast((output) => output.output_type === "error");
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    result: last === undefined ? null : mimeText(last.data),
    displays: displayTexts(outputs, last),
    error: error === undefined ? null : errorTexts(error),
    collapsed: [stdout.collapsed ? "stdout" : "", stderr.collapsed ? "stderr" : ""].filter((name) =>
      name !== ""
    ),
  };
}

/** The traceback as a terminal would show it, without colours. */
export function tracebackText(error: ErrorOutput): string {
  return plainText(error.traceback.join("\n"));
}

function errorTexts(error: ErrorOutput): NonNullable<RunTexts["error"]> {
  return { type: plainText(error.ename), message: plainText(error.evalue), traceback: tracebackText(error) };
}

function streamText(outputs: readonly Output[], name: "stdout" | "stderr"): string {
  const texts = outputs.flatMap((output) =>
    output.output_type === "stream" && output.name === name ? [output.text] : []
  );
  return plainText(texts.join(""));
}

function displayTexts(outputs: readonly Output[], result: ResultOutput | undefined): string[] {
  return outputs.flatMap((output) => {
    if (
      output === result || (output.output_type !== "display_data" && output.output_type !== "execute_result")
    ) {
      return [];
    }
    const text = mimeText(output.data);
    return text === null ? [] : [text];
  });
}
