/** Finds the picture in an output and says where it came from. */

import type { NewImage } from "../base/image_store.ts";
import type { MimeBundle } from "../jupyter/nbformat/outputs.ts";
import { figureLibrary } from "./figure_digest.ts";
import { textOf } from "./mime_text.ts";
import { imageInfo } from "../base/image_info.ts";
import { plainText } from "./plain_text.ts";

/** Pixels before vectors: what was drawn is what the person sees. */
const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"];
const longestLine = 80;

/** What the run says about the picture's origin. */
export interface ImageOrigin {
  readonly code: string;
  /** The execution count, or the picture's number in the run when there is none. */
  readonly number: number;
}

export type PickedImage =
  | { readonly kind: "image"; readonly image: NewImage }
  /** The kernel sent a picture that is none. */
  | { readonly kind: "broken"; readonly note: string };

/** Whether a bundle holds a picture; it is not decoded. */
export function hasImage(bundle: MimeBundle): boolean {
  return imageTypes.some((candidate) => textOf(bundle[candidate]) !== null);
}

/** The picture of a bundle, or null when it has none. */
export function pickImage(bundle: MimeBundle, origin: ImageOrigin): PickedImage | null {
  const type = imageTypes.find((candidate) => textOf(bundle[candidate]) !== null);
  if (type === undefined) return null;
  const bytes = decode(textOf(bundle[type]) ?? "", type);
  const size = bytes === null ? null : imageInfo(bytes);
  const description = describeImage(bundle, origin);
  if (bytes === null || size === null) {
    const why = bytes === null ? "its base64 is damaged" : "its bytes are not a picture";
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
export function describeImage(bundle: MimeBundle, origin: ImageOrigin): string {
  const line = firstLine(origin.code);
  const name = `${libraryOf(bundle, origin.code) ?? "image"} output [${origin.number}]`;
  return line === "" ? name : `${name}: ${line}`;
}

/** The first line that does something: not blank, not a comment, an import or a magic, if there is one. */
function firstLine(code: string): string {
  const lines = plainText(code.slice(0, 20_000)).split("\n").map((line) => line.trim()).filter((line) =>
    line !== ""
  );
  const telling = lines.find((line) =>
    !/^(?:#|%|import\s|from\s+\S+\s+import\b|library\(|using\s)/.test(line)
  );
  const line = telling ?? lines[0] ?? "";
  const chars = [...line];
  return chars.length <= longestLine ? line : `${chars.slice(0, longestLine - 1).join("")}…`;
}

function libraryOf(bundle: MimeBundle, code: string): string | null {
  const figure = figureLibrary(bundle);
  if (figure !== null) return figure;
  const plain = textOf(bundle["text/plain"]) ?? "";
  if (plain.startsWith("<PIL.")) return "PIL";
  if (/\bsns\.|\bseaborn\b/.test(code)) return "seaborn";
  if (plain.startsWith("<Figure size") || /\bplt\.|\bmatplotlib\b/.test(code)) return "matplotlib";
  if (/\bpx\.|\bplotly\b|\bgo\.Figure\b/.test(code)) return "plotly";
  if (/\balt\.|\baltair\b/.test(code)) return "altair";
  return /\bPIL\b/.test(code) ? "PIL" : null;
}
