/** A search, understood. */

import type { Priority } from "../item.ts";

export type Query =
  /** Everything. */
  | { readonly kind: "all" }
  | { readonly kind: "and" | "or"; readonly parts: readonly Query[] }
  | { readonly kind: "not"; readonly part: Query }
  /** Words in title, description or content; exact if they were quoted. */
  | { readonly kind: "text"; readonly text: string; readonly exact: boolean }
  | Filter;

/** A field with the values of which one must fit. */
export type Filter =
  | { readonly kind: "type" | "tag" | "category" | "notebook" | "status"; readonly values: readonly string[] }
  | { readonly kind: "priority"; readonly values: readonly Priority[] }
  | { readonly kind: "closed"; readonly closed: boolean }
  /** From the first millisecond, up to but without the last; either may be open. */
  | {
    readonly kind: "created" | "updated" | "date";
    readonly from: number | undefined;
    readonly until: number | undefined;
  };

export interface ParsedQuery {
  readonly query: Query;
  /** What was taken for text although it looks like something else. */
  readonly warnings: readonly string[];
}
