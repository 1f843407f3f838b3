/** What a scanned sentence consists of, and questions about single items. */

import type { Sense, Side } from "../lexicon/lexicon.ts";
import type { CategoryColumn } from "../table/column.ts";
import type { NamedColumn } from "./column_names.ts";
import type { Moment } from "./moments.ts";

interface Placed {
  readonly from: number;
  readonly to: number;
  /** As it is written. */
  readonly text: string;
}

export type WordItem = Placed & { readonly kind: "word"; readonly sense: Sense };
export type ColumnItem = Placed & { readonly kind: "column"; readonly columns: readonly NamedColumn[] };
export type ValueItem = Placed & {
  readonly kind: "value";
  readonly column: CategoryColumn;
  readonly label: string;
  /** It goes by another name that can mean nothing else, such as one in another language. */
  readonly isRenamed?: boolean;
};
export type NumberItem = Placed & { readonly kind: "number"; readonly value: number; readonly unit: string };
export type MomentItem = Placed & { readonly kind: "moment"; readonly moment: Moment };

export type Item =
  | WordItem
  | ColumnItem
  | ValueItem
  | NumberItem
  | MomentItem
  | Placed & { readonly kind: "punctuation" | "unknown" | "particle" };

type WordSaying<S extends Sense["say"]> = WordItem & { readonly sense: Extract<Sense, { readonly say: S }> };

/** Whether an item is a word with one of these senses. */
export function says<S extends Sense["say"]>(
  item: Item | undefined,
  ...wanted: readonly S[]
): item is WordSaying<S> {
  return item?.kind === "word" && wanted.some((say) => say === item.sense.say);
}

/** Whether an item is a marker of what stands on this side of it: by, 別, except, 以外. */
export function isMarker(item: Item | undefined, say: "group" | "except" | "bound", side: Side): boolean {
  return says(item, say) && item.sense.side === side;
}

/** Whether an item says nothing by itself. */
export function isSmall(item: Item): boolean {
  return item.kind === "particle" || says(item, "nothing");
}
