/**
 * Texts within a budget: what they cost in bytes, cutting out the middle, sharing a budget out.
 *
 * A tool's reply is JSON inside a JSON string, so a line break takes three bytes on the wire (`\\n`) and a quotation
 * mark four (`\\\"`).
 */

import { counted, jsonBytes } from "../base/text.ts";

/** Bytes that one UTF-16 code unit takes. A surrogate counts as half of its pair. */
export type Cost = (unit: number) => number;

export const utf8Cost: Cost = (unit) => {
  if (unit < 0x80) return 1;
  if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) return 2;
  return 3;
};

export const wireCost: Cost = (unit) => {
  if (unit === 0x22 || unit === 0x5c) return 4;
  if (unit === 0x0a || unit === 0x09) return 3;
  return unit < 0x20 ? 7 : utf8Cost(unit);
};

/** The cost of a text, counted no further than `limit`. */
export function textCost(text: string, cost: Cost, limit = Infinity): number {
  let sum = 0;
  for (let i = 0; i < text.length && sum <= limit; i++) sum += cost(text.charCodeAt(i));
  return sum;
}

const encoder = new TextEncoder();
/** Long texts are measured in pieces, so that no copy of the whole is made. */
const pieceLength = 1_000_000;

/** The bytes of a text. Counting units one by one takes half a second for what a kernel can send at once. */
export function utf8Length(text: string): number {
  let sum = 0;
  for (let start = 0; start < text.length;) {
    const end = Math.min(text.length, start + pieceLength);
    // A surrogate pair stays together.
    const isParted = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const stop = isParted ? end + 1 : end;
    sum += encoder.encode(text.slice(start, stop)).length;
    start = stop;
  }
  return sum;
}

/** Bytes that a value takes in a text block of a reply, without the block's own frame. */
export function wireBytes(value: unknown): number {
  return jsonBytes(JSON.stringify(value));
}

/** As many entries of a list as fit into a budget, one at least. */
export function fittingEntries<T>(entries: readonly T[], budget: number): readonly T[] {
  let left = budget;
  const count = entries.findIndex((entry) => (left -= wireBytes(entry)) < 0);
  return count < 0 ? entries : entries.slice(0, Math.max(1, count));
}

interface EndsOptions {
  readonly budget: number;
  /** What the end gets of the budget; the beginning gets the rest. */
  readonly tailShare?: number;
}

/** A list without its middle, as far as that is needed: `cost` is what an entry may take. */
export function bothEnds<T>(
  entries: readonly T[],
  cost: (entry: T) => number,
  { budget, tailShare = 1 - headShare }: EndsOptions,
): { readonly head: readonly T[]; readonly tail: readonly T[] } {
  const costs = entries.map(cost);
  if (costs.reduce((sum, one) => sum + one, 0) <= budget) return { head: entries, tail: [] };
  const countWithin = (some: readonly number[], limit: number) => {
    let left = limit;
    const over = some.findIndex((one) => (left -= one) < 0);
    return over < 0 ? some.length : over;
  };
  const head = Math.max(1, countWithin(costs, budget * (1 - tailShare)));
  const tail = countWithin(costs.slice(head).toReversed(), budget * tailShare);
  return { head: entries.slice(0, head), tail: entries.slice(entries.length - tail) };
}

interface CutOptions {
  /** What the text may cost in all, with the marker. */
  readonly budget: number;
  readonly cost?: Cost;
  /** What the whole text costs, or more than the budget, if that is already known. */
  readonly counted?: number | undefined;
  /** Where the whole text is, as in `the whole output is at jupyter://…`; may depend on the beginning that is shown. */
  readonly elsewhere: string | ((shown: string) => string);
}

interface CutText {
  readonly text: string;
  /** UTF-8 bytes that are not shown. */
  readonly leftOut: number;
}

/** The end of a run says more than its middle, and the beginning says what it was. */
const headShare = 0.6;
/** How far a cut may move to fall between two lines. */
const lineReach = 2_000;

/** Cuts out the middle of a text that is over the budget, between lines if possible, and says what is missing. */
export function cutText(text: string, options: CutOptions): CutText {
  const cost = options.cost ?? utf8Cost;
  const whole = options.counted ?? textCost(text, cost, options.budget);
  if (whole <= options.budget) return { text, leftOut: 0 };
  const elsewhere = (shown: string) =>
    typeof options.elsewhere === "string" ? options.elsewhere : options.elsewhere(shown);
  const budget = options.budget - textCost(marker(text.length * 3, elsewhere(text)), cost);
  const head = budget <= 0 ? 0 : headEnd(text, budget * headShare, cost);
  const tail = budget <= 0 ? text.length : tailStart(text, budget * (1 - headShare), cost);
  const leftOut = utf8Length(text.slice(head, tail));
  const shown = text.slice(0, head);
  return { text: shown + marker(leftOut, elsewhere(shown)) + text.slice(tail), leftOut };
}

function marker(bytes: number, elsewhere: string): string {
  return `\n[… ${counted(bytes, "byte")} left out; ${elsewhere} …]\n`;
}

function headEnd(text: string, budget: number, cost: Cost): number {
  let end = 0;
  for (let spent = 0; end < text.length; end++) {
    spent += cost(text.charCodeAt(end));
    if (spent > budget) break;
  }
  const line = text.lastIndexOf("\n", end - 1);
  if (line >= 0 && end - line <= lineReach && line > end / 2) return line;
  return isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

function tailStart(text: string, budget: number, cost: Cost): number {
  let start = text.length;
  for (let spent = 0; start > 0; start--) {
    spent += cost(text.charCodeAt(start - 1));
    if (spent > budget) break;
  }
  const line = text.indexOf("\n", start);
  if (line >= 0 && line - start <= lineReach && line < (start + text.length) / 2) return line + 1;
  return isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Shares a budget out: small requests are met in full, the rest goes to the large ones in equal parts. */
export function shareBudget(wanted: readonly number[], budget: number): readonly number[] {
  const shares = wanted.map(() => 0);
  const ascending = wanted.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size);
  let left = Math.max(0, budget);
  ascending.forEach(({ size, index }, done) => {
    const share = Math.min(size, Math.floor(left / (ascending.length - done)));
    shares[index] = share;
    left -= share;
  });
  return shares;
}

interface FitOptions {
  readonly budget: number;
  /** Where the rest of a text is, by its place in the list and the beginning that is shown. */
  readonly elsewhere: (place: number, shown: string) => string;
}

/** Texts within a budget of bytes on the wire: short ones whole, long ones cut. In steps, so that the caller can yield. */
export function* fitTexts(
  texts: readonly string[],
  { budget, elsewhere }: FitOptions,
): Generator<void, readonly CutText[]> {
  const costs: number[] = [];
  for (const text of texts) {
    costs.push(textCost(text, wireCost, budget));
    yield;
  }
  const shares = shareBudget(costs, budget);
  const fitted: CutText[] = [];
  for (const [place, text] of texts.entries()) {
    fitted.push(cutText(text, {
      budget: shares[place] ?? 0,
      cost: wireCost,
      counted: costs[place],
      elsewhere: (shown) => elsewhere(place, shown),
    }));
    yield;
  }
  return fitted;
}
