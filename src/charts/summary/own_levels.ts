/** The lines of panels or groups that have each their own mean or median, as the label of one line would tell them. */

import { type Context, say } from "../context.ts";
import { isOfEach, type Level, ofAll } from "../draw/sheet/levels.ts";
import { exactNumber, type NumberStyle } from "./text/format_number.ts";
import type { ToldLevel } from "./level_sentence.ts";

const mostNamed = 8;

interface Own {
  readonly name: string;
  readonly value: number;
}

/** What each has, of many only the highest and the lowest. */
export function eachLabel({ page }: Context, word: string, { own, style }: {
  readonly own: readonly Own[];
  readonly style: NumberStyle;
}): string {
  const number = (one: Own | undefined) => exactNumber(style, one?.value ?? NaN);
  const told = (one: Own | undefined) => `${one?.name ?? ""} ${number(one)}`;
  if (own.length > 1 && new Set(own.map(number)).size === 1) return `${word} ${number(own[0])}`;
  if (own.length <= mostNamed) return `${word} ${own.map(told).join(say(page, { ja: "、", en: ", " }))}`;
  const ranked = own.toSorted((a, b) => b.value - a.value);
  const [high, low] = [told(ranked[0]), told(ranked.at(-1))];
  return say(page, {
    ja: `${word}（最大 ${high}、最小 ${low}）`,
    en: `${word} (highest ${high}, lowest ${low})`,
  });
}

export interface Parted {
  readonly name: string;
  readonly levels: readonly Level[];
}

/** The labels of all lines: those that somebody has set once, the others for each part. */
export function partedLabels(
  context: Context,
  overall: readonly Level[],
  { parts, style }: { readonly parts: readonly Parted[]; readonly style: NumberStyle },
): readonly ToldLevel[] {
  if (parts.length < 2) return overall;
  return overall.map((level) => {
    if (!isOfEach(level)) return ofAll(context.page, level);
    const own = parts.flatMap(({ name, levels }) =>
      levels.filter(({ kind }) => kind === level.kind).map(({ value }) => ({ name, value }))
    );
    return { label: eachLabel(context, level.name, { own, style }) };
  });
}
