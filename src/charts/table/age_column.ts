/** Columns that tell how old people are, by their name. */

import type { Column } from "./column.ts";

export const ageNames = /年齢|年令|(?:^|[_\s])ages?(?:$|[_\s(])/i;

export function isAge({ name }: Column): boolean {
  return ageNames.test(name.normalize("NFKC"));
}
