/** Outputs that are no stream: what they weigh, and with another content. */

import type { Output } from "../nbformat/outputs.ts";
import type { DisplayUpdate } from "./displays.ts";

/** The output with another content; one that has none stays. */
export function withContent(output: Output, { data, metadata }: DisplayUpdate): Output {
  switch (output.output_type) {
    case "display_data":
    case "execute_result":
      return { ...output, data, metadata };
    case "stream":
    case "error":
      return output;
  }
}

/** Roughly the memory of a rich output: the lengths of its texts. */
export function sizeOf(output: Output): number {
  if (output.output_type === "error") return output.evalue.length + output.traceback.join("").length;
  if (output.output_type === "stream") return output.text.length;
  return Object.values(output.data).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : JSON.stringify(value)?.length ?? 0),
    0,
  );
}
