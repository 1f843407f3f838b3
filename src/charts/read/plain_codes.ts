/**
 * Codes of a sentence as groups are named in any other: "status 400 to 404" as the list of those that the data has,
 * "non-200" as "other than 200". Neither a range nor what is refused may be read as the one number that stands in it.
 */

import { isHttpStatus } from "../table/code_columns.ts";
import type { CategoryColumn, Column } from "../table/column.ts";
import { mentionedColumns } from "./mentioned_columns.ts";

export interface PlainCodes {
  readonly text: string;
  /** Those of another column, or perhaps so, and ranges of which the data has no code. */
  readonly unclear: readonly string[];
}

export function withPlainCodes(query: string, columns: readonly Column[]): PlainCodes {
  const codes = columns.flatMap((column) => column.kind === "category" && column.codes ? [column] : []);
  return codes.reduce<PlainCodes>(({ text, unclear }, column) => {
    const plain = text.normalize("NFKC");
    const said = [...plain.matchAll(phraseOf(plain, column, columns))].flatMap((match) =>
      readPhrase(match, column) ?? []
    );
    if (said.length === 0) return { text, unclear };
    return {
      text: said.toReversed().reduce(
        (left, { from, phrase, list }) =>
          `${left.slice(0, from)} ${list} ${left.slice(from + phrase.length)}`,
        plain,
      ),
      unclear: [...unclear, ...said.flatMap(({ list, phrase }) => list === "" ? [phrase] : [])],
    };
  }, { text: query, unclear: [] });
}

const upwards = "\\s?\\+|\\s(?:or|and) (?:more|above|over|higher|up|greater|larger)\\b";
const downwards = "\\s(?:or|and) (?:less|below|under|lower|fewer|smaller)\\b";
const refused = "\\bnon[- ]?|(?:!=|<>|≠)\\s*";
/** What servers answer with. */
const answers = "responses?|errors?|codes?|エラー|応答|レスポンス";

/** A range or a refusal, with the name of its column or of another before it where there is one. */
function phraseOf(text: string, column: CategoryColumn, columns: readonly Column[]): RegExp {
  const { mentions } = mentionedColumns(text, columns);
  const wordsFor = (isMeant: (one: Column) => boolean) =>
    mentions.flatMap((mention) => isMeant(mention.column) ? [mention.words] : []).join("|") || "(?!)";
  const own = `${wordsFor((one) => one === column)}${isHttpStatus(column) ? `|${answers}` : ""}`;
  const others = wordsFor(({ kind }) => kind === "number");
  const link = "\\s*(?:codes?|コード|番号|=|:|is|are|of|が|は)?\\s*(?:from\\s)?";
  const range = "(?<low>\\d{1,6})" +
    `(?:\\s*(?:[-–~〜]|to|through|から)\\s*(?<high>\\d{1,6})|(?<up>${upwards})|(?<down>${downwards}))`;
  const end = "(?![\\d%]|[.,:/-]\\d|\\s*(?:ms|[万円人件個年月日回秒分])(?![a-z]))";
  return new RegExp(
    `(?<before>(?:(?<own>${own})|(?<other>${others})(?:_[a-z]+)?)${link})?` +
      `(?<phrase>(?:(?:${refused})(?<no>\\d{1,6})(?: only\\b)?|(?<![\\d.,:/$€£¥-])${range})${end})` +
      (isHttpStatus(column) ? `(?:(?<behind>(?=\\s?(?:${answers})))|)` : ""),
    "gi",
  );
}

/** One is held against the other: "compare 200 to 404". */
const compared = /\b(?:compar\w+|ratio of)\b[^,.;]*$/i;

interface Phrase {
  readonly phrase: string;
  /** Where it begins. */
  readonly from: number;
  /** What it is in plain words; empty where it is not known what is meant. */
  readonly list: string;
}

/** Null where it is of no code. */
function readPhrase({ groups = {}, index, input }: RegExpExecArray, column: CategoryColumn): Phrase | null {
  const { before = "", phrase = "", own, other, no, low = "", high = "", behind } = groups;
  const { labels } = column.values();
  const unclear = { phrase, from: index + before.length, list: "" };
  if (no !== undefined) {
    if (!labels.includes(no) || (no.length < 3 && own === undefined)) return null;
    return other === undefined ? { ...unclear, list: `other than ${no}` } : unclear;
  }
  const isPair = compared.test(input.slice(0, index)) && labels.includes(low) && labels.includes(high);
  if (isPair && other === undefined) return { ...unclear, list: `${low}, ${high}` };
  if (own === undefined && (other !== undefined || behind === undefined)) {
    return [low, high].some((end) => end.length > 2 && labels.includes(end)) ? unclear : null;
  }
  const { least, most } = endsOf(groups);
  const within = labels.filter((label) => Number(label) >= least && Number(label) <= most);
  return { ...unclear, list: within.join(", ") };
}

function endsOf({ low, high, up }: Readonly<Record<string, string>>): { least: number; most: number } {
  if (high !== undefined) return { least: Number(low), most: Number(high) };
  return up === undefined ? { least: 0, most: Number(low) } : { least: Number(low), most: Infinity };
}
