/** What every pattern is given, and what it gives back. */

import type { Language } from "../../base/language.ts";
import type { ResolvedSpec } from "../../base/chart_spec.ts";
import type { Page } from "./page.ts";
import type { Table } from "../table/column.ts";

export interface Context {
  readonly page: Page;
  /** Only the rows that the filter keeps. */
  readonly table: Table;
  /** The rows that conditions on x alone would keep: what was observed, whatever is drawn of it. */
  readonly observed: Table;
  readonly spec: ResolvedSpec;
  readonly language: Language;
  /** By how much counts and sums of a sample are multiplied. */
  readonly sampleFactor: number;
  /** What the subtitle says besides: filters, that the table is a sample. */
  readonly notes: readonly string[];
}

export interface Texts {
  readonly ja: string;
  readonly en: string;
}

export function say({ language }: Pick<Context, "language">, texts: Texts): string {
  return texts[language];
}
