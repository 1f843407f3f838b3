/** What bars show, in two or three sentences. */

import { aggregationName } from "../aggregation_for.ts";
import { type Context, say } from "../context.ts";
import { exactNumber, type NumberStyle } from "../format_number.ts";
import type { GroupTotals } from "../group_totals.ts";
import type { Level } from "../levels.ts";
import { levelSentence } from "./level_sentence.ts";
import { percent } from "./percent.ts";

export interface TotalsWords {
  readonly name: string;
  readonly group: string;
  readonly style: NumberStyle;
  readonly levels: readonly Level[];
  readonly shares: boolean;
}

export function totalsSentences(context: Context, totals: GroupTotals, words: TotalsWords): string[] {
  const named = totals.names.map((name, index) => ({ name, value: totals.values[index] ?? 0 }))
    .slice(0, totals.names.length - (totals.hasOther ? 1 : 0));
  const ranked = named.toSorted((a, b) => b.value - a.value);
  const [top, second] = ranked;
  const bottom = ranked.at(-1);
  if (top === undefined || bottom === undefined) return [];
  const number = (value: number) => exactNumber(words.style, value);
  const measured = `${words.name}${howText(context, totals, words.name)}`;
  if (top === bottom) {
    return [
      say(context.page, {
        ja: `${measured}は${top.name}の${number(top.value)}のみです。`,
        en: `${top.name} is the only ${words.group}, with ${measured} of ${number(top.value)}.`,
      }),
    ];
  }
  const all = totals.groups === named.length;
  return [
    extremesSentence(context, { totals, words, measured, top, bottom, all, number }),
    words.shares
      ? shareSentence(context, { totals, top, second })
      : ratioSentence(context, { top, second, bottom, number, all }),
    restSentence(context, totals, number),
    ...levelSentence(context, words.levels),
  ].filter((text) => text !== "");
}

/** How the rows of a group were put together; empty where that goes without saying. */
function howText({ page }: Context, { aggregated, aggregation }: GroupTotals, name: string): string {
  if (!aggregated || name.toLowerCase() === aggregationName(aggregation, page.language)) return "";
  return say(page, {
    ja: `（${aggregationName(aggregation, "ja")}）`,
    en: ` (${aggregationName(aggregation, "en")})`,
  });
}

interface Ends {
  readonly totals: GroupTotals;
  readonly words: TotalsWords;
  /** What the numbers are. */
  readonly measured: string;
  readonly top: Named;
  readonly bottom: Named;
  /** Whether every group is shown by name. */
  readonly all: boolean;
  readonly number: (value: number) => string;
}

function extremesSentence(
  { page }: Context,
  { totals, words, measured, top, bottom, all, number }: Ends,
): string {
  const [highest, lowest] = [number(top.value), number(bottom.value)];
  return say(page, {
    ja: `${totals.groups}個の${words.group}のうち、${measured}は${top.name}が${highest}で最も大きく、` +
      `${bottom.name}が${lowest}で${all ? "" : "表示した中で"}最も小さいです。`,
    en:
      `Of ${totals.groups} values of ${words.group}, ${top.name} has the highest ${measured} with ${highest}` +
      ` and ${bottom.name} the lowest${all ? "" : " of those shown"} with ${lowest}.`,
  });
}

/** What has become of the groups that are not shown by name. */
function restSentence(
  { page }: Context,
  { hasOther, left }: GroupTotals,
  number: (value: number) => string,
): string {
  if (hasOther) {
    return say(page, {
      ja: "小さいものは「その他」にまとめました。",
      en: 'The smaller ones are put together as "Other".',
    });
  }
  if (left === null) return "";
  const together = number(left.value);
  return say(page, {
    ja: `その他の${left.count}個は合わせて${together}で、図にはありません。`,
    en: `Other: the remaining ${left.count} together have ${together} and are not drawn.`,
  });
}

interface Named {
  readonly name: string;
  readonly value: number;
}

function shareSentence(
  { page }: Context,
  { totals, top, second }: { totals: GroupTotals; top: Named; second: Named | undefined },
): string {
  const whole = totals.values.reduce((sum, value) => sum + value, 0);
  if (whole <= 0) return "";
  const share = (value: number) => `${percent(value / whole * 100)}%`;
  if (second === undefined) return "";
  return say(page, {
    ja: `${top.name}が全体の${share(top.value)}、${second.name}が${share(second.value)}を占め、上位2つで${
      share(top.value + second.value)
    }です。`,
    en: `${top.name} makes up ${share(top.value)} of the whole and ${second.name} ${
      share(second.value)
    }: together ${share(top.value + second.value)}.`,
  });
}

function ratioSentence(
  { page }: Context,
  { top, second, bottom, number, all }: {
    all: boolean;
    top: Named;
    second: Named | undefined;
    bottom: Named;
    number: (value: number) => string;
  },
): string {
  if (second === undefined || second === bottom) {
    const apart = number(top.value - bottom.value);
    return say(page, { ja: `両者の差は${apart}です。`, en: `They differ by ${apart}.` });
  }
  const times = all && bottom.value > 0 ? top.value / bottom.value : 0;
  const ratio = times >= 1.1
    ? say(page, {
      ja: `、最大は最小の${times.toFixed(1)}倍`,
      en: `, and the highest is ${times.toFixed(1)} times the lowest`,
    })
    : "";
  return say(page, {
    ja: `2位は${second.name}（${number(second.value)}）${ratio}です。`,
    en: `Second is ${second.name} (${number(second.value)})${ratio}.`,
  });
}
