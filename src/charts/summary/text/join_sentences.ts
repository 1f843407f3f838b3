/** Sentences as a summary of two or three: what is more is told in one breath with the one before it. */

import type { Language } from "../../../base/chart_terms.ts";

/** The sentences, the last of which are joined until there are no more than so many. */
export function joinSentences(sentences: readonly string[], most: number, language: Language): string[] {
  if (sentences.length <= most) return [...sentences];
  const kept = sentences.slice(0, most);
  const last = kept.pop() ?? "";
  const join = language === "ja" ? joinedJapanese : joinedEnglish;
  return [...kept, sentences.slice(most).reduce(join, last)];
}

/** Words at the beginning of a sentence that are no names. */
const opening =
  /^(?:The|There|It|They|A|An|One|Two|Both|All|Over|Most|Second|Reference|Values?|At|In|By|From|Only|Of)\b/;

function joinedEnglish(before: string, after: string): string {
  const next = opening.test(after) ? after.charAt(0).toLowerCase() + after.slice(1) : after;
  return `${before.replace(/\.$/, "")}; ${next}`;
}

/** Ends of sentences and what they become where another follows. */
const followed: readonly (readonly [RegExp, string])[] = [
  [/いです$/, "く、"],
  [/です$/, "で、"],
  [/ています$/, "ており、"],
  [/ま(?:した|す)$/, "、"],
];

function joinedJapanese(before: string, after: string): string {
  const first = before.replace(/。$/, "");
  const second = after.replace(/。$/, "").replace(/^補助線: (.*)$/, "補助線は$1です");
  const ending = followed.find(([end]) => end.test(first));
  // What is only to be known stands in brackets, as does what no form of a verb leads on to.
  if (ending === undefined || second.startsWith("注意: ")) {
    return `${first}（${second.replace(/です$/, "")}）。`;
  }
  const [end, link] = ending;
  return `${first.replace(end, link)}${second}。`;
}
