/** The texts of a run, cleaned: by field for a reply, and all in one for the resource at its `outputs_uri`. */

import { EventLoopYielder } from "../base/async.ts";
import { plural } from "../base/text.ts";
import type { ErrorOutput, Output, ResultOutput } from "../jupyter/nbformat/outputs.ts";
import { mimeTextSteps } from "./mime_bundles.ts";
import { collapseRepeats, plainText } from "./plain_text.ts";
import type { RunView } from "./run_view.ts";
import { foldTraceback } from "./traceback.ts";

export interface RunTexts {
  readonly stdout: string;
  readonly stderr: string;
  /** The last value, as the kernel echoes it. */
  readonly result: string | null;
  /** Everything else that was displayed and is not an image, in order. */
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
    result: last === undefined ? null : await pace.runSteps(mimeTextSteps(last.data)),
    displays,
    error: error === undefined ? null : await errorTexts(error, pace),
    collapsed: [stdout.collapsed ? "stdout" : "", stderr.collapsed ? "stderr" : ""].filter((name) =>
      name !== ""
    ),
  };
}

/** The whole traceback as a terminal would show it, without colours. */
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
  return { type: plainText(error.ename), message, traceback: foldTraceback(tracebackText(error)) };
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
    const text = !isDisplay || output === result ? null : await pace.runSteps(mimeTextSteps(output.data));
    if (text !== null) texts.push(text);
    await pace.yieldIfDue();
  }
  return texts;
}

/** Streams, displays, results and tracebacks in the order in which they came; images by their URI. */
export async function runText(
  run: RunView,
  imageUri: (output: Output) => string | null,
): Promise<string> {
  const pace = new EventLoopYielder();
  let text = "";
  for (const output of run.outputs) {
    const part = await pace.runSteps(outputText(output, imageUri(output)));
    await pace.yieldIfDue();
    text = output.output_type === "stream" ? text + part : onOwnLines(text, part);
  }
  const { textBytes, outputs } = run.dropped;
  return textBytes > 0 || outputs > 0 ? onOwnLines(text, `[${droppedText(run.dropped)}]`) : text;
}

/** Streams come in pieces that may end within a line; everything else stands on lines of its own. */
function onOwnLines(before: string, part: string): string {
  if (part === "") return before;
  return `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${part}\n`;
}

/** What could not be kept, as a sentence. */
export function droppedText(dropped: RunView["dropped"]): string {
  const bytes = dropped.textBytes > 0 ? [`${numbered(dropped.textBytes, "byte")} of text`] : [];
  const outputs = dropped.outputs > 0 ? [numbered(dropped.outputs, "output")] : [];
  const gone = dropped.textBytes + dropped.outputs === 1 ? "is gone" : "are gone";
  return `${
    [...bytes, ...outputs].join(" and ")
  } of this run went over the limit of what is kept and ${gone}; write long output to a file and read parts of it`;
}

function numbered(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${plural(count, noun)}`;
}

function* outputText(output: Output, uri: string | null): Generator<void, string> {
  switch (output.output_type) {
    case "stream":
      return plainText(output.text);
    case "error":
      return tracebackText(output) || plainText(`${output.ename}: ${output.evalue}`);
    case "display_data":
    case "execute_result":
      return [yield* mimeTextSteps(output.data), uri === null ? null : `[image: ${uri}]`].filter((part) =>
        part !== null
      )
        .join("\n");
  }
}
