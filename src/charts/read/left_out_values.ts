/** Groups that a sentence leaves out: "without Tokyo", 「札幌を除く」, "category != Shoes". */

import type { CategoryColumn, Column } from "../table/column.ts";
import { escaped } from "./escaped.ts";
import { flagsIn, flagWords, japaneseWords, saidFlag } from "./flags.ts";
import { labelPattern, labelsIn } from "./label_pattern.ts";
import { leavingJa, leavingWords, ratherWords } from "./leaving_words.ts";
import { mentionedColumns } from "./mentioned_columns.ts";
import { groupings, longestLabel, type ValueMention } from "./mentioned_values.ts";

export interface LeftOutValues {
  readonly values: readonly ValueMention[];
  /** The sentence without it. */
  readonly rest: string;
  /** Whether it leaves out something that no column has. */
  readonly isUnknown: boolean;
}

const refusing =
  `${leavingWords}|${ratherWords}|excl\\.?|w/o|outside(?: of)?|hid(?:e|ing)|remov(?:e|ing)|no|not equal to|(?<!or )not|neither|(?:all|every\\w*)(?: the)?(?: \\w+)? but`;
const unequal = "(?:!=|<>|≠|\\b(?:is|are|was|were) not(?: equal to)?\\b|\\b(?:is|are|was|were)n['’]t\\b)\\s*";
const before = `(?:\\b(?:${refusing}) |(?:!=|<>|≠)\\s*)(?:(?:the|for|in|from|of|at) ){0,2}`;
const behind =
  `[一-龠ァ-ヶー]{0,4}(?:(?:を|は)?(?:${leavingJa}|省[いきく]|外し|含(?:まない|まず|めず|めない))|以外|抜き|(?:は|が)?(?:なし|無し|ナシ|不要)|(?:で[はも]?|じゃ)な[いく])(?:た|て|の|で)?` +
  "|(?: [a-z]+s)?(?: is| are| being)? (?:excluded|omitted|left out|removed|ignored)\\b";
const saysSo = new RegExp(
  "\\b(?:excluding|exclude|except(?: for)?|other than|apart from|aside from|not including|omitting)\\b" +
    `|(?:を|は)(?:${leavingJa})|以外`,
  "i",
);

/** The sentence in which what must not be left out is named beside the others: "don't exclude West". */
export function withoutDoubleRefusals(query: string): string {
  return query.replaceAll(
    /\b(?:do not|don['’]?t|never|not) (?:exclud(?:e|ing)|omit(?:ting)?|leav(?:e|ing) out|skip(?:ping)?|ignor(?:e|ing)|drop(?:ping)?|remov(?:e|ing)|hid(?:e|ing))\b/gi,
    "not only",
  );
}

export function leftOutValues(query: string, columns: readonly Column[]): LeftOutValues {
  let rest = query.normalize("NFKC");
  const values = groupings(columns).flatMap((column): ValueMention[] => {
    const all = column.values().labels.filter(({ length }) => length <= longestLabel);
    if (all.length === 0) return [];
    const one = `(?:${
      all.toSorted((a, b) => b.length - a.length).map((label) => labelPattern(label)).join("|")
    })`;
    const { own, others } = namesBefore(rest, column, columns);
    const list =
      `${one}(?:\\s*(?:,|、|と|や|でも|・|及び|および|か|または|又は|もしくは|and|or|nor|&)+\\s*(?:and )?(?:the )?(?:${own})?${one})*`;
    const phrase = new RegExp(
      `(?:${
        nameOf(column)
      }\\s*${unequal}|${before}${own}|${others}${before})${list}(?! only\\b| alone\\b)|${others}${list}(?:${behind})`,
      "gi",
    );
    const said = rest.match(phrase)?.join(" ") ?? "";
    const labels = labelsIn(said, all);
    if (labels.length === 0) return [];
    rest = rest.replaceAll(phrase, " ");
    return [{ column, labels, only: false }];
  });
  if (values.length > 0) return { values, rest, isUnknown: false };
  const flag = leftOutFlag(rest, columns);
  if (flag !== null) return { ...flag, isUnknown: false };
  return { values, rest: query, isUnknown: saysSo.test(rest) };
}

/** Its own name, which is no wish to see it where it only says of what something is left out: "category != Shoes". */
function nameOf({ name }: Column): string {
  return `(?<![a-z])${escaped(name.normalize("NFKC")).replaceAll(/[_ ]/g, "[_ ]")}`;
}

/** What stands before codes: their own name ("excluding status 404"), but none of other codes ("class other than 3"). */
function namesBefore(text: string, column: CategoryColumn, columns: readonly Column[]) {
  // "Excluding store C" names the column of a letter.
  if (column.codes !== true) {
    return { own: `(?:${nameOf(column)}s? (?=(?-i:[A-Z]|\\d+)(?![a-z0-9])))?`, others: "" };
  }
  const { mentions } = mentionedColumns(text, columns);
  const words = (isMeant: (one: Column) => boolean) =>
    mentions.filter((mention) => mention.column.kind === "category" && mention.column.codes === true)
      .flatMap((mention) => isMeant(mention.column) ? [mention.words] : []).join("|") || "(?!)";
  return {
    own: `(?:${words((one) => one === column)})\\s*(?:codes?|of)?\\s*`,
    others: `(?<!(?:${words((one) => one !== column)})\\s*(?:codes?|コード|is|are|が|は|の)?\\s*)`,
  };
}

/** "Excluding returned ones" of a column `returned` with yes and no: without those that are. */
function leftOutFlag(
  text: string,
  columns: readonly Column[],
): Pick<LeftOutValues, "values" | "rest"> | null {
  for (const flag of flagsIn(columns)) {
    const words = `(?:${[flagWords(flag), ...japaneseWords(flag)].join("|")})`;
    const phrase = new RegExp(
      `${before}${words}(?! only\\b)(?: (?:ones|rows|items))?|${words}(?:${behind})|${words}(?:され|し|が)?(?:て(?:い)?)?な(?:い(?!か)|かった|し)(?:の(?!で))?|\\b(?:non[- ]?|un)${
        saidFlag(flag)
      }\\b`,
      "gi",
    );
    if (text.search(phrase) < 0) continue;
    return {
      values: [{ column: flag.column, labels: [flag.yes], only: false }],
      rest: text.replaceAll(phrase, " "),
    };
  }
  return null;
}
