/** Outputs of a notebook's cells: as a model reads them, and all of their text for searching. */

import { htmlText } from "../../base/html_text.ts";
import { isRecord, textAt } from "../../base/json.ts";
import type { CellOutput } from "../../jupyter/nbformat/notebook.ts";
import type { MimeBundle } from "../../jupyter/nbformat/outputs.ts";
import { isBinaryType } from "../../jupyter/nbformat/stream_notebook.ts";
import { imageSummary, mimePrecedence, mimeText, textOf } from "../mime_bundles.ts";
import { collapseRepeats, plainText } from "../plain_text.ts";
import { foldTraceback } from "../traceback.ts";

type OutputKind = "stdout" | "stderr" | "result" | "display" | "error" | "other";

interface ReadableOutput {
  readonly kind: OutputKind;
  readonly text: string;
  /** The image in words, if there is one. */
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

export function readableOutput(output: CellOutput): ReadableOutput {
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
      return { kind, text: mimeText(bundle) ?? "", image: imageSummary(bundle) };
    }
    case "other":
      return { kind, text: `[output of type ${output.output_type}]`, image: null };
  }
}

/** The traceback without the frames of libraries; the exception alone if there is none. */
function errorText(output: CellOutput): string {
  const traceback = output["traceback"];
  const lines = Array.isArray(traceback) ? traceback.filter((line) => typeof line === "string") : [];
  const short = `${textAt(output, "ename")}: ${textAt(output, "evalue")}`;
  return foldTraceback(plainText(lines.length === 0 ? short : lines.join("\n")));
}

export interface OutputText {
  /** Of the forms of a display or a result. */
  readonly mime?: string;
  readonly text: string;
}

/**
 * Every readable form of an output, whole and uncollapsed, in the order in which a reader would look at them; each is
 * made when it is asked for.
 */
export function* outputTexts(output: CellOutput): Generator<OutputText> {
  switch (output.output_type) {
    case "stream":
      return yield { text: plainText(textOf(output["text"]) ?? "") };
    case "error":
      return yield* errorTexts(output);
    case "display_data":
    case "execute_result":
      return yield* bundleTexts(output);
    default:
      return yield { text: plainText(jsonText(output)) };
  }
}

function* errorTexts(output: CellOutput): Generator<OutputText> {
  const traceback = output["traceback"];
  if (Array.isArray(traceback)) {
    yield { text: plainText(traceback.filter((line) => typeof line === "string").join("\n")) };
  }
  yield { text: plainText(`${textAt(output, "ename")}: ${textAt(output, "evalue")}`) };
}

function* bundleTexts(output: CellOutput): Generator<OutputText> {
  const bundle = bundleOf(output);
  const readFirst: readonly string[] = mimePrecedence.search;
  const others = Object.keys(bundle).filter((type) => !readFirst.includes(type) && !isBinaryType(type));
  for (const mime of [...readFirst, ...others]) {
    const value = bundle[mime];
    if (value !== undefined) yield { mime, text: plainText(textOf(value) ?? jsonText(value)) };
  }
  const html = textOf(bundle["text/html"]);
  // What a browser shows has no tags and no entities in between.
  if (html !== null) yield { mime: "text/html", text: plainText(htmlText(html)) };
}

/** In the form that the file has it. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 1) ?? "";
  } catch {
    return "";
  }
}
