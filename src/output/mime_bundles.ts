/**
 * MIME bundles: a kernel sends a value in several forms at once. Chooses the text that a model reads and the image that
 * it sees, and describes the image in words.
 */

import { runStepsSync } from "../base/async.ts";
import { htmlSteps } from "../base/html_text.ts";
import { imageInfo, imageTypes } from "../base/image_info.ts";
import type { NewImage } from "../base/image_store.ts";
import { tellingLine } from "../base/text.ts";
import type { MimeBundle } from "../jupyter/nbformat/outputs.ts";
import { type Figure, figureDigest, figureOf } from "./figure_digest.ts";
import { plainText } from "./plain_text.ts";
import { cutText } from "./text_budget.ts";

/** Which form of a value is used, for each kind of reader; the first that a bundle holds and that says something wins. */
export const mimePrecedence = {
  image: [...imageTypes.keys()],
  /** Runs and notebooks; before it comes the digest of a figure. */
  text: [
    "text/plain",
    "text/markdown",
    "text/latex",
    "application/json",
    "application/geo+json",
    "text/html",
  ],
  /** Searches, which read every other form after these. */
  search: ["text/plain", "text/markdown", "text/latex"],
  /** Datalayer's output blocks: the richest first, but no markup. */
  datalayer: ["text/markdown", "text/latex", "application/json", "text/plain"],
} as const;

const maxJsonBytes = 20_000;

/** `<IPython.core.display.HTML object>`, `<Figure size 640x480 with 1 Axes>`, `<VegaLite 5 object>` and the like. */
const emptyRepr = /^<[\w.]+(?: [^\n>]*)?>$/;
const lineOfVegaLite = /^<Vega(?:Lite)? \d+ object>/;

/** The text for a bundle, or null when it is an image and nothing else. */
export function mimeText(bundle: MimeBundle): string | null {
  return runStepsSync(mimeTextSteps(bundle));
}

/** The same in steps, so that the caller can yield to the event loop. */
export function* mimeTextSteps(bundle: MimeBundle): Generator<void, string | null> {
  const digest = figureDigest(bundle);
  if (digest !== null) return digest;
  for (const type of mimePrecedence.text) {
    const text = yield* textForm(bundle[type], type);
    if (text !== null) return text;
  }
  if (holdsImageType(bundle)) return null;
  const plain = textOf(bundle["text/plain"]);
  if (plain !== null) return plainText(plain);
  const types = Object.keys(bundle);
  return types.length === 0 ? null : `[output of type ${types.join(", ")}, which has no text form]`;
}

/** The text under a MIME type; notebooks on disk keep it as a list of lines. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((line) => typeof line === "string")) return value.join("");
  return null;
}

/** One form of a value as text; null if it is missing or says nothing. */
function* textForm(
  value: unknown,
  type: (typeof mimePrecedence.text)[number],
): Generator<void, string | null> {
  if (value === undefined || value === null) return null;
  if (type.endsWith("json")) return jsonText(value);
  const text = textOf(value);
  if (text === null) return null;
  switch (type) {
    case "text/plain":
      return saysNothing(text) ? null : plainText(text);
    case "text/html":
      return plainText(yield* htmlSteps(text)) || null;
    default:
      return text.trim() === "" ? null : plainText(text.trim());
  }
}

function jsonText(json: unknown): string {
  try {
    const text = JSON.stringify(json) ?? "null";
    return cutText(plainText(text), { budget: maxJsonBytes, elsewhere: "print the part you need" }).text;
  } catch {
    return "[JSON that is nested too deeply to be shown]";
  }
}

function saysNothing(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === "" || emptyRepr.test(trimmed) || lineOfVegaLite.test(trimmed);
}

function holdsImageType(bundle: MimeBundle): boolean {
  return Object.keys(bundle).some((type) => type.startsWith("image/"));
}

/** Enough for the header of every format; a JPEG may hold a preview before it says its size. */
const headCharacters = 88_000;

/** The image of a bundle in words, `image/png 640×480, 23 kB`, from the beginning of its data alone; null if there is none. */
export function imageSummary(bundle: MimeBundle): string | null {
  const types = Object.keys(bundle).filter((candidate) => candidate.startsWith("image/"));
  const type = mimePrecedence.image.find((candidate) => types.includes(candidate)) ?? types[0];
  if (type === undefined) return null;
  const data = textOf(bundle[type]) ?? "";
  const isText = type === "image/svg+xml";
  const bytes = isText ? data.length : Math.floor(data.length * 3 / 4);
  const size = imageInfo(isText ? new TextEncoder().encode(data.slice(0, headCharacters)) : head(data));
  const pixels = size === null || size.width === 0
    ? ""
    : ` ${Math.round(size.width)}×${Math.round(size.height)}`;
  return `${size?.mimeType ?? type}${pixels}, ${
    bytes < 1_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} kB`
  }`;
}

function head(base64: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(base64.slice(0, headCharacters), {
      lastChunkHandling: "stop-before-partial",
    });
  } catch {
    return new Uint8Array();
  }
}

const longestLine = 80;

/** What the run says about the image's origin. */
interface ImageOrigin {
  readonly code: string;
  /** The execution count, or the image's number in the run when there is none. */
  readonly number: number;
}

/** What of a bundle one looks at. */
export type Picture =
  | { readonly kind: "image"; readonly image: NewImage }
  /** The kernel sent an image that is not valid. */
  | { readonly kind: "broken"; readonly note: string }
  /** A figure without an image, which the caller may have drawn. */
  | { readonly kind: "figure"; readonly figure: Figure; readonly description: string };

/** The form of a bundle's image; undefined if it has none. */
export function imageType(bundle: MimeBundle) {
  return mimePrecedence.image.find((type) => textOf(bundle[type]) !== null);
}

/** Whether a bundle holds an image or a figure. */
export function hasPicture(bundle: MimeBundle): boolean {
  return imageType(bundle) !== undefined || figureOf(bundle) !== null;
}

/** The image of a bundle, decoded, or else its figure; null if it has neither. */
export function pickPicture(bundle: MimeBundle, origin: ImageOrigin): Picture | null {
  const image = pickImage(bundle, origin);
  if (image !== null) return image;
  const figure = figureOf(bundle);
  return figure === null ? null : { kind: "figure", figure, description: describeImage(bundle, origin) };
}

/** The image of a bundle, or null when it has none. */
export function pickImage(
  bundle: MimeBundle,
  origin: ImageOrigin,
): Exclude<Picture, { kind: "figure" }> | null {
  const type = imageType(bundle);
  if (type === undefined) return null;
  const bytes = decode(textOf(bundle[type]) ?? "", type);
  const size = bytes === null ? null : imageInfo(bytes);
  const description = describeImage(bundle, origin);
  if (bytes === null || size === null) {
    const why = bytes === null ? "its base64 is damaged" : "its bytes are not an image";
    return { kind: "broken", note: `The ${type} of "${description}" cannot be shown: ${why}` };
  }
  const { mimeType, width, height } = size;
  return { kind: "image", image: { bytes, mimeType, width, height, description } };
}

function decode(data: string, type: string): Uint8Array | null {
  if (type === "image/svg+xml") return new TextEncoder().encode(data);
  try {
    return Uint8Array.fromBase64(data);
  } catch {
    return null;
  }
}

/** `matplotlib output [3]: plt.plot(df.x)` */
function describeImage(bundle: MimeBundle, origin: ImageOrigin): string {
  const chars = [...tellingLine(plainText(origin.code.slice(0, 20_000)))];
  const line = chars.length <= longestLine ? chars.join("") : `${chars.slice(0, longestLine - 1).join("")}…`;
  const name = `${libraryOf(bundle, origin.code) ?? "image"} output [${origin.number}]`;
  return line === "" ? name : `${name}: ${line}`;
}

function libraryOf(bundle: MimeBundle, code: string): string | null {
  const figure = figureOf(bundle);
  if (figure !== null) return figure.library;
  const plain = textOf(bundle["text/plain"]) ?? "";
  if (plain.startsWith("<PIL.")) return "PIL";
  if (/\bsns\.|\bseaborn\b/.test(code)) return "seaborn";
  if (plain.startsWith("<Figure size") || /\bplt\.|\bmatplotlib\b/.test(code)) return "matplotlib";
  if (/\bpx\.|\bplotly\b|\bgo\.Figure\b/.test(code)) return "plotly";
  if (/\balt\.|\baltair\b/.test(code)) return "altair";
  return /\bPIL\b/.test(code) ? "PIL" : null;
}
