/**
 * Fiscal years, halves and quarters that a sentence sets side by side, as groups: the calendar, by which times are put
 * together, has none of them.
 */

import type { CategoryColumn, Table } from "../table/column.ts";
import { isOwnPeriod, type Moment, type Stretch, stretchOf } from "./moment.ts";
import type { SaidTimes } from "./said_times.ts";

/** The table with a column of these periods and the words that group by it; null where none are compared. */
export function withFiscalGroups(
  table: Table,
  { said, index }: { readonly said: SaidTimes; readonly index: number },
): { readonly table: Table; readonly rest: string } | null {
  const column = table.columns.find((one) => one.index === index && one.kind === "time");
  if (column?.kind !== "time" || isOwnPeriod(column.grain)) return null;
  const moments = said.times.flatMap(({ time }) => time.kind === "in" ? time.moments : [])
    .filter(({ fiscal }) => fiscal === "april");
  const periods = moments.flatMap((moment): Period[] => {
    const stretch = stretchOf(moment, { year: 0, grain: column.grain });
    return stretch === null ? [] : [{ ...stretch, name: nameOf(moment) }];
  });
  if (periods.length < 2 || !among.test(said.rest)) return null;
  const groups = groupColumn(column.values, { periods, missing: column.missing });
  return {
    table: { ...table, columns: [...table.columns, groups] },
    rest: said.rest.replaceAll(among, `${groups.name}別`),
  };
}

const among = /among (?:years|halves|quarters)/g;

interface Period extends Stretch {
  readonly name: string;
}

function groupColumn(
  times: () => Float64Array,
  { periods, missing }: { readonly periods: readonly Period[]; readonly missing: number },
): CategoryColumn {
  const labels = periods.map(({ name }) => name);
  return {
    index: -5,
    name: "期間",
    distinct: labels.length,
    missing,
    kind: "category",
    longest: Math.max(...labels.map(({ length }) => length)),
    values: () => ({
      labels,
      codes: Int32Array.from(
        times(),
        (time) => periods.findIndex(({ from, to }) => time >= from && time < to),
      ),
    }),
  };
}

function nameOf({ unit, year, month }: Moment): string {
  if (unit === "half") return `${year}年度${month < 7 ? "上" : "下"}期`;
  return unit === "quarter" ? `${year}年度第${Math.ceil(month / 3)}四半期` : `${year}年度`;
}
