/** So many groups in words: 「4つの店舗」, "3 regions". */

import type { Language } from "../../../base/chart_terms.ts";
import { groupTerms } from "../../read/term_pairs.ts";

export function groupCount(count: number, group: string, language: Language): string {
  if (language === "ja") return `${count}${count < 10 ? "つ" : ""}の${group}`;
  const plural = pluralOf(group);
  return plural === null ? `the ${count} values of ${group}` : `${count} ${plural}`;
}

/** All of them. */
export function allGroups(count: number, group: string): string {
  return `${count === 2 ? "Both" : `All ${count}`} ${pluralOf(group) ?? `values of ${group}`}`;
}

/** Ends of nouns of which there are several as a rule. */
const nouns =
  /(?:er|or|ist|ion|ment|ty|ry|type|name|group|level|zone|plan|model|method|year|quarter|month|week|weekday|day|title|hub|depot|owner|author|bank|club|tier|stage|size)$/;

/** The plural of a name of a column in plain words; null where it cannot be made safely. */
function pluralOf(name: string): string | null {
  const plain = name.replaceAll("_", " ").trim();
  if (!/^[a-z]+(?:[ -][a-z]+)?$/i.test(plain) || /^(?:is|has|was) /i.test(plain)) return null;
  const word = plain.toLowerCase().split(/[ -]/).at(-1) ?? "";
  const isNoun = groupTerms.some(([, en]) => en.exec(word)?.[0] === word) || nouns.test(word);
  if (!isNoun || word.length < 3 || /s$|staff$|equipment$|weather$|media$/.test(word)) return null;
  const lower = plain.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  if (/[^aeiou]y$/.test(word)) return `${lower.slice(0, -1)}ies`;
  return `${lower}${/(?:ch|sh|x)$/.test(word) ? "es" : "s"}`;
}
