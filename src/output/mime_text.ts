/** Chooses, of all the forms in which a kernel sent one value, the text that a model should read. */

import type { MimeBundle } from "../jupyter/nbformat/outputs.ts";
import { runStepsSync } from "../base/async.ts";
import { cutText } from "./cut_text.ts";
import { figureDigest } from "./figure_digest.ts";
import { htmlSteps } from "../base/html_text.ts";
import { plainText } from "./plain_text.ts";

const maxJsonBytes = 20_000;

/** `<IPython.core.display.HTML object>`, `<Figure size 640x480 with 1 Axes>`, `<VegaLite 5 object>` and the like. */
const emptyRepr = /^<[\w.]+(?: [^\n>]*)?>$/;
const lineOfVegaLite = /^<Vega(?:Lite)? \d+ object>/;

/** The text for a bundle, or null when it is a picture and nothing else. */
export function mimeText(bundle: MimeBundle): string | null {
  return runStepsSync(mimeSteps(bundle));
}

/** The same in steps, for whoever has others to serve. */
export function* mimeSteps(bundle: MimeBundle): Generator<void, string | null> {
  const digest = figureDigest(bundle);
  if (digest !== null) return digest;
  const plain = textOf(bundle["text/plain"]);
  if (plain !== null && !saysNothing(plain)) return plainText(plain);
  const other = yield* otherText(bundle);
  if (other !== null) return other;
  if (hasImage(bundle)) return null;
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

function* otherText(bundle: MimeBundle): Generator<void, string | null> {
  for (const type of ["text/markdown", "text/latex"]) {
    const text = textOf(bundle[type])?.trim();
    if (text) return plainText(text);
  }
  const json = bundle["application/json"] ?? bundle["application/geo+json"];
  if (json !== undefined) return jsonText(json);
  const html = textOf(bundle["text/html"]);
  return html === null ? null : plainText(yield* htmlSteps(html)) || null;
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

function hasImage(bundle: MimeBundle): boolean {
  return Object.keys(bundle).some((type) => type.startsWith("image/"));
}
