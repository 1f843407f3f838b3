/** What the bound of a condition keeps of a column: 「5以上」, "between 3 and 5", in the unit of the column. */

import { inUnitOf } from "./auxiliary_rules.ts";
import type { NumberColumn } from "./column.ts";
import { readNumbers, type SaidNumber } from "./said_number.ts";

export const timeUnits = "(?:second|minute|hour|day|week|month|quarter|year)s?\\b";

/** A condition that picks rows. */
export interface NumberCondition {
  readonly column: NumberColumn;
  readonly keeps: (value: number) => boolean;
  readonly text: string;
}

export function boundOf(column: NumberColumn, bound: string): NumberCondition | null {
  // Tenths and multiples are of something that the column does not hold; nor are days a bound of hours.
  if (/[割倍]/.test(bound) || isOtherTime(column, bound)) return null;
  const keeps = testOf(bound, readNumbers(bound).map((said) => valueIn(column, said)));
  return keeps === null ? null : { column, keeps, text: bound };
}

const timeKinds = [/秒|sec/i, /分|min/i, /時間|hour|hrs?/i, /日|days?/i, /週|week/i, /月|month/i, /年|year/i];

function isOtherTime({ name, unit }: NumberColumn, bound: string): boolean {
  const kindOf = (text: string) => timeKinds.findIndex((kind) => kind.test(text));
  const said = kindOf(new RegExp(timeUnits, "i").exec(bound)?.[0] ?? "");
  const own = kindOf(unit) < 0
    ? kindOf(/[_\s(](?:in[_\s])?([a-z]+)\)?$/i.exec(name)?.[1] ?? "")
    : kindOf(unit);
  return said >= 0 && own >= 0 && said !== own;
}

/** A value in the unit of its column: 100万円 is 100 of a column of 万円. */
function valueIn(column: NumberColumn, said: SaidNumber): number {
  const scale = scales[/[(（\[](千|万|百万|億)円?/.exec(column.name.normalize("NFKC"))?.[1] ?? ""] ?? 1;
  const own = inUnitOf({ kind: "threshold", ...said }, column).value ?? said.value;
  return own > column.most && own / scale <= column.most ? own / scale : own;
}

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
