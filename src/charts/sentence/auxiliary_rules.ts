/** Lines laid over a chart: all that a sentence asks for. */

import type { AuxiliaryWish } from "./auxiliary_wish.ts";
import { courseWishes } from "./course_lines.ts";
import { levelWishes } from "./level_lines.ts";
import { middleWishes } from "./middle_lines.ts";

/** The lines that a sentence asks for. A target or threshold without a number has no value. */
export function auxiliaryOf(sentence: string): AuxiliaryWish[] {
  const query = sentence.normalize("NFKC");
  return [...courseWishes(query), ...middleWishes(query), ...levelWishes(query)];
}
