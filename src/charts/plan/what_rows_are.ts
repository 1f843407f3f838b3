/** Columns that name what each row is: a patient, a student. They group nothing unless they are asked for. */

import type { Intent } from "../read/find_intent.ts";
import type { Mention } from "../read/mentioned_columns.ts";
import type { Column } from "../table/column.ts";
import { isName, type Shape } from "../table/table_shape.ts";

/** Where every row is a patient, "the age of patients" groups by nothing; "which patient" does, without groups beside it. */
export function withoutThings(intent: Intent, { rows, categories }: Shape): Intent {
  const isThing = (column: Column) => column.kind === "category" && isName(column, rows);
  const isOther = ({ column }: Mention) => column.kind === "category" && !isThing(column);
  const isRanked = intent.senses.has("rank") || intent.top !== null || !intent.mentions.some(isOther);
  if (categories.every(isThing) || (intent.senses.has("compare") && isRanked)) return intent;
  return {
    ...intent,
    mentions: intent.mentions.filter(({ column, grouped }) => grouped || !isThing(column)),
  };
}

/** "Scores by subject" of a table with a row for each student and a column for each subject groups by the columns. */
export function namesAside(shape: Shape, { grouped, mentions, senses }: Intent): Shape {
  const numbers = mentions.filter(({ column }) => column.kind === "number").length;
  const isAside = grouped && shape.series.length > 1 && numbers !== 1 &&
    !mentions.some(({ column }) => column.kind === "category") &&
    (senses.has("columns") ||
      (shape.rows > 2 && shape.categories.every(({ distinct }) => distinct === shape.rows)));
  return isAside ? { ...shape, categories: [] } : shape;
}
