/**
 * Lists of times that say their year once: "Q1 and Q2 2024", 「2024年3月と5月」. Each of them is given its year, so that
 * what reads times need not know of lists.
 */

import { monthName, ordinals } from "./moment.ts";

const year = "(?:fy\\s?'?|fiscal year |financial year )?(?:19|20)\\d{2}(?!\\d)|fy\\s?'?\\d{2}(?!\\d)";
const between = "\\s*(?:,\\s*(?:and|or)?|and|or|&|/|(?:vs|versus|against)\\b\\.?)\\s*(?:the\\s+)?";
const part = `(?<![a-z\\d])(?:${monthName}|q[1-4]|h[12])(?![a-z\\d])`;
const parts = `${part}(?:${between}${part})+`;

const ordinal = `\\b(?:${ordinals.join("|")})`;
const counted = "(?: (?:quarters?|hal(?:f|ves)))?\\b";

const partJa = "(?:第?[1-4]四半期|[1-4]q|q[1-4]|\\d{1,2}月|[上下]半?期|[前後]半)";
const betweenJa = "\\s*(?:と|や|・|、|,|及び|および|(?:vs|versus|against)\\b\\.?|対)+\\s*";

type Rewriting = readonly [pattern: RegExp, write: (...groups: string[]) => string];

const rewritings: readonly Rewriting[] = [
  [new RegExp(`(${ordinal}${counted}(?:${between}${ordinal}${counted})+)`, "gi"), numbered],
  // What is compared "with" or "to" another time is one of two; in brackets it is a stretch.
  [
    new RegExp(
      `(\\b(?:compar|contrast)[a-z]*\\b[^.;:(]*?(?:${part}|${year})) (?:with|to|against) (?=(?:${part}|${year}))`,
      "gi",
    ),
    (before) => `${before} and `,
  ],
  [
    new RegExp(`(${partJa})を(${partJa}|(?:19|20)\\d{2}年)と(?=比)`, "gi"),
    (one, other) => `${one}と${other}を`,
  ],
  [
    new RegExp(`(${parts})(?:\\s+(?:of|in))?,?\\s+(?:the year\\s+)?(${year})`, "gi"),
    (list, said) => list.replaceAll(new RegExp(part, "gi"), (one) => `${one} ${said}`),
  ],
  [
    new RegExp(`(?<![\\d.,])(${year})[\\s-]?(${parts})(?!(?:\\s+(?:of|in))?,?\\s+(?:${year}))`, "gi"),
    (said, list) => list.replaceAll(new RegExp(part, "gi"), (one) => `${one} ${said}`),
  ],
  [
    new RegExp(`((?:19|20)\\d{2}年度?)の?(${partJa}(?:${betweenJa}(?:同年?の?)?${partJa})+)`, "gi"),
    (said, list) =>
      list.replaceAll(/同年?の?/g, "").replaceAll(new RegExp(partJa, "gi"), (one) => `${said}${one}`),
  ],
];

/** A sentence of normal form (NFKC) in which each time of such a list has its year. */
export function withSharedYears(text: string): string {
  return rewritings.reduce(
    (left, [pattern, write]) =>
      left.replaceAll(
        pattern,
        (_, ...groups: unknown[]) => write(...groups.map((group) => String(group ?? ""))),
      ),
    text,
  );
}

/** "The first and second quarter" as Q1 and Q2. */
function numbered(list: string): string {
  const letter = /quarter/i.test(list) ? "Q" : /hal/i.test(list) ? "H" : null;
  if (letter === null) return list;
  return list.replaceAll(
    new RegExp(`${ordinal}${counted}`, "gi"),
    (one) => `${letter}${ordinals.indexOf(one.toLowerCase().split(" ")[0] ?? "") % 4 + 1}`,
  );
}
