/** What a sentence is about in a table: only the groups that it names, without those that it leaves out, in its time. */

import { auxiliaryOf, withoutLineValues } from "./auxiliary_rules.ts";
import type { Table } from "./column.ts";
import { timeOf } from "./fill_roles.ts";
import { findIntent, type Intent } from "./find_intent.ts";
import { leftOutValues, type ValueMention } from "./mentioned_values.ts";
import { pickRows } from "./pick_rows.ts";
import { restrictTimes } from "./restrict_times.ts";
import { saidTimes } from "./said_times.ts";
import { shapeOf } from "./table_shape.ts";
import { withoutUnwantedLines } from "./unwanted_lines.ts";

export type Restriction =
  | { readonly kind: "only" | "without"; readonly column: string; readonly labels: readonly string[] }
  /** Rows of these times, in the words of the sentence. */
  | { readonly kind: "times"; readonly column: string; readonly texts: readonly string[] }
  /** Asked for, but the data has nothing of it: all rows are used. */
  | { readonly kind: "no_such_times"; readonly column: string; readonly texts: readonly string[] }
  | { readonly kind: "unknown" }
  /** Seen in the sentence, but not understood: all rows are used. */
  | { readonly kind: "unclear"; readonly texts: readonly string[] };

export interface Subject {
  readonly table: Table;
  readonly intent: Intent;
  readonly restrictions: readonly Restriction[];
}

export function subjectOf(sentence: string, table: Table): Subject {
  const query = withoutUnwantedLines(sentence);
  const timed = inTime(query, table);
  const without = leavingOut(timed.rest, timed.table);
  const known = timed.restrictions.length > 0
    ? without.restrictions.filter(({ kind }) => kind !== "unknown")
    : without.restrictions;
  const intent = findIntent(without.rest, without.table.columns);
  const only = intent.values.filter((mention) => mention.only);
  const unclear = intent.values.flatMap(({ unclear = [] }) => unclear);
  const shown = only.reduce((left, mention) => withGroups(left, mention, true), without.table);
  return {
    table: shown,
    intent: {
      ...(shown === without.table ? intent : withoutLone(findIntent(without.rest, shown.columns), only)),
      auxiliary: auxiliaryOf(query),
    },
    restrictions: [
      ...timed.restrictions,
      ...known,
      ...only.map((mention) => told("only", mention)),
      ...(unclear.length === 0 ? [] : [{ kind: "unclear", texts: unclear } as const]),
    ],
  };
}

/** One group alone is not told from others, also where a word for such stands in its name: 梅田店, shop C. */
function withoutLone(intent: Intent, only: readonly ValueMention[]): Intent {
  const lone = new Set(only.flatMap(({ column, labels }) => labels.length === 1 ? [column.index] : []));
  const mentions = intent.mentions.filter(({ column, grouped }) => grouped || !lone.has(column.index));
  return { ...intent, mentions };
}

interface Step {
  readonly table: Table;
  readonly rest: string;
  readonly restrictions: readonly Restriction[];
}

function inTime(query: string, table: Table): Step {
  const nothing = { table, rest: query, restrictions: [] };
  // Years in the names of columns are no times of rows.
  if (table.columns.some(({ name }) => /(?:19|20)\d{2}/.test(name))) return nothing;
  const said = saidTimes(withoutLineValues(query));
  if (said.times.length === 0) return nothing;
  const column = timeOf(findIntent(query, table.columns), shapeOf(table));
  if (column === null) return nothing;
  const texts = said.times.flatMap(({ time, text }) => time.kind === "unclear" ? [text] : []);
  // Half of what is asked for would be another question.
  if (texts.length > 0) return { table, rest: said.rest, restrictions: [{ kind: "unclear", texts }] };
  const found = restrictTimes(table, column, said);
  if (found === null) return { table, rest: said.rest, restrictions: [] };
  const kind = found.empty ? "no_such_times" : "times";
  const restriction = { kind, column: column.name, texts: found.texts } as const;
  return { table: found.table, rest: said.rest, restrictions: [restriction] };
}

function leavingOut(query: string, table: Table): Step {
  const { values, rest, isUnknown } = leftOutValues(query, table.columns);
  if (isUnknown) return { table, rest, restrictions: [{ kind: "unknown" }] };
  const left = values.reduce((left, mention) => withGroups(left, mention, false), table);
  // Without anything left there is nothing to draw.
  if (left.rows === 0) return { table, rest, restrictions: [{ kind: "unknown" }] };
  return { table: left, rest, restrictions: values.map((mention) => told("without", mention)) };
}

/** Only the rows of these groups, or only the others. */
function withGroups(table: Table, { column, labels }: ValueMention, wanted: boolean): Table {
  const now = table.columns.find(({ index, kind }) => index === column.index && kind === "category");
  if (now?.kind !== "category") return table;
  const { codes, labels: all } = now.values();
  const named = new Set(labels.map((label) => all.indexOf(label)));
  return pickRows(table, (row) => named.has(codes[row] ?? -1) === wanted);
}

function told(kind: "only" | "without", { column, labels }: ValueMention): Restriction {
  return { kind, column: column.name, labels };
}
