/** What the bound of a condition keeps of a column: 「5以上」, "between 3 and 5", in the unit of the column. */

import { inUnitOf } from "./auxiliary_rules.ts";
import type { NumberColumn } from "./column.ts";
import { readNumbers, type SaidNumber, saidNumber } from "./said_number.ts";

/** Lengths of time, the shortest first, as a sentence or the name of a column writes them. */
const timeKinds = [
  "ms|msecs?|milliseconds?|ミリ秒",
  "s|secs?|seconds?|秒",
  "mins?|minutes?|分",
  "h|hrs?|hours?|時間",
  "days?|日",
  "wks?|weeks?|週",
  "months?|[かヶカヵケ箇]?月",
  "quarters?|四半期",
  "yrs?|years?|年",
].map((words) => `(?:${words})`);
const anyTime = timeKinds.join("|");

/** Finds a unit of time behind a number. */
export const timeUnits = `(?:${anyTime})(?![a-z])`;

/** A condition that picks rows. */
export interface NumberCondition {
  readonly column: NumberColumn;
  readonly keeps: (value: number) => boolean;
  readonly text: string;
}

export function boundOf(column: NumberColumn, bound: string): NumberCondition | null {
  // Tenths and multiples are of something that the column does not hold; nor are days a bound of hours.
  if (/[割倍]/.test(bound) || isOtherTime(column, bound)) return null;
  const keeps = testOf(bound, readNumbers(bound).map((said) => valueIn(column, { said, bound })));
  return keeps === null ? null : { column, keeps, text: bound };
}

const saidTime = new RegExp(`${saidNumber}[\\s-]?(${anyTime})(?![a-z])`, "i");
/** In brackets, behind an underscore, or as what is counted: 所要時間(分), wait_minutes, 日数. */
const ownTime = new RegExp(`(?:[_\\s(\\[](?:in[_\\s])?(${anyTime})[)\\]]?|(${anyTime})数)$`, "i");

function isOtherTime({ name, unit }: NumberColumn, bound: string): boolean {
  const kindOf = (text = "") => timeKinds.findIndex((kind) => new RegExp(`^${kind}$`, "i").test(text));
  const [, bracketed, counted] = ownTime.exec(name.normalize("NFKC")) ?? [];
  const said = kindOf(saidTime.exec(bound)?.[1]);
  const own = kindOf(unit) < 0 ? kindOf(bracketed ?? counted) : kindOf(unit);
  return said >= 0 && own >= 0 && said !== own;
}

/** A value in the unit of its column: 100万円 is 100 of a column of 万円. */
function valueIn(
  column: NumberColumn,
  { said, bound }: { readonly said: SaidNumber; readonly bound: string },
): number {
  const [, size = "", thing = ""] = scaled.exec(column.name.normalize("NFKC")) ?? [];
  const scale = scales[size] ?? 1;
  const own = inUnitOf({ kind: "threshold", ...said }, column).value ?? said.value;
  // With the unit it is a sum of its own; without one it is mostly in that of the column.
  if (thing !== "" && bound.includes(thing)) return own / scale;
  return own > column.most && own / scale <= column.most ? own / scale : own;
}

const scaled = /[(\[](千|万|百万|億)(円|人|件|個|台|ドル|ユーロ)?/;
const scales: Readonly<Record<string, number>> = { 千: 1e3, 万: 1e4, 百万: 1e6, 億: 1e8 };

function testOf(bound: string, [first, second]: readonly number[]): NumberCondition["keeps"] | null {
  if (first === undefined) return null;
  const said = (pattern: RegExp) => pattern.test(bound.toLowerCase());
  if (said(/\bbetween\b/)) {
    if (second === undefined) return null;
    const [least, most] = first < second ? [first, second] : [second, first];
    return (value) => value >= least && value <= most;
  }
  if (said(/以上|at least|no less than|>=|≥/)) return (value) => value >= first;
  if (said(/以下|at most|no more than|<=|≤/)) return (value) => value <= first;
  if (said(/未満|下回|小さ|低|少な|短|\b(?:under|below|less|lower|fewer)\b|</)) {
    return (value) => value < first;
  }
  return (value) => value > first;
}
