/** What an item of the knowledge base is, as tools take it and give it. */

import type { Priority } from "./priorities.ts";

/** What a caller says of an item. On update, what is absent stays; an empty text clears an optional field. */
export interface ItemFields {
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly content?: string | undefined;
  readonly status?: string | undefined;
  readonly priority?: Priority | undefined;
  readonly category?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly version?: string | undefined;
  readonly related?: readonly number[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly related_notebooks?: readonly string[] | undefined;
}

export interface NewItem extends ItemFields {
  readonly type: string;
  readonly title: string;
}

/** An item in a list. */
export interface ItemSummary {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  readonly priority: Priority;
  readonly category: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly version: string | null;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An item with its links, without its content: what a change answers. */
export interface ItemCard extends ItemSummary {
  readonly related: readonly number[];
  readonly related_notebooks: readonly string[];
}

/** The whole item. */
export interface Item extends ItemCard {
  readonly content: string;
}

/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}
