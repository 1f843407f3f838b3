/**
 * Means that come with their number and so are none of the data: "the EU average of 7%", 「全国平均は52点」. Each is a
 * line at that number, under the name that the sentence gives it.
 */

import { capital } from "../summary/text/headline.ts";
import type { AuxiliaryWish } from "./auxiliary_wish.ts";
import { mayHoldNumber, readNumber, saidNumber } from "./said_number.ts";

/** Words before a mean that are no part of its name. */
const apart =
  "the|an?|our|its|their|this|that|these|those|with|against|versus|vs|and|or|plus|to|than|of|in|on|at|by|for|from|as|is|are|was|were|where|whose|when|if|show|showing|mark|add|draw|plot|include|including|compared?|over|above|below|under|between|per|each|every|having|has|have|moving|rolling|weighted|trailing|running|daily|weekly|monthly|quarterly|yearly|annual|hourly|days?|weeks?|months?|quarters?|years?|hours?";
const mean = "(?:average|mean|median)";
const name = `(?!(?:${apart})(?![\\w'’-]))[a-z][\\w.&'’-]*`;
const sets =
  "(?: (?:of|is|was|at|being|equals)| ?[:=]| ?\\()(?: (?:about|around|roughly|approximately|currently))? ?[¥$€£]?\\s?";
/** Years and further figures; conditions are of the data. */
const noNumber = "(?!(?:19|20)\\d{2}(?![\\d.,%]))";
const goesOn =
  "(?![\\d.,]*\\d| ?(?:or|and) (?:more|less|fewer|above|over|below|under|higher|lower|up)\\b|[ -]?(?:weeks?|months?|quarters?|years?)\\b|\\s*(?:以上|以下|以内|未満|超|を(?:超|上回|下回)|[かヶカヵ]月|週間|日間|年|[位店社校]))";
/** What stands behind a number that is not one of so many things. */
const ends =
  "(?=\\s*(?:%|percent|pts?|points?|usd|eur|gbp|yen|dollars?|euros?|kg|[ckm]m)?\\s*(?:$|[,.;:)!?]|(?:by|for|in|as|with|and|on|over|across|line|marked|shown|drawn)\\b))";

const meanJa = "(?<!移動|加重)(?:平均(?:値|点)?|中央値)";
/** The mean of somebody else may be of a measure: 業界平均利益率. */
const owned = "(?<!移動|加重)(?:平均(?:[一-龠]{1,5})?|中央値)";
/** A measure, a step of time or nothing before it makes it one of the data, unless the number is set outright. */
const owner =
  "[一-龠ァ-ヶーA-Za-z]{0,10}[一-龠ァ-ヶーA-Za-z](?<![別毎各とのはがをに]|(?:^|[^一-龠])[月日年週])";
const unitJa = "(?:円|件|人|個|点|度|台|回|歳|分|秒|時間|ドル|ユーロ|%|℃)?";
/** Classes of 60 points are picked by it; a line is drawn at it. */
const noneOf = "(?!の(?!線|ライン|ところ|位置)[一-龠ァ-ヶ])";

/** Each with the name of the mean and its number. */
const forms: readonly RegExp[] = [
  `(?<![\\w'’-])((?:${name} ){1,3}${mean}(?: ${name}){0,2})${sets}${noNumber}(${saidNumber})${goesOn}`,
  `(?<![\\w-]|\\b(?:moving|rolling|weighted|trailing|running|day|week|month|quarter|year|hour) )(${mean})${sets}${noNumber}(${saidNumber})${goesOn}${ends}`,
  `(${owner}${owned})(?:は|が|の|[:=(])?\\s*約?[¥$€£]?${noNumber}(${saidNumber})${goesOn}${unitJa}${goesOn}${noneOf}`,
  `(${meanJa})(?:は|[:=(])\\s*約?[¥$€£]?${noNumber}(${saidNumber})${goesOn}${unitJa}${goesOn}${noneOf}`,
].map((form) => new RegExp(form, "gi"));

/** Means of others, whom no data is of: without a number the sentence owes it. */
const owed = new RegExp(
  `(?<=\\b(?:against|versus|vs\\.?|compared (?:to|with)|relative to|with|and|than|above|below) (?:the )?)(?:industry|sector|market|peer|competitors?['’]?|oecd|eu|european|world|global|international|u\\.?s\\.?|uk) ${mean}\\b(?! (?:of|by|per)\\b)|(?:業界|同業(?:他社)?|他社|競合|市場|世界|海外|oecd|eu)の?${meanJa}(?=と(?:比|の(?:比較|差))|より|を(?:上回|下回|超|引|入|示|重)|の?(?:線|ライン)|も)`,
  "gi",
);

export function owedMeanWishes(query: string): AuxiliaryWish[] {
  return [...new Set(query.match(owed) ?? [])].map((name) => ({ kind: "threshold", name: capital(name) }));
}

/** The sentence without those. */
export function withoutOwedMeans(text: string): string {
  return text.replaceAll(owed, " ");
}

export function givenMeanWishes(query: string): AuxiliaryWish[] {
  if (!mayHoldNumber(query)) return [];
  const found: AuxiliaryWish[] = [];
  forms.reduce((text, form) =>
    text.replaceAll(form, (_, name: string, number: string) => {
      const said = readNumber(number);
      if (said !== null) {
        const { percent, ...place } = said;
        found.push({ kind: "threshold", name: capital(name), ...place, ...(percent ? { percent } : {}) });
      }
      return " ";
    }), query);
  return found;
}

/** The sentence without them. */
export function withoutGivenMeans(text: string): string {
  return mayHoldNumber(text) ? forms.reduce((left, form) => left.replaceAll(form, " "), text) : text;
}
