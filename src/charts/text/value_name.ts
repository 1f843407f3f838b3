/** What the numbers of a chart are called: by the column they come from, or as counts of rows. */

import { type Context, say } from "../context.ts";
import type { Page } from "../sheet/page.ts";

export function valueName({ page, roles: { value }, scale }: Context): string {
  if (value !== null || scale === 1) return value?.name ?? countName(page);
  return say(page, { ja: "件数（推定）", en: "Count (estimated)" });
}

export function countName(page: Page): string {
  return say(page, { ja: "件数", en: "Count" });
}
