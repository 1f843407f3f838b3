/** What the numbers of a chart are called: by the column they come from, or as counts of rows. */

import { type Context, say } from "../../context.ts";
import type { Page } from "../../draw/sheet/page.ts";

export function valueName({ page, roles: { value }, intent, scale }: Context): string {
  if (value !== null) return value.name;
  const name = intent.countsPeople ? say(page, { ja: "人数", en: "Count" }) : countName(page);
  return scale === 1 ? name : say(page, { ja: `${name}（推定）`, en: `${name} (estimated)` });
}

export function countName(page: Page): string {
  return say(page, { ja: "件数", en: "Count" });
}
