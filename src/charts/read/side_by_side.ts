/** Columns side by side that are groups of one kind: 東京支店 and 大阪支店 where a sentence says 「支店別」, "Store A" by store. */

import { isIdentifier } from "../table/table_shape.ts";
import type { Mention } from "./mentioned_columns.ts";
import { plain } from "./plain.ts";
import { measureTerms } from "./term_pairs.ts";

/** What is left of names that are measures: order_qty and order_total are no orders side by side. */
const measures =
  /数|量|額|高$|費|率|日$|時間|面積|人員|金|(?<![a-z])(?:id|no|num(?:ber)?|code|qty|total|amount|amt|value|count|sum|avg|average|mean|median|min|max|date|day|time|hour|minute|size|rate|pct|percent|ratio|share|level|index|rank|year|month)s?(?![a-z])/;

/**
 * The mentions, in which such columns are measured: none of them groups the others. Where the sentence names a measure
 * or groups beside them, the word that they share speaks of something else.
 */
export function sideBySide(masked: string, mentions: readonly Mention[]): readonly Mention[] {
  const grouping = mentions.filter((mention) => isIndirect(mention) && mention.grouped);
  const family = grouping.filter((mention) =>
    grouping.some((other) => other !== mention && saidOf(masked, other) === saidOf(masked, mention))
  );
  if (family.length === 0) return mentions;
  const others = mentions.filter((mention) => !family.includes(mention));
  const beside = others.filter((mention) => !isGuessed(mention));
  const isAlone = beside.every(({ column, grouped }) =>
    column.kind === "time" || (column.kind === "number" && grouped && !isIdentifier(column))
  );
  return isAlone && family.every((mention) => isOfGroup(masked, mention))
    ? mentions.flatMap((mention) =>
      family.includes(mention) ? [{ ...mention, grouped: false }] : beside.includes(mention) ? [mention] : []
    )
    : others;
}

/** Beside a column for each region "revenue" is what all of them hold, and no total of them. */
function isGuessed({ column, by, grouped }: Mention): boolean {
  return column.kind === "number" && !grouped && (by === "translation" || by === "kind");
}

/** The word that the names of all the numbers share by which a sentence speaks of several; null where there is none. */
export function sharedWord(masked: string, mentions: readonly Mention[]): string | null {
  const numbers = mentions.filter(({ column }) => column.kind === "number");
  const [word = null, ...others] = new Set(numbers.map((mention) => saidOf(masked, mention)));
  const isShared = numbers.length > 1 && others.length === 0 &&
    numbers.every((mention) => isIndirect(mention) && isOfGroup(masked, mention));
  return isShared ? word : null;
}

/** Whether a word tells of something that is measured. */
export function isMeasure(word: string): boolean {
  return measures.test(word) || measureTerms.some((pair) => pair.some((pattern) => pattern.test(word)));
}

function isIndirect({ column, by }: Mention): boolean {
  return column.kind === "number" && !isIdentifier(column) && (by === "part" || by === "translation");
}

function saidOf(masked: string, { words }: Mention): string {
  return new RegExp(words).exec(masked)?.[0].trim() ?? "";
}

/** Whether nothing in its name but the word itself tells of a measure. */
function isOfGroup(masked: string, mention: Mention): boolean {
  const name = plain(mention.column.name).replaceAll(/[_\s.-]+/g, " ");
  return !isMeasure(name.replace(saidOf(masked, mention), " "));
}
