/** Rows whose group is not given: they are a group of their own, so that no part of a whole vanishes unseen. */

import type { Language } from "../../base/chart_terms.ts";
import type { Categories, CategoryColumn, TimeColumn } from "../table/column.ts";
import { emptyNames } from "../values/category_order.ts";
import type { Roles } from "./roles.ts";

interface Options {
  readonly language: Language;
  readonly warn: (warning: string) => void;
}

/** The same roles with a group for the rows that have a value but none of the groups. */
export function withEmptyGroups(roles: Roles, options: Options): Roles {
  const dated = roles.time === null ? null : undated(roles, roles.time, options);
  const isUsed = (row: number) => dated === null || dated.has(row);
  return {
    ...roles,
    group: roles.group === null ? null : withEmpty(roles.group, roles, { ...options, isUsed }),
    second: roles.second === null ? null : withEmpty(roles.second, roles, { ...options, isUsed }),
  };
}

/** Says how many rows have no time; the rows that have one. */
function undated({ value }: Roles, time: TimeColumn, { language, warn }: Options): ReadonlySet<number> {
  const numbers = value?.values() ?? null;
  const dated = new Set<number>();
  let count = 0;
  time.values().forEach((at, row) => {
    if (!Number.isNaN(at)) dated.add(row);
    else if (numbers === null || !Number.isNaN(numbers[row] ?? NaN)) count++;
  });
  if (count > 0) {
    const name = JSON.stringify(time.name);
    warn(
      language === "ja"
        ? `${name}のない行が${count}行あり、図に含まれていません`
        : `${count} ${count === 1 ? "row has" : "rows have"} no ${name} and ${
          count === 1 ? "is" : "are"
        } left out`,
    );
  }
  return dated;
}

function withEmpty(
  group: CategoryColumn,
  { value }: Roles,
  { language, warn, isUsed }: Options & { readonly isUsed: (row: number) => boolean },
): CategoryColumn {
  const { codes, labels } = group.values();
  const numbers = value?.values() ?? null;
  const isLost = (code: number, row: number) =>
    code < 0 && isUsed(row) && (numbers === null || !Number.isNaN(numbers[row] ?? NaN));
  const count = codes.reduce((count, code, row) => isLost(code, row) ? count + 1 : count, 0);
  if (labels.length === 0 || count === 0) return group;
  const name = emptyNames[language];
  const known = labels.indexOf(name);
  const own = known < 0 ? labels.length : known;
  const filled: Categories = {
    codes: codes.map((code, row) => isLost(code, row) ? own : code),
    labels: known < 0 ? [...labels, name] : labels,
  };
  warn(
    language === "ja"
      ? `${JSON.stringify(group.name)}のない行が${count}行あり、「${name}」として示しています`
      : `${count} ${count === 1 ? "row has" : "rows have"} no ${
        JSON.stringify(group.name)
      }: shown as "${name}"`,
  );
  return { ...group, distinct: filled.labels.length, values: () => filled };
}
