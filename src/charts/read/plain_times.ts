/**
 * Times that a sentence writes in a roundabout way: turned ("excluding after 2023", 「2020年度以前を除く」), by eras
 * (「平成30年度」), with one word for two of them (「6〜8月」), or where a bound could stand ("over 2024"). Each is written
 * plainly, so that what reads times need not know of it.
 */

import { partsOf } from "../table/calendar.ts";
import type { TimeColumn } from "../table/column.ts";
import { leavingJa, leavingWords } from "./leaving_words.ts";
import { anyMoment, countMoments } from "./moment.ts";

/** Behind a list or a stretch of times that is left out. */
export const leftOutJa =
  `(?:のデータ|分|の期間)?(?:(?:を|は)?(?:${leavingJa})|以外|抜き|(?:は|が)?(?:なし|無し|不要)|(?:を|は)含(?:まない|まず|めず|めない)|(?:では|じゃ)な[いく])(?:た|て|の|で)?`;

const leaving = `\\b(?:${leavingWords}|unless)(?: (?:all|any|everything|anything|data|rows|those|the time))?`;

/** Behind times that are left out. */
export const leftOutBehind =
  ",? (?:(?:is|are|being|to be) )?(?:excluded|omitted|left out|removed|ignored|not included)\\b";

/** What is left beside each side of a moment. */
const sides: readonly (readonly [string, string])[] = [
  ["after", "until"],
  ["since", "before"],
  ["before|prior to", "since"],
  ["until|till|up to|through", "after"],
];
const sidesJa: readonly (readonly [string, string])[] = [
  ["以前|まで", "より後の"],
  ["以降|以後|から", "より前の"],
  ["より前", "以降の"],
  ["より(?:後|あと)", "以前の"],
];

/** Any words that leave times out. */
const anyLeaving = new RegExp(`${leaving}|${leftOutBehind}|${leftOutJa}`, "i");

const turns: readonly (readonly [RegExp, string])[] = [
  ...sides.map(([said, left]) =>
    [new RegExp(`${leaving} (?:${said}) (${anyMoment})`, "gi"), `${left} $1`] as const
  ),
  ...sides.map(([said, left]) =>
    [new RegExp(`\\b(?:${said}) (${anyMoment})${leftOutBehind}`, "gi"), `${left} $1`] as const
  ),
  // The end of a stretch is none of these.
  ...sidesJa.map(([said, left]) =>
    [new RegExp(`(?<!から|[〜~–-])(${anyMoment})(?:${said})${leftOutJa}`, "gi"), `$1${left}`] as const
  ),
];

/** One time beside another of which is asked how it has changed: both are compared, and no course of them. */
const compared: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `(${anyMoment})(?:[はがを]|では)?、?(${anyMoment})(?:と|に)比べて?([^。]*?)(?:どう|どのように|どれくらい|どれだけ)?(?:変わ|変化|増え|減|伸び)[一-龠]*[ぁ-ん]*`,
      "gi",
    ),
    "$1と$2を比べて$3の違い",
  ],
  [
    new RegExp(
      `(?:\\bin )?(${anyMoment}) (?:(?:have |has )?(?:change[ds]?|gr[eo]wn?|differ(?:ed)?) )?compared (?:with|to) (${anyMoment})`,
      "gi",
    ),
    "$1 vs $2 compared",
  ],
];

const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 };

/** The sentence with years of the common era and with the times that it wants; names of the data stay as they are. */
export function withPlainTimes(text: string, isName: (text: string) => boolean): string {
  const dated = text.replaceAll(/(令和|平成|昭和)(元|\d{1,2})(?=年)/g, (said, era: string, count: string) => {
    const before = eras[era];
    return before === undefined || isName(said)
      ? said
      : String(before + (count === "元" ? 1 : Number(count)));
  });
  const months = dated.replaceAll(/(?<![\d年月/.-])(\d{1,2})(から|[〜~–-])(?=\d{1,2}月)/g, "$1月$2");
  const count = countMoments(months);
  const rewritings = [
    ...(count > 0 && anyLeaving.test(months) ? turns : []),
    ...(count > 1 ? compared : []),
  ];
  return rewritings.reduce((left, [pattern, plain]) => left.replaceAll(pattern, plain), months);
}

/** "Over 2024" in data of that year speaks of it, and is no bound. */
export function withYearsOver(query: string, columnOf: () => TimeColumn | null): string {
  const over = /\bover (?:the year )?((?:19|20)\d{2})(?![\d%]|[.,]\d| ?(?:to|-|–) ?\d)/gi;
  if (query.search(over) < 0) return query;
  const column = columnOf();
  const years = new Set(column === null ? [] : Array.from(column.values(), (at) => partsOf(at).year));
  return query.replaceAll(over, (said, year) => years.has(Number(year)) ? `in ${year}` : said);
}
