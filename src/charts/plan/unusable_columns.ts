/** Columns that a sentence names and that cannot be measured: they are empty, or hold no numbers to speak of. */

import type { Intent } from "../read/find_intent.ts";
import type { Mention } from "../read/mentioned_columns.ts";
import type { Shape } from "../table/table_shape.ts";
import type { Choice, Unmet } from "./choose_pattern.ts";

/** A chart without the values that were asked for is not what was asked for. */
export function withUnusable(choice: Choice, intent: Intent, shape: Shape): Choice {
  const { mentions, aggregation } = intent;
  const measured = aggregation !== "count" && shape.numbers.length === 0 ? shape.categories : [];
  const unmet: Unmet[] = [
    ...(isOfNothing(intent) ? ["values" as const] : []),
    ...(mentions.some(isHalfNumbers) || measured.some(({ halfNumbers = false }) => halfNumbers)
      ? ["half_numbers" as const]
      : []),
    ...(mentions.some(isInfinite) || measured.some(({ infinite = false }) => infinite)
      ? ["infinite" as const]
      : []),
  ];
  return unmet.length === 0 ? choice : { ...choice, unmet: [...choice.unmet, ...unmet], fallback: true };
}

/** Whether a column that the sentence names has no values. */
export function isOfNothing({ mentions }: Intent): boolean {
  return mentions.some(({ column }) => column.missing === 1);
}

function isHalfNumbers({ column, grouped }: Mention): boolean {
  return column.kind === "category" && column.halfNumbers === true && !grouped;
}

function isInfinite({ column, grouped }: Mention): boolean {
  return column.kind === "category" && column.infinite === true && !grouped;
}
