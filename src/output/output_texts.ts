/**
 * All that can be read of an output, whole and uncollapsed, for searching in it. One output may have several forms of
 * the same content; they come in the order in which a reader would look at them, and each is made when it is asked for.
 */

import { isBinaryType } from "../jupyter/nbformat/skip_binary.ts";
import type { CellOutput } from "../jupyter/nbformat/notebook.ts";
import { htmlText } from "../base/html_text.ts";
import { textAt } from "../base/json.ts";
import { textOf } from "./mime_text.ts";
import { bundleOf } from "./notebook_output.ts";
import { plainText } from "./plain_text.ts";

export interface OutputText {
  /** Of the forms of a display or a result. */
  readonly mime?: string;
  readonly text: string;
}

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

const readFirst = ["text/plain", "text/markdown", "text/latex"];

function* bundleTexts(output: CellOutput): Generator<OutputText> {
  const bundle = bundleOf(output);
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
