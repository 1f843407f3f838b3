/** The rows of the time that a sentence speaks of, by the column that tells it; or why all rows are used. */

import type { Table } from "../table/column.ts";
import { headerTimes } from "../table/header_times.ts";
import { shapeOf } from "../table/table_shape.ts";
import { escaped } from "./escaped.ts";
import { findIntent } from "./find_intent.ts";
import { withFiscalGroups } from "./fiscal_groups.ts";
import { withoutLineValues } from "./level_lines.ts";
import { namesOf } from "./names_of.ts";
import { plain } from "./plain.ts";
import { withYearsOver } from "./plain_times.ts";
import { isUnplaced, lastTime, restrictTimes } from "./restrict_times.ts";
import type { RestrictedTable, Restriction } from "./restriction.ts";
import { type SaidTime, saidTimes } from "./said_times.ts";
import { timeOf } from "./time_of.ts";

export interface InTime extends RestrictedTable {
  /** Words that the sentence keeps, as they speak of a course too. */
  readonly understood: readonly string[];
}

export function inTime(sentence: string, table: Table): InTime {
  const columnIn = (text: string) => timeOf(findIntent(text, table.columns), shapeOf(table));
  const query = withYearsOver(sentence, () => columnIn(sentence));
  const nothing = { table, rest: query, restrictions: [], understood: [] };
  // Years in the names of columns are no times of rows.
  if (
    table.columns.some(({ name }) => /(?:19|20)\d{2}/.test(name)) || headerTimes(table.columns).length > 0
  ) return nothing;
  const said = saidTimes(withoutLineValues(query), (text) => isNameIn(table, text));
  if (said.times.length === 0) return nothing;
  const column = columnIn(query);
  const textsOf = (isMeant: (time: SaidTime) => boolean) =>
    said.times.flatMap(({ time, text }) => isMeant(time) ? [text] : []);
  const relative = textsOf(({ kind }) => kind === "relative");
  const understood = textsOf(({ kind }) => kind === "last");
  const whole = (restriction: Restriction) => ({
    table,
    rest: said.rest,
    restrictions: [restriction],
    understood,
  });
  if (column === null) {
    const meant = textsOf((time) => isRestricting(time));
    return meant.length === 0 ? nothing : whole({ kind: "no_times", texts: meant });
  }
  const inData = { column: column.name, last: lastTime(column), grain: column.grain };
  // Half of what is asked for would be another question.
  const unclear = textsOf((time) => time.kind === "unclear" || isUnplaced(time, column));
  if (unclear.length > 0) return whole({ kind: "unclear", texts: unclear });
  if (relative.length > 0) return whole({ kind: "relative", texts: relative, ...inData });
  const found = restrictTimes(table, column, said);
  const groups = withFiscalGroups(found?.table ?? table, { said, index: column.index });
  if (found === null) return { table, rest: said.rest, restrictions: [], understood, ...groups };
  const kind = found.empty ? "no_such_times" : "times";
  return { ...whole({ kind, picked: found.picked, ...inData }), table: found.table, ...groups };
}

/** Whether it is surely a time of rows, and none that others are measured by. */
function isRestricting(time: SaidTime): boolean {
  if (time.kind === "in" || time.kind === "not_in") return time.sure;
  return time.kind !== "beside" && time.kind !== "none";
}

/** Whether a column or a group is called so. */
function isNameIn({ columns }: Table, text: string): boolean {
  const spaced = (name: string) => plain(name).replaceAll(/[\s_-]+/g, " ");
  const said = new RegExp(`(?<![a-z\\d])${escaped(spaced(text))}(?![a-z\\d])`);
  return namesOf(columns).some((name) => said.test(spaced(name)));
}
