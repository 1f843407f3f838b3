/** What bars show, in two or three sentences. */

import { type Context, say } from "../context.ts";
import type { Level } from "../draw/sheet/levels.ts";
import { comparedNumbers, type NumberStyle } from "./text/format_number.ts";
import { capital } from "./text/headline.ts";
import { allGroups, groupCount } from "./text/group_count.ts";
import { listed } from "./text/listed.ts";
import type { GroupTotals } from "../values/group_totals.ts";
import { comparisonsJa } from "./comparisons_ja.ts";
import { differenceText } from "./difference_text.ts";
import { levelSentence } from "./level_sentence.ts";
import { measuredText } from "./measured_text.ts";
import { percent } from "./percent.ts";
import { reachedByNamed } from "./reached_levels.ts";
import { type Named, tiedWith } from "./ties.ts";

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
  const [top] = ranked;
  const bottom = ranked.at(-1);
  if (top === undefined || bottom === undefined) return [];
  const number = comparedNumbers(words.style, ranked.map(({ value }) => value));
  const aggregation = totals.aggregated ? totals.aggregation : null;
  const measured = measuredText(context, words.name, { aggregation });
  if (top === bottom && totals.groups === 1) {
    return [
      say(context.page, {
        ja: `${measured}は${top.name}の${number(top.value)}のみです。`,
        en: `${top.name} is the only ${words.group}, with ${measured} of ${number(top.value)}.`,
      }),
    ];
  }
  const ends: Ends = {
    totals,
    words,
    measured,
    ranked,
    top: { ...top, names: tiedWith(top, { among: ranked, number }) },
    bottom: { ...bottom, names: tiedWith(bottom, { among: ranked, number }) },
    all: totals.groups === named.length || totals.split !== null,
    number,
  };
  const asked = words.shares ? askedSentence(context, totals) : "";
  // Of two the other is the rest.
  const isTold = asked !== "" && ranked.length === 2;
  return [
    asked,
    extremesSentence(context, ends),
    isTold ? "" : words.shares ? shareSentence(context, ends) : ratioSentence(context, ends),
    restSentence(context, totals, number),
    ...levelSentence(
      context,
      reachedByNamed(context, named, { levels: words.levels, groups: totals.groups }),
    ),
  ].filter((text) => text !== "");
}

interface Ends {
  readonly totals: GroupTotals;
  readonly words: TotalsWords;
  /** What the numbers are. */
  readonly measured: string;
  /** Those shown by name, the largest first. */
  readonly ranked: readonly Named[];
  readonly top: End;
  readonly bottom: End;
  /** Whether every group is shown by name, or at least the first and the last of all. */
  readonly all: boolean;
  readonly number: (value: number) => string;
}

/** One of those at an end of the ranking, and the names of all that share it. */
interface End extends Named {
  readonly names: readonly string[];
}

function extremesSentence(context: Context, ends: Ends): string {
  const { top, bottom, number } = ends;
  if (number(top.value) === number(bottom.value)) return levelGroups(context, ends);
  const { page } = context;
  const { totals, words, measured, all } = ends;
  const high = listed(top.names, page.language);
  const low = listed(bottom.names, page.language);
  const [highest, lowest] = [number(top.value), number(bottom.value)];
  const has = (end: End) => end.names.length === 1 ? "has" : "have";
  const of = groupCount(totals.groups, words.group, page.language);
  const { larger, smaller, largerAnd, smallerAnd } = comparisonsJa(words.style);
  if (totals.ascending && !all) {
    return say(page, {
      ja: `${of}のうち、${measured}は${low}が${lowest}で最も${smallerAnd}、` +
        `表示した中では${high}が${highest}で最も${larger}です。`,
      en: `Of ${of}, ${low} ${has(bottom)} the lowest ${measured} with ` +
        `${lowest} and ${high} the highest of those shown with ${highest}.`,
    });
  }
  return say(page, {
    // Of two neither is the most.
    ja: all && totals.groups === 2
      ? `${measured}は${high}が${highest}で、${low}の${lowest}より${larger}です。`
      : `${of}のうち、${measured}は${high}が${highest}で最も${largerAnd}、` +
        `${low}が${lowest}で${all ? "" : "表示した中で"}最も${smaller}です。`,
    en: `Of ${of}, ${high} ${has(top)} the highest ${measured} with ` +
      `${highest} and ${low} the lowest${all ? "" : " of those shown"} with ${lowest}.`,
  });
}

/** Bars of one height. */
function levelGroups(
  { page }: Context,
  { totals: { groups, ascending }, words, measured, ranked, top, all, number }: Ends,
): string {
  const value = number(top.value);
  const count = all ? groups : ranked.length;
  const { larger, smaller } = comparisonsJa(words.style);
  if (all) {
    return say(page, {
      ja: `${groupCount(count, words.group, "ja")}の${measured}は${
        count === 2 ? "どちらも" : "すべて"
      }${value}です。`,
      en: `${allGroups(count, words.group)} have the same ${measured}: ${value}.`,
    });
  }
  const names = listed(top.names, page.language);
  return say(page, {
    ja: `${groupCount(groups, words.group, "ja")}のうち、${measured}は${names}が${value}で最も${
      ascending ? smaller : larger
    }です。`,
    en: `Of ${groupCount(groups, words.group, "en")}, ${names} ${count === 1 ? "has" : "have"} the ${
      ascending ? "lowest" : "highest"
    } ${measured} with ${value}.`,
  });
}

/** What has become of the groups that are not shown by name. */
function restSentence(
  { page }: Context,
  { names, values, hasOther, left, split, groups }: GroupTotals,
  number: (value: number) => string,
): string {
  if (hasOther) {
    const [name = "", value = 0] = [names.at(-1), values.at(-1)];
    return say(page, {
      ja: `残りは「${name}」（${number(value)}）にまとめました。`,
      en: `The rest is put together as "${name}": ${number(value)}.`,
    });
  }
  if (split !== null) {
    const between = groups - names.length;
    return say(page, {
      ja: `間の${between}個は図にありません。`,
      en: `The ${between} between them are not drawn.`,
    });
  }
  if (left === null) return "";
  const together = number(left.value);
  return say(page, {
    ja: `その他の${left.count}個は合わせて${together}で、図にはありません。`,
    en: `Other: the remaining ${left.count} together have ${together} and are not drawn.`,
  });
}

/** The share of the group that the sentence asks for. */
function askedSentence({ page, intent, roles }: Context, { names, values, whole }: GroupTotals): string {
  const asked = intent.values.find(({ column, labels, only }) =>
    !only && labels.length === 1 && column.index === roles.group?.index
  )?.labels[0];
  const value = asked === undefined ? undefined : values[names.indexOf(asked)];
  if (value === undefined || whole <= 0) return "";
  const share = `${percent(value / whole * 100)}%`;
  return say(page, { ja: `${asked}は全体の${share}です。`, en: `${asked} makes up ${share} of the whole.` });
}

function shareSentence({ page }: Context, { totals, ranked }: Ends): string {
  const [top, second] = ranked;
  const { whole } = totals;
  if (whole <= 0 || top === undefined || second === undefined) return "";
  const share = (value: number) => `${percent(value / whole * 100)}%`;
  return say(page, {
    ja: `${top.name}が全体の${share(top.value)}、${second.name}が${share(second.value)}を占め、上位2つで${
      share(top.value + second.value)
    }です。`,
    en: `${top.name} makes up ${share(top.value)} of the whole and ${second.name} ${
      share(second.value)
    }: together ${share(top.value + second.value)}.`,
  });
}

/** Who comes next and how far the ends are apart, counted from the end that is shown. */
function ratioSentence({ page }: Context, ends: Ends): string {
  const { totals, words, ranked, top, bottom, all, number } = ends;
  if (number(top.value) === number(bottom.value)) return "";
  if (ranked.length === 2) {
    const apart = differenceText(words.style, top.value - bottom.value);
    return say(page, { ja: `両者の差は${apart}です。`, en: `They differ by ${apart}.` });
  }
  const upwards = totals.ascending && !all;
  const [first, next] = upwards ? [bottom, ranked.at(-2)] : [top, ranked[1]];
  const names = next === undefined ? [] : tiedWith(next, { among: ranked, number });
  const second = first.names.length > 1 || next === undefined ? null : {
    ja: `${upwards ? "次に小さいのは" : "2位は"}${listed(names, "ja")}（${number(next.value)}）`,
    en: `${upwards ? "Second lowest" : "Second"} ${names.length === 1 ? "is" : "are"} ${
      listed(names, "en")
    } (${number(next.value)})`,
  };
  const times = all && bottom.value > 0 && words.style.interval !== true ? top.value / bottom.value : 0;
  const ratio = times < 1.1 ? null : {
    ja: `最大は最小の${times.toFixed(1)}倍`,
    en: `the highest is ${times.toFixed(1)} times the lowest`,
  };
  if (second === null && ratio === null) return "";
  return say(page, {
    ja: `${[second?.ja ?? [], ratio?.ja ?? []].flat().join("、")}です。`,
    en: `${capital([second?.en ?? [], ratio?.en ?? []].flat().join(", and "))}.`,
  });
}
