/** Lines that a sentence says it does not want: "no mean line", 「平均線なし」. What is refused is never drawn. */

import { saidNumber } from "./said_number.ts";

const refusal =
  "\\b(?:no|not|never|without|w/o|skip|omit|hide|drop|minus|exclud(?:e|ing)|leav(?:e|ing) out|remove|instead of|rather than|(?:do not|don['’]?t) (?:show|draw|add|include|want|need|plot|use|put|mark)(?: me)?)";
const line = [
  "(?:\\d+[- ]\\w+ )?(?:moving|rolling) (?:averages?|means?)(?: lines?)?",
  "trend ?-?lines?|regression(?: lines?)?|best[- ]fit(?: lines?)?|smooth\\w*",
  "(?:overall )?(?:means?|averages?|medians?|avg)(?: (?:value|line|marker)s?)?",
  `(?:targets?|goals?|thresholds?|limits?|budgets?|benchmarks?)(?: lines?)?(?: of| at)? [$€£¥]?${saidNumber}`,
  // Without the word for a line it may as well be a group of that name.
  "(?:targets?|goals?|thresholds?|limits?|budgets?|benchmarks?|reference|auxiliary|zero) lines?|break[- ]?even(?: lines?| points?)?",
].join("|");
const lines = `(?:${line})(?:(?:,? (?:and|or|nor) |/)(?:an? |the |any )?(?:${line}))*\\b`;

const lineJa = [
  "(?:\\d+[かヶカヵ]?[日週月年]間?の?)?移動平均(?:線|ライン)?",
  "(?:平均|中央|目標|しきい|閾|基準|予算)値?の?(?:線|ライン)",
  "平均値?|中央値|損益分岐(?:点|線|ライン)?|近似(?:直|曲)?線|トレンドライン|傾向線|回帰(?:直線|線)|補助線",
].join("|");
const refusalJa =
  "(?:は|を|も|が|の)?(?:なし|無し|ナシ|不要|いら(?:ない|ず)|要ら(?:ない|ず)|必要(?:は)?な[いく]|抜き|除[いきく]|省[いきく]|では?な[いく]|じゃな[いく]|(?:引か|描か|書か|入れ|付け|つけ|載せ|加え|表示し|出さ|示さ|使わ)(?:ない|ず|なく))(?:で|て|に)?";

const unneeded = "(?:not (?:needed|wanted|required|necessary)|unnecessary|off)\\b";
/** Any of them, whatever they refuse: most sentences refuse nothing, and the words for lines take long to look for. */
const anyRefusal = new RegExp(`${refusal}|${unneeded}|${refusalJa}`, "i");

const refused = new RegExp(
  [
    `${refusal} (?:an? |the |any |its |their )?(?:${lines})`,
    `\\b(?:${lines}) (?:is |are )?${unneeded}`,
    `(?:${lineJa})(?:(?:と|や|、|・|も)(?:${lineJa}))*(?:${refusalJa})`,
  ].join("|"),
  "gi",
);

/** The sentence without the lines that it refuses. */
export function withoutUnwantedLines(query: string): string {
  const text = query.normalize("NFKC");
  if (!anyRefusal.test(text)) return query;
  const rest = text.replaceAll(refused, " ");
  return rest === text ? query : rest;
}
