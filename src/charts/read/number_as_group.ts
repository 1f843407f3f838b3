/** "Price by number of bedrooms" groups by a column that tells the number: the words for it count nothing. */

import type { Column } from "../table/column.ts";
import { escaped } from "./escaped.ts";
import { nameWords } from "./name_words.ts";

/** More numbers than these are no groups. */
const mostGroups = 30;

/** The sentence without these words; what is ranked by a number is not grouped by it. */
export function withoutNumberOf(query: string, columns: readonly Column[]): string {
  if (
    !/\b(?:number|count) of\b/i.test(query) || /\b(?:top|bottom|rank\w*|sort\w*|order(?:ed)?)\b/i.test(query)
  ) {
    return query;
  }
  return columns.reduce((text, column) => {
    if (column.kind !== "number" || !column.integer || column.distinct > mostGroups) return text;
    const name = nameWords(column.name).map(escaped).join("[\\s_-]*");
    const grouping = "(?<=\\b(?:by|per|across|for each|for every|in each) )(?:the )?(?:number|count) of ";
    return text.replaceAll(new RegExp(`${grouping}(?=${name}s?\\b)`, "gi"), "");
  }, query);
}
