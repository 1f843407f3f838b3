/** What the name and the values of a column say about it: a kind, a thing, yes or no. */

import type { Column, NumberColumn, Table } from "../table/column.ts";
import { additive, entities, positive } from "../lexicon/lexicon.ts";
import { termsOf } from "../lexicon/phrase_index.ts";
import { nameTokens } from "../lexicon/tokens.ts";
import { coreTokens } from "./column_names.ts";

/** Whether a number tells a few kinds apart rather than measures. */
export function isDiscrete({ name, integer, distinct }: NumberColumn, rows: number): boolean {
  if (!integer || distinct > 24) return false;
  return isCalled(name, entities) || (distinct * 2 <= rows && !isCalled(name, additive));
}

/** Whether a name is that of a concept: by its last word, as unit price is a price. */
export function isCalled(name: string, concepts: ReadonlySet<string>): boolean {
  const last = termsOf(coreTokens(nameTokens(name))).at(-1);
  return last?.kind === "concept" && concepts.has(last.key.slice(1));
}

/** Whether a column names things of which there are some, such as countries or customers. */
export function isEntity({ name }: Column): boolean {
  return termsOf(coreTokens(nameTokens(name))).some(({ kind, key }) =>
    kind === "concept" && entities.has(key.slice(1))
  );
}

/** The value that says yes in a column that says yes or no. */
export function yesOf(column: Column): string | number | undefined {
  if (column.kind === "time" || column.distinct !== 2) return undefined;
  if (column.kind === "number") return column.least === 0 && column.most === 1 ? 1 : undefined;
  return column.values().labels.find((label) => positive.has(label.toLowerCase()));
}

export function isFew(column: Column, { rows }: Table): boolean {
  return column.kind === "number" && isDiscrete(column, rows);
}
