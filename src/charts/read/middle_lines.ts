/** Lines at the mean or the median of the data, as sentences ask for them. */

import type { AuxiliaryWish } from "./auxiliary_wish.ts";
import { withoutCourses } from "./course_lines.ts";

/** Words by which a mean is that of all, beside those of groups. */
const wide =
  "(?:overall|grand|pooled|general|company|corporate|whole[- ]company|(?:company|corporation|organi[sz]ation|firm|group|store|shop|school|hospital|network|nation|country|state|city|site|plant|team|department|fleet)[- ]?wide) ";
const ofAll = " (?:across|over|of|for) (?:all|every|the (?:whole|entire))(?: \\w+)?(?! (?:by|per|each)\\b)";
const wideJa = "(?:全[一-龠]{1,3}の?|総)";

/** Mean and median, one of them or both, in the middle of words that ask for a line. */
const middle = `(?:${wide})?(?:mean|average|median)s?(?: (?:value|line)s?)?(?:${ofAll})?`;
const middles =
  `(?<!moving |rolling |day |week |month |quarter |year |hour )\\b${middle}(?:(?:,? and |, | & | plus |\\/)(?:an? |the |its )?${middle})*`;
const ownJa = "(?:(?<!移動)平均[値点額]?|中央値)";
const middleJa = `(?:${wideJa})?${ownJa}(?:の?(?:線|ライン))?`;
const middlesJa = `${middleJa}(?:(?:と|、|・|や|も|および|及び|\\+|&)${middleJa})*`;
const asked = "一緒|併|重|入|引|示|加|表|(?:補助|参考|参照|基準)線";
/** What stands behind a mean that is what is measured of groups. */
const measured = "(?! \\w+ (?:by|per)\\b| (?:\\w+ ){0,2}of [\\d$€£¥])";
const notOf = `(?! of\\b)${measured}`;

/** A mean of all beside other words: one for each group is asked for without it. */
const wideLines = [
  `(?:\\band|[,;:+&]) ?(?:the |its |our )?(?:${wide})(?:mean|average|median)s?(?: line)?(?=\\s*(?:$|[,.;]))`,
  `(?<=(?:と|、|,|・|\\+|&|および|及び|\\s))${wideJa}${ownJa}(?=$|[\\s。、,!?]|を(?!教|知|計|求|出)|も|付|入|込)`,
];

/** Wishes for lines at the mean or the median, which say nothing about the chart under them. */
const lines: RegExp = new RegExp(
  [
    `\\b(?:with|show|add|mark|include|including|plus) (?:an? |the |its |their |our |both (?:the )?)?${middles}\\b${notOf}`,
    `${middles}(?<= lines?)|${middles} (?:reference|marked|shown|markers?)\\b`,
    `\\bcompared (?:with|to) (?:an? |the |its |our )?${middles}\\b${notOf}`,
    `${middlesJa}(?<=線|ライン)|${middlesJa}(?:も|を)(?=${asked})`,
    `${middlesJa}(?:も)(?=$|[\\s。、,.！!]|見|知|描|書|出|付|つけ|載|ほし|欲)`,
    `${middlesJa}と(?=一緒|併|重)`,
    // Beside a course or a distribution they are lines in it: 「推移に平均と中央値」.
    `(?<=(?:推移|変化|変遷|動き|増減|分布|ばらつき|散らばり|ヒストグラム|グラフ|図|チャート)(?:に|と|、|,|\\+|&)\\s?)${middlesJa}(?![ァ-ヶ◇◆のでが]|(?![付入併重示表線込])[一-龠])`,
    `(?<!の)${middleJa}(?:(?:と|、|・|や|および|及び|\\+|&)${middleJa})+(?=$|[\\s。、]|を|も|付|入)`,
    `(?<=[,;:+&]\\s?|\\bplus )(?:the |its )?${middles}(?<=and .*|[&/].*)(?=\\s*(?:$|[,.;]))`,
    ...wideLines,
  ].join("|"),
  "gi",
);

/** Comparisons with the mean or the median: a line, and still a comparison. */
const comparedWith = new RegExp(
  [
    `${middlesJa}(?=と比|との(?:比較|差)|より|を(?:上回|下回|超))`,
    `(?<=\\b(?:against|versus|vs\\.?|than|above|below|exceed\\w*|beat\\w*)[ -](?:an? |the |its |our )?)${middles}\\b${notOf}`,
  ].join("|"),
  "gi",
);

/** Beside something else it is a line in its chart, and may as well be measured itself: "sales and the average". */
const beside = new RegExp(
  `(?<!\\b(?:means?|averages?|medians?) )\\band (?:an? |the |its )?${middles}\\b${notOf}`,
  "gi",
);

/** The sentence without means and medians that are lines. */
export function withoutMiddles(text: string): string {
  return text.replaceAll(lines, " ").replaceAll(comparedWith, " ");
}

/** Whether a median is called a line: boxes show theirs anyway. */
export function saysLine(query: string): boolean {
  return /線|ライン|\blines?\b/i.test(query.normalize("NFKC"));
}

const isWide = new RegExp(`${wideJa}${ownJa}|\\b${wide}|(?:${ofAll})`, "i");

export function middleWishes(sentence: string): AuxiliaryWish[] {
  // Else the average of a moving one would be the first of two.
  const query = withoutCourses(sentence);
  const said = [lines, comparedWith, beside].flatMap((pattern) => query.match(pattern) ?? []);
  const wishFor = (kind: "mean_line" | "median_line", words: RegExp): AuxiliaryWish[] => {
    const own = said.filter((text) => words.test(text));
    if (own.length === 0) return [];
    return [{ kind, ...(own.some((text) => isWide.test(text)) ? { overall: true } : {}) }];
  };
  return [...wishFor("mean_line", /平均|mean|average/i), ...wishFor("median_line", /中央値|median/i)];
}
