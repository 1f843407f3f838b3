/** What the drawing of every pattern is given. */

import type { PlanInput } from "../plan/plan_input.ts";
import type { Page } from "./page.ts";

export interface Context extends PlanInput {
  readonly page: Page;
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
