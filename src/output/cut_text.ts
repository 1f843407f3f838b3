/** Keeps the beginning and the end of a text within a budget and says what is missing in between. */

import { plural } from "../base/text.ts";
import { type Cost, textCost, utf8Cost, utf8Length } from "./text_cost.ts";

export interface CutOptions {
  /** What the text may cost in all, with the marker. */
  readonly budget: number;
  readonly cost?: Cost;
  /** What the whole text costs, or more than the budget, where that was counted before. */
  readonly counted?: number | undefined;
  /** Where the whole text is, as in `the whole output is at jupyter://…`; may depend on the beginning that is shown. */
  readonly elsewhere: string | ((shown: string) => string);
}

export interface CutText {
  readonly text: string;
  /** UTF-8 bytes that are not shown. */
  readonly leftOut: number;
}

/** The end of a run says more than its middle, and the beginning says what it was. */
const headShare = 0.6;
/** How far a cut may move to fall between two lines. */
const lineReach = 2_000;

/** Cuts out the middle of a text that is over the budget, between lines where there are any near. */
export function cutText(text: string, options: CutOptions): CutText {
  const cost = options.cost ?? utf8Cost;
  const whole = options.counted ?? textCost(text, cost, options.budget);
  if (whole <= options.budget) return { text, leftOut: 0 };
  const elsewhere = (shown: string) =>
    typeof options.elsewhere === "string" ? options.elsewhere : options.elsewhere(shown);
  const room = options.budget - textCost(marker(text.length * 3, elsewhere(text)), cost);
  const head = room <= 0 ? 0 : headEnd(text, room * headShare, cost);
  const tail = room <= 0 ? text.length : tailStart(text, room * (1 - headShare), cost);
  const leftOut = utf8Length(text.slice(head, tail));
  const shown = text.slice(0, head);
  return { text: shown + marker(leftOut, elsewhere(shown)) + text.slice(tail), leftOut };
}

function marker(bytes: number, elsewhere: string): string {
  return `\n[… ${bytes.toLocaleString("en-US")} ${plural(bytes, "byte")} left out; ${elsewhere} …]\n`;
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
