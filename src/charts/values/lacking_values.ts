/** What has no value: rows among those that are added up, whose sum is too small by them, and groups that have none at all. */

import { type Context, say } from "../context.ts";
import type { Aggregation } from "../read/find_intent.ts";
import { listed } from "../summary/text/listed.ts";
import type { GroupMatrix } from "./group_matrix.ts";

interface Added {
  readonly keys: Int32Array;
  /** The sums by key. */
  readonly sums: Float64Array;
  readonly kind: Aggregation;
}

export function warnOfLacking({ page, roles: { value }, warn }: Context, { keys, sums, kind }: Added): void {
  if (value === null || kind !== "sum") return;
  const numbers = value.values();
  const count = keys.reduce((count, key, row) => {
    const isLacking = key >= 0 && Number.isNaN(numbers[row] ?? NaN) && !Number.isNaN(sums[key] ?? NaN);
    return isLacking ? count + 1 : count;
  }, 0);
  if (count === 0) return;
  warn(say(page, {
    ja: `${JSON.stringify(value.name)}の値がない行が${count}行あり、合計に含まれていません`,
    en: `${count} ${count === 1 ? "row has" : "rows have"} no ${
      JSON.stringify(value.name)
    }: sums are without ${count === 1 ? "it" : "them"}`,
  }));
}

/** Says which groups are not drawn because none of their rows has a value. */
export function warnOfValueless({ page, roles: { value }, warn }: Context, names: readonly string[]): void {
  if (value === null || names.length === 0) return;
  const list = listed(names, page.language);
  warn(say(page, {
    ja: `${list}には${JSON.stringify(value.name)}の値がなく、図にありません`,
    en: `${list} ${names.length === 1 ? "has" : "have"} no ${JSON.stringify(value.name)} and ${
      names.length === 1 ? "is" : "are"
    } not drawn`,
  }));
}

/** Says which of the bars that stand side by side are not there; columns are told each by itself. */
export function warnOfMissingBars(
  { page, roles: { value }, warn }: Context,
  { name, matrix: { names, series }, marked }: {
    readonly name: string;
    readonly matrix: GroupMatrix;
    /** Whether something stands in their places. */
    readonly marked: boolean;
  },
): void {
  if (value?.parts !== undefined) return;
  const lacking = names.flatMap((place, at) =>
    series.filter(({ values }) => Number.isNaN(values[at] ?? NaN)).map((one) =>
      say(page, { ja: `${place}の${one.name}`, en: `${one.name} in ${place}` })
    )
  );
  if (lacking.length === 0) return;
  const [quoted, list, count] = [JSON.stringify(name), listed(lacking, page.language), lacking.length];
  warn(say(page, {
    ja: `${quoted}の値が${count}個ありません（${list}）。${
      marked ? "棒の代わりに「–」を記しました" : "棒はありません"
    }`,
    en: `${quoted} lacks ${count} ${count === 1 ? "value" : "values"} (${list}): ${
      marked ? 'marked with "–" instead of a bar' : "there are no bars for them"
    }`,
  }));
}

/** Says which groups lack one of the columns that stand side by side. */
export function warnOfLackingColumns(
  { page, warn }: Context,
  lacking: readonly { readonly name: string; readonly series: string }[],
): void {
  for (const [series, some] of Map.groupBy(lacking, (one) => one.series)) {
    const list = listed(some.map(({ name }) => name), page.language);
    warn(say(page, {
      ja: `${list}には${JSON.stringify(series)}の値がなく、その棒はありません`,
      en: `${list} ${some.length === 1 ? "has" : "have"} no ${
        JSON.stringify(series)
      }: there is no bar for it`,
    }));
  }
}
