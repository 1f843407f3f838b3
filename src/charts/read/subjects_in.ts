/** The columns of subjects, of which a sentence speaks, among columns side by side. */

import type { NumberColumn } from "../table/column.ts";

/** Beside marks in subjects stand days of absence, ages and sums of the marks, which are none. */
const others =
  /数$|日数|回数|時間|年齢|率$|合計|総点|平均|(?<![a-z])(?:days?|counts?|hours?|age|rate|absences?|total|average|mean)(?![a-z])/i;

/** All of them where no two are left. */
export function subjectsIn(series: readonly NumberColumn[]): readonly NumberColumn[] {
  const subjects = series.filter(({ name }) => !others.test(name.replaceAll("_", " ")));
  return subjects.length > 1 ? subjects : series;
}
