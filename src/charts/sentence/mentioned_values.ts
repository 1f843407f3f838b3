/** Groups that a sentence names by their own name: "Tokyo and Osaka", 「札幌と仙台」; or leaves out: "without Tokyo". */

import type { CategoryColumn, Column } from "../table/column.ts";
import { withoutLines } from "./auxiliary_rules.ts";
import { escaped } from "./escaped.ts";
import { mostLabels } from "./few_labels.ts";
import { flagsIn, flagWords, japaneseWords } from "./flags.ts";
import { labelPattern, labelsIn } from "./label_pattern.ts";
import {
  isCommonWord,
  isMeasureWord,
  lettersBeside,
  listedLabels,
  loneCharacters,
  placedWords,
  shortLabels,
} from "./listed_labels.ts";
import { type Mention, mentionedColumns } from "./mentioned_columns.ts";
import { plain } from "./plain.ts";
import { sexesIn } from "./sex_words.ts";

export interface ValueMention {
  readonly column: CategoryColumn;
  readonly labels: readonly string[];
  /** Whether only these are meant: not where the sentence also speaks of the others, or names them all. */
  readonly only: boolean;
  /** Those of which it is not known what is meant: behind a "not", or as a bound. */
  readonly unclear?: readonly string[];
}

/** Texts that are longer are no names. */
const longestLabel = 80;
const others =
  /以外|ほかの|他(?:の|と|より|に比べ|社|店|県|国)|残り|その他|全て|すべて|全体|全部|全国|全社|全店|\bothers?\b|\brest\b|\ball\b|\bevery(?:one|body|thing)\b|\bnot (?:only|just|merely|solely)\b|\bnot [^,.;:]* (?:only|alone)\b|(?:だけ|のみ)で(?:は)?な|のみなら/;
/** A word that turns what follows in the same part of the sentence. */
const refusal = "(?:\\b(?:not|no|never|neither|nor|without|excluding|except)\\b|n['’]t\\b)[^,.;:、。]*";
export function mentionedValues(
  query: string,
  columns: readonly Column[],
  named: readonly Mention[],
): ValueMention[] {
  // The word of a line is no group: "target 150" beside groups called actual and target.
  const said = withoutNamesAround(withoutLines(query.normalize("NFKC")), columns, named);
  const text = withoutNames(said, columns);
  const taken = new Set<string>();
  return [...groupings(columns), ...largeGroupings(columns)].flatMap((column): ValueMention[] => {
    const all = column.values().labels;
    const found = column.distinct > mostLabels ? writtenLabels(text, all) : namedLabels(text, column, named);
    const labels = found.filter((label) => !taken.has(label));
    if (labels.length === 0) return [];
    // What another column has as well is meant once.
    labels.forEach((label) => taken.add(label));
    const among = labels.length === 1 &&
      named.some((mention) => mention.grouped && mention.column.index === column.index);
    const only = labels.length < all.length && !among && !labels.every((label) => isIncluded(text, label)) &&
      !others.test(text.toLowerCase()) &&
      !isDoubtful(text, { all, labels, named });
    const unclear = only
      ? labels.flatMap((label) => boundBy(text, label) ?? (isRefused(text, label) ? [label] : []))
      : [];
    return [unclear.length > 0 ? { column, labels, only: false, unclear } : { column, labels, only }];
  });
}

/** Words of names of columns are no plurals of groups: of the column `visits` beside a group Visit. */
function withoutNames(text: string, columns: readonly Column[]): string {
  const labels = groupings(columns).flatMap((column) => column.values().labels.map(plain));
  const words = columns.flatMap(({ name }) => plain(name).match(/[a-z]{3,}/g) ?? [])
    .filter((word) => word.endsWith("s") && !labels.some((label) => label.includes(word)));
  return words.length === 0 ? text : text.replaceAll(new RegExp(`\\b(?:${words.join("|")})\\b`, "gi"), "□");
}

/** A label that is only a part of a name is not meant: neither 満足 by 満足度, nor what is late by a late fee. */
function withoutNamesAround(text: string, columns: readonly Column[], named: readonly Mention[]): string {
  const labels = groupings(columns).flatMap((column) => column.values().labels);
  return named.reduce((left, { words }) =>
    left.replaceAll(new RegExp(words, "gi"), (name) => {
      const inside = labelsIn(name, labels).some((label) => plain(label).length < plain(name).trim().length);
      const around = inside && labelsIn(left, labels).some((label) => plain(label).includes(plain(name)));
      return inside && !around ? "□" : name;
    }), text);
}

/** Whether the words by which a column is named in part are rather of the name of a group: open in open_tickets, 店 in 渋谷店. */
export function isGroupName({ by, grouped, words }: Mention, query: string, values: readonly ValueMention[]) {
  if (by === "name" || by === "value" || grouped) return false;
  const text = query.normalize("NFKC");
  const said = new RegExp(words, "i");
  const labels = values.flatMap((value) => value.labels).toSorted((a, b) => b.length - a.length);
  const rest = labels.reduce(
    (left, label) => left.replaceAll(new RegExp(labelPattern(label), "gi"), "□"),
    text,
  );
  return said.test(text) && !said.test(rest);
}

function namedLabels(text: string, column: CategoryColumn, named: readonly Mention[]): string[] {
  const all = column.values().labels;
  const measures = named.filter((mention) => mention.column.kind === "number");
  const own = named.find((mention) => mention.column.index === column.index);
  const company = new Set([
    ...listedLabels(text, all),
    ...lettersBeside(text, column, own?.words ?? "(?!)"),
    ...shortLabels(text, all),
    ...loneCharacters(text, all),
    ...placedWords(text, all).filter((label) =>
      measures.length > 0 && !measures.some(({ words }) => new RegExp(words, "i").test(label))
    ),
  ]);
  const found = new Set([...labelsIn(text, all).filter(isTelling), ...sexesIn(text, all)]);
  return all.filter((label) => found.has(label) || company.has(label));
}

/** Whether a word for a measure may be one more group, so that the others alone would be too few. */
function isDoubtful(text: string, { all, labels, named }: {
  readonly all: readonly string[];
  readonly labels: readonly string[];
  readonly named: readonly Mention[];
}): boolean {
  return labelsIn(text, all).some((label) =>
    isMeasureWord(label) && !labels.includes(label) &&
    !named.some(({ column }) => plain(column.name) === plain(label))
  );
}

function isRefused(text: string, label: string): boolean {
  const said = labelPattern(label);
  return new RegExp(
    `${refusal}${said}|${said}[^、。,一-龠]{0,3}(?:除[いきくけ外]|以外|含まな|含めな|含まず|含めず)`,
    "i",
  )
    .test(text);
}

/** Beside others that are meant: 「青葉市を含む北部」. */
function isIncluded(text: string, label: string): boolean {
  return new RegExp(`${labelPattern(label)}(?:など)?[をも]含(?:む|め(?!ず|な)|んだ)`, "i").test(text);
}

/** The words by which those above or below it are meant too, of which the data does not know: 「課長以上」. */
function boundBy(text: string, label: string): string | null {
  const bounds =
    "以上|以下|未満|より[上下]| (?:and|or) (?:above|higher|over|up|below|lower|under|older|younger)\\b";
  return new RegExp(`${labelPattern(label)}(?:${bounds})`, "i").exec(text)?.[0] ?? null;
}

/** What a sentence leaves out. */
export interface LeftOutValues {
  readonly values: readonly ValueMention[];
  /** The sentence without it. */
  readonly rest: string;
  /** Whether it leaves out something that no column has. */
  readonly isUnknown: boolean;
}

const refusing =
  "excluding|exclude|excl\\.?|except(?: for)?|without|w/o|other than|apart from|aside from|outside(?: of)?|not including|not counting|ignor(?:e|ing)|omit(?:ting)?|leav(?:e|ing) out|skip(?:ping)?|hid(?:e|ing)|remov(?:e|ing)|minus|instead of|rather than|(?:do not|don['’]?t) (?:show|draw|include|count|use|plot)|no|not equal to|(?<!or )not|neither|(?:all|every\\w*)(?: the)?(?: \\w+)? but";
const unequal = "(?:!=|<>|≠|\\b(?:is|are|was|were) not(?: equal to)?\\b|\\b(?:is|are|was|were)n['’]t\\b)\\s*";
const before = `(?:\\b(?:${refusing}) |(?:!=|<>|≠)\\s*)(?:(?:the|for|in|from|of|at) ){0,2}`;
const behind =
  "[一-龠ァ-ヶー]{0,4}(?:(?:を|は)?(?:除[いきくけ]|のぞ[いきく]|除外|省[いきく]|外し|含(?:まない|まず|めず|めない))|以外|抜き|(?:は|が)?(?:なし|無し|ナシ|不要)|(?:で[はも]?|じゃ)な[いく])(?:た|て|の|で)?|(?: [a-z]+s)?(?: is| are| being)? (?:excluded|omitted|left out|removed|ignored)\\b";
const saysSo =
  /\b(?:excluding|exclude|except(?: for)?|other than|apart from|aside from|not including|omitting)\b|(?:を|は)(?:除[いきくけ]|のぞ[いきく]|除外)|以外/i;

/** The sentence in which what must not be left out is named beside the others: "don't exclude West". */
export function withoutDoubleRefusals(query: string): string {
  return query.replaceAll(
    /\b(?:do not|don['’]?t|never|not) (?:exclud(?:e|ing)|omit(?:ting)?|leav(?:e|ing) out|skip(?:ping)?|ignor(?:e|ing)|drop(?:ping)?|remov(?:e|ing)|hid(?:e|ing))\b/gi,
    "not only",
  );
}

/** The sentence without the marks around names of the data: 「なし」を除く. */
export function withoutQuotes(sentence: string, names: readonly string[]): string {
  const known = new Set(names.map((name) => plain(name)));
  return sentence.replaceAll(
    /[「『“"‘']([^「」『』“”"‘’']{1,80})[」』”"’']/g,
    (said, name: string) => known.has(plain(name)) ? name : said,
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
    const list =
      `${one}(?:\\s*(?:,|、|と|や|でも|・|及び|および|か|または|又は|もしくは|and|or|nor|&)+\\s*(?:and )?(?:the )?${one})*`;
    const { own, others } = namesBefore(rest, column, columns);
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
  if (column.codes !== true) return { own: "", others: "" };
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
        escaped(flag.name).replaceAll(" ", "[ _-]")
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

function groupings(columns: readonly Column[]): CategoryColumn[] {
  return columns.flatMap((column) =>
    column.kind === "category" && column.distinct > 0 && column.distinct <= mostLabels ? [column] : []
  );
}

/** Columns of so many groups that only names as they are written are looked for. */
function largeGroupings(columns: readonly Column[]): CategoryColumn[] {
  return columns.flatMap((column) =>
    column.kind === "category" && column.distinct > mostLabels && column.longest <= longestLabel
      ? [column]
      : []
  );
}

/** Names that are none of the words of a sentence: Acme Ltd, SKU-1043, 佐藤商店. */
function writtenLabels(text: string, all: readonly string[]): string[] {
  const found = all.filter((label) => {
    const name = label.normalize("NFKC");
    return name.length > 2 && /[^ -~]|[A-Z].*[A-Z\d]|^[A-Z][a-z]+ |\d.*[A-Za-z]/.test(name) &&
      text.includes(name) &&
      new RegExp(labelPattern(name)).test(text);
  });
  return found.length === 0 ? [] : labelsIn(text, found);
}

function isTelling(label: string): boolean {
  if (isCommonWord(label)) return false;
  return /[^ -~]/.test(label) ? label.length > 1 : label.length > 2 && !/^\d+$/.test(label);
}
