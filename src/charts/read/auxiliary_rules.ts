/** Lines laid over a chart: all that a sentence asks for. */

import type { AuxiliaryWish } from "./auxiliary_wish.ts";
import { courseWishes } from "./course_lines.ts";
import { givenMeanWishes, owedMeanWishes, withoutGivenMeans, withoutOwedMeans } from "./given_means.ts";
import { declaredScale } from "./in_unit_of.ts";
import { levelWishes, namesLevel } from "./level_lines.ts";
import { middleWishes, saysLine } from "./middle_lines.ts";
import { readNumbers } from "./said_number.ts";

/** The lines over a table that has columns and groups of some names. */
export function linesFor(
  sentence: string,
  { names, isBound }: {
    readonly names: readonly string[];
    /** Whether groups are picked by what they are measured by. */
    readonly isBound: boolean;
  },
): AuxiliaryWish[] {
  // A column or a group of targets is what is meant by them, and a bound of averages is no line.
  return auxiliaryOf(sentence).filter(({ kind, value, name: called }) =>
    value !== undefined ||
    (!names.some((name) => namesLevel(kind, name) || holds(name, called)) && (!isBound || saysLine(sentence)))
  );
}

/** Whether a name holds what a line is called. */
function holds(name: string, called: string | undefined): boolean {
  return called !== undefined && name.normalize("NFKC").toLowerCase().includes(called.toLowerCase());
}

/** Whether the numbers of a condition are those of lines, by which a chart shows what meets it. */
export function isAtLine(condition: string, lines: readonly AuxiliaryWish[]): boolean {
  const numbers = readNumbers(condition);
  return numbers.length > 0 && numbers.every(({ value }) => lines.some((line) => line.value === value));
}

/** The lines that a sentence asks for. A target or threshold without a number has no value. */
export function auxiliaryOf(sentence: string): AuxiliaryWish[] {
  const query = sentence.normalize("NFKC");
  const given = givenMeanWishes(query);
  const outside = withoutGivenMeans(query);
  const rest = withoutOwedMeans(outside);
  const levels = levelWishes(rest);
  const columnScale = declaredScale(query);
  return [
    ...courseWishes(rest),
    ...middleWishes(rest),
    ...[
      ...given,
      ...owedMeanWishes(outside),
      // "The EU average of 7% as the target line" is one line.
      ...(given.length === 0 ? levels : levels.filter(({ value }) => value !== undefined)),
    ].map((wish) => columnScale === undefined ? wish : { ...wish, columnScale }),
  ];
}
