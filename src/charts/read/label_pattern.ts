/** Labels of groups as words of a sentence. */

import { escaped } from "./escaped.ts";
import { wordsForLabel } from "./label_terms.ts";

/**
 * Finds a label as a word of its own, in the plural too; up to so many letters only as it is written, so that "a" is no
 * group called A.
 */
export function labelPattern(label: string, strict = 1): string {
  const others = wordsForLabel(label);
  const own = ownPattern(label.normalize("NFKC"), strict);
  return others.length === 0 ? own : `(?:${[own, ...others].join("|")})`;
}

function ownPattern(text: string, strict: number): string {
  // 「はい」 is none in 「人はいるか」.
  if (/^[ぁ-ん]+$/.test(text)) return `${text}(?:(?![ぁ-ん])|(?=${particles}))`;
  // Ten pupils (生徒10人) are no pupil of that number.
  if (/[^ -~]/.test(text)) return /\d$/.test(text) ? `${written(text)}(?![\\d人名件個])` : written(text);
  const words = text.length <= strict ? `(?-i:${written(text)})` : inflected(text);
  return `(?<![a-z0-9])${words}(?![a-z0-9])`;
}

/** What may follow a name in Hiragana. */
const particles =
  "の|と|が|は|を|に|で|も|や|へ|から|まで|より|だ|って|か(?!が)|など|ごと|さん|くん|じゃ|なし";

/** A number and its unit are written together or apart: 500 ml, 500ml. */
function written(text: string): string {
  return escaped(text).replaceAll(/(?<=\d) (?=[a-z])/gi, " ?");
}

/** Words that are said of what is measured, and no plural of a group. */
const measures =
  /^(?:sales|counts|totals|times|days|weeks|months|quarters|years|hours|dates|news|others|means)$/i;

const irregular: ReadonlyMap<string, string> = new Map([
  ["man", "men"],
  ["woman", "women"],
  ["child", "children"],
  ["person", "people"],
]);

/** A label of letters in singular and plural: Toyota as Toyotas, Return as returns, Sedans as sedan. */
function inflected(label: string): string {
  const [word = ""] = /[a-z]{3,}$/i.exec(label) ?? [];
  const before = written(label.slice(0, label.length - word.length));
  const forms = [word, ...pluralsOf(word), ...singularsOf(word)].filter((form) => form !== "");
  return forms.length > 1 ? `${before}(?:${forms.join("|")})` : written(label);
}

function pluralsOf(word: string): string[] {
  const odd = irregular.get(word.toLowerCase());
  if (odd !== undefined) return [odd];
  const plural = /[^aeiou]y$/i.test(word)
    ? `${word.slice(0, -1)}ies`
    : /(?:s|x|z|ch|sh)$/i.test(word)
    ? `${word}es`
    : `${word}s`;
  return word === "" || measures.test(plural) ? [] : [plural];
}

function singularsOf(word: string): string[] {
  if (/[^aeiou]ies$/i.test(word) && word.length > 4) return [`${word.slice(0, -3)}y`];
  return /[^siu]s$/i.test(word) && word.length > 4 && !measures.test(word) ? [word.slice(0, -1)] : [];
}

/** The labels that a text holds; those inside of longer ones are not meant. */
export function labelsIn(text: string, all: readonly string[]): string[] {
  let left = text;
  const found = all.toSorted((a, b) => b.length - a.length).filter((label) => {
    const pattern = new RegExp(labelPattern(label), "gi");
    if (!pattern.test(left)) return false;
    left = left.replaceAll(pattern, "□");
    return true;
  });
  return all.filter((label) => found.includes(label));
}
