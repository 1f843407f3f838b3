/** Distributions of columns side by side: "histograms of math and English", 「3教科の点数の分布」. */

import type { Intent } from "../read/find_intent.ts";
import { subjectsIn } from "../read/subjects_in.ts";
import type { Shape } from "../table/table_shape.ts";
import { areUnlikeColumns } from "./unlike_measures.ts";

const shapes = ["distribution", "spread", "histogram", "box_chart", "overlay"] as const;

/** How many there are: those that the sentence names, or speaks of as such; none where it speaks of groups. */
export function columnsOver({ senses, mentions }: Intent, { series }: Shape): number {
  const isOfValues = shapes.some((sense) => senses.has(sense));
  if (!isOfValues || mentions.some(({ column }) => column.kind === "category")) return 0;
  const named = mentions.flatMap(({ column, grouped }) =>
    column.kind === "number" && !grouped ? [column] : []
  );
  if (named.length > 0 || !senses.has("columns")) return areUnlikeColumns(named) ? 0 : named.length;
  return (senses.has("subjects") ? subjectsIn(series) : series).length;
}
