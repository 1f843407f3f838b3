/**
 * What a notebook file may hold that Jupyter's shared documents do not: fields beside cells and metadata are dropped,
 * long integers are rounded; integers over 64 bits and half surrogate pairs keep the document from opening at all, for
 * ever.
 */

import { exactText } from "../nbformat/exact_json.ts";
import { isWellFormed } from "../nbformat/mended_text.ts";
import type { Notebook } from "../nbformat/notebook.ts";

/** `none`: all of it can be shared; `some`: a part would be lost; `all`: the document must not be opened. */
export type Unshareable =
  | { readonly kind: "none" }
  | { readonly kind: "some"; readonly what: string }
  | { readonly kind: "all" };

const shared = new Set(["cells", "metadata", "nbformat", "nbformat_minor"]);

/**
 * @param text The file as it is on disk; asked for only where numbers are in question.
 */
export async function unshareable(notebook: Notebook, text: () => Promise<string>): Promise<Unshareable> {
  if (!isWellFormed(notebook)) return { kind: "all" };
  const fields = Object.keys(notebook).filter((key) => !shared.has(key));
  const isLong = hasLongInteger(notebook);
  const digits = isLong ? longestInteger(await text()) : 0n;
  if (digits >= 2n ** 63n) return { kind: "all" };
  if (fields.length > 0) return { kind: "some", what: `the field "${fields.join('", "')}"` };
  const isRounded = digits > 0n && hasLongInteger(notebook.metadata);
  return isRounded ? { kind: "some", what: "the last digits of long integers" } : { kind: "none" };
}

function hasLongInteger(value: unknown): boolean {
  const exact = exactText(value);
  if (exact !== undefined) return /^-?\d+$/.test(exact) && !Number.isSafeInteger(Number(exact));
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (Array.isArray(value)) return value.some(hasLongInteger);
  return typeof value === "object" && value !== null && Object.values(value).some(hasLongInteger);
}

/** The integer of the most digits in a JSON text, without its sign; numbers with a point or an exponent are none. */
function longestInteger(json: string): bigint {
  const withoutTexts = json.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const integers = withoutTexts.match(/(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g) ?? [];
  return integers.reduce((most, one) => {
    const size = BigInt(one.replace("-", ""));
    return size > most ? size : most;
  }, 0n);
}
