/**
 * How sentences write conditions on numbers, and how they turn them round: "not over 65", "excluding patients over 65",
 * 「60点以上でない」, 「60点以上の生徒を除く」. What is turned is never read the other way.
 */

import { measureWords } from "../table/numbered_names.ts";
import { leavingWords, ratherWords } from "./leaving_words.ts";
import { boundWords, comparatives, kindUnits } from "./measure_kinds.ts";
import { timeUnits } from "./number_units.ts";
import { saidNumber } from "./said_number.ts";

const unit = `(?:\\s*(?:${measureWords})(?![a-z]))?`;
const money = "[$€£¥]?";
const whole = "(?!\\d|[,.]\\d)";

const leaving =
  `\\b(?:${leavingWords}|${ratherWords}|unless|remov(?:e|ing)|drop(?:ping)?|filter(?:ing)? out|no(?= [a-z]+s )|not(?= [a-z]+s )|(?:all|every\\w*) but) ` +
  "(?:(?:the|any|all|those|ones|rows|for|of|with|where|when|who|whose|that|an?|have|having|are) ){0,4}" +
  "(?:[a-z]+ (?:with|where|whose|of|having) (?:an? |the )?|[a-z]+s (?=(?:under|over|above|below|shorter|longer|lighter|heavier|less|more|fewer)\\b))??";
/** Behind the condition. */
const leavingBehind =
  "[)）]?(?:(?:の|(?<=[ぁ-ん]))(?:[一-龠ァ-ヶー]{1,6}|もの|ひと))?(?:(?:を|は|も)?(?:除(?:外し?|[いきくけ])|のぞ[いきく]|省[いきく]|含(?:まない|まず|めず|めない))|以外|抜き)(?:た|て|の|で)?|,? (?:(?:is|are|being|to be) )?(?:excluded|omitted|left out|removed|ignored|dropped|not (?:included|counted|shown|used))\\b";

const no = "(?:(?:(?:is|are|was|were|do|does|did)n['’]t|not|never|no) (?:be )?)";
const notJa = "(?:で|じゃ)[はも]?な(?:い|く|かった)";
const bounds =
  `(?:\\b(?:over|above|(?:${comparatives.more}|${comparatives.less}) than(?: or equal to)?|at least|at most|exceed(?:s|ing)?|under|below|between|within(?= \\d[\\d.]*[ -]?(?:[a-z]|%)))|(?<!<)[<>≤≥]=?(?!>))`;
const orMore = ` (?:or|and) (?:${boundWords.more}|${boundWords.less})\\b`;
const boundsJa =
  "以上|以下|以内|未満|超(?!え)|に(?:満た|達し)な(?:い|かった)|(?:を|より)(?:超え|上回|下回|大き|小さ|高|低|多|少な|長|短)[ぁ-ん]*?(?=の?もの|を|[^ぁ-ん]|$)";

/** Words before a bound that say what it is of. */
const kind = "(?:\\b(?:aged?|scor(?:ed|ing)|weigh(?:s|ed|ing)|lasting|lasted|taking|(?:that )?took) )?";

/** A condition without the word for what it is of. */
export function withoutKind(text: string): string {
  return text.replace(new RegExp(`^${kind}`, "i"), "");
}

const units = `(?:[ -]?(?:${timeUnits}|(?:${kindUnits}|[cmk]m|%)(?![a-z])))?`;
const english = `${no}?${bounds} ?${money}${saidNumber}${whole}(?: and ${money}${saidNumber})?${units}`;

/** Those that are conditions also without a column beside them. */
const plain = [
  `${saidNumber}${unit}(?:${boundsJa})(?:${notJa})?の?`,
  `${kind}${english}(?!\\s*panels?\\b)`,
];
const more = `${kind}${money}${saidNumber}(?:${unit}|(?: [a-z]+)?)${orMore}`;
/** Those that may be anything without one. */
const beside = [
  // Years are no range of anything else.
  `(?:from |outside (?:of )?)?(?!(?:19|20)\\d{2}\\b)${money}${saidNumber}${unit}\\s?(?:to|through|-|–|〜|~|から)\\s?${money}${saidNumber}${whole}${unit}(?:まで|の間)?の?`,
  `up to ${money}${saidNumber}${whole}`,
  `(?:!=|<>|≠|${no}(?:equal to )?) ?${money}${saidNumber}${whole}`,
  `${saidNumber}\\+(?!\\d)`,
];

/** What the name of a column has behind its words: "gdp (2015 usd)", "took_ms". */
export const unitOfName = "\\s?\\([^)]*\\)|_[a-z]+";
const link = "\\s*(?:が|は|の|(?:(?:who|that|which) )?(?:is|are|was|were) |aged? |of |worth ){0,2}\\s*";

/** Finds conditions, with the columns that they are of; single codes and stretches of them are those of groups. */
export function conditionPattern(names: readonly string[], codes: readonly string[]): RegExp {
  const behind = (own: readonly string[], forms: readonly string[]) =>
    own.length === 0 ? [] : [`(?:${own.join("|")})(?:${unitOfName})?${link}(?:${forms.join("|")})`];
  const before = names.length === 0 ? [] : [`${english} (?:of|in)(?: the)? (?:${names.join("|")})`];
  const named = [...behind(names, [...beside, ...plain, more]), ...behind(codes, plain), ...before];
  const alone = codes.length === 0 ? [...plain, more] : plain;
  return new RegExp(`(?:${leaving})?(?:${[...named, ...alone].join("|")})(?:${leavingBehind})?`, "gi");
}

export interface SaidCondition {
  /** The condition without the words that leave it out. */
  readonly body: string;
  /** Whether the rows that meet it are left out. */
  readonly leavesOut: boolean;
  /** What these words call the rows: 生徒 of 「60点以上の生徒を除く」. */
  readonly things: string;
}

/** Takes apart what {@linkcode conditionPattern} finds. */
export function saidCondition(found: string): SaidCondition {
  const text = found.trim();
  const head = new RegExp(`^${leaving}`, "i").exec(text)?.[0] ?? "";
  const tail = new RegExp(`(?:${leavingBehind})$`, "i").exec(text)?.[0] ?? "";
  return {
    body: text.slice(head.length, text.length - tail.length).replace(/の$/, ""),
    leavesOut: head !== "" || tail !== "",
    things: tail,
  };
}

const turned = new RegExp(
  `\\b(?:not|never|no|outside)\\b|n['’]t\\b|${notJa}|(?:超え|上回ら|下回ら|上回って|下回って|超えて)(?:い)?な[いくか]|く[はも]?な[いくか]`,
  "i",
);

/** Whether a bound means all that it does not name: "not over 65". */
export function isTurned(bound: string): boolean {
  return turned.test(bound);
}

const refusing =
  /\b(?:not|never|neither|nor|without|excluding|exclude|except|unless|ignor(?:e|ing)|omit(?:ting)?|leav(?:e|ing) out|skip(?:ping)?|outside|none|nobody|fail(?:s|ed)? to|instead of|rather than|filter(?:ing)? out|no)\b|n['’]t\b/i;

/** Whether words around a condition may turn it in a way that is not read. */
export function isPerhapsTurned(before: string, behind: string): boolean {
  const [clause = ""] = /(?:(?!\b(?:where|and|for|by|when|if)\b)[^,.;:、。])*$/i.exec(before) ?? [];
  return refusing.test(clause) ||
    /^[^、。,]{0,8}?[ぁ-ん]な(?:い|く|かった)/.test(behind) ||
    /^[^、。,]{0,10}?(?:除[いきくけ外]|以外|含(?:まず|めず))/.test(
      behind,
    );
}
