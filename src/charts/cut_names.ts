/** Names that are too long for their place, cut so that they can still be told from each other. */

import { cutText, type Page } from "./page.ts";

interface Place {
  readonly size: number;
  readonly width: number;
}

export function cutNames(page: Page, names: readonly string[], place: Place): string[] {
  const cut = names.map((name) => cutText(page, name, place));
  if (new Set(cut).size === new Set(names).size) return cut;
  const shared = sharedBeginning(names);
  const ends = names.map((name, index) => {
    const whole = [...name];
    return cut[index] === name ? name : cutText(page, `…${whole.slice(shared).join("")}`, place);
  });
  return new Set(ends).size > new Set(cut).size ? ends : cut;
}

/** How many characters all names that begin alike have in common. */
function sharedBeginning(names: readonly string[]): number {
  const [first = [], ...others] = names.map((name) => [...name]);
  const least = Math.min(first.length, ...others.map((other) => other.length)) - 1;
  let shared = 0;
  while (shared < least && others.every((other) => other[shared] === first[shared])) shared++;
  return shared;
}
