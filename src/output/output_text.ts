/** The whole retained output of a run as one text, for the resource at its `outputs_uri`. */

import type { Output } from "../jupyter/nbformat/outputs.ts";
import { plural } from "../base/text.ts";
import { EventLoopYielder } from "../base/async.ts";
import { mimeSteps } from "./mime_text.ts";
import { plainText } from "./plain_text.ts";
import { tracebackText } from "./run_texts.ts";
import type { RunView } from "./run_view.ts";

/** Streams, displays, results and tracebacks in the order in which they came; pictures by their URI. */
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
      return [yield* mimeSteps(output.data), uri === null ? null : `[image: ${uri}]`].filter((part) =>
        part !== null
      )
        .join("\n");
  }
}
