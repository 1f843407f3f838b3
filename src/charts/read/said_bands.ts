/** Numbers by bands, as a sentence names them: age ranges, score brackets, 年齢層, 点数帯. */

import type { Column } from "../table/column.ts";
import { isIdentifier } from "../table/table_shape.ts";
import type { Intent } from "./find_intent.ts";
import { type Mention, unitWord } from "./mentioned_columns.ts";
import { nameWords } from "./name_words.ts";
import { countWords } from "./row_nouns.ts";

const bands = "[- ]?(?:ranges?|groups?|bands?|brackets?|buckets?|bins?|cohorts?|intervals?)\\b";
const bandsJa = "の?(?:層|帯|階級|階層|グループ|ゾーン|レンジ|区分)";

interface Said {
  /** The plain sentence. */
  readonly text: string;
  /** The same with signs in the place of whole names. */
  readonly masked: string;
  readonly columns: readonly Column[];
}

/** "How many members of each age range" asks for the distribution of ages; what else is told by bands is grouped by them. */
export function withBands(intent: Intent, said: Said): Intent {
  const { masked, columns } = said;
  const banded = columns.find((column) => isBanded(said, column, intent.mentions));
  if (banded === undefined) return intent;
  const mention: Mention = { column: banded, by: "part", grouped: false, words: "(?!)" };
  const others = intent.mentions.filter(({ column }) => column.index !== banded.index);
  const beside = others.filter(({ column }) =>
    column.kind !== "time" && !(column.kind === "number" && isIdentifier(column))
  );
  const isCounted = intent.aggregation === "count" || intent.countsRows || countWords.test(masked);
  if (beside.length === 0 && !isCourse(intent) && (isCounted || intent.senses.has("distribution"))) {
    return {
      ...intent,
      senses: new Set(["histogram"]),
      grouped: false,
      mentions: [mention],
      aggregation: null,
      countsRows: false,
      countsEvents: false,
      things: [],
    };
  }
  const isMeasured = beside.some(({ column }) => column.kind === "number") || intent.aggregation !== null;
  return {
    ...intent,
    aggregation: isMeasured ? intent.aggregation : "count",
    grouped: true,
    mentions: [...others, { ...mention, grouped: true }].toSorted((a, b) => a.column.index - b.column.index),
    banded,
  };
}

/** Whether what the column is called, or the last word of it, stands before a word for bands: age of member_age. */
function isBanded({ text, masked }: Said, column: Column, mentions: readonly Mention[]): boolean {
  if (column.kind !== "number" || isIdentifier(column)) return false;
  const before = (words: string, said: string) =>
    new RegExp(`(?:${words}) ?(?:${bands}|${bandsJa})`).test(said);
  const last = nameWords(column.name).findLast((word) => !unitWord.test(word)) ?? "";
  return (/^[a-z]{3,}$/.test(last) && before(`(?<![a-z])${last}`, masked)) ||
    mentions.some((mention) => mention.column.index === column.index && before(mention.words, text));
}

function isCourse({ senses }: Intent): boolean {
  return senses.has("trend") || senses.has("period") || senses.has("time_rank");
}
