/** The natural order of categories: weekdays, months, sizes, levels, and names that end in a number. */

import { areWeekdays, schoolReader, weekdayPlace } from "../table/named_times.ts";

const orders = [
  "xxs|xs|s|m|l|xl|xxl|xxxl",
  "january|february|march|april|may|june|july|august|september|october|november|december",
  "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
  "very low|low|medium|high|very high",
  "low|mid|middle|high",
  "small|medium|large",
  "小|中|大",
  "低|中|高",
  "朝|昼|夕|夕方|夜|深夜",
  "春|夏|秋|冬",
  "spring|summer|autumn|fall|winter",
  "morning|noon|afternoon|evening|night",
].map((order) => order.split("|"));

/** Words beside which a number is a place in an order; elsewhere (Store 3, 商品7) it is part of a name. */
const places =
  "(?:(?:week|wk|day|month|year|yr|grade|level|stage|step|phase|round|quarter|rank|age|class|floor|hour|lap|period|wave)s?|[週日月年代歳才回級段学位時階次期章度分秒点円人件%％]|レベル|ステージ|フェーズ|ステップ|ラウンド|ランク|グレード)";
const ordered = new RegExp(`\\d(?:st|nd|rd|th)?[\\s_-]*${places}|${places}[\\s_#-]*第?\\d`);

/** What lies below or above a number, in any of its words. */
const bounds =
  /以上|以降|未満|以下|\+$|^[<>≤≥]=?\s*|^(?:under|below|less than|up to|over|above)\s+|\s*(?:and|or|&) (?:over|older|above|up|more|under|younger|below|less)$/;

/** Below 20 comes before the 20s, and 60 and over behind 60 to 69. */
function beyond(label: string): number {
  const bound = bounds.exec(label)?.[0] ?? "";
  if (bound === "") return 0;
  return /未満|以下|<|≤|under|below|less|younger|up to/.test(bound) ? -0.5 : 0.5;
}

/** The name of rows without a group. */
export const emptyNames = { ja: "（空）", en: "(empty)" } as const;

/** The positions of the labels in their natural order, rows without one at the end; null where they have none. */
export function naturalOrder(labels: readonly string[]): number[] | null {
  return emptyLast(labels, orderOf);
}

/**
 * The same for names that are told apart by numbers or letters, whether or not these rank them: Line 2 before Line 10,
 * 1K before 1LDK, A組 before B組.
 */
export function countedOrder(labels: readonly string[]): number[] | null {
  return emptyLast(labels, (named) => orderOf(named) ?? (areCounted(named) ? nameOrder(named) : null));
}

/** The positions of the labels by their names, of which numbers go by their size. */
export function nameOrder(labels: readonly string[]): number[] {
  const plain = labels.map((label) => withFigures(label.normalize("NFKC")));
  return labels.map((_, index) => index).toSorted((a, b) => collator.compare(plain[a] ?? "", plain[b] ?? ""));
}

const collator = new Intl.Collator(["ja", "en"], { numeric: true });

function emptyLast(
  labels: readonly string[],
  order: (named: readonly string[]) => number[] | null,
): number[] | null {
  const isEmpty = (label: string) => label === emptyNames.ja || label === emptyNames.en;
  const given = labels.map((_, index) => index);
  const named = given.filter((index) => !isEmpty(labels[index] ?? ""));
  const places = order(named.map((index) => labels[index] ?? ""));
  if (places === null) return null;
  return [
    ...places.map((place) => named[place] ?? 0),
    ...given.filter((index) => isEmpty(labels[index] ?? "")),
  ];
}

/** Whether names are alike but for a number or a letter, or all begin with a number. */
function areCounted(labels: readonly string[]): boolean {
  const plain = labels.map((label) => withFigures(label.normalize("NFKC")).toLowerCase());
  const frames = new Set(
    plain.map((label) =>
      label.replaceAll(/\d+(?:\.\d+)?/g, "#").replaceAll(/(?<![a-z])[a-z](?![a-z])/g, "*")
    ),
  );
  const [frame = ""] = frames;
  return labels.length > 1 &&
    ((frames.size === 1 && /[#*]/.test(frame)) || plain.every((label) => /^\d/.test(label)));
}

const figures = "一二三四五六七八九";

/** 第二課 as 第2課; elsewhere such a sign is a part of a name: 三重. */
function withFigures(label: string): string {
  return label.replace(
    /^(第?)([一二三四五六七八九])(?=[組班課号期回部区次級年番工])/,
    (_, before: string, sign: string) => `${before}${figures.indexOf(sign) + 1}`,
  );
}

function orderOf(labels: readonly string[]): number[] | null {
  if (labels.length < 2) return null;
  const plain = labels.map((label) => label.normalize("NFKC").toLowerCase().trim());
  const positions = labels.map((_, index) => index);
  if (areWeekdays(plain)) {
    return positions.toSorted((a, b) => weekdayPlace(plain[a] ?? "") - weekdayPlace(plain[b] ?? ""));
  }
  for (const order of orders) {
    if (plain.every((label) => order.includes(label))) {
      return positions.toSorted((a, b) => order.indexOf(plain[a] ?? "") - order.indexOf(plain[b] ?? ""));
    }
  }
  const timeOf = schoolReader(labels);
  if (timeOf !== null) {
    const times = labels.map((label) => timeOf(label) ?? 0);
    return positions.toSorted((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  }
  // 10代, 20代 …; 0-9, 10-19 …; Week 1, Week 2 …: numbers in one pattern.
  const frames = new Set(
    plain.map((label) => label.replaceAll(/\d+(?:\.\d+)?/g, "#").replace(bounds, "").replace(/['’]/, "")),
  );
  // A number alone, a range or a bound is a place in an order, and so is a number beside such a word.
  const isPlace = (label: string) =>
    !/\p{L}/u.test(label) || /^\d+0['’]?s\+?$/.test(label) || bounds.test(label) ||
    /\d\D*[-~〜–]\D*\d/.test(label) || ordered.test(label);
  if (!plain.every(isPlace)) return null;
  const numbers = plain.map((label) => Number(/\d+(?:\.\d+)?/.exec(label)?.[0] ?? NaN) + beyond(label));
  if (frames.size > 2 || numbers.some(Number.isNaN) || new Set(numbers).size < labels.length) return null;
  return positions.toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
}
