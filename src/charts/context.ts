/** What a template is given, and what it gives back. */

import type { AuxiliaryKind } from "../base/chart_terms.ts";
import type { Page } from "./draw/sheet/page.ts";
import type { Sheet } from "./draw/sheet/sheet.ts";
import type { Roles } from "./plan/roles.ts";
import type { AuxiliaryWish } from "./read/auxiliary_wish.ts";
import type { Intent } from "./read/find_intent.ts";
import type { Grain } from "./table/calendar.ts";

export interface Context {
  readonly page: Page;
  readonly roles: Roles;
  readonly intent: Intent;
  /** The period that the sentence names, such as months for daily data. */
  readonly period: Grain | null;
  readonly auxiliary: readonly AuxiliaryWish[];
  /** Rows of the whole table for each row that is here; 1 where all are. */
  readonly scale: number;
  /** Where the sentence leaves times out, those of all rows of the table; NaN where a row has none. */
  readonly tableTimes: () => Float64Array;
  /** Those of all rows between the ends that the sentence gives, whichever of the rows it is about. */
  readonly spanTimes: () => Float64Array;
  /** The caller's title; without one the template makes its own. */
  readonly title: string | undefined;
  /** Records an operation on the data, by the name that answers use. */
  readonly did: (operation: string) => void;
  readonly warn: (warning: string) => void;
}

export interface Chart {
  readonly sheet: Sheet;
  readonly template: string;
  /** Sentences about what the chart shows. */
  readonly sentences: readonly string[];
  /** The lines that are really drawn over it. */
  readonly auxiliary: readonly AuxiliaryKind[];
}

/** The text in the language of the page. */
export function say(page: Page, texts: { readonly ja: string; readonly en: string }): string {
  return texts[page.language];
}
