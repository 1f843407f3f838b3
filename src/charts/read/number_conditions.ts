/**
 * Conditions on numbers in a sentence: "units > 5", 「評価が4以上の人」. Those on a column that stands beside them pick rows.
 * Of groups ("shops with sales over 100") no word says whether their rows or their sums are meant, and of a number
 * alone nobody knows what it is of: these pick nothing, and the answer says so.
 */

import { isCode } from "../table/code_columns.ts";
import type { Column, NumberColumn } from "../table/column.ts";
import { isIdentifier, isName as isOneEach, isNumbered, isRunning } from "../table/table_shape.ts";
import { asksShare } from "./condition_shares.ts";
import { fewLabels } from "./few_labels.ts";
import { type GroupBound, groupBound, takenTogether } from "./group_bounds.ts";
import { groupingWords } from "./intent_rules.ts";
import { columnOfKind, onlyNumber } from "./measure_kinds.ts";
import { meantMeasure } from "./meant_measure.ts";
import { type Mention, mentionedColumns } from "./mentioned_columns.ts";
import { boundOf, type NumberCondition } from "./number_bound.ts";
import { conditionPattern, isPerhapsTurned, saidCondition, unitOfName, withoutKind } from "./number_forms.ts";
import { countsUsualThings, countWords, isRowNoun } from "./row_nouns.ts";
import { mayHoldNumber, saidNumber } from "./said_number.ts";

export interface NumberConditions {
  readonly conditions: readonly NumberCondition[];
  /** Those of which it is not known what is meant. */
  readonly texts: readonly string[];
  /** The one of which the share of all rows is asked for. */
  readonly share?: NumberCondition;
  /** One on what groups are measured by. */
  readonly groupBound?: GroupBound;
  /** The sentence without them, and without the columns that they are of. */
  readonly rest: string;
}

/** The conditions of a sentence, from which times and values of lines must have been taken out. */
export function numberConditions(query: string, columns: readonly Column[]): NumberConditions {
  const plain = query.normalize("NFKC");
  if (!mayHoldNumber(plain)) return { conditions: [], texts: [], rest: query };
  const { mentions } = mentionedColumns(plain, columns);
  // What only tells rows apart is not compared: "orders over 100" are not those of a number beyond.
  const numbers = mentions.filter(({ column, by }) =>
    column.kind === "number" && !isIdentifier(column) && by !== "kind" &&
    !(isNumbered(column) && isRunning(column, column.values().length))
  );
  const wordsOf = (codes: boolean) =>
    numbers.flatMap(({ column, words }) =>
      column.kind === "number" && isCode(column) === codes ? [words] : []
    );
  const pattern = conditionPattern(wordsOf(false), wordsOf(true));
  const said = [...plain.matchAll(pattern)].filter(([found]) => !isCourse(found, numbers));
  if (said.length === 0) return { conditions: [], texts: [], rest: query };
  const labels = columns.flatMap(fewLabels);
  const bounds = said.map(({ 0: found, index: from }): Bound => {
    const to = from + found.length;
    const [before, behind] = [plain.slice(0, from), plain.slice(to)];
    const isTurned = isPerhapsTurned(before, behind);
    const together = groupBound(found, { before, numbers });
    const isWhole = isOfGroups(mentions, { found, before, behind, labels, isTogether: together !== null });
    const group = isWhole && !isTurned ? together : null;
    const condition = isTurned || isWhole
      ? null
      : conditionOf(found, { before, behind, mentions, numbers, columns });
    return { found, condition, group, text: condition?.text ?? textOf(found), from, to };
  });
  const joined = bounds.reduce<readonly Bound[]>((all, bound) => withBound(all, { bound, plain }), []);
  const conditions = joined.flatMap(({ condition }) => condition === null ? [] : [condition]);
  const texts = joined.flatMap(({ condition, group, text }) =>
    condition === null && group === null ? [text] : []
  );
  const [whole] = joined.flatMap(({ group }) => group ?? []);
  const ofGroups = bounds.flatMap(({ found, group }) => group === null ? [] : [found]);
  const left = (found: string) =>
    ofGroups.includes(found) ? `${measureOf(found, numbers)} ` : thingsOf(found, numbers);
  const bare = plain.replaceAll(pattern, (found) => isCourse(found, numbers) ? found : left(found))
    .replaceAll(/ +(?=[,.])/g, "");
  const isName = (noun: string) =>
    labels.includes(noun) || mentions.some(({ words }) => new RegExp(words).test(noun));
  const rest = withCountedTimes(
    joined.reduce((left, bound) => withoutOnly(left, { bound, plain, isName }), bare),
    numbers,
  );
  const share = sharedIn(joined, plain);
  if (share !== null) return { conditions: [], texts: [], share, rest };
  // Where nothing else is measured or counted, it is what the condition is of.
  const only = conditions[0]?.column ?? bounds.flatMap(({ found }) => ownOf(found, numbers)?.column ?? [])[0];
  const named = mentionedColumns(rest, columns).mentions;
  // Without groups 「5千円未満の注文の分布」 is none of how many orders each has.
  const isSpread = /分布/.test(rest) && !groupingWords.some((words) => words.test(rest)) &&
    named.every(({ column }) =>
      column.kind === "category" && isOneEach(column, column.values().codes.length)
    );
  const isMeasured = only === undefined || counted.test(rest) || countWords.test(rest) ||
    (countsUsualThings(rest.toLowerCase()) && !isSpread) ||
    named.some(({ column }) => column.kind === "number");
  const groups = whole === undefined ? {} : { groupBound: whole };
  return { conditions, texts, ...groups, rest: isMeasured ? rest : `${only.name} ${rest}` };
}

/** What a condition is of stays what is measured where it is one of groups. */
function measureOf(found: string, numbers: readonly Mention[]): string {
  const { body } = saidCondition(found);
  return body.slice(0, ownOf(body, numbers)?.length ?? 0);
}

/** 「5万円以上の取引だけ」 says only once which rows are meant. */
function withoutOnly(
  rest: string,
  { bound: { condition, to }, plain, isName }: {
    readonly bound: Bound;
    readonly plain: string;
    readonly isName: (noun: string) => boolean;
  },
): string {
  const [only, noun] = /^([一-龠ァ-ヶー]{1,6})(?:のみ|だけ)/.exec(plain.slice(to)) ?? [];
  return condition === null || only === undefined || noun === undefined || isName(noun)
    ? rest
    : rest.replace(only, noun);
}

/** The one condition of a sentence that asks how many of all meet it; null where there are others, or it does not. */
function sharedIn([alone, ...others]: readonly Bound[], plain: string): NumberCondition | null {
  if (alone === undefined || others.length > 0 || alone.condition === null) return null;
  const behind = `${/の$/.test(alone.found) ? "の" : ""}${plain.slice(alone.to)}`;
  return asksShare(plain.slice(0, alone.from), behind) ? alone.condition : null;
}

/** What a condition leaves of its words: deliveries of "deliveries taking longer than 10 days" are still counted. */
function thingsOf(found: string, numbers: readonly Mention[]): string {
  const said = measureOf(found, numbers).toLowerCase();
  return isRowNoun(said) ? ` ${said} ` : " ";
}

/** "Days below zero per station" are counted; delivery days per station are those of a column. */
function withCountedTimes(rest: string, numbers: readonly Mention[]): string {
  const named = numbers.flatMap(({ words }) => [...rest.matchAll(new RegExp(words, "gi"))]);
  return rest.replace(
    /(?<!number of )\b(?:days|nights|hours)(?= +(?:per|by|in|for|at)\b)/i,
    (said: string, at: number) =>
      named.some(({ 0: name, index }) => index < at && at < index + name.length) ? said : `number of ${said}`,
  );
}

const counted = /[のうち]数|[人件回個]数|何[人件回個名日]|\b(?:how many|number of|counts?|how often)\b/i;

/** Those of a course; nothing goes on for 500 ms. */
const courseUnits = "(?:second|minute|hour|day|week|month|quarter|year)s?\\b";

/** Columns of lengths of time, by their name. */
const lengths =
  /(?:^|[\s_])(?:times?|durations?|waits?|waiting|delays?|ages?|tenures?|latency|lags?|periods?|(?:second|minute|hour|day|week|month|year)s?)(?:[\s_(]|$)/i;

/** "Sales over 6 months" speaks of a course, "lead time over 6 months" of long ones. */
function isCourse(found: string, numbers: readonly Mention[]): boolean {
  if (!new RegExp(`\\bover [$€£¥]?${saidNumber}[ -]?${courseUnits}`, "i").test(found)) return false;
  const own = ownOf(found, numbers)?.column;
  return own === undefined || !lengths.test(own.name);
}

/** "Countries with co2 over 20", 「売上が100以上の店舗」: the groups of a column, of which each may have many rows. */
function isOfGroups(
  mentions: readonly Mention[],
  { found, before, behind, labels, isTogether }: {
    readonly found: string;
    readonly before: string;
    readonly behind: string;
    readonly labels: readonly string[];
    /** Whether a word takes the rows of each group together: 平均, "total". */
    readonly isTogether: boolean;
  },
): boolean {
  const having =
    `(?:(?:with|having|that (?:have|has)|where|whose)(?: an?| the)?|(?:with|ha(?:ving|ve|s)|where|whose)(?: an?| the)? (?:${takenTogether})) $`;
  if (new RegExp(`\\b(?:months|weeks|quarters|years) ${having}`, "i").test(before)) return true;
  const { things } = saidCondition(found);
  // Of "all but the women over 65" nobody knows which of both is left out.
  const [, thing] = /^の?([一-龠ァ-ヶー]+)/.exec(things) ?? [];
  if (thing !== undefined && labels.some((label) => label !== "" && thing.startsWith(label))) return true;
  return mentions.some(({ column, words }) => {
    if (column.kind !== "category" || column.distinct === column.values().codes.length) return false;
    const name = `(?:${words})`;
    // Those of which is asked how many there are stand for their rows.
    if (new RegExp(`^${name}(?:は|が|の)?(?:何[人件回個名]|[人件回個]?数)`, "i").test(behind)) return false;
    // "By region where" speaks of rows again.
    const own = isTogether ? name : `(?<!\\b(?:by|per|across|each|every) (?:the )?)${name}`;
    return new RegExp(`^の?${name}`, "i").test(things) || new RegExp(`${own} ${having}`, "i").test(before) ||
      ((isTogether ? /[のるたい]$/ : /の$/).test(found) &&
        new RegExp(`^${name}(?!別|ごと|毎)`, "i").test(behind));
  });
}

/** A condition in its place in the sentence; null where it is not known what is meant. */
interface Bound {
  readonly found: string;
  readonly condition: NumberCondition | null;
  readonly group: GroupBound | null;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A second bound is of the column of the first: "units over 5 and under 10", 「評価が3以上5以下」. */
function withBound(
  all: readonly Bound[],
  { bound, plain }: { readonly bound: Bound; readonly plain: string },
): readonly Bound[] {
  const last = all.at(-1);
  const link = last === undefined ? null : linkIn(plain.slice(last.to, bound.from));
  if (last === undefined || link === null) return [...all, bound];
  const text = textOf(plain.slice(last.from, bound.to));
  const one = last.condition;
  const other = bound.condition ?? (one === null ? null : boundOf(one.column, bound.text));
  const isOfOne = one !== null && other !== null && one.column.index === other.column.index;
  // Whether both together are left out, or each, is not said.
  if (saidCondition(last.found).leavesOut || saidCondition(bound.found).leavesOut) {
    return [...all.slice(0, -1), { ...bound, condition: null, group: null, text, from: last.from }];
  }
  // Neither of two columns picks rows where one of them is enough.
  if (!isOfOne) {
    return link === "or"
      ? [...all.slice(0, -1), { ...bound, condition: null, group: null, text, from: last.from }]
      : [...all, bound];
  }
  const keeps = link === "or"
    ? (value: number) => one.keeps(value) || other.keeps(value)
    : (value: number) => one.keeps(value) && other.keeps(value);
  return [...all.slice(0, -1), {
    ...bound,
    condition: { column: one.column, keeps, text },
    text,
    from: last.from,
  }];
}

function linkIn(between: string): "and" | "or" | null {
  if (/^\s*[,、]?\s*(?:or|または|又は|もしくは|か)\s*$/i.test(between)) return "or";
  return /^\s*(?:,|、|&|で)?\s*(?:and|but|かつ|且つ)?\s*$/i.test(between) ? "and" : null;
}

function textOf(found: string): string {
  return found.trim().replace(/の$/, "");
}

/** The column that a condition begins with; of names that begin alike the longest. */
function ownOf(
  text: string,
  numbers: readonly Mention[],
): { column: NumberColumn; length: number } | undefined {
  return numbers.flatMap(({ column, words }) => {
    const length = new RegExp(`^(?:${words})`, "i").exec(text.trim())?.[0].length;
    return length === undefined || column.kind !== "number" ? [] : [{ column, length }];
  }).toSorted((a, b) => b.length - a.length)[0];
}

/** The column that a condition names before or behind the number, or means by a unit or an adjective. */
function conditionOf(
  found: string,
  { before, behind, mentions, numbers, columns }: {
    readonly before: string;
    readonly behind: string;
    readonly mentions: readonly Mention[];
    readonly numbers: readonly Mention[];
    readonly columns: readonly Column[];
  },
): NumberCondition | null {
  const { body: text, leavesOut } = saidCondition(found);
  const own = ownOf(text, numbers);
  const named = own?.column ?? namedBehind(text, numbers);
  const isBracketed = /\($/.test(before) && /^\s?\)/.test(behind);
  const column = named ?? columnOfKind(`${lastWord(before)}${text}`, columns) ??
    (isBracketed ? onlyNumber(columns) : null) ??
    meantMeasure(found, { before, behind, mentions, numbers, columns });
  if (column === null) return null;
  const bound = own === undefined
    ? text
    // A number in the name is no bound.
    : text.slice(own.length).replace(new RegExp(`^(?:${unitOfName})`, "i"), "");
  const condition = boundOf(column, bound);
  if (condition === null) return null;
  const { keeps } = condition;
  const said = named === null ? `${column.name} ${withoutKind(text)}` : text;
  return leavesOut
    ? { ...condition, text: said, keeps: (value) => !keeps(value), leavesOut }
    : { ...condition, text: said };
}

function lastWord(text: string): string {
  return /[a-z]+ $/i.exec(text)?.[0] ?? "";
}

/** "More than 5 mm of rain". */
function namedBehind(text: string, numbers: readonly Mention[]): NumberColumn | null {
  const found = numbers.find(({ words }) => new RegExp(` (?:of|in)(?: the)? (?:${words})$`, "i").test(text))
    ?.column;
  return found?.kind === "number" ? found : null;
}
