/** Two numbers as a relation, which none of the nine charts shows. */

import { areOfDifferentThings } from "../read/different_things.ts";
import type { Intent } from "../read/find_intent.ts";
import type { Sense } from "../read/intent_rules.ts";
import type { Shape } from "../table/table_shape.ts";

/** Whether two numbers are to be seen against each other: said outright, or where nothing groups them. */
export function isRelation(intent: Intent, shape: Shape): boolean {
  return isSaid(intent) || isUnlikePair(intent, shape);
}

function isSaid({ senses, mentions }: Intent): boolean {
  const numbers = mentions.filter(({ column }) => column.kind === "number").length;
  return numbers > 1 && (senses.has("scatter") || (senses.has("relation") && numbers === mentions.length));
}

/** Senses that say what to do with two numbers. */
const telling: readonly Sense[] = [
  "trend",
  "period",
  "gap",
  "distribution",
  "spread",
  "composition",
  "overview",
  "columns",
  "line_chart",
  "bar_chart",
  "histogram",
  "box_chart",
  "panels",
];

/** Two numbers that have nothing in common cannot be compared: the one is meant against the other. */
function isUnlikePair({ senses, mentions, grouped, aggregation }: Intent, shape: Shape): boolean {
  const [one, other] = mentions.flatMap(({ column }) => column.kind === "number" ? [column] : []);
  // Few things that have names are seen side by side.
  const areNamed = shape.rows <= 12 && shape.categories.some(({ distinct }) => distinct === shape.rows);
  return senses.has("pair") && one !== undefined && other !== undefined && !grouped && aggregation === null &&
    shape.times.length === 0 && !areNamed && !telling.some((sense) => senses.has(sense)) &&
    areOfDifferentThings(one, other);
}
