/** How many groups a sentence wants to see at most: "limit to 3 regions", "only 5 products", 「3地域に絞って」. */

import type { Column } from "../table/column.ts";
import { countOf, twoToTen } from "./count_words.ts";
import { fewLabels } from "./few_labels.ts";
import { mentionedColumns } from "./mentioned_columns.ts";

export interface SaidLimit {
  readonly count: number | null;
  /** The sentence without it, in which the word for the groups stays. */
  readonly rest: string;
}

const count = `(\\d{1,2}|${twoToTen})(?![\\d.,%])`;
const largest = "(?:(?:top|first|largest|biggest|best|main|leading) )?";
const limits = "(?:limit(?:ed|ing|s)?|restrict(?:ed|ing)?|reduced?|narrow(?:ed)?(?: down)?|cut|cap(?:ped)?)";
const atMost =
  "(?:only|just|at most|no more than|not more than|up to|a maximum of|max(?:imum)?(?: of)?|limit(?: of)?)";
const nouns = "groups?|categor(?:y|ies)|bars?|items?|entries|series";
const nounsJa = "グループ|カテゴリー?|系列|項目|[本個つ]";
const narrowed = "(?:だけ|のみ|に(?:絞|しぼ|限)[ぁ-ん]*|まで(?:に|を|の)?(?:表示|絞|しぼ)?[っりるてしす]*)";

/** The limit of a sentence about a table with these columns. */
export function saidLimit(query: string, columns: readonly Column[]): SaidLimit {
  const text = query.normalize("NFKC");
  const groups = mentionedColumns(text, columns).mentions.filter(({ column }) => column.kind === "category");
  const labels = columns.flatMap(fewLabels).filter((label) => text.includes(label));
  const words = groups.map(({ words }) => words);
  const most = Math.max(0, ...groups.map(({ column }) => column.distinct));
  for (const { pattern, isSure } of formsFor(words)) {
    const found = pattern.exec(text);
    const said = found?.[1]?.toLowerCase() ?? "";
    const limit = countOf(said);
    if (found === null || limit < 1 || (!isSure && limit >= most)) continue;
    const named = new RegExp([...words, "(?!)"].join("|"), "i").exec(found[0])?.[0] ?? "";
    // 「第2ラインだけ」 is that one.
    if (labels.some((label) => label.includes(`${said}${named}`))) continue;
    return { count: limit, rest: text.replace(found[0], () => ` ${named} `).replaceAll(/\s+/g, " ").trim() };
  }
  return { count: null, rest: query };
}

interface Form {
  readonly pattern: RegExp;
  /** Whether the groups are named beside the number. */
  readonly isSure: boolean;
}

function formsFor(words: readonly string[]): Form[] {
  const noun = `(?:${[...words, nouns].join("|")})`;
  const nounJa = `(?:${[...words, nounsJa].join("|")})`;
  const own = words.length === 0 ? "(?!)" : `(?:${words.join("|")})`;
  const form = (source: string, isSure = true): Form => ({ pattern: new RegExp(source, "i"), isSure });
  const goesOn = "(?! (?:have|has|had|are|were|is|was)\\b)";
  return [
    form(`\\b${limits}(?: \\w+){0,3}? (?:to|at) (?:the )?${largest}${count} ${largest}${noun}`),
    form(`\\b${atMost} (?:the )?${largest}${count} ${largest}${noun}${goesOn}`),
    form(`\\b${count} ${noun} (?:only|at most|max(?:imum)?)\\b`),
    form(`\\b${limits}(?: \\w+){0,3}? to (?:the )?${largest}${count}(?= *(?:$|[,.;]))`, false),
    form(`(?<!\\d)${count}\\s*(?:つの|個の)?${nounJa}${narrowed}`),
    form(`(?:最大|多くても|せいぜい)(?:で)?\\s*${count}\\s*${own}(?:まで)?`),
  ];
}
