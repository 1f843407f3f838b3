/**
 * The share of one group inside each of others: "share of women by department", 「部署別の女性の割合」. Each row is 100%
 * or 0%, and the share of several their mean.
 */

import type { Language } from "../../base/chart_terms.ts";
import { type Grain, isCyclic, lengthOf } from "../table/calendar.ts";
import type { CategoryColumn, NumberColumn, Table } from "../table/column.ts";
import { numberAsCategory } from "../table/derive_column.ts";
import { isIdentifier, isName } from "../table/table_shape.ts";
import { bucketOf } from "../values/time_buckets.ts";
import type { Intent } from "./find_intent.ts";
import type { ValueMention } from "./mentioned_values.ts";
import { wordsFor } from "./sex_words.ts";

const share = "(?:shares?|percent(?:age)?s?|proportions?|portions?|fractions?|ratios?|%)";
const shareJa = "(?:割合|比率|シェア|構成比|率|%|何割|何パーセント)";

/** The group, and the words by which the sentence means it. */
export interface ShareWithin {
  readonly group: ValueMention;
  readonly words: string;
  /** What the share is called, where the sentence has a name for it. */
  readonly name?: string;
}

/** Null where no such share is asked for; 「女性の部署別の割合」 asks for the parts of the group itself. */
export function shareWithin(query: string, { values, mentions }: Intent): ShareWithin | null {
  const text = query.normalize("NFKC");
  const isWeighed = mentions.some(({ column, by }) =>
    column.kind === "number" && by === "name" && !isIdentifier(column)
  );
  if (isWeighed) return null;
  for (const group of values) {
    const [label, ...more] = group.labels;
    if (!group.only || label === undefined || more.length > 0) continue;
    const isSplit = mentions.some(({ column, grouped }) =>
      column.index !== group.column.index && (grouped || isGrouping(column))
    );
    const words = isSplit ? askedWords(text, wordsFor(label, group.column.values().labels)) : null;
    if (words !== null) return { group, words };
  }
  return null;
}

function isGrouping(column: Table["columns"][number]): boolean {
  return column.kind === "category" && !isName(column, column.values().codes.length);
}

function askedWords(text: string, words: string): string | null {
  const forms = [
    `\\b${share} (?:of|that (?:is|are)|who are) (?:(?!by |per |in )[a-z]+ ){0,3}?(?<words>${words})`,
    `(?<words>${words})(?: (?!by |per |in )[a-z]+)? ${share}(?![a-z])`,
    `(?<words>${words}) rates?(?![a-z])`,
    `\\b${share} .*\\b(?:is|are|were|was) (?:[a-z]+ )?(?<words>${words})`,
    `(?<words>${words})(?:(?!別|ごと|毎|各|の内訳)[^、。\\d]){0,8}?${shareJa}`,
  ];
  for (const form of forms) {
    const found = new RegExp(form, "i").exec(text)?.groups?.["words"];
    if (found !== undefined) return found;
  }
  return null;
}

/** The table with a column of the share, and the intent to measure it. */
export function measuringShare(
  { group, words, name: said }: ShareWithin,
  { table, intent, language }: {
    readonly table: Table;
    readonly intent: Intent;
    readonly language: Language;
  },
): { readonly table: Table; readonly intent: Intent } {
  const found = table.columns.find(({ index }) => index === group.column.index);
  const own = found?.kind === "number" ? numberAsCategory(found) : found;
  if (own?.kind !== "category") return { table, intent };
  const name = said ?? (language === "ja" ? `${words}の割合` : `share of ${words.toLowerCase()}`);
  const column = shareColumn(own, { label: group.labels[0] ?? "", name });
  const senses = new Set(intent.senses);
  senses.delete("composition");
  return {
    table: { ...table, columns: [...table.columns, column] },
    intent: {
      ...intent,
      senses,
      mentions: [
        ...intent.mentions.filter(({ column, grouped }) =>
          column.index !== own.index && (column.kind !== "number" || grouped)
        ),
        { column, by: "name", grouped: false, words: "(?!)" },
      ],
      values: intent.values.map((value) =>
        value.column.index === own.index ? { ...value, only: false } : value
      ),
      things: [],
      period: intent.period ?? periodFor(table),
      aggregation: "share",
      otherAggregations: [],
    },
  };
}

const fewRows = 5;
const enoughRows = 20;

/** The step of time in which there are rows enough for a share; null where the times of the data have them. */
function periodFor({ columns, rows }: Table): Grain | null {
  const time = columns.find((column) => column.kind === "time" && column.distinct > 1);
  if (time?.kind !== "time" || isCyclic(time.grain) || rows >= time.distinct * fewRows) return null;
  const steps = (["day", "month", "quarter", "year"] as const).filter((one) =>
    lengthOf(one) > lengthOf(time.grain)
  );
  const count = (step: Grain) => new Set(Array.from(time.values(), (at) => bucketOf(at, step))).size;
  return steps.find((step) => rows >= count(step) * enoughRows) ?? steps.at(-1) ?? null;
}

function shareColumn(
  { missing, values }: CategoryColumn,
  { label, name }: { readonly label: string; readonly name: string },
): NumberColumn {
  return {
    index: -4,
    name,
    distinct: 2,
    missing,
    kind: "number",
    unit: "%",
    integer: false,
    least: 0,
    most: 100,
    values: () => {
      const { codes, labels } = values();
      const wanted = labels.indexOf(label);
      return Float64Array.from(codes, (code) => code < 0 ? NaN : code === wanted ? 100 : 0);
    },
  };
}
