/**
 * Compares the outputs that a cell has stored with those of a new run.
 *
 * 1. Texts are compared without what differs from run to run by nature: addresses, times, durations and identifiers.
 *    `exact` compares them as they are. What goes to stderr is not compared: warnings depend on the machine.
 * 2. Images are compared by small grey versions of them, so that another font or resolution makes no difference.
 * 3. An image, a figure or a widget that has a text form too is compared by the image, or not at all.
 */

import type { CellOutput } from "../../jupyter/nbformat/notebook.ts";
import type { Charts } from "../../services.ts";
import { isRecord, textAt } from "../../base/json.ts";
import { imageType, mimeText, textOf } from "../mime_bundles.ts";
import { plainText } from "../plain_text.ts";

export interface CompareOptions {
  /** Whether texts must be the same to the letter. */
  readonly exact: boolean;
  /** Share of an image's pixels that may differ. */
  readonly imageTolerance: number;
  readonly charts: Pick<Charts, "fingerprint">;
  readonly signal: AbortSignal;
}

interface OutputDifference {
  readonly what: "text" | "image" | "error" | "kind";
  readonly stored: string;
  readonly now: string;
}

/** The first difference between two lists of outputs; undefined if there is none. */
export async function differenceOf(
  stored: readonly CellOutput[],
  now: readonly CellOutput[],
  options: CompareOptions,
): Promise<OutputDifference | undefined> {
  const [old, fresh] = [stored, now].map(contentOf);
  if (old === undefined || fresh === undefined) return undefined;
  const normalize = options.exact ? (text: string) => text : withoutVariable;
  if (old.error !== fresh.error) return { what: "error", stored: old.error, now: fresh.error };
  const [before, after] = [old.text, fresh.text].map((text) => normalize(text).trimEnd());
  if (before !== after) return { what: "text", ...firstDifference(before ?? "", after ?? "") };
  if (old.images.length !== fresh.images.length) {
    return { what: "image", stored: count(old.images), now: count(fresh.images) };
  }
  for (const [index, image] of old.images.entries()) {
    const other = fresh.images[index] ?? "";
    if (image !== other && !await isSameImage(image, other, options)) {
      const name = `image ${index + 1}`;
      return { what: "image", stored: name, now: `${name} looks different` };
    }
  }
  return undefined;
}

interface Content {
  readonly text: string;
  /** Base64, or the text of an SVG. */
  readonly images: readonly string[];
  readonly error: string;
}

function contentOf(outputs: readonly CellOutput[]): Content {
  const texts: string[] = [];
  const images: string[] = [];
  let error = "";
  for (const output of outputs) {
    if (output.output_type === "stream") {
      if (output["name"] !== "stderr") texts.push(textOf(output["text"]) ?? "");
    } else if (output.output_type === "error") {
      error = `${textAt(output, "ename")}: ${textAt(output, "evalue")}`;
    } else if (isRecord(output["data"])) {
      const bundle = output["data"];
      const type = imageType(bundle);
      if (type !== undefined) images.push(textOf(bundle[type]) ?? "");
      else texts.push(`${mimeText(bundle) ?? ""}\n`);
    }
  }
  return { text: plainText(texts.join("")), images, error };
}

/** What differs from run to run, and what stands in its place. */
const variable: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b0x[0-9a-f]{6,16}\b/gi, "<address>"],
  // As `id` returns it, of 64-bit Linux.
  [/\b1(?:39|40)\d{12}\b/g, "<address>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\bdatetime\((?:\d+, ){5}\d+(?:, \d+)?/g, "datetime(<time>"],
  // Seconds or nanoseconds since 1970.
  [/\b1\d{9}(?:\.\d{3,}|\d{9})\b/g, "<time>"],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? .{3,6} .{2,4} \d\d:\d\d:\d\d \d{4}\b/g, "<time>"],
  [/\b\d{1,2}:\d\d:\d\d(?:\.\d{1,9})?\b/g, "<time>"],
  [
    /\b\d+(?:\.\d+)?(?:e[+-]?\d+)? ?(?:ns|µs|μs|us|ms|s|sec|seconds?|min|minutes?|it\/s|s\/it)\b/g,
    "<duration>",
  ],
  [/\bid=\d{6,}\b/g, "id=<id>"],
  [/(?:\/tmp|\/var\/folders)\/[^\s'")]+/g, "<path>"],
];

function withoutVariable(text: string): string {
  return variable.reduce((result, [pattern, mark]) => result.replace(pattern, mark), text);
}

const longestShown = 160;

/** The first lines that differ. */
function firstDifference(before: string, after: string): Pick<OutputDifference, "stored" | "now"> {
  const [old, now] = [before, after].map((text) => text.split("\n"));
  const length = Math.max(old?.length ?? 0, now?.length ?? 0);
  const index = Array.from({ length }).findIndex((_, line) => old?.[line] !== now?.[line]);
  const shown = (line: string | undefined) => (line ?? "(nothing)").slice(0, longestShown).toWellFormed();
  return { stored: shown(old?.[index]), now: shown(now?.[index]) };
}

function count(images: readonly string[]): string {
  return `${images.length} images`;
}

/** Difference of two grey values that an eye notices. */
const noticeable = 24;

async function isSameImage(one: string, other: string, options: CompareOptions): Promise<boolean> {
  const { charts, imageTolerance, signal } = options;
  try {
    const [old, now] = await Promise.all(
      [one, other].map((image) => charts.fingerprint(imageBytes(image), signal)),
    );
    if (old === undefined || now === undefined || old.width !== now.width || old.height !== now.height) {
      return false;
    }
    const differing = old.bytes.filter((grey, index) =>
      Math.abs(grey - (now.bytes[index] ?? 0)) > noticeable
    );
    return differing.length <= imageTolerance * old.bytes.length;
  } catch {
    signal.throwIfAborted();
    // Images that cannot be read are the same only if their data is.
    return false;
  }
}

function imageBytes(image: string): Uint8Array {
  return image.trimStart().startsWith("<")
    ? new TextEncoder().encode(image)
    : Uint8Array.fromBase64(image.replaceAll(/\s/g, ""));
}
