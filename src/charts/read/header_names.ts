/** Columns that are called like times and meant by them: "in June" of a column Jun. */

import type { NumberColumn } from "../table/column.ts";
import { type Moment, momentsIn } from "./moment.ts";
import { saidTimes } from "./said_times.ts";

/** The sentence with the names of the columns that it means by times; null where it means none. */
export function withHeaderNames(query: string, timed: readonly NumberColumn[]): string | null {
  const said = saidTimes(query);
  const moments = said.times.flatMap(({ time }) => time.kind === "in" ? time.moments : []);
  const names = moments.flatMap((moment) =>
    timed.filter(({ name }) => momentsIn(name.normalize("NFKC")).some((own) => isSame(own, moment)))
      .map(({ name }) => name)
  );
  const isAll = said.times.every(({ time }) => time.kind === "in") && names.length === moments.length;
  if (names.length === 0 || !isAll) return null;
  return `${said.rest.replaceAll(/\bamong [a-z]+s\b/g, " ")} ${names.join(" ")}`;
}

function isSame(one: Moment, other: Moment): boolean {
  return one.unit === other.unit && one.year === other.year && one.month === other.month;
}
