/** One output of a notebook's cell as a model reads it. */

import type { CellOutput } from "../jupyter/nbformat/notebook.ts";
import type { MimeBundle } from "../jupyter/nbformat/outputs.ts";
import { collapseRepeats } from "./collapse_repeats.ts";
import { isRecord, textAt } from "../base/json.ts";
import { mimeText, textOf } from "./mime_text.ts";
import { pictureSummary } from "./picture_summary.ts";
import { plainText } from "./plain_text.ts";

export type OutputKind = "stdout" | "stderr" | "result" | "display" | "error" | "other";

export interface OutputView {
  readonly kind: OutputKind;
  readonly text: string;
  /** The picture in a few words, where there is one. */
  readonly image: string | null;
}

export function outputKind(output: CellOutput): OutputKind {
  switch (output.output_type) {
    case "stream":
      return output["name"] === "stderr" ? "stderr" : "stdout";
    case "execute_result":
      return "result";
    case "display_data":
      return "display";
    case "error":
      return "error";
    default:
      return "other";
  }
}

/** The bundle of a result or a display; an empty one for other outputs. */
export function bundleOf(output: CellOutput): MimeBundle {
  const data = output["data"];
  return isRecord(data) ? data : {};
}

export function outputView(output: CellOutput): OutputView {
  const kind = outputKind(output);
  switch (kind) {
    case "stdout":
    case "stderr":
      return { kind, text: collapseRepeats(plainText(textOf(output["text"]) ?? "")).text, image: null };
    case "error":
      return { kind, text: errorText(output), image: null };
    case "result":
    case "display": {
      const bundle = bundleOf(output);
      return { kind, text: mimeText(bundle) ?? "", image: pictureSummary(bundle) };
    }
    case "other":
      return { kind, text: `[output of type ${output.output_type}]`, image: null };
  }
}

/** The traceback; where there is none, the exception alone. */
function errorText(output: CellOutput): string {
  const traceback = output["traceback"];
  const lines = Array.isArray(traceback) ? traceback.filter((line) => typeof line === "string") : [];
  const short = `${textAt(output, "ename")}: ${textAt(output, "evalue")}`;
  return plainText(lines.length === 0 ? short : lines.join("\n"));
}
