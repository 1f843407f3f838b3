/** What the bound of a condition keeps of a column: 「5以上」, "between 3 and 5", in the unit of the column. */

import type { NumberColumn } from "../table/column.ts";
import { inUnitOf, scaleOf } from "./in_unit_of.ts";
import { boundWords, comparatives } from "./measure_kinds.ts";
import { isTurned } from "./number_forms.ts";
import { anyTime, timeKinds } from "./number_units.ts";
import { readNumbers, saidNumber } from "./said_number.ts";

/** A condition that picks rows. */
export interface NumberCondition {
  readonly column: NumberColumn;
  readonly keeps: (value: number) => boolean;
  readonly text: string;
  /** Whether the text is of the rows that are left out. */
  readonly leavesOut?: boolean;
}

export function boundOf(column: NumberColumn, bound: string): NumberCondition | null {
  // Tenths and multiples are of something that the column does not hold; nor are days a bound of hours.
  if (/[割倍]/.test(bound) || isOtherTime(column, bound)) return null;
  // In a range the dash is no sign.
  const numbers = readNumbers(bound.replaceAll(/(?<=[\d%])\s?[-–]\s?(?=\d)/g, " to "));
  const thing = scaleOf(column)?.thing ?? "";
  const hasUnit = thing !== "" && bound.includes(thing);
  const keeps = testOf(bound, numbers.map((said) => inUnitOf({ ...said, hasUnit }, column)));
  if (keeps === null) return null;
  // What is not known is not known to be other than that, either.
  const turned = (value: number) => !Number.isNaN(value) && !keeps(value);
  return { column, keeps: isTurned(bound) ? turned : keeps, text: bound };
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

const orEqual = new RegExp(
  `以上|at least|or equal to|>=|≥|\\+$| (?:or|and) (?:${boundWords.more})\\b`,
);
const orLess = new RegExp(
  "以下|以内|at most|(?:less|lower|fewer|smaller|younger|shorter) than or equal to|<=|≤|up to|within" +
    `| (?:or|and) (?:${boundWords.less})\\b`,
);
const less = new RegExp(
  `未満|満たな|達しな|下回|小さ|低|少な|短|\\b(?:under|below|${comparatives.less})\\b|<`,
);
const more = new RegExp(
  `超|上回|大き|高|多|長|\\b(?:over|above|${comparatives.more}|exceed\\w*)\\b|>`,
);

function testOf(said: string, [first, second]: readonly number[]): NumberCondition["keeps"] | null {
  const bound = said.toLowerCase().trim();
  if (first === undefined) return null;
  if (/!=|<>|≠/.test(bound)) return (value) => !Number.isNaN(value) && value !== first;
  if (second !== undefined || /\bbetween\b/.test(bound)) {
    if (second === undefined) return null;
    const [least, most] = first < second ? [first, second] : [second, first];
    return (value) => value >= least && value <= most;
  }
  if (orLess.test(bound)) return (value) => value <= first;
  if (orEqual.test(bound)) return (value) => value >= first;
  if (less.test(bound)) return (value) => value < first;
  return more.test(bound) ? (value) => value > first : (value) => value === first;
}
