/** Outputs of a kernel or a notebook as content blocks: text, or an image that a model can see. */

import { AppError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { modelEdge } from "../../output/images.ts";
import { mimePrecedence, pickImage, textOf } from "../../output/mime_bundles.ts";
import { plainText } from "../../output/plain_text.ts";
import { cutText } from "../../output/text_budget.ts";
import type { ImageRenderer, Presenter } from "../../services.ts";
import type { OutputBlock } from "./answers.ts";

/** An output in the notebook format. */
export type AnyOutput = Readonly<Record<string, unknown>> & { readonly output_type: string };

interface BlockOptions {
  readonly presenter: Presenter;
  readonly showImages: boolean;
  readonly signal: AbortSignal;
}

/** Shared by all blocks of one result. */
interface AnswerOptions extends BlockOptions {
  readonly renderer: ImageRenderer;
}

/** A result contains every text three times: as content, as result and as outputs. */
const textShare = 0.25;

export async function outputBlocks(
  outputs: readonly AnyOutput[],
  options: BlockOptions,
): Promise<OutputBlock[]> {
  const blocks: OutputBlock[] = [];
  const renderer = options.presenter.imageRenderer();
  const budget = { text: options.presenter.maxBytes * textShare, images: options.presenter.maxBytes / 4 };
  for (const output of outputs) {
    const block = await blockOf(output, { ...options, renderer });
    if (block === "") continue;
    if (typeof block !== "string") {
      budget.images -= block.data.length;
      blocks.push(
        budget.images < 0 && blocks.length > 0 ? "[Image Output - left out: the answer is full]" : block,
      );
      continue;
    }
    const { text } = cutText(block, {
      budget: Math.max(200, budget.text),
      elsewhere: "print less, or to a file",
    });
    budget.text -= text.length;
    blocks.push(text);
  }
  return blocks;
}

async function blockOf(output: AnyOutput, options: AnswerOptions): Promise<OutputBlock> {
  switch (output.output_type) {
    case "stream":
      return plainText(textOf(output["text"]) ?? "");
    case "display_data":
    case "execute_result":
      return await displayBlock(output, options);
    case "error":
      return errorText(output);
    default:
      return `[Unknown output type: ${output.output_type}]`;
  }
}

async function displayBlock(output: AnyOutput, options: AnswerOptions): Promise<OutputBlock> {
  const data = isRecord(output["data"]) ? output["data"] : {};
  const image = mimePrecedence.image.find((type) => textOf(data[type]) !== null);
  if (image !== undefined) return await imageBlock({ type: image, data }, options);
  const type = mimePrecedence.datalayer.find((candidate) => data[candidate] !== undefined);
  if (type !== undefined) {
    const value = data[type];
    return plainText(textOf(value) ?? JSON.stringify(value, null, 2));
  }
  if (data["text/html"] !== undefined) return "[HTML Output]";
  const keys = Object.keys(data).map((key) => `'${key}'`).join(", ");
  return `[${output.output_type} Data: keys=[${keys}]]`;
}

async function imageBlock(
  { type, data }: { readonly type: string; readonly data: Readonly<Record<string, unknown>> },
  { presenter, renderer, showImages, signal }: AnswerOptions,
): Promise<OutputBlock> {
  const name = type.replace(/^image\//, "").replace("svg+xml", "svg").toUpperCase();
  if (!showImages) return `[Image Output (${name}) - Image display disabled]`;
  const picked = pickImage(data, { code: "", number: 1 });
  if (picked?.kind !== "image") return `[Image Output (${name}) - Error processing image]`;
  try {
    const options = { signal, renderer, maxEdge: modelEdge };
    const { data: base64, mimeType } = await presenter.image(picked.image, options);
    return { type: "image", data: base64, mimeType };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `[Image Output (${name}) - Error processing image]`;
  }
}

function errorText(output: AnyOutput): string {
  const traceback = output["traceback"];
  const lines = Array.isArray(traceback) ? traceback.map(String) : [];
  const text = plainText(lines.join("\n")).replace(/\n+$/, "");
  if (text.trim() !== "") return text;
  const parts = ["ename", "evalue"].map((field) => plainText(String(output[field] ?? "")).trim());
  return parts.filter((part) => part !== "").join(": ") || "[Error output with no details]";
}
