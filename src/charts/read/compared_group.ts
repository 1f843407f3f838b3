/** A question whether one group is more than the others, who are needed for the answer: "Are replies slower in Oslo?" */

import { comparatives } from "./measure_kinds.ts";

const more = `${comparatives.more}|${comparatives.less}|worse|better|poorer|stronger|weaker|richer|different`;

const english = new RegExp(
  `^(?:so |and |but )?(?:is|are|was|were|do|does|did|has|have|isn['’]t|aren['’]t|doesn['’]t|don['’]t)\\b.*\\b(?:(?:${more})(?<=er|more|less|worse|fewer|different|expensive)|above average|below average|unusually \\w+|stand(?:s|ing)? out)\\b`,
  "i",
);

const japanese = new RegExp(
  "(?:は|が|の方が|のほうが)[^、。]*(?:高|低|多|少な|遅|速|早|悪|良|大き|小さ|長|短|安|若|重|軽|強|弱|違)(?:い|く|う|め)[^、。一-龠]{0,10}(?:か(?:[。?]|$)|[?])",
);

/** Over time (of which the words may be gone), against a number, or among other groups it is of this group alone. */
const other =
  /\bthan\s*(?:$|[?.,])|は\s+の(?:方|ほう)|\bthan (?:[\d$€£¥]|in\b|last\b|before\b|(?:it|they) (?:was|were|used)\b|a (?:year|month|week) ago\b|usual\b|expected\b|the (?:target|budget|plan|goal|previous|year)\b)|\b(?:over|since|becom\w+|became|got|gets?|getting|gotten|growing|now|lately|recently|this|last|next|when|if|during|among|between|by|per|each|every)\b|\b(?:19|20)\d{2}\b|[\d目標計画予算]+[^、。]{0,3}(?:より|以[上下])|なっ|なり|増え|減|最近|前年|昨|去年|先月|以前|一番|最も|もっとも|いちばん|いつ|どの|どちら|何|別|ごと|毎|各|推移|(?:夏|冬|春|秋|朝|昼|夜|週末|平日|[月日年時])(?:に|は|の方|のほう)/i;

/** Whether a sentence asks how one group stands to the others. */
export function asksOfOthers(text: string): boolean {
  const said = text.trim();
  return (english.test(said) || japanese.test(said)) && !other.test(said);
}
