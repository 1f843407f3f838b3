/**
 * Conditions on numbers in a sentence: "units > 5", 「評価が4以上の人」. Those on a column that stands beside them pick rows.
 * Of groups ("shops with sales over 100") no word says whether their rows or their sums are meant, and of a number
 * alone nobody knows what it is of: these pick nothing, and the answer says so.
 */

import { inUnitOf } from "./auxiliary_rules.ts";
import type { Column, NumberColumn } from "./column.ts";
import { type Mention, mentionedColumns } from "./mentioned_columns.ts";
import { countsUsualThings } from "./row_nouns.ts";
import { readNumbers, type SaidNumber, saidNumber } from "./said_number.ts";

const number = "[-−]?\\d[\\d,.]*";
const unit =
  "\\s*(?:[千万億]?(?:円|人|件|個|点|分|秒|時間|歳|才|年|か月|ヶ月|日|回|度|台|本)|[千万億]|%|kg|cm|km|℃)?";
const boundsJa = "以上|以下|未満|超|(?:を|より)(?:超え|上回|下回|大き|小さ|高|低|多|少な|長|短)[ぁ-ん]*";
const japanese = `${number}${unit}(?:${boundsJa})の?`;
const course = "(?!\\s*(?:days?|weeks?|months?|years?|quarters?|hours?|panels?|minutes?)\\b)";
const english =
  `(?:\\b(?:over|above|more than|greater than|higher than|larger than|at least|at most|no more than|no less than|exceeding|under|below|less than|lower than|fewer than|between)|[<>≤≥]=?) ?[$€£¥]?(?:${saidNumber}(?![\\d,.]))(?: and [$€£¥]?${saidNumber})?${course}`;

/** A condition that picks rows. */
export interface NumberCondition {
  readonly column: NumberColumn;
  readonly keeps: (value: number) => boolean;
  readonly text: string;
}

export interface NumberConditions {
  readonly conditions: readonly NumberCondition[];
  /** Those of which it is not known what is meant. */
  readonly texts: readonly string[];
  /** The sentence without them, and without the columns that they are of. */
  readonly rest: string;
}

/** The conditions of a sentence, from which times and values of lines must have been taken out. */
export function numberConditions(query: string, columns: readonly Column[]): NumberConditions {
  const plain = query.normalize("NFKC");
  const { mentions } = mentionedColumns(plain, columns);
  const numbers = mentions.filter(({ column }) => column.kind === "number");
  const names = numbers.map(({ words }) => words);
  const name = names.length === 0
    ? ""
    : `(?:(?:${names.join("|")})(?:\\([^)]*\\))?\\s*(?:が|は|の|is |are |of )?\\s*)?`;
  const pattern = new RegExp(`${name}(?:${japanese}|${english})`, "gi");
  const conditions: NumberCondition[] = [];
  const texts: string[] = [];
  for (const { 0: found, index } of plain.matchAll(pattern)) {
    const text = found.trim().replace(/の$/, "");
    const [before, behind] = [plain.slice(0, index), plain.slice(index + found.length)];
    const condition = isOfGroups(mentions, { found, before, behind }) ? null : conditionOf(text, numbers);
    if (condition === null) texts.push(text);
    else conditions.push(condition);
  }
  if (texts.length + conditions.length === 0) return { conditions, texts, rest: query };
  const rest = plain.replaceAll(pattern, " ");
  // Where nothing else is measured or counted, it is what the condition is of.
  const [only] = conditions;
  const isMeasured = only === undefined || counted.test(rest) || countsUsualThings(rest.toLowerCase()) ||
    mentionedColumns(rest, columns).mentions.some(({ column }) => column.kind === "number");
  return { conditions, texts, rest: isMeasured ? rest : `${only.column.name} ${rest}` };
}

const counted =
  /[のうち]数|[者人件回個客員名社]数|何[人件回個名]|\b(?:how many|number of|counts?|how often)\b/i;

/** "Countries with co2 over 20", 「売上が100以上の店舗」: the groups of a column, of which each may have many rows. */
function isOfGroups(
  mentions: readonly Mention[],
  { found, before, behind }: { readonly found: string; readonly before: string; readonly behind: string },
): boolean {
  const having = "(?:with|having|that (?:have|has)|where|whose)(?: an?| the)? $";
  if (new RegExp(`\\b(?:months|weeks|quarters|years) ${having}`, "i").test(before)) return true;
  return mentions.some(({ column, words }) => {
    if (column.kind !== "category" || column.distinct === column.values().codes.length) return false;
    const name = `(?:${words})`;
    // "By region where" speaks of rows again.
    return new RegExp(`(?<!\\b(?:by|per|across|each|every) (?:the )?)${name} ${having}`, "i").test(before) ||
      (/の$/.test(found) && new RegExp(`^${name}(?!別|ごと|毎)`, "i").test(behind));
  });
}

function conditionOf(text: string, numbers: readonly Mention[]): NumberCondition | null {
  const own = numbers.find(({ words }) => new RegExp(`^(?:${words})`, "i").test(text))?.column;
  if (own?.kind !== "number") return null;
  const bound = text.replace(
    new RegExp(`^(?:${numbers.map(({ words }) => words).join("|")})`, "i"),
    "",
  );
  const values = readNumbers(bound).map((said) => valueIn(own, said));
  const keeps = testOf(bound, values);
  return keeps === null ? null : { column: own, keeps, text };
}

/** A value in the unit of its column: 100万円 is 100 of a column of 万円. */
function valueIn(column: NumberColumn, said: SaidNumber): number {
  const scale = scales[/[(（\[](千|万|百万|億)円?/.exec(column.name.normalize("NFKC"))?.[1] ?? ""] ?? 1;
  const own = inUnitOf({ kind: "threshold", ...said }, column).value ?? said.value;
  return own > column.most && own / scale <= column.most ? own / scale : own;
}

const scales: Readonly<Record<string, number>> = { 千: 1e3, 万: 1e4, 百万: 1e6, 億: 1e8 };

function testOf(bound: string, [first, second]: readonly number[]): NumberCondition["keeps"] | null {
  if (first === undefined) return null;
  const said = (pattern: RegExp) => pattern.test(bound.toLowerCase());
  if (said(/\bbetween\b/)) {
    return second === undefined ? null : (value) => value >= first && value <= second;
  }
  if (said(/以上|at least|no less than|>=|≥/)) return (value) => value >= first;
  if (said(/以下|at most|no more than|<=|≤/)) return (value) => value <= first;
  if (said(/未満|下回|小さ|低|少な|短|\b(?:under|below|less|lower|fewer)\b|</)) {
    return (value) => value < first;
  }
  return (value) => value > first;
}
