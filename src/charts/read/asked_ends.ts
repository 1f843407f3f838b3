/** How many of the largest or the smallest a sentence asks for: "top 5", "the three lowest", 「少ない順に4町」. */

import { countOf, twoToTen } from "./count_words.ts";

export interface AskedEnds {
  readonly count: number | null;
  /** Whether a number of the smallest is asked for. */
  readonly fromBelow: boolean;
  /** Whether all others are wanted too, together. */
  readonly withRest: boolean;
}

const rest =
  /(?:と|、|・|および|残りは)\s?(?:その他|それ以外|残り|その他大勢)|その他(?:に|を|は|として)(?:まとめ|合算|一括)|残りは?その他|\b(?:and|plus|with|vs\.?|versus|,) (?:all )?(?:the )?(?:rest|others?|remaining|remainder|everything else)\b|\b(?:rest|remaining|others?|remainder) (?:grouped |combined |lumped |together )?(?:as|into|under) ["'“]?others?\b|\b(?:group|lump|combine|put) (?:all )?(?:the )?(?:rest|others?|remaining)\b/;

export const low =
  "lowest|least|fewest|smallest|worst|weakest|poorest|slowest|shortest|narrowest|cheapest|youngest|lightest|bottom";
export const high =
  "highest|most|best|largest|biggest|greatest|strongest|fastest|longest|widest|tallest|oldest|heaviest|busiest|dearest|top";
const ends = `(?<!\\bat )\\b(${low}|${high})(?! recent)`;
const step = "(?:days?|weeks?|months?|years?|quarters?|hours?)\\b";
const anyCount = `(?<![\\d.,])(\\d{1,3}|${twoToTen})`;

export const lowJa = "少ない|低い|小さい|短い|安い|軽い|若い|悪い|最小|最少|最低|下位|ワースト";
export const highJa = "多い|高い|大きい|長い|重い|良い|最大|最多|最高|上位|トップ|ベスト";
/** What makes an adjective the end of all. */
export const mostJa = "(?:最も|もっとも|一番|いちばん)";
const things =
  "(?:つ|個|件|名|人|位|町|市|都市|県|国|[かカヶ]国|[かカヶ]所|地域|地区|店|店舗|社|品|商品|品目|校|本|種|部門|部署)";

/** Each form with the end and the number in it. */
const forms: readonly RegExp[] = [
  new RegExp(`${ends}[ -]?(\\d{1,3}|(?:${twoToTen})\\b)(?!\\d|%| percent|-${step})`),
  new RegExp(`\\b${anyCount} (?:very |absolute )?${ends}\\b`),
  new RegExp(
    `\\b${anyCount} (?!${step})(?:\\w+ ){1,3}?(?:with|having|have|has|had|of|by|that|which|who|where) (?:\\w+ ){0,2}?${ends}\\b`,
  ),
  new RegExp(`\\b(?:which|what) ${anyCount} (?!${step})(?:\\w+ ){1,4}?${ends}\\b`),
  /(上位|トップ|ベスト|下位|ワースト)\s*-?(\d{1,3})/,
  new RegExp(`(${lowJa}|${highJa})(?:xcategoryx|[^\\d、。]){0,8}?(\\d{1,3})\\s*${things}`),
];

export function askedEnds(text: string): AskedEnds {
  for (const form of forms) {
    const found = form.exec(text);
    if (found === null) continue;
    const words = found.slice(1).filter((word) => word !== undefined);
    const count = words.map(countOf).find((number) => !Number.isNaN(number)) ?? null;
    const fromBelow = words.some((word) => new RegExp(`^(?:${low}|${lowJa})$`).test(word));
    return { count, fromBelow, withRest: rest.test(text) };
  }
  return { count: null, fromBelow: false, withRest: false };
}
