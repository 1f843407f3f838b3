/** Lines at the mean or the median, as people ask for them: "with the average", 「推移に平均と中央値」. */

import type { AuxiliaryWish } from "./auxiliary_wish.ts";

/** Mean and median, one of them or both, in the middle of words that ask for a line. */
const middle = String.raw`(?:overall )?(?:mean|average|median)s?(?: (?:value|line)s?)?`;
const middles = String
  .raw`(?<!moving |rolling |day |week |month |quarter |year |hour )\b${middle}(?:(?:,? and |, | & | plus |\/)(?:an? |the |its )?${middle})*`;
const middleJa = "(?:(?<!移動)平均値?|中央値)(?:の?(?:線|ライン))?";
const middlesJa = `${middleJa}(?:(?:と|、|・|や|も|および|及び|\\+|&)${middleJa})*`;
const asked = "一緒|併|重|入|引|示|加|表|(?:補助|参考|参照|基準)線";

/** Wishes for lines at the mean or the median, which say nothing about the chart under them. */
export const middleLines: RegExp = new RegExp(
  [
    `\\b(?:with|show|add|mark|include|including|plus) (?:an? |the |its |their |both (?:the )?)?${middles}\\b(?! \\w+ (?:by|per)\\b| (?:\\w+ ){0,2}of [\\d$€£¥])`,
    `${middles}(?<= lines?)|${middles} (?:reference|marked|shown|markers?)\\b`,
    `\\bcompared (?:with|to) (?:an? |the |its )?${middles}\\b(?! of\\b| \\w+ (?:by|per)\\b)`,
    `${middlesJa}(?<=線|ライン)|${middlesJa}(?:も|を)(?=${asked})`,
    `${middlesJa}(?:も)(?=$|[\\s。、,.！!]|見|知|描|書|出|付|つけ|載|ほし|欲)`,
    `${middlesJa}と(?=一緒|併|重)`,
    // Beside a course or a distribution they are lines in it: 「推移に平均と中央値」.
    `(?<=(?:推移|変化|変遷|動き|増減|分布|ばらつき|散らばり|ヒストグラム|グラフ|図|チャート)(?:に|と|、|,|\\+|&)\\s?)${middlesJa}(?![ァ-ヶ◇◆のでが]|(?![付入併重示表線込])[一-龠])`,
    `(?<!の)${middleJa}(?:(?:と|、|・|や|および|及び|\\+|&)${middleJa})+(?=$|[\\s。、]|を|も|付|入)`,
    `(?<=[,;:+&]\\s?|\\bplus )(?:the |its )?${middles}(?<=and .*|[&/].*)(?=\\s*(?:$|[,.;]))`,
  ].join("|"),
  "gi",
);

/** Comparisons with the mean or the median: a line, and still a comparison. */
const comparedWith = new RegExp(
  `${middlesJa}(?:と比|との(?:比較|差))|(?:(?<!\\b(?:means?|averages?|medians?) )\\band|\\b(?:against|versus|vs)) (?:an? |the |its )?${middles}\\b(?! of\\b| \\w+ (?:by|per)\\b)`,
  "gi",
);

export function middleWishes(query: string): AuxiliaryWish[] {
  const said = [...(query.match(middleLines) ?? []), ...(query.match(comparedWith) ?? [])].join(" ");
  return [
    ...(/平均|mean|average/i.test(said) ? [{ kind: "mean_line" } as const] : []),
    ...(/中央値|median/i.test(said) ? [{ kind: "median_line" } as const] : []),
  ];
}

/** Whether a median is called a line: boxes show theirs anyway. */
export function saysLine(query: string): boolean {
  return /線|ライン|\blines?\b/i.test(query.normalize("NFKC"));
}
