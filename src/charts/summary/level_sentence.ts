/** The values of the lines laid over a chart, for a reader who cannot see them. */

import { type Context, say } from "../context.ts";
import type { Level } from "../draw/sheet/levels.ts";

/** A line by its label, and by other words where sentences have others. */
export type ToldLevel = Pick<Level, "label"> & Partial<Pick<Level, "told">>;

export function levelSentence({ page }: Context, levels: readonly ToldLevel[]): string[] {
  if (levels.length === 0) return [];
  const labels = levels.map(({ label, told = label }) => told);
  return [say(page, { ja: `補助線: ${labels.join("、")}。`, en: `Reference lines: ${labels.join(", ")}.` })];
}
