/** Names that are too long for their place, cut so that they can still be told from each other. */

import { cutText, type Page } from "./page.ts";

interface Place {
  readonly size: number;
  readonly width: number;
}

/** Cut at the end; names that would look alike then are cut in the middle, before where they differ. */
export function cutNames(page: Page, names: readonly string[], place: Place): string[] {
  const cut = names.map((name) => cutText(page, name, place));
  const told = [...cut];
  for (const alike of Map.groupBy(names.keys(), (index) => cut[index] ?? "").values()) {
    const some = alike.map((index) => names[index] ?? "");
    if (new Set(some).size === 1) continue;
    cutInside(page, some, place).forEach((text, at) => told[alike[at] ?? 0] = text);
  }
  return new Set(told).size > new Set(cut).size ? told : cut;
}

/** What names have in common is shortened, as far as the rest leaves room for it; a word only where it must be. */
function cutInside(page: Page, names: readonly string[], place: Place): string[] {
  const apart = cutAfter(page, names, { ...place, within: /[0-9A-Za-z]/ });
  return new Set(apart).size === new Set(names).size
    ? apart
    : cutAfter(page, names, { ...place, within: /\d/ });
}

/** `within` are the characters between which names are not taken apart. */
function cutAfter(
  page: Page,
  names: readonly string[],
  { within, ...place }: Place & { readonly within: RegExp },
): string[] {
  const letters = names.map((name) => [...name]);
  const shared = sharedBeginning(letters, within);
  const rests = letters.map((name) => name.slice(shared).join(""));
  const beginning = (letters[0] ?? []).slice(0, shared);
  const fits = (count: number) => {
    const text = beginning.slice(0, count).join("");
    return rests.every((rest) => page.measure(`${text}…${rest}`, place.size) <= place.width);
  };
  let kept = 0;
  while (kept < shared - 1 && fits(kept + 1)) kept++;
  const start = beginning.slice(0, kept).join("").trimEnd();
  return rests.map((rest) => cutText(page, `${start}…${rest}`, place));
}

/** How many characters all names have in common at their beginning, without half a word or number. */
function sharedBeginning(names: readonly (readonly string[])[], within: RegExp): number {
  const [first = [], ...others] = names;
  const least = Math.min(first.length, ...others.map((other) => other.length)) - 1;
  let shared = 0;
  while (shared < least && others.every((other) => other[shared] === first[shared])) shared++;
  const isInWord = (at: number) =>
    within.test(first[at - 1] ?? "") && names.some((name) => within.test(name[at] ?? ""));
  while (shared > 0 && isInWord(shared)) shared--;
  return shared;
}
