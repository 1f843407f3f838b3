/** The texts of a run, cleaned: by field for a reply, and all in one for the resource at its `outputs_uri`. */

import { EventLoopYielder } from "../base/async.ts";
import { counted } from "../base/text.ts";
import type { ErrorOutput, Output } from "../jupyter/nbformat/outputs.ts";
import { mimeTextSteps } from "./mime_bundles.ts";
import { collapseRepeats, plainText } from "./plain_text.ts";
import { displayed, type PresentedRun } from "./presented_run.ts";
import { foldGroups, foldTraceback } from "./traceback.ts";

export interface FieldText {
  /** Its field in the reply; there may be several displays. */
  readonly field: "stdout" | "stderr" | "result" | "error_type" | "error_message" | "traceback" | "displays";
  readonly text: string;
  /** Whether repeated lines were collapsed. */
  readonly isCollapsed?: boolean;
  /** Bytes that are not in it. */
  readonly leftOut?: number;
}

/** Both streams, the last value as the kernel echoes it, the last exception, and whatever else was displayed, in order. */
export async function runTexts(
  outputs: readonly Output[],
  pace: EventLoopYielder,
): Promise<readonly FieldText[]> {
  const texts: FieldText[] = [
    await streamText(outputs, "stdout", pace),
    await streamText(outputs, "stderr", pace),
  ];
  const last = outputs.findLast((output) => output.output_type === "execute_result");
  const displays: FieldText[] = [];
  for (const output of displayed(outputs)) {
    const text = await pace.runSteps(mimeTextSteps(output.data));
    if (text !== null) {
      (output === last ? texts : displays).push({ field: output === last ? "result" : "displays", text });
    }
    await pace.yieldIfDue();
  }
  const error = outputs.findLast((output) => output.output_type === "error");
  return [...texts, ...error === undefined ? [] : errorTexts(error), ...displays];
}

/** The whole traceback as a terminal would show it, without colours. */
function tracebackText(error: ErrorOutput): string {
  return plainText(error.traceback.join("\n"));
}

function errorTexts(error: ErrorOutput): FieldText[] {
  return [
    { field: "error_type", text: plainText(error.ename) },
    { field: "error_message", text: plainText(error.evalue) },
    { field: "traceback", text: foldTraceback(tracebackText(error)) },
  ];
}

async function streamText(
  outputs: readonly Output[],
  field: "stdout" | "stderr",
  pace: EventLoopYielder,
): Promise<FieldText> {
  const texts = outputs.flatMap((output) =>
    output.output_type === "stream" && output.name === field ? [output.text] : []
  );
  // One by one: an escape that one text leaves open would swallow the start of the next, unless a page ends between.
  const whole = texts.map(plainText).join("");
  await pace.yieldIfDue();
  const { text, collapsed: isCollapsed } = collapseRepeats(field === "stderr" ? foldGroups(whole) : whole);
  await pace.yieldIfDue();
  return { field, text, isCollapsed };
}

/** Streams, displays, results and tracebacks in the order in which they came; images by their URI. */
export async function runText(
  run: PresentedRun,
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
export function droppedText(dropped: PresentedRun["dropped"]): string {
  const bytes = dropped.textBytes > 0 ? [`${counted(dropped.textBytes, "byte")} of text`] : [];
  const outputs = dropped.outputs > 0 ? [counted(dropped.outputs, "output")] : [];
  const gone = dropped.textBytes + dropped.outputs === 1 ? "is gone" : "are gone";
  return `${
    [...bytes, ...outputs].join(" and ")
  } of this run exceeded the retention limit and ${gone}; write long output to a file and read parts of it`;
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
