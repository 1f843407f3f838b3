/** Which numbers a chart measures where the caller does not say: those that the sentence names, else the first, else rows. */

import type { PatternId } from "../../base/chart_terms.ts";
import type { Intent } from "../read/find_intent.ts";
import type { NumberColumn } from "../table/column.ts";
import { isIdentifier, isName, isNumbered, isRunning, type Shape } from "../table/table_shape.ts";
import { isAveraged } from "../values/aggregation_for.ts";

/** Null where rows are counted. */
export function measuredValue(intent: Intent, shape: Shape, pattern: PatternId): NumberColumn | null {
  const named = namedNumbers(intent, shape);
  // A mean is none of rows.
  const counted = !["P13", "P23", "P32"].includes(pattern) && (intent.aggregation === "count" ||
    ((intent.aggregation === null || intent.aggregation === "sum") && countsRows(intent, shape)));
  return named[0] ?? (counted ? toldNumber(intent, shape) : shape.numbers[0] ?? null);
}

/**
 * The column of how many there are, where rows are not what is counted: of 「感染者数」 in a table with a row for each
 * day and prefecture every count of rows is one.
 */
function toldNumber({ aggregation, things, countsDays }: Intent, shape: Shape): NumberColumn | null {
  if (aggregation !== "count" || things.length > 0 || countsDays || !hasKeys(shape)) return null;
  const counts = shape.numbers.filter((column) =>
    column.integer && column.least >= 0 && column.distinct > 1 && !isAveraged(column)
  );
  const [only = null] = counts;
  return counts.length === 1 ? only : null;
}

/** The numbers that the sentence names to be measured; what only tells rows apart is counted instead. */
function namedNumbers(intent: Intent, { rows }: Shape): NumberColumn[] {
  return intent.mentions.filter(({ grouped }) => !grouped).flatMap(({ column, by }) => {
    if (column.kind !== "number" || (isIdentifier(column) && by !== "name")) return [];
    // "The number of parcels" whose delivery took long counts parcels.
    if (intent.aggregation === "count" && by !== "name" && isAveraged(column)) return [];
    const things = isIdentifier(column) || isRunning(column, rows);
    const counted = intent.aggregation === "count" || intent.senses.has("composition") ||
      (intent.aggregation === null &&
        (isRunning(column, rows)
          ? isNumbered(column) || (intent.countsRows && isShared(intent, rows))
          : isNumbered(column) && isShared(intent, rows)));
    return things && counted ? [] : [column];
  });
}

/** Whether it groups by what many rows have in common, of which a sum of row numbers would say nothing. */
function isShared({ mentions }: Intent, rows: number): boolean {
  return mentions.some(({ column, grouped }) =>
    grouped && column.kind === "category" && column.distinct * 2 <= rows
  );
}

/**
 * Whether a sentence that names no number means rows: "patients by outcome" where every row is a patient, visits
 * where what is measured (a wait) is of one and not added up, or two groupings at once where the numbers are not of a kind that is added up.
 */
function countsRows(intent: Intent, shape: Shape): boolean {
  const { rows, numbers } = shape;
  const [first] = numbers;
  const named = intent.mentions.filter(({ grouped }) => !grouped).map(({ column }) => column);
  const groups = intent.mentions.map(({ column }) => column)
    .filter((column) => column.kind === "category" && !isName(column, rows));
  const things = named.some((column) =>
    column.kind === "number" ? isIdentifier(column) || isRunning(column, rows) : isName(column, rows)
  );
  const isTold = intent.countsRows && named.every(({ kind }) => kind !== "number") &&
    (numbers.every((column) => isAveraged(column) || isIdentifier(column)) ||
      (intent.countsEvents && !isPanel(shape)));
  const isOfThings = named.some((column) =>
    column.kind === "number" && isNumbered(column) && isRunning(column, rows)
  );
  const pairs = groups.reduce((product, { distinct }) => product * distinct, 1);
  return isOfThings || (things && groups.length > 0) || (isTold && rows > pairs * 1.5) ||
    (groups.length > 1 && rows > pairs * 2 && first !== undefined && isAveraged(first));
}

/** Whether rows are all the pairs of times and groups, each with its sums, rather than what happened. */
function isPanel(shape: Shape): boolean {
  return shape.rows < 20 || hasKeys(shape);
}

/** Whether every pair of times and groups has one row. */
export function hasKeys({ rows, times, categories }: Shape): boolean {
  const groups = categories.filter((column) => column.distinct > 1 && !isName(column, rows));
  const columns = [...times.slice(0, 1), ...groups];
  const keys = columns.reduce((product, { distinct }) => product * distinct, 1);
  return columns.length > 0 && rows >= keys * 0.8 && rows <= keys * 1.05;
}

/** Parts are counted unless there is something to weigh them by. */
export function weightOf(intent: Intent, value: NumberColumn | null): NumberColumn | null {
  if (intent.aggregation === "count") return null;
  const named = intent.mentions.some(({ column }) => column === value);
  const isWeight = value !== null && !isAveraged(value) && !isIdentifier(value);
  return named || (intent.senses.has("composition") && isWeight) ? value : null;
}
